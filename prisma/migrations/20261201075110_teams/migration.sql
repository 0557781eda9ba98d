-- CreateEnum
CREATE TYPE "assignment_counts" AS ENUM ('first', 'best', 'latest');

-- CreateEnum
CREATE TYPE "mail_kind" AS ENUM ('reminder', 'digest');

-- CreateEnum
CREATE TYPE "reminder_stage" AS ENUM ('week_before', 'day_before', 'day_after', 'week_after');

-- AlterTable
ALTER TABLE "person" ADD COLUMN     "digest_off_at" TIMESTAMPTZ(3),
ADD COLUMN     "reminders_off_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "assignment" (
    "id" UUID NOT NULL,
    "team_id" UUID,
    "person_id" UUID,
    "quiz_id" UUID,
    "due_on" DATE,
    "due_zone" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "counts" "assignment_counts" NOT NULL DEFAULT 'first',
    "renew_months" INTEGER,
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "archived_at" TIMESTAMPTZ(3),
    "row_version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "assignment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "assignment_topic" (
    "assignment_id" UUID NOT NULL,
    "topic_id" UUID NOT NULL,

    CONSTRAINT "assignment_topic_pkey" PRIMARY KEY ("assignment_id","topic_id")
);

-- CreateTable
CREATE TABLE "due_extension" (
    "assignment_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "due_on" DATE NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "due_extension_pkey" PRIMARY KEY ("assignment_id","person_id")
);

-- CreateTable
CREATE TABLE "outbox" (
    "id" UUID NOT NULL,
    "kind" "mail_kind" NOT NULL,
    "dedupe_key" TEXT NOT NULL,
    "person_id" UUID NOT NULL,
    "payload" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "not_before" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "sent_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "subject" TEXT,
    "text" TEXT,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reminder" (
    "assignment_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "stage" "reminder_stage" NOT NULL,
    "outbox_id" UUID NOT NULL,

    CONSTRAINT "reminder_pkey" PRIMARY KEY ("assignment_id","person_id","due_at","stage")
);

-- CreateTable
CREATE TABLE "mail_run" (
    "kind" "mail_kind" NOT NULL,
    "zone" TEXT NOT NULL,
    "day" DATE NOT NULL,

    CONSTRAINT "mail_run_pkey" PRIMARY KEY ("kind","zone","day")
);

-- CreateIndex
CREATE INDEX "assignment_team_id_idx" ON "assignment"("team_id");

-- CreateIndex
CREATE INDEX "assignment_person_id_idx" ON "assignment"("person_id");

-- CreateIndex
CREATE INDEX "assignment_quiz_id_idx" ON "assignment"("quiz_id");

-- CreateIndex
CREATE INDEX "assignment_created_by_idx" ON "assignment"("created_by");

-- CreateIndex
CREATE INDEX "assignment_topic_topic_id_idx" ON "assignment_topic"("topic_id");

-- CreateIndex
CREATE INDEX "due_extension_person_id_idx" ON "due_extension"("person_id");

-- CreateIndex
CREATE UNIQUE INDEX "outbox_dedupe_key_key" ON "outbox"("dedupe_key");

-- CreateIndex
CREATE INDEX "outbox_waiting" ON "outbox"("not_before") WHERE (sent_at IS NULL AND ended_at IS NULL);

-- CreateIndex
CREATE INDEX "outbox_person_id_idx" ON "outbox"("person_id");

-- CreateIndex
CREATE INDEX "outbox_created_at_idx" ON "outbox"("created_at" DESC);

-- CreateIndex
CREATE INDEX "reminder_person_id_idx" ON "reminder"("person_id");

-- CreateIndex
CREATE INDEX "reminder_outbox_id_idx" ON "reminder"("outbox_id");

