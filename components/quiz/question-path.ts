/**
 * Where a question is edited.
 *
 * @param locale of the interface
 * @param language the words to look at; null for the question as a whole
 */
export function questionPath(
  locale: string,
  slug: string,
  question: { id: string; externalId: string },
  language: string | null = null,
): `/${string}` {
  return `/${locale}/admin/quizzes/${slug}/questions/${question.id}${language ? `?language=${language}` : ''}`
}
