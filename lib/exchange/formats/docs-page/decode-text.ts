/** The text of a file, or the place where it stops being text. */
export type DecodedText =
  | { status: 'decoded'; text: string; invisible: { line: number; count: number } | undefined }
  | { status: 'refused'; line: number; message: string }

/** Marks that print nothing and only stand in the way of recognising letters and labels. */
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g

/** Joiners carry meaning between letters of some scripts and inside emoji, and nowhere else. */
const JOINER = /(^|.)[\u200c\u200d]+(?=(.?))/gmu
const JOINING =
  /\p{Script=Arabic}|\p{Script=Devanagari}|\p{Script=Bengali}|\p{Script=Sinhala}|\p{Extended_Pictographic}|\ufe0f/u

/** Decodes UTF-8, or UTF-16 where a byte order mark says so. Anything else is refused, never guessed. */
export function decodeText(input: Uint8Array | string): DecodedText {
  const raw = typeof input === 'string' ? input : decodeBytes(input)
  if (typeof raw !== 'string') return raw
  const nul = raw.indexOf('\0')
  if (nul >= 0) {
    const line = lineAt(raw, nul)
    return refused(
      line,
      `Line ${line} holds a NUL character, so this is not a text file, or it is UTF-16 without a mark.`,
    )
  }
  let count = 0
  let first = -1
  let text = raw.startsWith('\ufeff') ? raw.slice(1) : raw
  const source = text
  text = text.replace(INVISIBLE, (_mark, at: number) => {
    if (count++ === 0) first = at
    return ''
  })
  if (text.includes('\u200c') || text.includes('\u200d')) {
    text = text.replace(JOINER, (whole: string, before: string, after: string) => {
      if (before !== '' && after !== '' && JOINING.test(before) && JOINING.test(after)) return whole
      if (count++ === 0) first = 0
      return before
    })
  }
  return { status: 'decoded', text, invisible: count > 0 ? { line: lineAt(source, first), count } : undefined }
}

function decodeBytes(bytes: Uint8Array): string | DecodedText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeUtf16(bytes, 'utf-16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeUtf16(bytes, 'utf-16be')
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    const at = firstInvalidByte(bytes)
    let line = 1
    for (let i = 0; i < at; i++) if (bytes[i] === 0x0a) line++
    const value = (bytes[at] ?? 0).toString(16).padStart(2, '0').toUpperCase()
    return refused(
      line,
      `Byte ${at + 1} (0x${value}, line ${line}) is not UTF-8. Save the file as UTF-8, or as UTF-16 with a byte order mark.`,
    )
  }
}

function decodeUtf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): string | DecodedText {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes)
    const at = Math.max(0, text.indexOf('\ufffd'))
    const line = lineAt(text, at)
    return refused(
      line,
      `Line ${line} is not valid ${encoding.toUpperCase()}: half a character stands at byte ${2 * at + 1}.`,
    )
  }
}

function firstInvalidByte(bytes: Uint8Array): number {
  let i = 0
  while (i < bytes.length) {
    const lead = bytes[i] ?? 0
    const second = bytes[i + 1] ?? 0
    let length = 1
    if (lead >= 0x80) {
      if (lead >= 0xc2 && lead <= 0xdf) length = 2
      else if (lead >= 0xe0 && lead <= 0xef) length = 3
      else if (lead >= 0xf0 && lead <= 0xf4) length = 4
      else return i
      if (lead === 0xe0 && second < 0xa0) return i
      if (lead === 0xed && second > 0x9f) return i
      if (lead === 0xf0 && second < 0x90) return i
      if (lead === 0xf4 && second > 0x8f) return i
      for (let k = 1; k < length; k++) if (((bytes[i + k] ?? 0) & 0xc0) !== 0x80) return i
    }
    i += length
  }
  return Math.max(0, bytes.length - 1)
}

function lineAt(text: string, offset: number): number {
  let line = 1
  for (let i = text.indexOf('\n'); i >= 0 && i < offset; i = text.indexOf('\n', i + 1)) line++
  return line
}

function refused(line: number, message: string): DecodedText {
  return { status: 'refused', line, message }
}
