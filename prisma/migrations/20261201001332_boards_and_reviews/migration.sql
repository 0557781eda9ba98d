-- CreateEnum
CREATE TYPE "board_scope" AS ENUM ('all', 'team', 'topic', 'quiz');

-- CreateEnum
CREATE TYPE "board_span" AS ENUM ('all', 'month', 'week');

-- CreateEnum
CREATE TYPE "review_rating" AS ENUM ('again', 'hard', 'good');

-- AlterTable
ALTER TABLE "attempt" ADD COLUMN     "reviewed_at" TIMESTAMPTZ(3),
ALTER COLUMN "quiz_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "answer" ADD COLUMN     "answered_on" DATE;

-- CreateTable
CREATE TABLE "board" (
    "id" UUID NOT NULL,
    "scope" "board_scope" NOT NULL,
    "scope_id" UUID NOT NULL,
    "span" "board_span" NOT NULL,
    "starts_on" DATE NOT NULL,

    CONSTRAINT "board_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "board_entry" (
    "board_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "points" INTEGER NOT NULL,
    "hidden" BOOLEAN NOT NULL,

    CONSTRAINT "board_entry_pkey" PRIMARY KEY ("board_id","person_id")
);

-- CreateTable
CREATE TABLE "board_bucket" (
    "board_id" UUID NOT NULL,
    "width" INTEGER NOT NULL,
    "points" INTEGER NOT NULL,
    "people" INTEGER NOT NULL,

    CONSTRAINT "board_bucket_pkey" PRIMARY KEY ("board_id","width","points")
);

-- CreateTable
CREATE TABLE "review_card" (
    "person_id" UUID NOT NULL,
    "question_id" UUID NOT NULL,
    "due_on" DATE NOT NULL,
    "stability" DOUBLE PRECISION NOT NULL,
    "difficulty" DOUBLE PRECISION NOT NULL,
    "reps" INTEGER NOT NULL,
    "lapses" INTEGER NOT NULL,
    "last_rated_on" DATE NOT NULL,

    CONSTRAINT "review_card_pkey" PRIMARY KEY ("person_id","question_id")
);

-- CreateTable
CREATE TABLE "review_log" (
    "person_id" UUID NOT NULL,
    "question_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "rating" "review_rating" NOT NULL,
    "attempt_id" UUID NOT NULL,
    "before" JSONB,

    CONSTRAINT "review_log_pkey" PRIMARY KEY ("person_id","question_id","day")
);

-- CreateIndex
CREATE UNIQUE INDEX "board_one_each" ON "board"("scope", "scope_id", "span", "starts_on");

-- CreateIndex
CREATE INDEX "board_entry_person_id_idx" ON "board_entry"("person_id");

-- CreateIndex
CREATE INDEX "board_entry_in_order" ON "board_entry"("board_id", "points" DESC, "person_id" DESC) WHERE (NOT hidden);

-- CreateIndex
CREATE INDEX "review_card_person_id_due_on_idx" ON "review_card"("person_id", "due_on");

-- CreateIndex
CREATE INDEX "review_card_question_id_idx" ON "review_card"("question_id");

-- CreateIndex
CREATE INDEX "review_log_question_id_idx" ON "review_log"("question_id");

-- CreateIndex
CREATE INDEX "review_log_attempt_id_idx" ON "review_log"("attempt_id");

-- CreateIndex
CREATE INDEX "attempt_awaits_review" ON "attempt"("reveals_at") WHERE (reviewed_at IS NULL);

-- CreateIndex
CREATE UNIQUE INDEX "attempt_review_number" ON "attempt"("person_id", "number") WHERE (quiz_id IS NULL);

-- CreateIndex
CREATE UNIQUE INDEX "attempt_one_open_review" ON "attempt"("person_id") WHERE (quiz_id IS NULL AND ended_at IS NULL);

-- AddForeignKey
ALTER TABLE "board_entry" ADD CONSTRAINT "board_entry_board_id_fkey" FOREIGN KEY ("board_id") REFERENCES "board"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "board_entry" ADD CONSTRAINT "board_entry_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "board_bucket" ADD CONSTRAINT "board_bucket_board_id_fkey" FOREIGN KEY ("board_id") REFERENCES "board"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "review_card" ADD CONSTRAINT "review_card_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "review_card" ADD CONSTRAINT "review_card_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "question"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "review_log" ADD CONSTRAINT "review_log_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "review_log" ADD CONSTRAINT "review_log_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "question"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "review_log" ADD CONSTRAINT "review_log_attempt_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "attempt"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- What Prisma's schema language cannot say.

ALTER TABLE board ADD CONSTRAINT board_scope_id CHECK ((scope = 'all') = (scope_id = '00000000-0000-0000-0000-000000000000'));
ALTER TABLE board ADD CONSTRAINT board_starts_on CHECK ((span = 'all') = (starts_on = '-infinity'));
ALTER TABLE board_entry ADD CONSTRAINT board_entry_points CHECK (points >= 0);
ALTER TABLE board_bucket ADD CONSTRAINT board_bucket_width CHECK (width IN (1, 100) AND points % width = 0);
ALTER TABLE board_bucket ADD CONSTRAINT board_bucket_people CHECK (people >= 0);
ALTER TABLE attempt ADD CONSTRAINT attempt_of_quiz CHECK ((purpose = 'review') = (quiz_id IS NULL));
-- A review has no pass mark.
ALTER TABLE attempt DROP CONSTRAINT attempt_score;
ALTER TABLE attempt ADD CONSTRAINT attempt_score CHECK (
  (score_num IS NULL) = (score_den IS NULL)
  AND (passed IS NULL) = (score_num IS NULL OR quiz_id IS NULL)
  AND (first_num IS NULL) = (first_den IS NULL)
  AND (score_num IS NULL OR (ended_at IS NOT NULL AND score_den > 0 AND score_num BETWEEN 0 AND score_den))
);
ALTER TABLE attempt ADD CONSTRAINT attempt_reviewed CHECK (reviewed_at IS NULL OR reviewed_at >= reveals_at);
ALTER TABLE review_card ADD CONSTRAINT review_card_figures CHECK (
  stability > 0 AND difficulty BETWEEN 1 AND 10 AND reps >= 1 AND lapses BETWEEN 0 AND reps AND due_on >= last_rated_on);

