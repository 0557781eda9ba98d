const NEEDS_FOLDING = /[\uff01-\uff5e\u3000\u0660-\u0669\u06f0-\u06f9\u00a0]/
const FOLDABLE = /[\uff01-\uff5e\u3000\u0660-\u0669\u06f0-\u06f9\u00a0]/g

/**
 * Folds full-width forms and Arabic digits to ASCII for recognising. One character becomes one character,
 * so an offset found in the folded text is valid in the original.
 */
export function foldWidth(text: string): string {
  if (!NEEDS_FOLDING.test(text)) return text
  return text.replace(FOLDABLE, (char) => {
    const code = char.charCodeAt(0)
    if (code >= 0xff01) return String.fromCharCode(code - 0xfee0)
    if (code === 0x3000 || code === 0xa0) return ' '
    return String.fromCharCode(code >= 0x6f0 ? code - 0x6f0 + 48 : code - 0x660 + 48)
  })
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' }

/** Letters and digits only, in one case and width: what two spellings of the same words have in common. */
export function bareText(text: string): string {
  return text
    .replace(/<\/?[a-z][^<>]{0,80}>/gi, '')
    .replace(/&(lt|gt|amp|quot|apos|nbsp);/g, (_entity, name: string) => ENTITIES[name] ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** As `bareText`, but symbols count: two options may differ in nothing else. */
export function bareSymbols(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '')
    .replace(/\*\*|__|[`\s]/g, '')
}
