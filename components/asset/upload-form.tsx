import { type AltRefusal, LONGEST_ALT, MOST_BYTES } from '@/lib/asset/schema'
import { nameOfLocale, type UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { Button } from '../ui/button'
import { TextArea } from '../ui/field'
import { ImageFile } from './image-file-client'

const TYPES = 'image/png,image/jpeg,image/webp,image/gif'

/** Sends an image with its alternative texts. Works without scripts. */
export function UploadForm({
  locale,
  languages,
  typed,
  problem,
}: {
  locale: UiLocale
  /** The first is needed. */
  languages: readonly string[]
  /** Alternative texts that were sent and not taken. */
  typed: Readonly<Record<string, string>>
  /** What is wrong with them. */
  problem: AltRefusal | undefined
}) {
  const t = wordsOf(locale, 'images')
  const megabytes = MOST_BYTES / 1024 / 1024
  const errorOf = (tag: string) => {
    if (problem === 'no-alt-text' && tag === languages[0])
      return t('problem.no-alt-text', { language: nameOfLocale(tag) })
    const isLong = problem === 'alt-too-long' && (typed[tag]?.length ?? 0) > LONGEST_ALT
    return isLong ? t('problem.alt-too-long', { longest: LONGEST_ALT }) : undefined
  }
  return (
    <form
      action={`/api/images?uiLocale=${locale}`}
      method="post"
      encType="multipart/form-data"
      className="mt-3 grid max-w-reading gap-6"
    >
      <ImageFile
        mostBytes={MOST_BYTES}
        accept={TYPES}
        words={{
          file: t('file'),
          fileHint: t('fileHint', { megabytes }),
          dropHint: t('dropHint'),
          taken: t.raw('taken'),
          tooLarge: t('problem.too-large', { megabytes }),
        }}
      />
      <fieldset className="grid gap-4">
        <legend className="font-semibold">{t('alt')}</legend>
        <p className="text-sm text-soft">{t('altHint')}</p>
        {languages.map((tag, index) => (
          <TextArea
            key={tag}
            id={`alt-${tag}`}
            name={`alt:${tag}`}
            label={index === 0 ? t('needed', { language: nameOfLocale(tag) }) : nameOfLocale(tag)}
            lang={tag}
            rows={2}
            maxLength={LONGEST_ALT}
            defaultValue={typed[tag] ?? ''}
            required={index === 0}
            error={errorOf(tag)}
          />
        ))}
      </fieldset>
      <div>
        <Button weight="primary">{t('upload')}</Button>
      </div>
    </form>
  )
}
