-- The one clock of the application: SQL asks only this, and tests replace it.
CREATE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT now()';

-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "attempt_mode" AS ENUM ('practice', 'exam');

-- CreateEnum
CREATE TYPE "attempt_purpose" AS ENUM ('full', 'missed', 'preview', 'beta');

-- CreateEnum
CREATE TYPE "attempt_end" AS ENUM ('submitted', 'expired', 'void');

-- CreateEnum
CREATE TYPE "finding_severity" AS ENUM ('error', 'warning', 'info');

-- CreateEnum
CREATE TYPE "person_role" AS ENUM ('member', 'translator', 'admin');

-- CreateEnum
CREATE TYPE "invitation_purpose" AS ENUM ('setup', 'invite', 'reset');

-- CreateEnum
CREATE TYPE "question_kind" AS ENUM ('single', 'multiple');

-- CreateEnum
CREATE TYPE "version_status" AS ENUM ('draft', 'published');

-- CreateEnum
CREATE TYPE "quiz_status" AS ENUM ('draft', 'published', 'beta', 'retired', 'archived');

-- CreateEnum
CREATE TYPE "membership_role" AS ENUM ('member', 'manager');

-- CreateEnum
CREATE TYPE "translation_status" AS ENUM ('draft', 'reviewed', 'published');

-- CreateTable
CREATE TABLE "attempt" (
    "id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "quiz_id" UUID NOT NULL,
    "mode" "attempt_mode" NOT NULL,
    "purpose" "attempt_purpose" NOT NULL DEFAULT 'full',
    "number" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "ended_at" TIMESTAMPTZ(3),
    "ended" "attempt_end",
    "settings" JSONB NOT NULL,
    "seed" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "counts" BOOLEAN NOT NULL DEFAULT false,
    "score_num" BIGINT,
    "score_den" BIGINT,
    "first_num" BIGINT,
    "first_den" BIGINT,
    "passed" BOOLEAN,

    CONSTRAINT "attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "answer" (
    "attempt_id" UUID NOT NULL,
    "question_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "version_id" UUID NOT NULL,
    "option_order" UUID[],
    "picks" UUID[] DEFAULT ARRAY[]::UUID[],
    "seq" INTEGER NOT NULL DEFAULT 0,
    "saved_at" TIMESTAMPTZ(3),
    "translation_id" UUID,
    "locale" TEXT,
    "revealed_at" TIMESTAMPTZ(3),
    "award_num" INTEGER,
    "award_den" INTEGER,

    CONSTRAINT "answer_pkey" PRIMARY KEY ("attempt_id","question_id")
);

-- CreateTable
CREATE TABLE "attempt_topic" (
    "attempt_id" UUID NOT NULL,
    "topic_id" UUID NOT NULL,
    "num" BIGINT NOT NULL,
    "den" BIGINT NOT NULL,
    "questions" INTEGER NOT NULL,

    CONSTRAINT "attempt_topic_pkey" PRIMARY KEY ("attempt_id","topic_id")
);

-- CreateTable
CREATE TABLE "audit_event" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "actor_id" UUID,
    "action" TEXT NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_personal" (
    "event_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "before" JSONB,
    "after" JSONB,

    CONSTRAINT "audit_personal_pkey" PRIMARY KEY ("event_id")
);

-- CreateTable
CREATE TABLE "import_run" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "actor_id" UUID,
    "quiz_id" UUID NOT NULL,
    "report" JSONB NOT NULL,

    CONSTRAINT "import_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "imported_question" (
    "question_id" UUID NOT NULL,
    "locale" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "imported_question_pkey" PRIMARY KEY ("question_id","locale")
);

-- CreateTable
CREATE TABLE "finding" (
    "id" UUID NOT NULL,
    "version_id" UUID NOT NULL,
    "locale" TEXT,
    "field" TEXT,
    "code" TEXT NOT NULL,
    "severity" "finding_severity" NOT NULL,
    "message" TEXT NOT NULL,
    "accepted_by" UUID,
    "reason" TEXT,

    CONSTRAINT "finding_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "person" (
    "id" UUID NOT NULL,
    "email" TEXT,
    "name" TEXT,
    "role" "person_role" NOT NULL DEFAULT 'member',
    "zone" TEXT NOT NULL DEFAULT 'UTC',
    "ui_locale" TEXT,
    "content_locales" TEXT[],
    "board_opt_out_at" TIMESTAMPTZ(3),
    "deactivated_at" TIMESTAMPTZ(3),
    "erased_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "person_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credential" (
    "person_id" UUID NOT NULL,
    "argon2" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "credential_pkey" PRIMARY KEY ("person_id")
);

