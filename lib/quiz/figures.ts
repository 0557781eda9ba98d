import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const QUIZ = /^[a-z0-9]+(-[a-z0-9]+)*$/
const FIGURE = /^[a-z0-9]+(-[a-z0-9]+)*\.svg$/

/**
 * A figure of a quiz in `content/`, as SVG text.
 *
 * @param quiz the quiz's folder
 * @param figure the file's name in its `figures` folder
 * @returns null when there is none of that name; names with a path in them are none
 */
export async function readFigure(quiz: string, figure: string): Promise<string | null> {
  if (!QUIZ.test(quiz) || !FIGURE.test(figure)) return null
  try {
    return await readFile(join(process.cwd(), 'content', 'quizzes', quiz, 'figures', figure), 'utf8')
  } catch {
    return null
  }
}

const sizes = new Map<string, { width: number; height: number } | null>()

/**
 * The size that a figure states for itself, in CSS pixels.
 *
 * @param src its address, `/assets/<quiz>/<figure>`
 * @returns null when there is no such figure or it states none
 */
export function figureSize(src: string): { width: number; height: number } | null {
  const known = sizes.get(src)
  if (known !== undefined) return known
  const size = readSize(src)
  sizes.set(src, size)
  return size
}

function readSize(src: string): { width: number; height: number } | null {
  const [, quiz = '', figure = ''] = /^\/assets\/([^/]+)\/([^/]+)$/.exec(src) ?? []
  if (!QUIZ.test(quiz) || !FIGURE.test(figure)) return null
  try {
    const svg = readFileSync(join(process.cwd(), 'content', 'quizzes', quiz, 'figures', figure), 'utf8')
    const [root = ''] = /<svg\b[^>]*>/.exec(svg) ?? []
    const width = Number(/\swidth="([\d.]+)(?:px)?"/.exec(root)?.[1])
    const height = Number(/\sheight="([\d.]+)(?:px)?"/.exec(root)?.[1])
    return width > 0 && height > 0 ? { width, height } : null
  } catch {
    return null
  }
}
