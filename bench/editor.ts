import { execFileSync } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { actAs, operator } from '../lib/access/viewer'
import { db, disconnect } from '../lib/db/client'
import { startEmbedded } from '../lib/db/embedded/embedded'
import { migrate } from '../lib/db/migrate'
import { getOrCreateSecret } from '../lib/db/secret'
import { getEditedQuestion } from '../lib/question/queries'
import { createPerson, createSessionCookie } from '../tests/factories/people'
import { createQuiz } from '../tests/factories/quizzes'
import { freePort, root, start, temporaryFolder, untilHealthy } from '../tests/product'
import { startCountingProxy } from './counting-proxy'
import { type Measured, median, quantile, round } from './measure'

const QUESTIONS = 200
const LOCALES = ['en', 'es', 'ja', 'zh-Hans', 'ko', 'de', 'fr', 'pt-BR'] as const
const WARM_UP = 10
const TIMES = 100

type Sample = { ms: number; statements: number }

/**
 * What it costs to open and to save a question in a quiz of 200 questions in 8 languages: the whole page, and the saves that
 * typing makes, asked over HTTP as a browser asks them, with every statement counted on its way to PostgreSQL.
 */
export async function run(): Promise<Measured> {
  const say = (line: string) => void process.stderr.write(`${line}\n`)
  say('building the product ...')
  execFileSync(process.execPath, ['bin/start.mjs', '--build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  const place = temporaryFolder()
  const server = await startEmbedded({ folder: place.folder, log: say })
  const stops: (() => Promise<void>)[] = [() => server.stop()]
  try {
    await migrate(server.url)
    process.env.DATABASE_URL = server.url
    say(`making a quiz of ${QUESTIONS} questions in ${LOCALES.length} languages ...`)
    const { slug } = await createQuiz({ questions: QUESTIONS, locales: LOCALES })
    const { personId } = await createPerson({ role: 'admin' })
    await db().$executeRaw`ANALYZE`

    const proxy = await startCountingProxy(server.url)
    stops.push(async () => proxy.close())
    const port = await freePort()
    const origin = `http://localhost:${port}`
    const product = start({ DATABASE_URL: proxy.url, PORT: String(port) })
    stops.push(async () => {
      product.process.kill('SIGTERM')
      await product.ended
    })
    await untilHealthy(port, product)
    process.env.NEXTAUTH_URL = origin
    process.env.NEXTAUTH_SECRET = await getOrCreateSecret()
    const { name, value } = await createSessionCookie(personId)
    const cookie = `${name}=${value}`

    const counted = async (work: () => Promise<Response>): Promise<Sample> => {
      const before = proxy.count()
      const began = performance.now()
      const reply = await work()
      await reply.text()
      const ms = performance.now() - began
      if (reply.status !== 200) throw new Error(`${reply.status} from ${reply.url}`)
      return { ms, statements: proxy.count() - before }
    }
    const open = (index: number) =>
      counted(() =>
        fetch(`${origin}/en/admin/quizzes/${slug}/questions/q${(index % QUESTIONS) + 1}`, { headers: { cookie } }),
      )
    const save = (questionId: string, changes: unknown[]) =>
      counted(() =>
        fetch(`${origin}/api/admin/questions`, {
          method: 'POST',
          headers: { cookie, 'content-type': 'application/json', origin },
          body: JSON.stringify({ questionId, changes }),
        }),
      )
    const questions = await Promise.all(
      Array.from({ length: 30 }, (_, index) => actAs(operator, () => getEditedQuestion(slug, `q${index + 1}`, 'en'))),
    )
    const known = questions.filter((question) => question !== null)
    const textOf = ({ words }: (typeof known)[number], locale: string) =>
      words.find((each) => each.locale === locale)?.fields.stem ?? ''

    say('opening ...')
    for (let index = 0; index < WARM_UP; index++) await open(index)
    const opened: Sample[] = []
    for (let index = 0; index < TIMES; index++) opened.push(await open(index))

    say('saving ...')
    const saved = { first: [] as Sample[], typing: [] as Sample[], structure: [] as Sample[] }
    for (const [index, question] of known.entries()) {
      const isWarm = index >= 2
      let base = textOf(question, 'es')
      for (let typed = 0; typed < 5; typed++) {
        const text = `${base} and`
        const sample = await save(question.id, [{ part: 'words', locale: 'es', field: 'stem', base, value: text }])
        if (isWarm) saved[typed === 0 ? 'first' : 'typing'].push(sample)
        base = text
      }
      const { order } = question.version
      const moved = [...order.slice(1), ...order.slice(0, 1)]
      const sample = await save(question.id, [
        { part: 'order', base: order, value: moved },
        { part: 'key', base: question.version.key, value: moved.slice(0, 1) },
      ])
      if (isWarm) saved.structure.push(sample)
    }
    const statements = (samples: Sample[]) => median(samples.map((sample) => sample.statements))
    const all = [...saved.first, ...saved.typing, ...saved.structure].map(({ ms }) => ms)
    const openMs = opened.map(({ ms }) => ms)
    return {
      bench: 'editor',
      figures: {
        statements_open: statements(opened),
        statements_save: Math.max(...Object.values(saved).map(statements)),
        p50_open_ms: round(quantile(openMs, 0.5)),
        p95_open_ms: round(quantile(openMs, 0.95)),
        p50_save_ms: round(quantile(all, 0.5)),
        p95_save_ms: round(quantile(all, 0.95)),
      },
      notes: [
        `A quiz of ${QUESTIONS} questions in ${LOCALES.length} languages; ${opened.length} pages opened, ${all.length} saves.`,
        'Statements are counted between the product and PostgreSQL, BEGIN and COMMIT and the session included; the median, since',
        'jobs of the product may ask something meanwhile.',
        `Saves: ${statements(saved.typing)} statements while typing, ${statements(saved.first)} for the first change to published words, ${statements(saved.structure)} for a change of order and key that makes a new version.`,
      ],
    }
  } finally {
    await disconnect()
    for (const stop of stops.reverse()) await stop()
    place.remove()
  }
}
