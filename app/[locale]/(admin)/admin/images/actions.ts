'use server'

import type { Route } from 'next'
import { refresh } from 'next/cache'
import { redirect } from 'next/navigation'
import type { AltState } from '@/components/asset/alt-texts-form-client'
import { deleteImage } from '@/lib/asset/commands/delete-image'
import { setAltTexts } from '@/lib/asset/commands/set-alt-text'
import { getAdmin } from '../../../reader'

/** Changes the alternative texts of an image. What could not be saved stays in the form. */
export async function setAltTextsAction(
  locale: string,
  imageId: string,
  _before: AltState,
  form: FormData,
): Promise<AltState> {
  await getAdmin(Promise.resolve({ locale }), 'quiz:author')
  const textOf = (name: string) => String(form.get(name) ?? '')
  const changes = Object.fromEntries(
    [...form.keys()].flatMap((name) => {
      const [, tag] = /^alt:(.+)$/.exec(name) ?? []
      return tag ? [[tag, { was: textOf(`was:${tag}`), text: textOf(name) }]] : []
    }),
  )
  const outcome = await setAltTexts(imageId, changes)
  if (outcome.status === 'not-found') redirect(`/${locale}/admin/images?problem=gone` as Route)
  if (outcome.status === 'saved') {
    refresh()
    return { status: 'saved' }
  }
  const typed = Object.fromEntries(Object.entries(changes).map(([tag, { text }]) => [tag, text]))
  const was = Object.fromEntries(Object.entries(changes).map(([tag, change]) => [tag, change.was]))
  if (outcome.status !== 'changed') return { status: outcome.status, typed, was }
  // Who saves again has read what it says now.
  const { locale: changed, text: now } = outcome
  return { status: 'changed', typed, was: { ...was, [changed]: now }, changed, now }
}

/** Deletes an image that nothing uses. */
export async function deleteImageAction(locale: string, imageId: string): Promise<void> {
  await getAdmin(Promise.resolve({ locale }), 'quiz:author')
  const outcome = await deleteImage(imageId)
  const query = {
    deleted: 'done=deleted',
    'not-found': 'problem=gone',
    'in-use': `image=${imageId}&problem=in-use`,
  }[outcome.status]
  redirect(`/${locale}/admin/images?${query}` as Route)
}
