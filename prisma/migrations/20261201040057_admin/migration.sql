-- AlterTable
ALTER TABLE "problem_report" ADD COLUMN     "handled_by" UUID,
ADD COLUMN     "replied_at" TIMESTAMPTZ(3),
ADD COLUMN     "reply" TEXT,
ADD COLUMN     "resolved_at" TIMESTAMPTZ(3),
ADD COLUMN     "resolved_translation_id" UUID,
ADD COLUMN     "resolved_version_id" UUID;

-- AlterTable
ALTER TABLE "quiz" ADD COLUMN     "publish_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "asset" (
    "id" UUID NOT NULL,
    "sha256" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,
    "uploaded_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "asset_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "asset_alt" (
    "asset_id" UUID NOT NULL,
    "locale" TEXT NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "asset_alt_pkey" PRIMARY KEY ("asset_id","locale")
);

-- CreateIndex
CREATE UNIQUE INDEX "asset_sha256_key" ON "asset"("sha256");

-- CreateIndex
CREATE INDEX "asset_uploaded_by_idx" ON "asset"("uploaded_by");

-- CreateIndex
CREATE INDEX "problem_report_handled_by_idx" ON "problem_report"("handled_by");

-- CreateIndex
CREATE INDEX "problem_report_resolved_version_id_idx" ON "problem_report"("resolved_version_id");

-- CreateIndex
CREATE INDEX "problem_report_resolved_translation_id_idx" ON "problem_report"("resolved_translation_id");

-- CreateIndex
CREATE INDEX "problem_report_status_created_at_idx" ON "problem_report"("status", "created_at");

-- CreateIndex
CREATE INDEX "audit_event_at_id_idx" ON "audit_event"("at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "quiz_to_publish" ON "quiz"("publish_at") WHERE (publish_at IS NOT NULL);

-- AddForeignKey
ALTER TABLE "asset" ADD CONSTRAINT "asset_uploaded_by_fkey" FOREIGN KEY ("uploaded_by") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "asset_alt" ADD CONSTRAINT "asset_alt_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "asset"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "problem_report" ADD CONSTRAINT "problem_report_handled_by_fkey" FOREIGN KEY ("handled_by") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "problem_report" ADD CONSTRAINT "problem_report_resolved_version_id_fkey" FOREIGN KEY ("resolved_version_id") REFERENCES "question_version"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "problem_report" ADD CONSTRAINT "problem_report_resolved_translation_id_fkey" FOREIGN KEY ("resolved_translation_id") REFERENCES "translation"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- What Prisma's schema language cannot say.

ALTER TABLE problem_report ADD CONSTRAINT problem_report_resolved CHECK (
  (status = 'resolved') = (resolved_at IS NOT NULL)
  AND (status = 'resolved' OR (resolved_version_id IS NULL AND resolved_translation_id IS NULL)));
ALTER TABLE problem_report ADD CONSTRAINT problem_report_reply CHECK (
  (reply IS NULL) = (replied_at IS NULL) AND char_length(reply) BETWEEN 1 AND 5000);
ALTER TABLE asset ADD CONSTRAINT asset_size CHECK (width > 0 AND height > 0 AND octet_length(bytes) > 0);
ALTER TABLE asset_alt ADD CONSTRAINT asset_alt_text CHECK (char_length(text) BETWEEN 1 AND 1000);
