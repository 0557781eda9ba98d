import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { readDocsPage } from '../lib/exchange/formats/docs-page/read-docs-page'
import { readPageFile } from '../lib/exchange/read-page-file'
import { LOCALES, makeFacts, pick, pickShape, randomFrom, wordQuiz, writePage } from './generate-pages'

const SEED = 20_261
const PAGES = 1000
const ROUNDS = 5

/**
 * Reads a folder of pages in all shapes and languages, and the same texts with a Markdown parser alone, in turn, so that
 * both meet the same state of the machine.
 */
export async function run(): Promise<{ bench: string; figures: Record<string, number>; notes: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'pages-'))
  try {
    const random = randomFrom(SEED)
    const paths: string[] = []
    let expected = 0
    for (let i = 0; i < PAGES; i++) {
      const facts = makeFacts(random, 5 + Math.floor(random() * 16))
      const shape = pickShape(random)
      // without a fold or label nothing ends a task list and begins its explanation
      if (shape.options === 'boxes' && shape.fold === 'none') shape.fold = 'plain'
      expected += facts.length
      const path = join(folder, `${i}.md`)
      await writeFile(path, writePage(wordQuiz(facts, pick(random, LOCALES), shape.figures), shape))
      paths.push(path)
    }
    const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)

    let found = 0
    const start = performance.now()
    let peak = 0
    for (const path of paths) {
      found += (await readPageFile(path)).questions.length
      peak = Math.max(peak, process.memoryUsage.rss())
    }
    const cold = performance.now() - start

    const extensions = [gfm()]
    const mdastExtensions = [gfmFromMarkdown()]
    const own: number[] = []
    const other: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      let [ours, theirs] = [0, 0]
      // page by page, and each first on every other page
      texts.forEach((text, i) => {
        const read = () => {
          const from = performance.now()
          readDocsPage(text, { file: 'page.md' })
          ours += performance.now() - from
        }
        const parse = () => {
          const from = performance.now()
          fromMarkdown(text, { extensions, mdastExtensions })
          theirs += performance.now() - from
        }
        if (i % 2 === 0) {
          read()
          parse()
        } else {
          parse()
          read()
        }
      })
      own.push(ours)
      other.push(theirs)
    }
    const ratios = own.map((ours, i) => ours / (other[i] ?? 1))
    return {
      bench: 'inspect',
      figures: {
        pages_per_second: Math.round((PAGES / median(own)) * 1000),
        ratio_to_mdast: round(median(ratios)),
        peak_mb: Math.round(peak / 1024 / 1024),
      },
      notes: [
        `${PAGES} pages, ${Math.round(bytes / 1024)} KB, in ${LOCALES.length} languages, from seed ${SEED}; ${found} of ${expected} questions found.`,
        `The ratio is the median of ${ROUNDS} rounds (${ratios.map(round).join(', ')}): time to read a page over time to parse the same text with mdast-util-from-markdown and GFM, page by page in turn.`,
        `The first pass, from disk and before the engine is warm, took ${round(cold / 1000)} s; pages_per_second is the warm median.`,
        `peak_mb is the resident memory of the whole process during the first pass, runtime and loader included.`,
        `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}.`,
      ],
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? 0
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
