'use server'

import { redirect } from 'next/navigation'
import { z } from 'zod'
import type { ImportState } from '@/components/exchange/import-form-client'
import { importReport } from '@/components/exchange/import-report'
import { readTopics } from '@/lib/exchange/formats/content/read'
import { canonicalLocale } from '@/lib/exchange/formats/content/schema'
import { importContent } from '@/lib/exchange/import/import-content'
import { importPages } from '@/lib/exchange/import/import-pages'
import {
  areContent,
  contentFileOf,
  LARGEST_UPLOAD,
  MOST_UPLOADS,
  readUpload,
  textOfUpload,
  type Upload,
} from '@/lib/exchange/uploads'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { getAdmin } from '../../../../reader'

const importForm = z.object({
  slug: z
    .string()
    .trim()
    .regex(/^([a-z0-9]+(-[a-z0-9]+)*)?$/),
  source: z.string().trim().max(35),
  intent: z.enum(['check', 'import']).catch('check'),
  keepEdits: z.stringbool().catch(false),
})

/** Reads the files that are handed in and says what is in them; or imports them, all or nothing, and shows the quiz. */
export async function importAction(locale: string, before: ImportState, form: FormData): Promise<ImportState> {
  const { viewer } = await getAdmin(Promise.resolve({ locale }), 'quiz:author')
  const t = wordsOf(locale as UiLocale, 'exchange')
  const given = { slug: String(form.get('slug') ?? ''), source: String(form.get('source') ?? '') }
  const uploads = await uploadsOf(form)
  const files = uploads.flatMap((upload) => {
    const text = textOfUpload(upload)
    return text === null ? [] : [{ name: upload.name, text }]
  })
  const stay = (error: string | null, rest: Partial<ImportState> = {}): ImportState => ({
    files,
    ...given,
    error,
    report: null,
    mayImport: false,
    turn: before.turn + 1,
    ...rest,
  })
  const input = importForm.safeParse({ ...given, intent: form.get('intent'), keepEdits: form.get('keepEdits') })
  if (!input.success) return stay(t('slugWrong'))
  const source = input.data.source === '' ? null : canonicalLocale(input.data.source)
  if (input.data.source !== '' && source === null) return stay(t('sourceWrong'))
  if (uploads.length === 0) return stay(t('noFiles'))
  if (uploads.length > MOST_UPLOADS) return stay(t('tooMany', { most: MOST_UPLOADS }))

  const { keepEdits } = input.data
  const isContent = areContent(uploads)
  const pages = isContent ? [] : uploads.map(readUpload)
  const run = async (dryRun: boolean) => {
    if (isContent) return importContent(uploads.map(contentFileOf), { dryRun, keepEdits })
    const topics = (await readTopics('content')).topics ?? []
    return importPages(pages, { slug: input.data.slug || null, source, topics, dryRun, keepEdits })
  }
  const outcome = await run(input.data.intent === 'check')
  if (outcome.status === 'imported')
    redirect(`/${locale as UiLocale}/admin/quizzes/${outcome.report.slug}?notice=imported`)
  return stay(null, {
    mayImport: outcome.status === 'tried',
    report: importReport(
      outcome,
      pages,
      uploads.map((upload) => ({ name: upload.name, text: textOfUpload(upload) })),
      locale as UiLocale,
      viewer.zone,
    ),
  })
}

/** What is handed in: files chosen now, a page pasted, and those kept from before that neither replaces. */
async function uploadsOf(form: FormData): Promise<Upload[]> {
  const uploads = new Map<string, Upload>()
  const names = form.getAll('keptName').map(String)
  const dropped = new Set(form.getAll('drop').map(String))
  for (const [index, text] of form.getAll('keptText').entries()) {
    const name = names[index]
    if (name && !dropped.has(name))
      uploads.set(name, { name, bytes: Buffer.from(String(text).replace(/\r\n?/g, '\n')) })
  }
  for (const file of form.getAll('file')) {
    // A field in which nothing was chosen sends an empty file all the same, with a name or without.
    if (!(file instanceof File) || (file.size === 0 && ['', 'undefined'].includes(file.name))) continue
    const name = file.name.replace(/^.*[/\\]/, '') || 'page.md'
    // One byte more than is taken tells that it is too large, without all the others.
    uploads.set(name, { name, bytes: new Uint8Array(await file.slice(0, LARGEST_UPLOAD + 1).arrayBuffer()) })
  }
  const pasted = String(form.get('paste') ?? '')
  if (pasted.trim() !== '') {
    const name =
      String(form.get('pasteName') ?? '')
        .trim()
        .replace(/^.*[/\\]/, '') || `page-${uploads.size + 1}.md`
    uploads.set(name, { name, bytes: Buffer.from(pasted.replace(/\r\n?/g, '\n')) })
  }
  return [...uploads.values()]
}
