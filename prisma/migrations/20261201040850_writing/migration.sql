-- CreateTable
CREATE TABLE "writing" (
    "id" UUID NOT NULL,
    "person_id" UUID,
    "question_id" UUID NOT NULL,
    "locale" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "before" JSONB NOT NULL,
    "after" JSONB NOT NULL,

    CONSTRAINT "writing_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "writing_question_id_idx" ON "writing"("question_id");

-- CreateIndex
CREATE INDEX "writing_hour_idx" ON "writing"("hour");

-- AddForeignKey
ALTER TABLE "writing" ADD CONSTRAINT "writing_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "writing" ADD CONSTRAINT "writing_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "question"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- What Prisma's schema language cannot say.

CREATE UNIQUE INDEX writing_once ON writing (person_id, question_id, locale, hour) NULLS NOT DISTINCT;
