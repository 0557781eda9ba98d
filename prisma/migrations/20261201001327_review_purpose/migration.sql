-- AlterEnum
ALTER TYPE "attempt_purpose" ADD VALUE 'review';
