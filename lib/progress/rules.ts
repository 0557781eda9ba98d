import { fraction, wholePercent } from '../attempt/fraction'
import { addDays, mondayOf } from '../i18n/calendar'

/** Fewest answers from which a share is shown. */
export const MIN_SHARE_N = 5

/** Fewest answers from which a week is part of a trend. */
export const MIN_TREND_N = 10

/** How many weeks a trend looks back, this one included. */
export const TREND_WEEKS = 12

/** How many weeks of practice are drawn, this one included: a whole year. */
export const PRACTICE_WEEKS = 53

/** How many of the questions missed most are named. */
export const MOST_MISSED = 5

/** Both ends of an interval for a share, from 0 to 1. */
export type Interval = { low: number; high: number }

/**
 * The Wilson score interval at 95 %: honest for few answers, never outside 0 to 1.
 * E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", JASA 22 (1927).
 *
 * @param right answers that were right, 0 to n
 * @param n answers, at least 1
 */
export function wilson(right: number, n: number): Interval {
  const z = 1.959964
  const p = right / n
  const centre = p + (z * z) / (2 * n)
  const spread = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))
  const scale = 1 + (z * z) / n
  return { low: Math.max(0, (centre - spread) / scale), high: Math.min(1, (centre + spread) / scale) }
}

/** What a member knows of one topic. */
export type TopicProgress = {
  slug: string
  name: string
  nameLocale: string
  /** Questions of published quizzes on the topic. */
  questions: number
  /** Of them, those answered at least once: the n of every share here. */
  answered: number
  /** Of them, those whose latest answer was fully right. */
  right: number
  /** Null below five answers. */
  interval: Interval | null
  /** A published quiz that holds questions on the topic. */
  quiz: string | null
}

/** A question that its reader has missed at least once. */
export type MissedQuestion = {
  /** Markdown. */
  stem: string
  stemLocale: string
  /** The stem is not in the reader's first language. */
  isFallback: boolean
  missed: number
  /** How often it was answered. */
  answers: number
  /** The newest attempt in which it was answered, and its place there. */
  attemptId: string
  position: number
  hasEnded: boolean
}

/** What one person answered on one day of their own calendar. Days are ISO dates. */
export type PracticeDay = {
  day: string
  answers: number
  /** Of them, those that are scored. */
  scored: number
  /** Of these, those fully right. */
  right: number
}

/** The scored answers of one week. */
export type PracticeWeek = {
  monday: string
  /** How many there were. */
  n: number
  right: number
  /** Null below ten answers: the week is no part of a trend. */
  interval: Interval | null
}

/** The Mondays of so many weeks, oldest first; the last is that of the week which holds `today`. */
function mondaysUntil(today: string, weeks: number): string[] {
  const last = mondayOf(today)
  return Array.from({ length: weeks }, (_, index) => addDays(last, 7 * (index + 1 - weeks)))
}

/** How the last weeks went, from Monday to Sunday, oldest first; weeks without practice are among them. */
export function practiceWeeks(days: readonly PracticeDay[], today: string): PracticeWeek[] {
  const weeks = new Map(mondaysUntil(today, TREND_WEEKS).map((monday) => [monday, { monday, n: 0, right: 0 }]))
  for (const { day, scored, right } of days) {
    const week = weeks.get(mondayOf(day))
    if (!week) continue
    week.n += scored
    week.right += right
  }
  return [...weeks.values()].map((week) => ({
    ...week,
    interval: week.n >= MIN_TREND_N ? wilson(week.right, week.n) : null,
  }))
}

/** The figures of one week as a finding names it. */
export type WeekFigures = { monday: string; weeksAgo: number; percent: number; n: number }

/** What a trend says, to be put into words. */
export type TrendFinding =
  | { code: 'not-enough' }
  | { code: 'single'; latest: WeekFigures }
  | { code: 'up' | 'down' | 'same'; latest: WeekFigures; earlier: WeekFigures }

