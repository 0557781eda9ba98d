-- AlterTable
ALTER TABLE "version_key" ADD COLUMN     "accepted" JSONB;

-- What Prisma's schema language cannot say.

ALTER TABLE version_key DROP CONSTRAINT version_key_not_empty;
ALTER TABLE version_key ADD CONSTRAINT version_key_options_or_accepted CHECK (
  (coalesce(cardinality(option_ids), 0) >= 1) <> (accepted IS NOT NULL));

-- Of an order, the id of zeros stands in the picks for a place without an option, and never at the end.
ALTER TABLE answer DROP CONSTRAINT answer_picks_are_options;
ALTER TABLE answer ADD CONSTRAINT answer_picks_are_options CHECK (
  array_remove(picks, '00000000-0000-0000-0000-000000000000') <@ option_order
  AND picks[cardinality(picks)] IS DISTINCT FROM '00000000-0000-0000-0000-000000000000');
