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