/**
 * What the last week that is part of the trend says beside the one before it. Weeks compare by the percentages that are
 * shown, so that none goes up from itself.
 *
 * @param weeks oldest first; the last is this week
 */
export function trendFinding(weeks: readonly PracticeWeek[]): TrendFinding {
  const plotted = weeks.flatMap(({ monday, n, right, interval }, index) =>
    interval ? [{ monday, weeksAgo: weeks.length - 1 - index, percent: wholePercent(fraction(right, n)), n }] : [],
  )
  const [latest, earlier] = [plotted.at(-1), plotted.at(-2)]
  if (!latest) return { code: 'not-enough' }
  if (!earlier) return { code: 'single', latest }
  const difference = latest.percent - earlier.percent
  return { code: difference > 0 ? 'up' : difference < 0 ? 'down' : 'same', latest, earlier }
}

/** How many answers each day of a week has, Monday first; null for days to come. */
export type CalendarWeek = { monday: string; answers: (number | null)[] }

/** The days of the last weeks with what was answered on each, oldest week first. */
export function practiceCalendar(days: readonly PracticeDay[], today: string): CalendarWeek[] {
  const answersOn = new Map(days.map(({ day, answers }) => [day, answers]))
  return mondaysUntil(today, PRACTICE_WEEKS).map((monday) => ({
    monday,
    answers: Array.from({ length: 7 }, (_, index) => {
      const day = addDays(monday, index)
      return day > today ? null : (answersOn.get(day) ?? 0)
    }),
  }))
}

/**
 * A streak: the days practised, going back from today, or from yesterday while nothing has been answered today. In each
 * week, Monday to Sunday, one missed day is forgiven; it does not count itself. The second missed day of a
 * week ends the streak: a missed Sunday and the Monday after it lie in two weeks, and do not.
 *
 * @param days ISO dates with practice, in any order
 */
export function streakOf(days: readonly string[], today: string): number {
  const practised = new Set(days)
  let streak = 0
  let forgivenIn = ''
  for (let day = practised.has(today) ? today : addDays(today, -1); ; day = addDays(day, -1)) {
    if (practised.has(day)) streak++
    else if (mondayOf(day) === forgivenIn) return streak
    else forgivenIn = mondayOf(day)
  }
}

export type NextStep =
  | { kind: 'resume'; slug: string; attemptId: string }
  | { kind: 'review' }
  | { kind: 'start'; slug: string }
  | { kind: 'practise'; slug: string; topic: string }
  | { kind: 'done' }

/**
 * The one thing to do next: finish a quiz that is open, else today's review when one is open or something is due, else
 * take a quiz never taken, one that is assigned first, else practise the weakest topic.
 *
 * @param assigned slugs of quizzes that lead on with what is assigned, the most urgent first
 */
export function nextStep(
  quizzes: readonly {
    slug: string
    state: string
    open: { attemptId: string } | null
    past: readonly { isBeta: boolean }[]
  }[],
  review: { due: number; open: unknown },
  topics: readonly TopicProgress[],
  assigned: readonly string[] = [],
): NextStep {
  const open = quizzes.find((quiz) => quiz.open)
  if (open?.open) return { kind: 'resume', slug: open.slug, attemptId: open.open.attemptId }
  if (review.open || review.due > 0) return { kind: 'review' }
  const fresh = quizzes.filter(({ state, past }) => state === 'published' && past.every(({ isBeta }) => isBeta))
  const untaken = assigned.flatMap((slug) => fresh.filter((quiz) => quiz.slug === slug))[0] ?? fresh[0]
  if (untaken) return { kind: 'start', slug: untaken.slug }
  const weakest = [...topics]
    .filter(({ answered, right, quiz }) => quiz && right < answered)
    .sort((a, b) => a.right / a.answered - b.right / b.answered || b.answered - a.answered)[0]
  return weakest?.quiz ? { kind: 'practise', slug: weakest.quiz, topic: weakest.name } : { kind: 'done' }
}
