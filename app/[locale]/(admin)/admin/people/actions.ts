'use server'

import { refresh } from 'next/cache'
import { csvLine } from '@/lib/exchange/formats/csv/write-csv'
import { wordsOf } from '@/lib/i18n/words'
import { changeMany, type ManyChange } from '@/lib/person/commands/change-many'
import { invitePeople } from '@/lib/person/commands/invitations'
import { getAdmin } from '../../../reader'
import { invitationLink } from './invitation-link'

/** What was done, in sentences, and whether something could not be done. */
export type ChangeManyState = {
  said: string[]
  problem: 'nobody' | 'no-team' | null
  isWhole: boolean
  /** One-time links as a CSV table of name, email and link; null where none were made. */
  links: string | null
}

/** Does one thing with the people who are ticked, and says with how many. */
export async function changeManyAction(
  locale: string,
  _before: ChangeManyState,
  form: FormData,
): Promise<ChangeManyState> {
  const { locale: uiLocale } = await getAdmin(Promise.resolve({ locale }), 'people:manage')
  const personIds = form.getAll('person').map(String)
  const nothing = { said: [], isWhole: false, links: null }
  if (personIds.length === 0) return { ...nothing, problem: 'nobody' }
  const t = wordsOf(uiLocale, 'people')
  if (form.get('change') === 'link') {
    const { links, same, gone } = await invitePeople(personIds)
    refresh()
    return {
      said: [
        t('many.linked', { count: links.length }),
        ...(same > 0 ? [t('many.hasPassword', { count: same })] : []),
        ...(gone > 0 ? [t('many.gone', { count: gone })] : []),
      ],
      problem: null,
      isWhole: gone === 0,
      links:
        links.length === 0
          ? null
          : links.map(({ name, email, token }) => csvLine([name, email, invitationLink(token)])).join(''),
    }
  }
  const change = readChange(String(form.get('change') ?? ''), String(form.get('team') ?? ''))
  if (!change) return { ...nothing, problem: 'no-team' }
  const outcome = await changeMany(personIds, change)
  if (outcome.status === 'no-such-team') return { ...nothing, problem: 'no-team' }
  refresh()
  const { done, same, gone, lastAdmins } = outcome
  return {
    said: [
      t('many.done', { count: done }),
      ...(same > 0 ? [t('many.same', { count: same })] : []),
      ...lastAdmins.map((name) => t('many.lastAdmin', { name })),
      ...(gone > 0 ? [t('many.gone', { count: gone })] : []),
    ],
    problem: null,
    isWhole: lastAdmins.length === 0 && gone === 0,
    links: null,
  }
}

function readChange(kind: string, team: string): ManyChange | null {
  if (kind === 'deactivate') return { kind }
  return (kind === 'join' || kind === 'leave') && team !== '' ? { kind, team } : null
}
