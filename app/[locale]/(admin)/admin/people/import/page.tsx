import type { Metadata, Route } from 'next'
import { ImportPeopleForm } from '@/components/person/import-people-form-client'
import { wordsOf } from '@/lib/i18n/words'
import { MAX_PEOPLE, PEOPLE_COLUMNS } from '@/lib/person/schema'
import { getAdmin } from '../../../../reader'
import { AdminPage } from '../../../admin-page'
import { importPeopleAction } from './actions'

type Props = PageProps<'/[locale]/admin/people/import'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getAdmin(params, 'people:manage')
  return { title: wordsOf(locale, 'people')('import') }
}

const EXAMPLE = `${PEOPLE_COLUMNS.join(',')}
mika@example.com,Mika Sato,member,platform;ml-infra:manager,ja,Asia/Tokyo`

/** Takes a list of people: first it is said what would happen, then it happens, all or nothing. */
export default async function ImportPeoplePage({ params }: Props) {
  const { viewer, locale } = await getAdmin(params, 'people:manage')
  const t = wordsOf(locale, 'people')
  return (
    <AdminPage viewer={viewer} locale={locale} title={t('import')}>
      <div className="max-w-reading">
        <p className="mt-3 text-soft">{t('importing.lead')}</p>
        <pre className="mt-3 rounded-control bg-sunken px-3 py-2 text-sm wrap-anywhere whitespace-pre-wrap">
          <code>{EXAMPLE}</code>
        </pre>
        <ul className="mt-3 list-disc ps-5 text-sm text-soft">
          <li>{t('importing.ruleEmpty')}</li>
          <li>{t('importing.ruleTeams')}</li>
          <li>{t('importing.ruleColumns')}</li>
        </ul>
      </div>
      <ImportPeopleForm
        action={importPeopleAction.bind(null, locale)}
        invited={`/${locale}/admin/people?state=invited` as Route}
        words={{
          text: t('importing.text'),
          file: t('importing.file'),
          fileHint: t('importing.fileHint', { count: MAX_PEOPLE }),
          empty: t('importing.empty'),
          check: t('importing.check'),
          apply: t('importing.apply'),
          moved: t('importing.moved'),
          line: t('importing.line'),
          who: t('importing.who'),
          what: t('importing.what'),
          column: t('importing.column'),
          problem: t('importing.wrong'),
          makeLinks: t('importing.makeLinks'),
        }}
      />
    </AdminPage>
  )
}