CREATE TRIGGER day_of_answer_is_fixed BEFORE UPDATE OF answered_on ON answer
  FOR EACH ROW WHEN (OLD.answered_on IS NOT NULL AND OLD.answered_on IS DISTINCT FROM NEW.answered_on)
  EXECUTE FUNCTION refuse_change('the day of an answer is fixed');

-- Answers given before days were kept: in the zone that the person has now. Attempts without a revelation keep theirs.
UPDATE answer SET answered_on = (coalesce(answer.revealed_at, attempt.ended_at) AT TIME ZONE CASE
  WHEN person.zone IN (SELECT name FROM pg_timezone_names) THEN person.zone ELSE 'UTC' END)::date
FROM attempt JOIN person ON person.id = attempt.person_id
WHERE attempt.id = answer.attempt_id AND (answer.revealed_at IS NOT NULL OR attempt.ended_at IS NOT NULL)
  AND (cardinality(answer.picks) > 0 OR answer.text ~ '\S');

-- The zone in which months and weeks of the boards begin.
CREATE FUNCTION company_zone() RETURNS text LANGUAGE sql STABLE AS
  $$ SELECT coalesce((SELECT value FROM setting WHERE key = 'company-zone'), 'UTC') $$;

-- What counts now: for all time, this month and this week, each a window [from_at, until_at). Weeks begin on Mondays.
-- Materialized, so that the zone is asked once and not for every attempt and window.
CREATE VIEW board_window AS
  WITH windows AS MATERIALIZED (
    SELECT each.span, starts_on::date, (starts_on AT TIME ZONE company_zone())::timestamptz(3) AS from_at,
      (until_on AT TIME ZONE company_zone())::timestamptz(3) AS until_at
    FROM (SELECT app_now() AT TIME ZONE company_zone() AS today) AS clock CROSS JOIN LATERAL (VALUES
      ('all'::board_span, '-infinity'::timestamp, 'infinity'::timestamp),
      ('month', date_trunc('month', today), date_trunc('month', today) + interval '1 month'),
      ('week', date_trunc('week', today), date_trunc('week', today) + interval '1 week')) AS each (span, starts_on, until_on)
  )
  SELECT span, starts_on, from_at, until_at FROM windows;

-- Who has how many points on which board, from recorded results alone: the one definition that boards are kept by, and
-- rebuilt from. A person's first submitted whole attempt at a quiz counts, with floor(1000 x share); a month or a week
-- counts the attempts that ended in it.
CREATE VIEW board_standing AS
  SELECT earned.scope, earned.scope_id, board_window.span, board_window.starts_on, earned.person_id,
    sum(earned.points)::int AS points,
    bool_or(person.board_opt_out_at IS NOT NULL OR person.deactivated_at IS NOT NULL OR person.erased_at IS NOT NULL) AS hidden
  FROM (
    SELECT person_id, 'all'::board_scope AS scope, '00000000-0000-0000-0000-000000000000'::uuid AS scope_id, ended_at, 1000 * first_num / first_den AS points
    FROM attempt WHERE counts AND first_den IS NOT NULL
    UNION ALL
    SELECT person_id, 'quiz', quiz_id, ended_at, 1000 * first_num / first_den
    FROM attempt WHERE counts AND first_den IS NOT NULL
    UNION ALL
    SELECT attempt.person_id, 'team', membership.team_id, ended_at, 1000 * first_num / first_den
    FROM attempt JOIN membership ON membership.person_id = attempt.person_id AND membership.until_at IS NULL
    WHERE counts AND first_den IS NOT NULL
    UNION ALL
    SELECT attempt.person_id, 'topic', attempt_topic.topic_id, ended_at, 1000 * num / den
    FROM attempt JOIN attempt_topic ON attempt_topic.attempt_id = attempt.id
    WHERE counts AND first_den IS NOT NULL
  ) AS earned
  JOIN person ON person.id = earned.person_id
  JOIN board_window ON ended_at >= from_at AND ended_at < until_at
  GROUP BY 1, 2, 3, 4, 5;

-- What was recorded before there were boards.
INSERT INTO board (id, scope, scope_id, span, starts_on)
SELECT gen_random_uuid(), * FROM (SELECT DISTINCT scope, scope_id, span, starts_on FROM board_standing) AS boards;
INSERT INTO board_entry (board_id, person_id, points, hidden)
SELECT board.id, person_id, points, hidden FROM board_standing JOIN board USING (scope, scope_id, span, starts_on);
INSERT INTO board_bucket (board_id, width, points, people)
SELECT board_id, width, points / width * width, count(*)
FROM board_entry CROSS JOIN (VALUES (1), (100)) AS level (width) WHERE NOT hidden GROUP BY 1, 2, 3;
