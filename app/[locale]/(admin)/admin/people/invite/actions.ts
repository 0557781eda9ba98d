'use server'

import type { UiLocale } from '@/lib/i18n/locales'
import { invitePerson } from '@/lib/person/commands/invitations'
import { addPerson } from '@/lib/person/commands/manage-people'
import { email as emailSchema, personName, personRole } from '@/lib/person/schema'
import { getAdmin } from '../../../../reader'
import { invitationLink } from '../invitation-link'

export type InviteState = {
  given: { name: string; email: string; role: string; team: string }
  errors: { name?: 'missing'; email?: 'wrong' | 'taken'; team?: 'unknown' }
  /** Whom the link is for; shown this once. */
  made: { personId: string; name: string; link: string } | null
}

/** Adds a person and makes their one-time link. */
export async function inviteAction(locale: UiLocale, _before: InviteState, form: FormData): Promise<InviteState> {
  await getAdmin(Promise.resolve({ locale }), 'people:manage')
  const text = (name: string) => String(form.get(name) ?? '')
  const given = { name: text('name'), email: text('email'), role: text('role'), team: text('team') }
  const [name, email, role] = [
    personName.safeParse(given.name),
    emailSchema.safeParse(given.email),
    personRole.catch('member').parse(given.role),
  ]
  if (!name.success || !email.success)
    return {
      given,
      errors: { ...(!name.success && { name: 'missing' }), ...(!email.success && { email: 'wrong' }) },
      made: null,
    }
  const added = await addPerson({
    name: name.data,
    email: email.data,
    role,
    ...(given.team !== '' && { team: given.team }),
  })
  switch (added.status) {
    case 'exists':
      return { given, errors: { email: 'taken' }, made: null }
    case 'no-such-team':
      return { given, errors: { team: 'unknown' }, made: null }
    case 'added': {
      const { personId } = added
      const token = (await invitePerson({ personId })) ?? ''
      return {
        given: { name: '', email: '', role, team: given.team },
        errors: {},
        made: { personId, name: name.data, link: invitationLink(token) },
      }
    }
  }
}
