import { chooseWords } from '../i18n/chain'

type Names = readonly { locale: string; name: string }[]

/** What is assigned, with its names in all languages: a quiz, or else topics. */
export type Assigned = {
  quiz: { slug: string; sourceLocale: string; names: readonly { locale: string; title: string }[] } | null
  topics: readonly { slug: string; names: Names }[]
}

/**
 * What is assigned, as its reader calls it: the title of a quiz, or the names of topics as a list.
 *
 * @param wanted languages for a quiz, best first
 * @param uiLocale language of the page or mail, for topics
 */
export function titleOf(
  { quiz, topics }: Assigned,
  wanted: readonly string[],
  uiLocale: string,
): { title: string; titleLocale: string } {
  if (quiz) {
    const name = chooseWords(quiz.names, wanted, quiz.sourceLocale)
    return { title: name?.title ?? quiz.slug, titleLocale: name?.locale ?? quiz.sourceLocale }
  }
  const names = topics
    .map((topic) => chooseWords(topic.names, [uiLocale], 'en')?.name ?? topic.slug)
    .sort((a, b) => a.localeCompare(b, uiLocale))
  return { title: new Intl.ListFormat(uiLocale).format(names), titleLocale: uiLocale }
}

/** What is assigned, as it is called. */
export type What = {
  quiz: { slug: string } | null
  title: string
  titleLocale: string
  /** It is a quiz that is not published any more: nobody can take it now. */
  isClosed: boolean
}

/** What `whatOf` needs of an assignment. */
export const withNames = {
  quiz: { select: { slug: true, status: true, sourceLocale: true, names: { select: { locale: true, title: true } } } },
  topics: { select: { topic: { select: { slug: true, names: { select: { locale: true, name: true } } } } } },
} as const

/** What is assigned, from a row of `assignment` with its names. */
export function whatOf(
  {
    quiz,
    topics,
  }: { quiz: (Assigned['quiz'] & { status: string }) | null; topics: readonly { topic: Assigned['topics'][number] }[] },
  wanted: readonly string[],
  uiLocale: string,
): What {
  const assigned = { quiz, topics: topics.map(({ topic }) => topic) }
  const isClosed = quiz !== null && quiz.status !== 'published'
  return { quiz: quiz && { slug: quiz.slug }, isClosed, ...titleOf(assigned, wanted, uiLocale) }
}
