import { addPerson, setMembership } from '@/lib/person/commands/manage-people'
import { demoCast, demoPassword, demoTeams } from '@/lib/person/demo-cast'

/**
 * Adds the demo people and their two teams where they are missing. Someone who is there keeps what became of them since.
 *
 * @returns who can sign in, for the terminal
 */
export async function seedCast(): Promise<{ email: string; password: string; about: string }[]> {
  for (const { email, name, part, teams } of demoCast) {
    const added = await addPerson({ email, name, role: part === 'admin' ? 'admin' : 'member', password: demoPassword })
    if (added.status === 'exists') continue
    for (const { slug, role } of teams) await setMembership(email, { slug, name: demoTeams[slug] ?? slug }, role)
  }
  return demoCast.map(({ email, name, part, teams }) => ({
    email,
    password: demoPassword,
    about: [name, part, ...teams.map(({ slug }) => demoTeams[slug] ?? slug)].join(', '),
  }))
}
