import { kinds } from '../../../attempt/kinds'
import { type ContentKind, contentKinds } from './schema'

/** Whether a kind is answered in writing, so that it has no options. */
export function isWritten(kind: ContentKind): boolean {
  return kinds[contentKinds[kind]].writes
}