-- AddForeignKey
ALTER TABLE "assignment" ADD CONSTRAINT "assignment_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "assignment" ADD CONSTRAINT "assignment_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "assignment" ADD CONSTRAINT "assignment_quiz_id_fkey" FOREIGN KEY ("quiz_id") REFERENCES "quiz"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "assignment" ADD CONSTRAINT "assignment_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "assignment_topic" ADD CONSTRAINT "assignment_topic_assignment_id_fkey" FOREIGN KEY ("assignment_id") REFERENCES "assignment"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "assignment_topic" ADD CONSTRAINT "assignment_topic_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topic"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "due_extension" ADD CONSTRAINT "due_extension_assignment_id_fkey" FOREIGN KEY ("assignment_id") REFERENCES "assignment"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "due_extension" ADD CONSTRAINT "due_extension_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "reminder" ADD CONSTRAINT "reminder_assignment_id_fkey" FOREIGN KEY ("assignment_id") REFERENCES "assignment"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "reminder" ADD CONSTRAINT "reminder_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "reminder" ADD CONSTRAINT "reminder_outbox_id_fkey" FOREIGN KEY ("outbox_id") REFERENCES "outbox"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "assignment" ADD CONSTRAINT "assignment_whose" CHECK (num_nonnulls("team_id", "person_id") = 1);
ALTER TABLE "assignment" ADD CONSTRAINT "assignment_due" CHECK (("due_on" IS NULL) = ("due_at" IS NULL));
ALTER TABLE "assignment" ADD CONSTRAINT "assignment_renew" CHECK ("renew_months" BETWEEN 1 AND 120);

-- The end of a day in a zone: the instant at which the next one begins there.
CREATE FUNCTION end_of_day("day" DATE, "zone" TEXT) RETURNS TIMESTAMPTZ LANGUAGE SQL STABLE PARALLEL SAFE
RETURN ("day" + 1)::timestamp AT TIME ZONE "zone";

-- Until when something done at an instant holds: the end of the same day some months later; for ever without renewal.
CREATE FUNCTION holds_until("at" TIMESTAMPTZ, "months" INT, "zone" TEXT) RETURNS TIMESTAMPTZ LANGUAGE SQL STABLE PARALLEL SAFE
RETURN CASE WHEN "months" IS NULL THEN 'infinity'::timestamptz
  ELSE end_of_day((("at" AT TIME ZONE "zone") + make_interval(months => "months"))::date, "zone") END;

-- Who has which assignment now: the members of a team, or one person, by when the first time.
CREATE VIEW "assigned" AS
SELECT assignment.id AS assignment_id, given.person_id, assignment.quiz_id, assignment.due_zone, assignment.counts,
  assignment.renew_months, assignment.created_at, coalesce(due_extension.due_at, assignment.due_at) AS first_due_at
FROM assignment
CROSS JOIN LATERAL (
  SELECT assignment.person_id WHERE assignment.person_id IS NOT NULL
  UNION ALL
  SELECT membership.person_id FROM membership JOIN team ON team.id = membership.team_id AND team.archived_at IS NULL
  WHERE membership.team_id = assignment.team_id AND membership.until_at IS NULL AND membership.role = 'member'
) AS given
JOIN person ON person.id = given.person_id AND person.deactivated_at IS NULL AND person.erased_at IS NULL
LEFT JOIN due_extension ON due_extension.assignment_id = assignment.id AND due_extension.person_id = given.person_id
WHERE assignment.archived_at IS NULL;

-- The questions that an assignment of topics asks for: those of its topics that were published when it was given and
-- can be answered still. What is added later asks nothing of people who were done.
CREATE VIEW "assigned_question" AS
SELECT DISTINCT assignment_topic.assignment_id, question.id AS question_id
FROM assignment_topic
JOIN assignment ON assignment.id = assignment_topic.assignment_id
JOIN question_topic ON question_topic.topic_id = assignment_topic.topic_id
JOIN question ON question.id = question_topic.question_id AND question.archived_at IS NULL
JOIN quiz_item ON quiz_item.question_id = question.id
JOIN quiz ON quiz.id = quiz_item.quiz_id AND quiz.status = 'published'
WHERE EXISTS (
  SELECT FROM question_version AS version
  WHERE version.question_id = question.id AND version.status = 'published' AND version.kind <> 'open'
    AND version.published_at <= assignment.created_at);

-- How far everyone is with what they have been assigned, from recorded attempts and answers: the one definition.
--   due_at      when it is, or was, due; after a first time that no longer holds, or will not, when the next one is
--   done_at     since when it has been done; null when it is not, or is no longer
--   late        whether it was done at or after the instant it was due
--   attempt_id  the attempt that is the result; null for topics
--   parts_done, parts   questions answered of those asked; of a quiz, one attempt of one
--   score_num, score_den   of the result; null for none
CREATE VIEW "assignment_standing" AS
SELECT assigned.assignment_id, assigned.person_id,
  greatest(assigned.first_due_at, CASE WHEN assigned.renew_months IS NOT NULL THEN state.holds_until END)::timestamptz(3)
    AS due_at,
  state.done_at::timestamptz(3) AS done_at, coalesce(state.late, false) AS late, state.attempt_id,
  (state.done_at IS NOT NULL)::int AS parts_done, 1 AS parts,
  result.score_num, result.score_den, result.passed
