import type { Metadata } from 'next'
import { ImportForm } from '@/components/exchange/import-form-client'
import { LARGEST_UPLOAD } from '@/lib/exchange/uploads'
import { wordsOf } from '@/lib/i18n/words'
import { getAdmin } from '../../../../reader'
import { AdminPage } from '../../../admin-page'
import { importAction } from './actions'

type Props = PageProps<'/[locale]/admin/quizzes/import'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getAdmin(params, 'quiz:author')
  return { title: wordsOf(locale, 'exchange')('title') }
}

export default async function ImportPage({ params }: Props) {
  const { viewer, locale } = await getAdmin(params, 'quiz:author')
  const t = wordsOf(locale, 'exchange')
  return (
    <AdminPage viewer={viewer} locale={locale} title={t('title')}>
      <p className="mt-2 max-w-reading text-soft">{t('text')}</p>
      <ImportForm
        action={importAction.bind(null, locale)}
        locale={locale}
        words={{
          files: t('files'),
          filesHint: t('filesHint', { size: LARGEST_UPLOAD / 1024 / 1024 }),
          paste: t('paste'),
          pasteName: t('pasteName'),
          pasteNameHint: t('pasteNameHint'),
          pasteText: t('pasteText'),
          more: t('more'),
          slug: t('slug'),
          slugHint: t('slugHint'),
          source: t('source'),
          sourceHint: t('sourceHint'),
          check: t('check'),
          checkAgain: t('checkAgain'),
          import: t('import'),
          kept: t('kept'),
          drop: t('drop'),
          busy: t('busy'),
          keepEdits: t('keepEdits'),
        }}
      />
    </AdminPage>
  )
}
