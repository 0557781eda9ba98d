'use server'

import { refresh } from 'next/cache'
import { wordsOf } from '@/lib/i18n/words'
import { changeMany, type ManyChange } from '@/lib/person/commands/change-many'
import { getAdmin } from '../../../reader'

/** What was done, in sentences, and whether something could not be done. */
export type ChangeManyState = { said: string[]; problem: 'nobody' | 'no-team' | null; isWhole: boolean }

/** Does one thing with the people who are ticked, and says with how many. */
export async function changeManyAction(
  locale: string,
  _before: ChangeManyState,
  form: FormData,
): Promise<ChangeManyState> {
  const { locale: uiLocale } = await getAdmin(Promise.resolve({ locale }), 'people:manage')
  const personIds = form.getAll('person').map(String)
  const change = readChange(String(form.get('change') ?? ''), String(form.get('team') ?? ''))
  if (personIds.length === 0) return { said: [], problem: 'nobody', isWhole: false }
  if (!change) return { said: [], problem: 'no-team', isWhole: false }
  const outcome = await changeMany(personIds, change)
  if (outcome.status === 'no-such-team') return { said: [], problem: 'no-team', isWhole: false }
  refresh()
  const { done, same, gone, lastAdmins } = outcome
  const t = wordsOf(uiLocale, 'people')
  return {
    said: [
      t('many.done', { count: done }),
      ...(same > 0 ? [t('many.same', { count: same })] : []),
      ...lastAdmins.map((name) => t('many.lastAdmin', { name })),
      ...(gone > 0 ? [t('many.gone', { count: gone })] : []),
    ],
    problem: null,
    isWhole: lastAdmins.length === 0 && gone === 0,
  }
}

function readChange(kind: string, team: string): ManyChange | null {
  if (kind === 'deactivate') return { kind }
  return (kind === 'join' || kind === 'leave') && team !== '' ? { kind, team } : null
}
