/**
 * Makes plain text stand for itself in Markdown: every symbol that Markdown would swallow is escaped, and nothing
 * that it would not.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*~]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/<(?=[A-Za-z/!?])/g, '\\<')
    .replace(/&(?=#?\w{1,31};)/g, '\\&')
    .replace(/\[(?=[^\]]{0,300}\][([:])|!(?=\[)/g, '\\$&')
}

/** Keeps the start of a text from being read as a heading, list, quotation, rule or fence. */
export function escapeBlockStart(text: string): string {
  return text
    .replace(/^(\s*)(#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|={3,}\s*$|-{3,}\s*$|~{3,}|`{3,}(?![^`]*`))/, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}

/** Escapes a Markdown text that, read as Markdown, would show nothing of itself. */
export function keepSymbols(text: string): string {
  if (/[\p{L}\p{N}]/u.test(text)) return escapeBlockStart(text)
  if (/^`+[^`]+`+$/.test(text)) return text
  return escapeBlockStart(escapeMarkdown(text.replace(/\\(?=[!-/:-@[-`{-~])/g, '')))
}
