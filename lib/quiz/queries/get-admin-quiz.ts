import { guarded } from '../../access/guard'
import { databaseNow, db } from '../../db/client'
import { chooseWords } from '../../i18n/chain'
import { leadOf } from '../../markdown/lead'
import { type CheckItem, checkQuiz, isStale, isWhole } from '../checklist'
import { PUBLISH_BLOCKED } from '../publish'
import { readCheckedQuiz } from '../read-checked'
import { actionsFor, type QuizState, type StateAction, stateOf } from '../rules'

export type AdminQuestion = {
  id: string
  externalId: string
  position: number
  /** The start of its stem as plain text. */
  stem: string
  stemLocale: string
  kind: string
  /** `new` was never published; `changed` has something that awaits publishing. */
  state: 'new' | 'changed' | 'published' | 'archived'
  /** It can be deleted, since nobody has ever seen it. */
  mayDelete: boolean
  /** Languages in which it is whole and made from the source as it is now. */
  done: string[]
}

export type AcceptedFinding = {
  id: string
  position: number
  locale: string | null
  message: string
  reason: string
  by: string | null
}

export type AdminQuiz = {
  slug: string
  title: string
  titleLocale: string
  sourceLocale: string
  locales: string[]
  state: QuizState
  publishAt: string | null
  publishedAt: string | null
  /** The time of publishing came, and the checklist blocked. */
  wasHeldBack: boolean
  actions: StateAction[]
  /** It can be deleted, since nobody has ever taken it. */
  mayDelete: boolean
  /** Attempts that run now. */
  running: number
  items: CheckItem[]
  accepted: AcceptedFinding[]
  questions: AdminQuestion[]
}

/** A quiz as those who write it see it: where it stands, what is missing, its questions. Null when there is none. */
export const getAdminQuiz = guarded(
  'quiz:translate',
  async (_viewer, slug: string, uiLocale: string): Promise<AdminQuiz | null> => {
    const quiz = await db().quiz.findUnique({
      where: { slug },
      include: {
        names: true,
        items: {
          orderBy: { position: 'asc' },
          include: {
            question: {
              include: {
                versions: {
                  orderBy: { number: 'desc' },
                  select: {
                    kind: true,
                    status: true,
                    findings: {
                      where: { OR: [{ acceptedBy: { not: null } }, { reason: { not: null } }] },
                      include: { accepter: { select: { name: true } } },
                    },
                    translations: {
                      orderBy: { revision: 'desc' },
                      select: {
                        locale: true,
                        status: true,
                        fields: { where: { field: 'stem' }, select: { markdown: true } },
                      },
                    },
                  },
                },
                _count: { select: { answers: true } },
              },
            },
          },
        },
        _count: { select: { attempts: true } },
      },
    })
    if (!quiz) return null
    const checked = await readCheckedQuiz(db(), quiz.id)
    const running = await db().attempt.count({ where: { quizId: quiz.id, endedAt: null } })
    const now = await databaseNow()
    const heldBack =
      quiz.publishAt && quiz.publishAt <= now
        ? await db().auditEvent.count({
            where: { subjectType: 'quiz', subjectId: quiz.id, action: PUBLISH_BLOCKED, at: { gte: quiz.publishAt } },
          })
        : 0
    const name = chooseWords(quiz.names, [uiLocale], quiz.sourceLocale)
    return {
      slug,
      title: name?.title ?? slug,
      titleLocale: name?.locale ?? quiz.sourceLocale,
      sourceLocale: quiz.sourceLocale,
      locales: checked.locales,
      state: stateOf(quiz),
      publishAt: quiz.publishAt?.toISOString() ?? null,
      publishedAt: quiz.publishedAt?.toISOString() ?? null,
      wasHeldBack: heldBack > 0,
      actions: actionsFor(quiz),
      mayDelete: quiz.status === 'draft' && !quiz.publishedAt && quiz._count.attempts === 0,
      running,
      items: checkQuiz(checked),
      accepted: quiz.items.flatMap(({ position, question: { archivedAt, versions } }) =>
        archivedAt
          ? []
          : versions.slice(0, 1).flatMap(({ findings }) =>
              findings.map(({ id, locale, message, reason, accepter }) => ({
                id,
                position,
                locale,
                message,
                reason: reason ?? '',
                by: accepter?.name ?? null,
              })),
            ),
      ),
      questions: quiz.items.map(({ position, question }) => {
        const [latest] = question.versions
        const stem = chooseWords(latest?.translations ?? [], [uiLocale], quiz.sourceLocale)
        const whole = checked.questions.find(({ id }) => id === question.id)
        const source = whole?.words.find(({ locale }) => locale === quiz.sourceLocale)
        const wasPublished = question.versions.some(({ status }) => status === 'published')
        const awaits =
          latest?.status === 'draft' || latest?.translations.some(({ status }) => status !== 'published') === true
        return {
          id: question.id,
          externalId: question.externalId,
          position,
          stem: leadOf(stem?.fields[0]?.markdown ?? ''),
          stemLocale: stem?.locale ?? quiz.sourceLocale,
          kind: latest?.kind ?? 'single',
          state: question.archivedAt ? 'archived' : !wasPublished ? 'new' : awaits ? 'changed' : 'published',
          mayDelete: !wasPublished && question._count.answers === 0,
          done: whole
            ? whole.words
                .filter((words) => isWhole(whole, words, source) && !isStale(whole, words))
                .map(({ locale }) => locale)
            : [],
        }
      }),
    }
  },
)
