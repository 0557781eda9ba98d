'use server'

import { notFound, redirect } from 'next/navigation'
import { z } from 'zod'
import { mayDo } from '@/lib/access/rights'
import { getViewer } from '@/lib/access/viewer'
import { isUiLocale, type UiLocale } from '@/lib/i18n/locales'
import { handleReport, reopenReport, resolveReports } from '@/lib/report/commands'
import { handling, reportIds } from '@/lib/report/schema'

/** Sends those away who may not handle reports (any more), as the pages do; the commands refuse them anyway. */
async function checkHandler(locale: string): Promise<`/${UiLocale}/admin/reports`> {
  if (!isUiLocale(locale)) notFound()
  const path = `/${locale}/admin/reports` as const
  const viewer = await getViewer()
  if (!viewer) redirect(`/${locale}/sign-in?next=${path}`)
  if (!mayDo(viewer.role, 'report:handle')) notFound()
  return path
}

/** Resolves the reports chosen in the list, and shows the list again as it was. */
export async function resolveReportsAction(locale: string, search: string, form: FormData): Promise<void> {
  const path = await checkHandler(locale)
  const ids = reportIds.safeParse(form.getAll('report'))
  const { resolved } = await resolveReports(ids.success ? ids.data : [])
  const query = new URLSearchParams(search)
  query.set('resolved', String(resolved))
  redirect(`${path}?${query}`)
}

/** Replies to a report, resolves it, or both, and shows it again. */
export async function handleReportAction(locale: string, reportId: string, form: FormData): Promise<void> {
  const path = await checkHandler(locale)
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
  const path = await checkHandler(locale)
  const id = z.uuid().safeParse(reportId)
  if (!id.success) notFound()
  await reopenReport(id.data)
  redirect(`${path}/${id.data}?notice=reopened`)
}
