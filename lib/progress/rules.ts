/** Fewest answers from which a share is shown. */
export const MIN_SHARE_N = 5

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

export type NextStep =
  | { kind: 'resume'; slug: string; attemptId: string }
  | { kind: 'start'; slug: string }
  | { kind: 'practise'; slug: string; topic: string }
  | { kind: 'done' }

/**
 * The one thing to do next: finish what is open, else take a quiz never taken, else practise the weakest topic.
 */
export function nextStep(
  quizzes: readonly { slug: string; open: { attemptId: string } | null; past: readonly unknown[] }[],
  topics: readonly TopicProgress[],
): NextStep {
  const open = quizzes.find((quiz) => quiz.open)
  if (open?.open) return { kind: 'resume', slug: open.slug, attemptId: open.open.attemptId }
  const untaken = quizzes.find((quiz) => quiz.past.length === 0)
  if (untaken) return { kind: 'start', slug: untaken.slug }
  const weakest = [...topics]
    .filter(({ answered, right, quiz }) => quiz && right < answered)
    .sort((a, b) => a.right / a.answered - b.right / b.answered || b.answered - a.answered)[0]
  return weakest?.quiz ? { kind: 'practise', slug: weakest.quiz, topic: weakest.name } : { kind: 'done' }
}
