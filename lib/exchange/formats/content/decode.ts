import type { Problem } from './schema'

/** Decodes a content file. Anything but UTF-8 is refused with the place of the first byte that is not. */
export function decodeContentFile(bytes: Uint8Array, file: string): { text: string } | { problem: Problem } {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return refuse(file, 1, 'The file is UTF-16 (it starts with a UTF-16 mark, byte offset 0). Save it as UTF-8.')
  }
  if (isUtf8(bytes, false)) return { text: new TextDecoder().decode(bytes) }

  // A prefix is valid exactly up to the first bad sequence, so halving finds it.
  let valid = 0
  let invalid = bytes.length + 1
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1
    if (middle <= bytes.length && isUtf8(bytes.subarray(0, middle), true)) valid = middle
    else invalid = middle
  }
  // A decoder that expects more input accepts the start of a bad sequence; a strict one tells where that start is.
  let offset = Math.min(valid, bytes.length)
  while (offset > 0 && !isUtf8(bytes.subarray(0, offset), false)) offset--
  const line = bytes.subarray(0, offset).reduce((count, byte) => (byte === 0x0a ? count + 1 : count), 1)
  const what = valid === bytes.length ? 'It ends in the middle of a character' : 'The first byte that is not UTF-8 is'
  return refuse(file, line, `The file is not UTF-8. ${what} at byte offset ${offset}.`)
}

function refuse(file: string, line: number, message: string): { problem: Problem } {
  return { problem: { severity: 'error', file, line, code: 'not-utf-8', message } }
}

function isUtf8(bytes: Uint8Array, stream: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream })
    return true
  } catch {
    return false
  }
}
