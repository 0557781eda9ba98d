/** One password for the whole demo cast: it runs on this machine only. */
export const demoPassword = 'polyquiz-demo'

type CastMember = {
  part: 'member' | 'manager' | 'admin'
  email: string
  name: string
  teams: { slug: string; role: 'member' | 'manager' }[]
}

/** The named cast of demo mode, the README, the browser tests and the screenshots. */
export const demoCast: readonly CastMember[] = [
  { part: 'member', email: 'mika@demo.test', name: 'Mika Sato', teams: [{ slug: 'platform', role: 'member' }] },
  {
    part: 'manager',
    email: 'diego@demo.test',
    name: 'Diego Fuentes',
    teams: [{ slug: 'platform', role: 'manager' }],
  },
  { part: 'manager', email: 'lin@demo.test', name: 'Lin Wei', teams: [{ slug: 'ml-infra', role: 'manager' }] },
  { part: 'member', email: 'ada@demo.test', name: 'Ada Byrne', teams: [{ slug: 'ml-infra', role: 'member' }] },
  { part: 'admin', email: 'noor@demo.test', name: 'Noor Haddad', teams: [] },
]

/** Names of the demo teams by slug. */
export const demoTeams: Record<string, string> = { platform: 'Platform', 'ml-infra': 'ML Infrastructure' }
