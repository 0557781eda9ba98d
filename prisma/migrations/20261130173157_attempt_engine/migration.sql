-- CreateEnum
CREATE TYPE "confidence" AS ENUM ('sure', 'unsure');

-- CreateEnum
CREATE TYPE "self_assessment" AS ENUM ('knew', 'partly', 'missed');

-- CreateEnum
CREATE TYPE "report_status" AS ENUM ('open', 'resolved');

-- CreateEnum
CREATE TYPE "scoring" AS ENUM ('partial', 'all');

-- CreateEnum
CREATE TYPE "reveal" AS ENUM ('each', 'end', 'date', 'never');

-- AlterEnum
-- This migration adds more than one value to an enum.
-- With PostgreSQL versions 11 and earlier, this is not possible
-- in a single migration. This can be worked around by creating
-- multiple migrations, each migration adding only one value to
-- the enum.


ALTER TYPE "question_kind" ADD VALUE 'true_false';
ALTER TYPE "question_kind" ADD VALUE 'open';

-- AlterTable
ALTER TABLE "attempt" ADD COLUMN     "beside_locale" TEXT,
ADD COLUMN     "deadline_at" TIMESTAMPTZ(3),
ADD COLUMN     "grace_seconds" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "retake_of_id" UUID,
ADD COLUMN     "reveals_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "answer" ADD COLUMN     "confidence" "confidence",
ADD COLUMN     "flagged" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "self_assessment" "self_assessment",
ADD COLUMN     "text" TEXT;

-- AlterTable
ALTER TABLE "question_version" ADD COLUMN     "scoring" "scoring" NOT NULL DEFAULT 'partial';

-- AlterTable
ALTER TABLE "quiz" ADD COLUMN     "attempt_limit" INTEGER,
ADD COLUMN     "grace_seconds" INTEGER NOT NULL DEFAULT 10,
ADD COLUMN     "reveal" "reveal" NOT NULL DEFAULT 'each',
ADD COLUMN     "reveal_at" TIMESTAMPTZ(3),
ADD COLUMN     "seconds" INTEGER,
ADD COLUMN     "wait_seconds" INTEGER;

-- AlterTable
ALTER TABLE "quiz_item" ADD COLUMN     "pool_id" UUID;

