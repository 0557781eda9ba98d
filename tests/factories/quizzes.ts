import { actAs, operator } from '@/lib/access/viewer'
import { kinds } from '@/lib/attempt/kinds'
import type { AcceptedAnswer, QuestionKind } from '@/lib/attempt/schema'
import { publishQuiz } from '@/lib/quiz/commands/publish-quiz'
import { saveQuizDraft } from '@/lib/quiz/commands/save-quiz-draft'
import type { DraftQuestion, DraftReport, QuestionWords, QuizDraft, QuizPool, QuizRules } from '@/lib/quiz/schema'
import { addTopics } from '@/lib/topic/commands'
import { unique } from './unique'

/** The options of a question of each kind, which of them are right, and what is accepted where there are none. */
const SHAPES: Record<QuestionKind, { letters: string[]; key: string[]; accepted?: AcceptedAnswer }> = {
  single: { letters: ['a', 'b', 'c', 'd'], key: ['b'] },
  multiple: { letters: ['a', 'b', 'c', 'd'], key: ['a', 'c'] },
  trueFalse: { letters: ['a', 'b'], key: ['b'] },
  open: { letters: [], key: [] },
  ordering: { letters: ['a', 'b', 'c', 'd'], key: ['c', 'a', 'd', 'b'] },
  numeric: { letters: [], key: [], accepted: { value: '1500', tolerance: '2%', unit: 'MiB/s' } },
  shortText: { letters: [], key: [], accepted: { en: ['ReadWriteOncePod', 'RWOP'], ja: ['単一ポッド'] } },
}

/** Words of a question of a kind, each text naming language, question and part. */
export function draftWords(externalId: string, locale: string, kind: QuestionKind = 'single'): QuestionWords {
  const text = (part: string) => `${part} of ${externalId} in ${locale}`
  const { letters } = SHAPES[kind]
  return {
    stem: text('stem'),
    options: Object.fromEntries(letters.map((letter) => [letter, text(`option ${letter}`)])),
    explanation:
      kind === 'open'
        ? text('model answer')
        : kinds[kind].writes
          ? text('explanation')
          : `${text('explanation')}: {option:a} and the rest`,
    feedback: kinds[kind].writes ? {} : { a: text('feedback a') },
  }
}

/** A question with the options and the key of its kind: of a single choice a to d, of which b is right. */
export function draftQuestion(
  changes: Partial<DraftQuestion> = {},
  locales: readonly string[] = ['en'],
): DraftQuestion {
  const externalId = changes.externalId ?? unique('question')
  const kind = changes.kind ?? 'single'
  return {
    externalId,
    kind,
    topics: ['storage'],
    options: SHAPES[kind].letters.map((letter) => ({ externalId: letter, pinLast: false })),
    key: SHAPES[kind].key,
    accepted: SHAPES[kind].accepted ?? null,
    sources: [{ url: `https://docs.example.com/${externalId}`, verifiedOn: '2026-11-30' }],
    words: Object.fromEntries(locales.map((locale) => [locale, draftWords(externalId, locale, kind)])),
    findings: [],
    origins: [],
    ...changes,
  }
}

type DraftOptions = {
  /** How many questions, or the questions themselves. Of a number, every third has several right options. */
  questions?: number | DraftQuestion[]
  /** Languages, the source first. */
  locales?: readonly [string, ...string[]]
  /** Pass mark as num / den. */
  pass?: { num: number; den: number }
  /** Rules other than the usual ones. */
  rules?: Partial<QuizRules>
  pools?: QuizPool[]
}

const usualRules: QuizRules = {
  seconds: null,
  graceSeconds: 10,
  reveal: 'each',
  revealAt: null,
  attemptLimit: null,
  waitSeconds: null,
  shuffle: true,
}

/** A draft of a quiz: three questions in English, pass mark 7 / 10. */
export function quizDraft({
  questions = 3,
  locales = ['en'],
  pass = { num: 7, den: 10 },
  rules,
  pools,
}: DraftOptions = {}): QuizDraft {
  const slug = unique('quiz')
  return {
    slug,
    sourceLocale: locales[0],
    pass,
    rules: rules && { ...usualRules, ...rules },
    pools,
    names: Object.fromEntries(
      locales.map((locale) => [locale, { title: `${slug} in ${locale}`, intro: `About ${slug} in ${locale}.` }]),
    ),
    questions:
      typeof questions === 'number'
        ? Array.from({ length: questions }, (_, index) =>
            draftQuestion(
              { externalId: `${slug}/q${index + 1}`, kind: index % 3 === 2 ? 'multiple' : 'single' },
              locales,
            ),
          )
        : questions,
  }
}

/** Saves a draft with the topics that it names, as the operator. */
export async function saveDraft(draft: QuizDraft): Promise<DraftReport> {
  const slugs = [...new Set(draft.questions.flatMap(({ topics }) => topics))]
  return actAs(operator, async () => {
    await addTopics(slugs.map((slug) => ({ slug, names: { en: `Topic ${slug}`, es: `Tema ${slug}` } })))
    return saveQuizDraft(draft)
  })
}

/** Saves and publishes a draft, as the operator. */
export async function publishDraft(draft: QuizDraft): Promise<DraftReport> {
  const report = await saveDraft(draft)
  const published = await actAs(operator, () => publishQuiz(draft.slug))
  if (published.status !== 'published') throw new Error(`${draft.slug} was not published: ${published.status}`)
  return report
}

/** A published quiz. */
export async function createQuiz(options: DraftOptions = {}): Promise<QuizDraft> {
  const draft = quizDraft(options)
  await publishDraft(draft)
  return draft
}
