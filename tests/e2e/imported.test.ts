import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { attemptIdOf, chosenIds, optionIds, pick, press } from './attempt-page'
import { describe, expect, inject, test } from './browser'
import { newPerson } from './people'
import { lettersOf, rightOption, storedAnswers, wrongOption } from './quizzes'
import { wordsOf } from './words'

const root = resolve(import.meta.dirname, '../..')
const seeds = join(root, '../shared/seeds')
const at = (position: number | string) => new RegExp(`/attempts/[0-9a-f-]{36}/${position}$`)

/** The pages that are imported: our own, and those that real documentation sites gave where they are at hand. */
const sets = [
  { name: 'our own pages', folder: join(import.meta.dirname, 'pages'), slug: 'imported', key: 'BAC' },
  ...(existsSync(seeds)
    ? [{ name: 'pages of a documentation site', folder: seeds, slug: 'imported-site', key: 'BCCBBCCBBBCCCCC' }]
    : []),
]

/** Runs a command of the command line against the database of the product that runs. */
async function quiz(...args: string[]): Promise<string> {
  const { DATABASE_URL: _, ...env } = process.env
  const { stdout } = await promisify(execFile)('npm', ['run', '-s', 'quiz', '--', ...args], {
    cwd: root,
    env: { ...env, POLYQUIZ_DATA: inject('dataFolder') },
  })
  return stdout
}

describe('a quiz imported from one page per language', () => {
  for (const { name, folder, slug, key } of sets)
    test(`is taken in all of them: ${name}`, async ({ newPage }) => {
      const pages = readdirSync(folder)
        .filter((file) => /\.(md|txt)$/.test(file))
        .map((file) => join(folder, file))
      expect(pages).toHaveLength(3)
      expect(await quiz('import', ...pages, '--source', 'es', '--slug', slug)).toContain(`${slug}: a new draft`)
      const person = await newPerson()
      const page = await newPage({ as: person, locale: 'ja', expectedStatuses: [404] })
      const ja = wordsOf('ja')
      // A draft is nobody's yet.
      await page.goto(`/ja/quizzes/${slug}`)
      await page.getByRole('heading', { name: ja('notFound.title') }).waitFor()
      expect(await quiz('publish', slug)).toContain(`${key.length} questions`)

      await page.goto(`/ja/quizzes/${slug}`)
      await press(page, ja('quiz.practise'), at(1))
      const attemptId = attemptIdOf(page)
      const answers = await storedAnswers(attemptId)
      expect(answers).toHaveLength(key.length)
      for (const [index, answer] of answers.entries()) {
        const position = index + 1
        const isLast = position === answers.length
        const isRight = position !== 2
        expect(answer.key).toHaveLength(1)
        expect(await optionIds(page)).toEqual(answer.order)
        expect(await page.locator('#question').getAttribute('lang')).toBe(
          position === 1 ? 'ja' : position === 2 ? 'zh-Hans' : 'es',
        )
        await pick(page, isRight ? rightOption(answer) : wrongOption(answer))
        if (position <= 2) {
          // The same question in the next language: other words, same options, same choice.
          const before = await page.locator('#question legend').textContent()
          await page.getByLabel(ja('attempt.contentLanguage')).selectOption(position === 1 ? 'zh-Hans' : 'es')
          await page.getByRole('button', { name: ja('attempt.switch') }).click()
          await page.locator(`fieldset[lang="${position === 1 ? 'zh-Hans' : 'es'}"]`).waitFor()
          expect(await page.locator('#question legend').textContent()).not.toBe(before)
          expect(await optionIds(page)).toEqual(answer.order)
          expect(await chosenIds(page)).toEqual([isRight ? rightOption(answer) : wrongOption(answer)])
          await page.getByRole('button', { name: ja('attempt.check') }).click()
          await page
            .getByText(
              isRight
                ? ja('attempt.verdict.right', { key: lettersOf(answer, answer.key).join() })
                : ja('attempt.verdict.wrong', {
                    count: 1,
                    picks: lettersOf(answer, [wrongOption(answer)]).join(),
                    key: lettersOf(answer, answer.key).join(),
                  }),
            )
            .waitFor()
          await press(page, ja('attempt.next'), at(position + 1))
          await page.locator('form[data-ready="true"] input[name="pick"]').first().waitFor()
        } else await press(page, ja(isLast ? 'attempt.toFinish' : 'attempt.skip'), at(isLast ? 'finish' : position + 1))
      }
      await press(page, ja('attempt.submit'), at('result'))
      const share = Math.floor((100 * (answers.length - 1)) / answers.length)
      await page.getByRole('heading', { name: ja('result.score', { percent: `${share}%` }) }).waitFor()
      await page.getByText(ja('result.counts', { right: answers.length - 1, total: answers.length })).waitFor()
      await press(page, ja('result.toProgress'), /\/ja\/progress$/)
      for (const topic of new Set(answers.flatMap(({ topics }) => topics))) {
        const inTopic = answers.filter(({ topics }) => topics.includes(topic))
        const right = inTopic.filter(({ position }) => position !== 2).length
        const cell = ja('progress.of', { part: right, whole: inTopic.length })
        await page.getByRole('cell').filter({ hasText: cell }).first().waitFor()
      }
    })
})
