import type { Metadata, Route } from 'next'
import { notFound } from 'next/navigation'
import { z } from 'zod'
import { Explanation } from '@/components/attempt/explanation'
import { renderers } from '@/components/attempt/kinds'
import { VerdictLine } from '@/components/attempt/verdict-line'
import { CodeTools } from '@/components/markdown/code-tools-client'
import { Markdown } from '@/components/markdown/markdown'
import { questionPath } from '@/components/quiz/question-path'
import { Button, buttonClass } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { NavLink } from '@/components/ui/nav-link'
import { kinds } from '@/lib/attempt/kinds'
import { nameOfLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { getPreview } from '@/lib/quiz/queries/get-preview'
import { getAdmin } from '../../../../../../reader'
import { AdminPage } from '../../../../../admin-page'

type Props = PageProps<'/[locale]/admin/quizzes/[slug]/preview/[position]'>

const several = z.union([z.array(z.string()), z.string().transform((one) => [one])]).catch([])

/** What the address says: the language, and an answer that is only shown and nowhere kept. */
const asked = z.object({
  language: z.string().max(35).nullable().catch(null),
  pick: several,
  text: z.string().max(20_000).nullable().catch(null),
  check: z.literal('yes').nullable().catch(null),
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getAdmin(params, 'quiz:author')
  return { title: wordsOf(locale, 'publishing')('toPreview') }
}

export default async function PreviewPage({ params, searchParams }: Props) {
  const { viewer, locale } = await getAdmin(params, 'quiz:author')
  const { slug, position } = await params
  const place = z.coerce.number().int().min(1).max(10_000).safeParse(position)
  const { language, pick, text, check } = asked.parse(await searchParams)
  const given = check ? { picks: pick, text } : null
  const preview = place.success ? await getPreview(slug, place.data, language, locale, given) : null
  if (!preview) notFound()
  const { question, quiz, total, locales, isDraft } = preview
  const [t, attempt, code] = [wordsOf(locale, 'publishing'), wordsOf(locale, 'attempt'), wordsOf(locale, 'code')]
  const { Open, Given } = renderers[question.kind]
  const base = `/${locale}/admin/quizzes/${slug}` as const
  const at = (n: number, tag = language): `/${string}` =>
    `${base}/preview/${n}${tag ? `?language=${encodeURIComponent(tag)}` : ''}`
  return (
    <AdminPage
      viewer={viewer}
      locale={locale}
      title={t('previewTitle', { position: preview.position, total })}
      actions={
        <Link href={`${base}` as Route} lang={quiz.titleLocale}>
          {quiz.title}
        </Link>
      }
    >
      <p className="mt-2 text-sm text-soft">
        {t('previewText')} {isDraft && t('previewDraft')}
      </p>
      <nav aria-label={t('languageLabel')} className="-mx-2 mt-2 flex flex-wrap text-sm">
        {locales.map((tag) => (
          <NavLink key={tag} href={at(preview.position, tag)} current={tag === question.locale}>
            <span lang={tag}>{nameOfLocale(tag)}</span>
          </NavLink>
        ))}
      </nav>
      <div className="mt-4 max-w-reading border-t border-line pt-6">
        {question.isFallback && language && (
          <p className="mb-5 text-sm text-soft">
            {attempt('fallback', { wanted: nameOfLocale(language), shown: nameOfLocale(question.locale) })}
          </p>
        )}
        <form action={at(preview.position, null)}>
          {language && <input type="hidden" name="language" value={language} />}
          <fieldset
            lang={question.locale}
            className="min-w-0"
            aria-describedby={question.state === 'open' && question.options.length > 0 ? 'choices-hint' : undefined}
          >
            <legend className="mb-5 w-full">
              <Markdown markdown={question.stem} cacheKey={`${question.translationId} stem`} className="stem" />
            </legend>
            {question.state === 'open' ? (
              <Open question={question} locale={locale} />
            ) : (
              <Given question={question} locale={locale} />
            )}
          </fieldset>
          {question.state === 'revealed' && (
            <section aria-label={attempt('verdictLabel')} className="mt-8 grid grid-cols-1 gap-4">
              <VerdictLine question={question} locale={locale} />
              <Explanation question={question} locale={locale} />
            </section>
          )}
          <div className="mt-8 flex flex-wrap items-center gap-x-3 gap-y-2">
            {question.state === 'open' ? (
              <Button weight="primary" name="check" value="yes">
                {kinds[question.kind].writes ? attempt('showAnswer') : attempt('check')}
              </Button>
            ) : (
              <Link href={at(preview.position) as Route} className={buttonClass('secondary')}>
                {t('again')}
              </Link>
            )}
            {preview.position < total && (
              <Link
                href={at(preview.position + 1) as Route}
                className={buttonClass(question.state === 'open' ? 'quiet' : 'primary')}
              >
                {attempt('next')}
              </Link>
            )}
            {preview.position > 1 && (
              <Link href={at(preview.position - 1) as Route} className={buttonClass('quiet')}>
                {attempt('previous')}
              </Link>
            )}
            <Link
              href={questionPath(locale, slug, preview.edits, question.locale) as Route}
              className={buttonClass('quiet')}
            >
              {t('edit')}
            </Link>
          </div>
        </form>
      </div>
      <CodeTools
        key={`${question.state} ${question.translationId}`}
        lang={locale}
        words={{ copy: code('copy'), copied: code('copied'), failed: code('failed'), wrap: code('wrap') }}
      />
    </AdminPage>
  )
}
