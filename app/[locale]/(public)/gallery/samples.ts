import { one, zero } from '@/lib/attempt/fraction'
import { kinds } from '@/lib/attempt/kinds'
import type { QuestionKind } from '@/lib/attempt/schema'
import type { OpenQuestion, RevealedQuestion } from '@/lib/attempt/view'
import { addDays } from '@/lib/i18n/calendar'
import type { MissedQuestion, NextStep, PracticeDay, TopicProgress } from '@/lib/progress/rules'
import { wilson } from '@/lib/progress/rules'
import type { QuizSummary } from '@/lib/quiz/queries'
import type { TodaysReview } from '@/lib/review/queries'

const options = [
  { id: 'a', letter: 'A', text: 'A short option', picked: false, place: null },
  { id: 'b', letter: 'B', text: 'An option with `inline code` in it', picked: true, place: null },
  {
    id: 'c',
    letter: 'C',
    text: 'A long option that says in some detail what it means, so that it runs over more than one line on every screen',
    picked: false,
    place: null,
  },
  {
    id: 'd',
    letter: 'D',
    text: 'averylongidentifierthatnobodywouldeverbreak_but_a_narrow_screen_must_still_hold',
    picked: false,
    place: null,
  },
]

/** One open question of each kind. */
export const openSample = (kind: QuestionKind): OpenQuestion => ({
  state: 'open',
  position: 1,
  kind,
  translationId: `gallery-${kind}`,
  locale: 'en',
  isFallback: false,
  stem: 'Which of these is the second?',
  options: kinds[kind].writes
    ? []
    : kind === 'trueFalse'
      ? options.slice(0, 2)
      : options.map((option, index) => ({ ...option, place: kind === 'ordering' && index < 3 ? 3 - index : null })),
  text: kind === 'numeric' ? '1,500' : kinds[kind].writes ? 'Something in my own words.' : null,
  unit: kind === 'numeric' ? 'MiB/s' : null,
  confidence: null,
  flagged: kind === 'multiple',
  number: 1,
  savedAt: null,
  beside: null,
})

const explanation = [
  'The option {option:b} is the second, and {option:a} comes before it. See [the guide](https://example.com/).',
  '| Place | Letter | Share |\n|---|:-:|--:|\n| First | A | 12 % |\n| Second | B | 88 % |',
  '```yaml\n# a comment\nspec:\n  replicas: 3\n  command: ["serve", "--a-rather-long-flag=with-a-value", "--another-flag=with-another-value"]\n```',
  '- one thing\n- another thing\n\n> Something that someone said.',
].join('\n\n')

/** A settled question for each verdict. */
export const revealedSample = (verdict: RevealedQuestion['verdict']): RevealedQuestion => ({
  ...openSample('single'),
  translationId: `gallery-${verdict}`,
  state: 'revealed',
  options: options.map((option) => ({
    ...option,
    picked: verdict === 'right' ? option.id === 'b' : verdict !== 'blank' && option.id === 'c',
    right: option.id === 'b',
    rightPlace: null,
    feedback: option.id === 'c' ? 'Close: this is the third.' : null,
  })),
  accepted: null,
  verdict,
  selfAssessment: null,
  award: verdict === 'right' ? one : verdict === 'partly' ? { num: 1n, den: 2n } : zero,
  explanation,
  letters: { a: 'A', b: 'B', c: 'C', d: 'D' },
  sources: [{ url: 'https://docs.example.com/a/page/with/a/long/address', verifiedOn: '2026-11-30' }],
})

const topic = (name: string, questions: number, answered: number, right: number): TopicProgress => ({
  slug: name.toLowerCase(),
  name,
  nameLocale: 'en',
  questions,
  answered,
  right,
  interval: answered >= 5 ? wilson(right, answered) : null,
  quiz: 'gallery',
})

/** Topics never tried, hardly tried and well known. */
export const topicSamples = [topic('Untouched', 8, 0, 0), topic('Begun', 6, 3, 1), topic('Known', 40, 32, 30)]

const summary: QuizSummary = {
  slug: 'gallery',
  state: 'published',
  title: 'A quiz for the gallery',
  titleLocale: 'en',
  questions: 15,
  locales: ['en', 'es', 'ja', 'zh-Hans'],
  topics: [],
  passMark: { num: 7n, den: 10n },
  open: null,
  past: [],
}
const past = {
  attemptId: 'x',
  number: 1,
  mode: 'exam',
  isRetake: false,
  isBeta: false,
  endedAt: '2026-11-30T12:00:00Z',
} as const

/** A quiz never taken, under way, not passed and passed. */
export const quizSamples: QuizSummary[] = [
  summary,
  { ...summary, open: { attemptId: 'x', mode: 'practice', answered: 4, position: 5, deadlineAt: null } },
  { ...summary, past: [{ ...past, score: { num: 1n, den: 2n }, passed: false }] },
  { ...summary, past: [{ ...past, score: one, passed: true }] },
]

/** Every kind of next step. */
export const stepSamples: { step: NextStep; quizzes: QuizSummary[] }[] = [
  { step: { kind: 'resume', slug: 'gallery', attemptId: 'x' }, quizzes: [quizSamples[1] ?? summary] },
  { step: { kind: 'review' }, quizzes: [] },
  { step: { kind: 'start', slug: 'gallery' }, quizzes: [summary] },
  { step: { kind: 'practise', slug: 'gallery', topic: 'Begun' }, quizzes: [summary] },
  { step: { kind: 'done' }, quizzes: [summary] },
  { step: { kind: 'done' }, quizzes: [] },
]

/** Today's review: more due than one asks, begun, nothing due today, and nothing at all. */
export const dueSample: TodaysReview = { due: 23, asks: 10, quizzes: 3, nextDueOn: null, open: null }
export const reviewSamples = [
  dueSample,
  { due: 3, asks: 3, quizzes: 1, nextDueOn: null, open: { attemptId: 'x', position: 3, answered: 2, total: 10 } },
  { due: 0, asks: 0, quizzes: 0, nextDueOn: '2026-12-03', open: null },
  { due: 0, asks: 0, quizzes: 0, nextDueOn: null, open: null },
] satisfies TodaysReview[]

/** Days on which something was answered: more and more often, and lately better. */
export const daySamples: PracticeDay[] = Array.from({ length: 120 }, (_, index) => ({
  day: addDays('2026-12-01', -((index * (index + 3)) % 371)),
  answers: 1 + ((index * 7) % 24),
  scored: (index * 7) % 20,
  right: Math.floor((((index * 7) % 20) * (150 - index)) / 200),
})).filter(({ day }, index, all) => all.findIndex((other) => other.day === day) === index)

/** Questions that were missed, one of them in a language that is not the reader's. */
export const missedSamples: MissedQuestion[] = [
  {
    stem: 'Why does `perf stat` count *fewer* cycles than expected?',
    stemLocale: 'en',
    isFallback: false,
    missed: 3,
    answers: 4,
    attemptId: 'x',
    position: 3,
    hasEnded: true,
  },
  {
    stem: '¿Qué mide la latencia p99?',
    stemLocale: 'es',
    isFallback: true,
    missed: 1,
    answers: 1,
    attemptId: 'x',
    position: 4,
    hasEnded: false,
  },
]

/** Places of an attempt in every state. */
export const placeSamples = Array.from({ length: 18 }, (_, index) => ({
  position: index + 1,
  answered: index < 9,
  revealed: index < 5,
  flagged: index === 7 || index === 11,
}))
