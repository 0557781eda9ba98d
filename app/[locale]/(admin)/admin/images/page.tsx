import type { Metadata } from 'next'
import { AltTextsForm } from '@/components/asset/alt-texts-form-client'
import { ImageLine } from '@/components/asset/image-line'
import { UploadForm } from '@/components/asset/upload-form'
import { ListSearch } from '@/components/list/list-search'
import { TurnPages } from '@/components/list/turn-pages'
import { Disclosure } from '@/components/ui/disclosure'
import { Notice } from '@/components/ui/notice'
import { listImageLocales, listImages } from '@/lib/asset/queries'
import { imageMarkdown } from '@/lib/asset/rules'
import { imageList, LONGEST_ALT, MOST_BYTES, MOST_PIXELS } from '@/lib/asset/schema'
import { nameOfLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { listAddress, parseListAddress } from '@/lib/list/schema'
import { getAdmin } from '../../../reader'
import { AdminPage } from '../../admin-page'
import { deleteImageAction, setAltTextsAction } from './actions'

type Props = PageProps<'/[locale]/admin/images'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getAdmin(params, 'quiz:author')
  return { title: wordsOf(locale, 'images')('title') }
}

const PROBLEMS = ['no-file', 'too-large', 'svg', 'other-type', 'broken', 'too-many-pixels'] as const
const MORE_PROBLEMS = ['no-alt-text', 'alt-too-long', 'in-use', 'gone'] as const

export default async function ImagesPage({ params, searchParams }: Props) {
  const { viewer, locale } = await getAdmin(params, 'quiz:author')
  const query = await searchParams
  const t = wordsOf(locale, 'images')
  const path = `/${locale}/admin/images` as const
  const address = parseListAddress(imageList, query)
  const [{ images, total }, languages] = await Promise.all([listImages(address), listImageLocales()])
  const [needed = ''] = languages

  const refused = PROBLEMS.find((name) => name === query.problem)
  const problem = refused ?? MORE_PROBLEMS.find((name) => name === query.problem)
  const altProblem = problem === 'no-alt-text' || problem === 'alt-too-long' ? problem : undefined
  const limits = {
    megabytes: MOST_BYTES / 1024 / 1024,
    megapixels: MOST_PIXELS / 1e6,
    longest: LONGEST_ALT,
    language: nameOfLocale(needed),
  }
  const frames = Number(query.frames)
  const typed = Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      name.startsWith('alt:') && typeof value === 'string' ? [[name.slice('alt:'.length), value]] : [],
    ),
  )
  const isWhole = listAddress(imageList, { ...address, page: 1 }) === ''
  return (
    <AdminPage viewer={viewer} locale={locale} title={t('title')} search={listAddress(imageList, address)}>
      <p className="mt-2 max-w-reading text-soft">{t('lead')}</p>
      <div className="mt-4 grid max-w-reading gap-3">
        {problem && <Notice tone="error">{t(`problem.${problem}`, limits)}</Notice>}
        {query.done === 'uploaded' && <Notice tone="done">{t('uploaded')}</Notice>}
        {query.done === 'known' && <Notice tone="info">{t('known')}</Notice>}
        {query.done === 'deleted' && <Notice tone="done">{t('deleted')}</Notice>}
        {frames > 1 && <Notice tone="info">{t('still', { frames })}</Notice>}
      </div>
      <Disclosure
        label={t('uploadTitle')}
        open={Boolean(refused || altProblem) || (isWhole && total === 0)}
        className="mt-4"
      >
        <UploadForm locale={locale} languages={languages} typed={typed} problem={altProblem} />
      </Disclosure>
      {isWhole && total === 0 ? (
        <p className="mt-8 text-soft">{t('none')}</p>
      ) : (
        <>
          <div className="mt-6">
            <ListSearch
              path={path}
              address={address}
              label={t('search')}
              locale={locale}
              filters={[
                {
                  name: 'use',
                  label: t('use'),
                  choices: imageList.filters.use.map((value) => ({ value, label: t(`uses.${value}`) })),
                },
                {
                  name: 'missing',
                  label: t('missingIn'),
                  choices: languages.map((tag) => ({ value: tag, label: nameOfLocale(tag), lang: tag })),
                },
              ]}
            />
          </div>
          <ul className="mt-6">
            {images.map((image) => (
              <ImageLine
                key={image.id}
                image={image}
                locale={locale}
                zone={viewer.zone}
                wanted={[locale, ...viewer.contentLocales]}
                languages={languages}
                open={address.filters.image === image.id}
                onDelete={deleteImageAction.bind(null, locale, image.id)}
              >
                <AltTextsForm
                  id={`alt-${image.id}`}
                  action={setAltTextsAction.bind(null, locale, image.id)}
                  needed={needed}
                  longest={LONGEST_ALT}
                  languages={[...new Set([...languages, ...Object.keys(image.alts)])].map((tag) => {
                    const alt = image.alts[tag] ?? ''
                    return { tag, name: nameOfLocale(tag), alt, markdown: alt && imageMarkdown(image, alt) }
                  })}
                  words={{
                    save: t('save'),
                    saved: t('saved'),
                    noAltText: t('problem.no-alt-text', limits),
                    altTooLong: t('problem.alt-too-long', limits),
                    changed: t.raw('changed'),
                    removed: t('removed'),
                    noMarkdown: t('noMarkdown'),
                    copy: t('copy'),
                    copied: t('copied'),
                    copyFailed: t('copyFailed'),
                  }}
                />
              </ImageLine>
            ))}
          </ul>
          <TurnPages path={path} shape={imageList} address={address} total={total} locale={locale} />
        </>
      )}
    </AdminPage>
  )
}
