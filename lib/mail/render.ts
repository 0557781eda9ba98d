/** Words that may be in another language than the rest. */
type Words = { text: string; lang?: string | undefined }

/** A part of a mail, one below the other. */
export type Block =
  | { kind: 'heading' | 'paragraph'; words: Words }
  | { kind: 'list'; items: { title: Words; href: string | null; lines: Words[] }[] }
  | { kind: 'link'; words: Words; href: string }

/** A mail as plain text: the one that is kept, too. Below a line of two dashes stands what is the same in each. */
export function toText(blocks: readonly Block[], footer: readonly Block[]): string {
  const text = (parts: readonly Block[]) => parts.map(blockText).join('\n\n')
  return `${text(blocks)}\n\n-- \n${text(footer)}\n`
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `${block.words.text}\n${'='.repeat(widthOf(block.words.text))}`
    case 'paragraph':
      return block.words.text
    case 'link':
      return `${block.words.text}\n${block.href}`
    case 'list':
      return block.items
        .map(({ title, href, lines }) =>
          [`* ${title.text}`, ...lines.map(({ text }) => `  ${text}`), ...(href ? [`  ${href}`] : [])].join('\n'),
        )
        .join('\n\n')
  }
}

/** Columns of a fixed-width font: Han characters and kana take two. */
function widthOf(text: string): number {
  return [...text].reduce(
    (width, character) =>
      width + (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/.test(character) ? 2 : 1),
    0,
  )
}

/** The same as a small HTML document: no image, no style sheet, nothing that is loaded from anywhere. */
export function toHtml(lang: string, subject: string, blocks: readonly Block[], footer: readonly Block[]): string {
  return `<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 16px;font-family:sans-serif;font-size:16px;line-height:1.6">
<div style="max-width:36em;margin:0 auto">
${blocks.map(blockHtml).join('\n')}
<hr style="margin:32px 0 16px;border:0;border-top:1px solid #999">
<div style="font-size:14px">
${footer.map(blockHtml).join('\n')}
</div>
</div>
</body>
</html>
`
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h2 style="margin:28px 0 8px;font-size:18px"${langOf(block.words)}>${escapeHtml(block.words.text)}</h2>`
    case 'paragraph':
      return `<p style="margin:0 0 12px"${langOf(block.words)}>${escapeHtml(block.words.text)}</p>`
    case 'link':
      return `<p style="margin:0 0 12px">${linkHtml(block.words, block.href)}</p>`
    case 'list':
      return `<ul style="margin:0 0 12px;padding-left:20px">
${block.items
  .map(
    ({ title, href, lines }) =>
      `<li style="margin:0 0 12px">${href ? linkHtml(title, href) : spanHtml(title)}${lines.map((line) => `<br>${spanHtml(line)}`).join('')}</li>`,
  )
  .join('\n')}
</ul>`
  }
}

const linkHtml = (words: Words, href: string) =>
  `<a href="${escapeHtml(href)}"${langOf(words)}>${escapeHtml(words.text)}</a>`
const spanHtml = (words: Words) =>
  words.lang ? `<span${langOf(words)}>${escapeHtml(words.text)}</span>` : escapeHtml(words.text)
const langOf = ({ lang }: Words) => (lang ? ` lang="${escapeHtml(lang)}"` : '')

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