FROM assigned
CROSS JOIN LATERAL (
  SELECT min(taken.ended_at) FILTER (WHERE taken.holds_until > app_now()) AS done_at,
    max(taken.holds_until) AS holds_until,
    (array_agg(taken.ended_at >= greatest(taken.held_until, assigned.first_due_at) ORDER BY taken.ended_at, taken.number)
      FILTER (WHERE taken.holds_until > app_now()))[1] AS late,
    (array_agg(taken.id ORDER BY
        CASE WHEN assigned.counts = 'best' THEN taken.score_num::numeric / taken.score_den END DESC NULLS LAST,
        CASE WHEN assigned.counts = 'latest' THEN taken.number END DESC, taken.ended_at, taken.number)
      FILTER (WHERE taken.holds_until > app_now()))[1] AS attempt_id
  FROM (
    SELECT held.*, lag(held.holds_until) OVER (ORDER BY held.ended_at, held.number) AS held_until
    FROM (
      SELECT attempt.id, attempt.number, attempt.ended_at, attempt.score_num, attempt.score_den,
        holds_until(attempt.ended_at, assigned.renew_months, assigned.due_zone) AS holds_until
      FROM attempt
      WHERE attempt.person_id = assigned.person_id AND attempt.quiz_id = assigned.quiz_id AND attempt.purpose = 'full'
        AND attempt.ended IN ('submitted', 'expired')
    ) AS held
    WHERE held.holds_until > assigned.created_at
  ) AS taken
) AS state
LEFT JOIN attempt AS result ON result.id = state.attempt_id
WHERE assigned.quiz_id IS NOT NULL
UNION ALL
SELECT assigned.assignment_id, assigned.person_id,
  greatest(assigned.first_due_at, CASE WHEN assigned.renew_months IS NOT NULL AND state.parts > 0
    AND state.ever = state.parts THEN state.holds_until END)::timestamptz(3),
  CASE WHEN state.parts > 0 AND state.answered = state.parts THEN state.done_at END::timestamptz(3),
  state.parts > 0 AND state.answered = state.parts AND coalesce(state.first_done_at >= assigned.first_due_at, false),
  NULL::uuid, state.answered, state.parts,
  CASE WHEN state.parts > 0 AND state.answered = state.parts THEN state.right_ones::bigint END,
  CASE WHEN state.parts > 0 AND state.answered = state.parts THEN state.parts::bigint END,
  NULL::boolean
FROM assigned
CROSS JOIN LATERAL (
  SELECT count(*)::int AS parts, count(given.first_at)::int AS ever, count(given.held_at)::int AS answered,
    max(given.first_at) AS first_done_at, max(given.held_at) AS done_at, min(given.holds_until) AS holds_until,
    count(*) FILTER (WHERE given.is_right)::int AS right_ones
  FROM assigned_question
  CROSS JOIN LATERAL (
    SELECT min(answers.settled_at) AS first_at,
      min(answers.settled_at) FILTER (WHERE answers.holds_until > app_now()) AS held_at,
      max(answers.holds_until) AS holds_until,
      (array_agg(answers.is_right ORDER BY
          CASE WHEN assigned.counts = 'best' THEN answers.is_right END DESC NULLS LAST,
          CASE WHEN assigned.counts = 'latest' THEN answers.settled_at END DESC,
          answers.settled_at, answers.attempt_id)
        FILTER (WHERE answers.holds_until > app_now()))[1] AS is_right
    FROM (
      SELECT attempt.id AS attempt_id, coalesce(answer.revealed_at, attempt.ended_at) AS settled_at,
        answer.award_num = answer.award_den AS is_right,
        holds_until(coalesce(answer.revealed_at, attempt.ended_at), assigned.renew_months, assigned.due_zone) AS holds_until
      FROM attempt JOIN answer ON answer.attempt_id = attempt.id
      WHERE attempt.person_id = assigned.person_id AND answer.question_id = assigned_question.question_id
        AND attempt.purpose IN ('full', 'missed', 'review')
        AND (answer.revealed_at IS NOT NULL OR attempt.reveals_at <= app_now()) AND answer.award_num IS NOT NULL
        AND (cardinality(answer.picks) > 0 OR coalesce(answer.text ~ '\S', false))
    ) AS answers
  ) AS given
  WHERE assigned_question.assignment_id = assigned.assignment_id
) AS state
WHERE assigned.quiz_id IS NULL;