-- CreateTable
CREATE TABLE "session" (
    "token_hash" TEXT NOT NULL,
    "person_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "session_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "invitation" (
    "token_hash" TEXT NOT NULL,
    "purpose" "invitation_purpose" NOT NULL,
    "email" TEXT,
    "person_id" UUID,
    "role" "person_role" NOT NULL DEFAULT 'member',
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "question" (
    "id" UUID NOT NULL,
    "external_id" TEXT NOT NULL,
    "owner_id" UUID,
    "review_by" DATE,
    "archived_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "question_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "question_version" (
    "id" UUID NOT NULL,
    "question_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "kind" "question_kind" NOT NULL,
    "status" "version_status" NOT NULL DEFAULT 'draft',
    "row_version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "published_at" TIMESTAMPTZ(3),
    "published_by" UUID,

    CONSTRAINT "question_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "option" (
    "id" UUID NOT NULL,
    "question_id" UUID NOT NULL,
    "external_id" TEXT NOT NULL,

    CONSTRAINT "option_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "version_option" (
    "version_id" UUID NOT NULL,
    "option_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "pin_last" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "version_option_pkey" PRIMARY KEY ("version_id","option_id")
);

-- CreateTable
CREATE TABLE "version_key" (
    "version_id" UUID NOT NULL,
    "option_ids" UUID[],

    CONSTRAINT "version_key_pkey" PRIMARY KEY ("version_id")
);

-- CreateTable
CREATE TABLE "source" (
    "version_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "verified_on" DATE NOT NULL,

    CONSTRAINT "source_pkey" PRIMARY KEY ("version_id","url")
);

-- CreateTable
CREATE TABLE "topic" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,

    CONSTRAINT "topic_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "topic_name" (
    "topic_id" UUID NOT NULL,
    "locale" TEXT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "topic_name_pkey" PRIMARY KEY ("topic_id","locale")
);

-- CreateTable
CREATE TABLE "question_topic" (
    "question_id" UUID NOT NULL,
    "topic_id" UUID NOT NULL,

    CONSTRAINT "question_topic_pkey" PRIMARY KEY ("question_id","topic_id")
);

-- CreateTable
CREATE TABLE "quiz" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "source_locale" TEXT NOT NULL,
    "status" "quiz_status" NOT NULL DEFAULT 'draft',
    "pass_num" INTEGER NOT NULL,
    "pass_den" INTEGER NOT NULL,
    "shuffle" BOOLEAN NOT NULL DEFAULT true,
    "row_version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "published_at" TIMESTAMPTZ(3),

    CONSTRAINT "quiz_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "quiz_name" (
    "quiz_id" UUID NOT NULL,
    "locale" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "intro" TEXT NOT NULL,
    "source_revision" INTEGER,

    CONSTRAINT "quiz_name_pkey" PRIMARY KEY ("quiz_id","locale")
);

-- CreateTable
CREATE TABLE "quiz_item" (
    "quiz_id" UUID NOT NULL,
    "question_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "quiz_item_pkey" PRIMARY KEY ("quiz_id","question_id")
);

-- CreateTable
CREATE TABLE "rate_limit" (
    "key" TEXT NOT NULL,
    "window_start" TIMESTAMPTZ(3) NOT NULL,
    "hits" INTEGER NOT NULL,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("key","window_start")
);

-- CreateTable
CREATE TABLE "setting" (
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "setting_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "team" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "archived_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "team_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "membership" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "role" "membership_role" NOT NULL DEFAULT 'member',
    "from_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "until_at" TIMESTAMPTZ(3),

    CONSTRAINT "membership_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "translation" (
    "id" UUID NOT NULL,
    "version_id" UUID NOT NULL,
    "locale" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "status" "translation_status" NOT NULL DEFAULT 'draft',
    "author_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "published_at" TIMESTAMPTZ(3),

    CONSTRAINT "translation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "translation_field" (
    "translation_id" UUID NOT NULL,
    "field" TEXT NOT NULL,
    "option_id" UUID,
    "markdown" TEXT NOT NULL,
    "source_revision" INTEGER NOT NULL,

    CONSTRAINT "translation_field_pkey" PRIMARY KEY ("translation_id","field")
);

-- CreateTable
CREATE TABLE "source_field" (
    "question_id" UUID NOT NULL,
    "field" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "source_field_pkey" PRIMARY KEY ("question_id","field")
);

-- CreateIndex
CREATE INDEX "attempt_quiz_id_idx" ON "attempt"("quiz_id");

-- CreateIndex
CREATE UNIQUE INDEX "attempt_person_id_quiz_id_number_key" ON "attempt"("person_id", "quiz_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "attempt_one_open" ON "attempt"("person_id", "quiz_id") WHERE (ended_at IS NULL AND purpose <> 'preview');

-- CreateIndex
CREATE UNIQUE INDEX "attempt_one_counts" ON "attempt"("person_id", "quiz_id") WHERE (counts);

-- CreateIndex
CREATE INDEX "answer_version_id_idx" ON "answer"("version_id");

-- CreateIndex
CREATE INDEX "answer_question_id_idx" ON "answer"("question_id");

-- CreateIndex
CREATE INDEX "answer_translation_id_idx" ON "answer"("translation_id");

-- CreateIndex
CREATE UNIQUE INDEX "answer_attempt_id_position_key" ON "answer"("attempt_id", "position");

-- CreateIndex
CREATE INDEX "attempt_topic_topic_id_idx" ON "attempt_topic"("topic_id");

-- CreateIndex
CREATE INDEX "audit_event_actor_id_idx" ON "audit_event"("actor_id");

-- CreateIndex
CREATE INDEX "audit_event_subject_type_subject_id_idx" ON "audit_event"("subject_type", "subject_id");

-- CreateIndex
CREATE INDEX "audit_personal_person_id_idx" ON "audit_personal"("person_id");

-- CreateIndex
CREATE INDEX "import_run_actor_id_idx" ON "import_run"("actor_id");

-- CreateIndex
CREATE INDEX "import_run_quiz_id_idx" ON "import_run"("quiz_id");

-- CreateIndex
CREATE UNIQUE INDEX "imported_question_path_ordinal_key" ON "imported_question"("path", "ordinal");

-- CreateIndex
CREATE INDEX "finding_version_id_idx" ON "finding"("version_id");

-- CreateIndex
CREATE INDEX "finding_accepted_by_idx" ON "finding"("accepted_by");

-- CreateIndex
CREATE UNIQUE INDEX "person_email_key" ON "person"("email");

-- CreateIndex
CREATE INDEX "session_person_id_idx" ON "session"("person_id");

-- CreateIndex
CREATE INDEX "invitation_person_id_idx" ON "invitation"("person_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_one_open_setup" ON "invitation"("purpose") WHERE (purpose = 'setup' AND used_at IS NULL);

-- CreateIndex
CREATE UNIQUE INDEX "question_external_id_key" ON "question"("external_id");

-- CreateIndex
CREATE INDEX "question_owner_id_idx" ON "question"("owner_id");

-- CreateIndex
CREATE INDEX "question_version_published_by_idx" ON "question_version"("published_by");

-- CreateIndex
CREATE UNIQUE INDEX "question_version_question_id_number_key" ON "question_version"("question_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "question_version_one_draft" ON "question_version"("question_id") WHERE (status = 'draft');

-- CreateIndex
CREATE UNIQUE INDEX "option_question_id_external_id_key" ON "option"("question_id", "external_id");

-- CreateIndex
CREATE INDEX "version_option_option_id_idx" ON "version_option"("option_id");

-- CreateIndex
CREATE UNIQUE INDEX "version_option_version_id_position_key" ON "version_option"("version_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "topic_slug_key" ON "topic"("slug");

-- CreateIndex
CREATE INDEX "question_topic_topic_id_idx" ON "question_topic"("topic_id");

-- CreateIndex
CREATE UNIQUE INDEX "quiz_slug_key" ON "quiz"("slug");

-- CreateIndex
CREATE INDEX "quiz_item_question_id_idx" ON "quiz_item"("question_id");

-- CreateIndex
CREATE UNIQUE INDEX "team_slug_key" ON "team"("slug");

-- CreateIndex
CREATE INDEX "membership_team_id_idx" ON "membership"("team_id");

-- CreateIndex
CREATE INDEX "membership_person_id_idx" ON "membership"("person_id");

-- CreateIndex
CREATE UNIQUE INDEX "membership_one_open" ON "membership"("team_id", "person_id") WHERE (until_at IS NULL);

-- CreateIndex
CREATE INDEX "translation_author_id_idx" ON "translation"("author_id");

-- CreateIndex
CREATE UNIQUE INDEX "translation_version_id_locale_revision_key" ON "translation"("version_id", "locale", "revision");

-- CreateIndex
CREATE UNIQUE INDEX "translation_one_draft" ON "translation"("version_id", "locale") WHERE (status = 'draft');

-- CreateIndex
CREATE INDEX "translation_field_option_id_idx" ON "translation_field"("option_id");

-- AddForeignKey
ALTER TABLE "attempt" ADD CONSTRAINT "attempt_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "attempt" ADD CONSTRAINT "attempt_quiz_id_fkey" FOREIGN KEY ("quiz_id") REFERENCES "quiz"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "answer" ADD CONSTRAINT "answer_attempt_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "attempt"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "answer" ADD CONSTRAINT "answer_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "question"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "answer" ADD CONSTRAINT "answer_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "question_version"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "answer" ADD CONSTRAINT "answer_translation_id_fkey" FOREIGN KEY ("translation_id") REFERENCES "translation"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "attempt_topic" ADD CONSTRAINT "attempt_topic_attempt_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "attempt"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "attempt_topic" ADD CONSTRAINT "attempt_topic_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topic"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "audit_event" ADD CONSTRAINT "audit_event_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "audit_personal" ADD CONSTRAINT "audit_personal_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "audit_event"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "audit_personal" ADD CONSTRAINT "audit_personal_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "import_run" ADD CONSTRAINT "import_run_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "import_run" ADD CONSTRAINT "import_run_quiz_id_fkey" FOREIGN KEY ("quiz_id") REFERENCES "quiz"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "imported_question" ADD CONSTRAINT "imported_question_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "question"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "finding" ADD CONSTRAINT "finding_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "question_version"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "finding" ADD CONSTRAINT "finding_accepted_by_fkey" FOREIGN KEY ("accepted_by") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "credential" ADD CONSTRAINT "credential_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "question" ADD CONSTRAINT "question_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "question_version" ADD CONSTRAINT "question_version_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "question"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "question_version" ADD CONSTRAINT "question_version_published_by_fkey" FOREIGN KEY ("published_by") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "option" ADD CONSTRAINT "option_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "question"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "version_option" ADD CONSTRAINT "version_option_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "question_version"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "version_option" ADD CONSTRAINT "version_option_option_id_fkey" FOREIGN KEY ("option_id") REFERENCES "option"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "version_key" ADD CONSTRAINT "version_key_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "question_version"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "source" ADD CONSTRAINT "source_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "question_version"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "topic_name" ADD CONSTRAINT "topic_name_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topic"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "question_topic" ADD CONSTRAINT "question_topic_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "question"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "question_topic" ADD CONSTRAINT "question_topic_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topic"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "quiz_name" ADD CONSTRAINT "quiz_name_quiz_id_fkey" FOREIGN KEY ("quiz_id") REFERENCES "quiz"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "quiz_item" ADD CONSTRAINT "quiz_item_quiz_id_fkey" FOREIGN KEY ("quiz_id") REFERENCES "quiz"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "quiz_item" ADD CONSTRAINT "quiz_item_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "question"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "translation" ADD CONSTRAINT "translation_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "question_version"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "translation" ADD CONSTRAINT "translation_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "translation_field" ADD CONSTRAINT "translation_field_translation_id_fkey" FOREIGN KEY ("translation_id") REFERENCES "translation"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "translation_field" ADD CONSTRAINT "translation_field_option_id_fkey" FOREIGN KEY ("option_id") REFERENCES "option"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "source_field" ADD CONSTRAINT "source_field_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "question"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- What Prisma's schema language cannot say: deferrable uniqueness, checks, triggers.

ALTER TABLE quiz_item ADD CONSTRAINT quiz_item_quiz_id_position_key UNIQUE (quiz_id, position) DEFERRABLE INITIALLY IMMEDIATE;
CREATE UNIQUE INDEX finding_once ON finding (version_id, locale, field, code) NULLS NOT DISTINCT;
CREATE UNIQUE INDEX person_email_folded ON person (lower(email));

ALTER TABLE person ADD CONSTRAINT person_email_is_lower CHECK (email = lower(email));
ALTER TABLE session ADD CONSTRAINT session_ends_after_start CHECK (expires_at > created_at);
ALTER TABLE membership ADD CONSTRAINT membership_half_open CHECK (until_at IS NULL OR until_at >= from_at);
ALTER TABLE quiz ADD CONSTRAINT quiz_pass_mark CHECK (pass_num >= 0 AND pass_den > 0 AND pass_num <= pass_den);
ALTER TABLE quiz_item ADD CONSTRAINT quiz_item_position CHECK (position >= 1);
ALTER TABLE question_version ADD CONSTRAINT question_version_number CHECK (number >= 1);
ALTER TABLE question_version ADD CONSTRAINT question_version_published CHECK ((status = 'published') = (published_at IS NOT NULL));
ALTER TABLE version_option ADD CONSTRAINT version_option_position CHECK (position >= 1);
ALTER TABLE version_key ADD CONSTRAINT version_key_not_empty CHECK (cardinality(option_ids) >= 1);
ALTER TABLE translation ADD CONSTRAINT translation_revision CHECK (revision >= 1);
ALTER TABLE translation ADD CONSTRAINT translation_published CHECK ((status = 'published') = (published_at IS NOT NULL));
ALTER TABLE translation_field ADD CONSTRAINT translation_field_name CHECK (
  (option_id IS NULL AND field IN ('stem', 'explanation'))
  OR (option_id IS NOT NULL AND field IN ('option:' || option_id, 'feedback:' || option_id))
);
ALTER TABLE source_field ADD CONSTRAINT source_field_revision CHECK (revision >= 1);
ALTER TABLE imported_question ADD CONSTRAINT imported_question_ordinal CHECK (ordinal >= 1);
ALTER TABLE attempt ADD CONSTRAINT attempt_number CHECK (number >= 1);
ALTER TABLE attempt ADD CONSTRAINT attempt_end CHECK ((ended IS NULL) = (ended_at IS NULL));
-- An attempt without questions ends with no score, so only a score before the end is forbidden here.
ALTER TABLE attempt ADD CONSTRAINT attempt_score CHECK (
  (score_num IS NULL) = (score_den IS NULL)
  AND (score_num IS NULL) = (passed IS NULL)
  AND (first_num IS NULL) = (first_den IS NULL)
  AND (score_num IS NULL OR (ended_at IS NOT NULL AND score_den > 0 AND score_num BETWEEN 0 AND score_den))
);
ALTER TABLE attempt ADD CONSTRAINT attempt_counts CHECK (NOT counts OR (ended IS NOT NULL AND purpose = 'full'));
ALTER TABLE answer ADD CONSTRAINT answer_picks_are_options CHECK (picks <@ option_order);
ALTER TABLE answer ADD CONSTRAINT answer_saved CHECK ((seq = 0) = (saved_at IS NULL) AND seq >= 0 AND position >= 1);
ALTER TABLE answer ADD CONSTRAINT answer_award CHECK (
  (award_num IS NULL) = (award_den IS NULL)
  AND (award_num IS NULL OR (award_den > 0 AND award_num BETWEEN 0 AND award_den))
);
ALTER TABLE attempt_topic ADD CONSTRAINT attempt_topic_share CHECK (den > 0 AND num BETWEEN 0 AND den AND questions >= 1);

ALTER TABLE answer SET (fillfactor = 80);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% on % is refused: %', TG_OP, TG_TABLE_NAME, TG_ARGV[0] USING ERRCODE = 'restrict_violation';
END $$;

-- Published versions, their options, keys and sources never change.
CREATE TRIGGER published_version_is_immutable BEFORE UPDATE OR DELETE ON question_version
  FOR EACH ROW WHEN (OLD.status = 'published') EXECUTE FUNCTION refuse_change('a published version is immutable');

CREATE FUNCTION refuse_change_of_published_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  touched uuid;
BEGIN
  FOR touched IN
    SELECT version_id FROM (VALUES
      (CASE WHEN TG_OP <> 'INSERT' THEN OLD.version_id END),
      (CASE WHEN TG_OP <> 'DELETE' THEN NEW.version_id END)) AS ids (version_id)
    WHERE version_id IS NOT NULL
  LOOP
    IF EXISTS (SELECT FROM question_version WHERE id = touched AND status = 'published') THEN
      RAISE EXCEPTION '% on % is refused: its version % is published and immutable', TG_OP, TG_TABLE_NAME, touched
        USING ERRCODE = 'restrict_violation';
    END IF;
  END LOOP;
  RETURN COALESCE(NEW, OLD);
END $$;
CREATE TRIGGER published_version_is_immutable BEFORE INSERT OR UPDATE OR DELETE ON version_option
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_published_version();
CREATE TRIGGER published_version_is_immutable BEFORE INSERT OR UPDATE OR DELETE ON version_key
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_published_version();
CREATE TRIGGER published_version_is_immutable BEFORE INSERT OR UPDATE OR DELETE ON source
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_published_version();

-- Published revisions of words never change either; a correction is a new revision.
CREATE TRIGGER published_translation_is_immutable BEFORE UPDATE OR DELETE ON translation
  FOR EACH ROW WHEN (OLD.status = 'published') EXECUTE FUNCTION refuse_change('a published translation is immutable');

CREATE FUNCTION refuse_change_of_published_translation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  touched uuid;
BEGIN
  FOR touched IN
    SELECT translation_id FROM (VALUES
      (CASE WHEN TG_OP <> 'INSERT' THEN OLD.translation_id END),
      (CASE WHEN TG_OP <> 'DELETE' THEN NEW.translation_id END)) AS ids (translation_id)
    WHERE translation_id IS NOT NULL
  LOOP
    IF EXISTS (SELECT FROM translation WHERE id = touched AND status = 'published') THEN
      RAISE EXCEPTION '% on translation_field is refused: translation % is published and immutable', TG_OP, touched
        USING ERRCODE = 'restrict_violation';
    END IF;
  END LOOP;
  RETURN COALESCE(NEW, OLD);
END $$;
CREATE TRIGGER published_translation_is_immutable BEFORE INSERT OR UPDATE OR DELETE ON translation_field
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_published_translation();

-- A key names options of its own version.
CREATE FUNCTION key_names_own_options() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM unnest(NEW.option_ids) AS named (id)
    WHERE NOT EXISTS (SELECT FROM version_option WHERE version_id = NEW.version_id AND option_id = named.id)
  ) THEN
    RAISE EXCEPTION 'the key of version % names an option that the version does not have', NEW.version_id
      USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER key_names_own_options BEFORE INSERT OR UPDATE ON version_key
  FOR EACH ROW EXECUTE FUNCTION key_names_own_options();

-- What was recorded at the end of an attempt stays: a later correction is a record of its own.
CREATE FUNCTION refuse_rewriting_result() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.ended_at, OLD.ended, OLD.first_num, OLD.first_den, OLD.counts, OLD.person_id, OLD.quiz_id)
     IS DISTINCT FROM (NEW.ended_at, NEW.ended, NEW.first_num, NEW.first_den, NEW.counts, NEW.person_id, NEW.quiz_id) THEN
    RAISE EXCEPTION 'attempt % has ended: its first result is final', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER ended_attempt_is_final BEFORE UPDATE ON attempt
  FOR EACH ROW WHEN (OLD.ended_at IS NOT NULL) EXECUTE FUNCTION refuse_rewriting_result();
CREATE TRIGGER revealed_answer_is_final BEFORE UPDATE OF picks, seq ON answer
  FOR EACH ROW WHEN (OLD.revealed_at IS NOT NULL) EXECUTE FUNCTION refuse_change('a revealed answer is final');

-- The audit trail is append-only.
CREATE TRIGGER audit_is_append_only BEFORE UPDATE OR DELETE ON audit_event
  FOR EACH ROW EXECUTE FUNCTION refuse_change('the audit trail is append-only');
CREATE TRIGGER audit_is_append_only_whole BEFORE TRUNCATE ON audit_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('the audit trail is append-only');
