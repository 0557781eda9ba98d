'use server'

import type { Route } from 'next'
import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { PreviewQuestion } from '@/components/question/preview-question'
import { acceptedAnswer, questionKind } from '@/lib/attempt/schema'
import type { UiLocale } from '@/lib/i18n/locales'
import { discardDraft } from '@/lib/question/commands/discard-draft'
import { contentLocale, fieldName } from '@/lib/question/schema'
import { getAdmin } from '../../../../../../reader'

const previewInput = z.object({
  locale: contentLocale,
  kind: questionKind,
  order: z.array(z.uuid()).max(100),
  key: z.array(z.uuid()).max(100),
  accepted: acceptedAnswer.nullable().catch(null),
  fields: z.record(fieldName, z.string().max(30_000)),
  sources: z.array(z.object({ url: z.url({ protocol: /^https?$/ }), verifiedOn: z.iso.date() })).max(50),
  optionNames: z.record(z.string(), z.string().max(200)),
})

/** Renders what someone is writing as members will see it. It reads nothing stored. Null for what cannot be shown. */
export async function previewAction(uiLocale: UiLocale, input: unknown): Promise<ReactNode> {
  await getAdmin(Promise.resolve({ locale: uiLocale }), 'quiz:translate')
  const parsed = previewInput.safeParse(input)
  if (!parsed.success) return null
  return <PreviewQuestion input={parsed.data} uiLocale={uiLocale} />
}

/** Discards a draft, of the version or of the words in one language, and shows the question again. */
export async function discardAction(locale: UiLocale, path: string, form: FormData): Promise<void> {
  await getAdmin(Promise.resolve({ locale }), 'quiz:translate')
  const input = z
    .object({ questionId: z.uuid(), locale: contentLocale.nullable() })
    .safeParse({ questionId: form.get('questionId'), locale: form.get('locale') || null })
  const outcome = input.success ? await discardDraft(input.data.questionId, input.data.locale) : null
  redirect(`${path}?notice=${outcome?.status === 'discarded' ? 'discarded' : 'nothing'}` as Route)
}
