-- AlterEnum
ALTER TYPE "question_kind" ADD VALUE 'ordering';
ALTER TYPE "question_kind" ADD VALUE 'numeric';
ALTER TYPE "question_kind" ADD VALUE 'short_text';