-- CreateTable
CREATE TABLE "allowance" (
    "id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "quiz_id" UUID,
    "extra_percent" INTEGER NOT NULL DEFAULT 0,
    "extra_attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "allowance_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "problem_report" (
    "id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "attempt_id" UUID NOT NULL,
    "question_id" UUID NOT NULL,
    "version_id" UUID NOT NULL,
    "translation_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "status" "report_status" NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "problem_report_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pool" (
    "id" UUID NOT NULL,
    "quiz_id" UUID NOT NULL,
    "topic_id" UUID NOT NULL,
    "draw" INTEGER NOT NULL,

    CONSTRAINT "pool_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "allowance_person_id_idx" ON "allowance"("person_id");

-- CreateIndex
CREATE INDEX "allowance_quiz_id_idx" ON "allowance"("quiz_id");

-- CreateIndex
CREATE UNIQUE INDEX "allowance_one_per_quiz" ON "allowance"("person_id", "quiz_id") WHERE (quiz_id IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "allowance_one_for_all" ON "allowance"("person_id") WHERE (quiz_id IS NULL);

-- CreateIndex
CREATE INDEX "problem_report_person_id_idx" ON "problem_report"("person_id");

-- CreateIndex
CREATE INDEX "problem_report_attempt_id_idx" ON "problem_report"("attempt_id");

-- CreateIndex
CREATE INDEX "problem_report_question_id_idx" ON "problem_report"("question_id");

-- CreateIndex
CREATE INDEX "problem_report_version_id_idx" ON "problem_report"("version_id");

-- CreateIndex
CREATE INDEX "problem_report_translation_id_idx" ON "problem_report"("translation_id");

-- CreateIndex
CREATE INDEX "pool_topic_id_idx" ON "pool"("topic_id");

-- CreateIndex
CREATE UNIQUE INDEX "pool_quiz_id_topic_id_key" ON "pool"("quiz_id", "topic_id");

-- CreateIndex
CREATE INDEX "attempt_retake_of_id_idx" ON "attempt"("retake_of_id");

-- CreateIndex
CREATE INDEX "attempt_running_deadline" ON "attempt"("deadline_at") WHERE (ended_at IS NULL);

-- CreateIndex
CREATE INDEX "quiz_item_pool_id_idx" ON "quiz_item"("pool_id");

-- AddForeignKey
ALTER TABLE "attempt" ADD CONSTRAINT "attempt_retake_of_id_fkey" FOREIGN KEY ("retake_of_id") REFERENCES "attempt"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "allowance" ADD CONSTRAINT "allowance_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "allowance" ADD CONSTRAINT "allowance_quiz_id_fkey" FOREIGN KEY ("quiz_id") REFERENCES "quiz"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "problem_report" ADD CONSTRAINT "problem_report_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "problem_report" ADD CONSTRAINT "problem_report_attempt_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "attempt"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "problem_report" ADD CONSTRAINT "problem_report_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "question"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "problem_report" ADD CONSTRAINT "problem_report_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "question_version"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "problem_report" ADD CONSTRAINT "problem_report_translation_id_fkey" FOREIGN KEY ("translation_id") REFERENCES "translation"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "quiz_item" ADD CONSTRAINT "quiz_item_pool_id_fkey" FOREIGN KEY ("pool_id") REFERENCES "pool"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "pool" ADD CONSTRAINT "pool_quiz_id_fkey" FOREIGN KEY ("quiz_id") REFERENCES "quiz"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "pool" ADD CONSTRAINT "pool_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topic"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- What Prisma's schema language cannot say.

ALTER TABLE quiz ADD CONSTRAINT quiz_time CHECK (seconds > 0 AND grace_seconds BETWEEN 0 AND 300);
ALTER TABLE quiz ADD CONSTRAINT quiz_starts CHECK (attempt_limit > 0 AND wait_seconds >= 0);
ALTER TABLE quiz ADD CONSTRAINT quiz_reveal_date CHECK ((reveal = 'date') = (reveal_at IS NOT NULL));
ALTER TABLE pool ADD CONSTRAINT pool_draws CHECK (draw >= 1);
ALTER TABLE allowance ADD CONSTRAINT allowance_only_adds CHECK (extra_percent BETWEEN 0 AND 1000 AND extra_attempts BETWEEN 0 AND 1000);
ALTER TABLE attempt ADD CONSTRAINT attempt_deadline CHECK (deadline_at > started_at AND grace_seconds >= 0);
ALTER TABLE attempt ADD CONSTRAINT attempt_reveals_after_end CHECK (reveals_at IS NULL OR (ended_at IS NOT NULL AND reveals_at >= ended_at));
ALTER TABLE attempt ADD CONSTRAINT attempt_retake CHECK ((purpose = 'missed') = (retake_of_id IS NOT NULL));
ALTER TABLE answer ADD CONSTRAINT answer_text_length CHECK (char_length(text) <= 20000);
ALTER TABLE problem_report ADD CONSTRAINT problem_report_text CHECK (char_length(text) BETWEEN 1 AND 5000);

-- Attempts that ended before keys could be held back show them since their end.
UPDATE attempt SET reveals_at = ended_at WHERE ended_at IS NOT NULL;

DROP TRIGGER revealed_answer_is_final ON answer;
CREATE TRIGGER revealed_answer_is_final BEFORE UPDATE OF picks, text, confidence, seq ON answer
  FOR EACH ROW WHEN (OLD.revealed_at IS NOT NULL) EXECUTE FUNCTION refuse_change('a revealed answer is final');
