'use server'

import { notFound, redirect } from 'next/navigation'
import { z } from 'zod'
import type { UiLocale } from '@/lib/i18n/locales'
import { handleReport, reopenReport, resolveReports } from '@/lib/report/commands'
import { handling, reportIds } from '@/lib/report/schema'
import { getAdmin } from '../../../reader'

async function handle(given: string): Promise<`/${UiLocale}/admin/reports`> {
  const { locale } = await getAdmin(Promise.resolve({ locale: given }), 'report:handle')
  return `/${locale}/admin/reports`
}

/** Resolves the reports chosen in the list, and shows the list again as it was. */
export async function resolveReportsAction(locale: string, search: string, form: FormData): Promise<void> {
  const path = await handle(locale)
  const ids = reportIds.safeParse(form.getAll('report'))
  const { resolved } = await resolveReports(ids.success ? ids.data : [])
  const query = new URLSearchParams(search)
  query.set('resolved', String(resolved))
  redirect(`${path}?${query}`)
}

/** Replies to a report, resolves it, or both, and shows it again. */
export async function handleReportAction(locale: string, reportId: string, form: FormData): Promise<void> {
  const path = await handle(locale)
  const edit = form.get('edit')
  const input = handling.safeParse({
    reply: form.get('reply'),
    resolve: form.get('intent') === 'resolve',
    edit: edit === '' || edit === null ? null : edit,
    seen: form.get('seen'),
  })
  const id = z.uuid().safeParse(reportId)
  if (!id.success) notFound()
  const { status } = input.success ? await handleReport(id.data, input.data) : { status: 'invalid' as const }
  if (status === 'not-found') notFound()
  redirect(`${path}/${id.data}?notice=${status}`)
}

/** Opens a report again, and shows it. */
export async function reopenReportAction(locale: string, reportId: string): Promise<void> {
  const path = await handle(locale)
  const id = z.uuid().safeParse(reportId)
  if (!id.success) notFound()
  await reopenReport(id.data)
  redirect(`${path}/${id.data}?notice=reopened`)
}
