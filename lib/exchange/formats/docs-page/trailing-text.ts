import type { PageLine } from './page-lines'

const FOOTER =
  /^(?:©|\(c\)\s|copyright\b|powered by\b|last (?:updated|modified)\b|edit (?:this page|on github)\b|was this (?:page|article) helpful|table of contents$|on this page$|previous(?: page)?$|next(?: page)?$|back to (?:top|home|study)|next quiz\b|última actualización|editar esta página|página anterior|página siguiente|anterior$|siguiente$|volver (?:a|al)\b|dernière mise à jour|zuletzt aktualisiert|最終更新|このページを編集|前のページ|次のページ|前へ$|次へ$|最后更新|编辑此页|编辑本页|上一页|下一页|上一篇|下一篇|返回(?:顶部|首页|目录)|由 .{1,20} 提供支持|最後更新|編輯此頁|上一頁|下一頁|최종 수정|마지막 업데이트|이전(?: 페이지)?$|다음(?: 페이지)?$|이 페이지 편집|última atualização|آخر تحديث|עודכן לאחרונה)/i
const LINKS_ONLY = /^(?:\[[^\]]{1,200}\]\([^)]{1,400}\)\s*(?:[|·•/]\s*)?)+$/
const RULE = /^\s{0,3}(?:(?:-\s?){3,}|(?:\*\s?){3,}|(?:_\s?){3,})$/

/**
 * Where, in the lines after the last answer of a page, the page's own menus and repeated headings begin. Returns the
 * index of the first line that belongs to no question, or `to` when all of it does.
 */
export function findTrailingText(
  lines: readonly PageLine[],
  from: number,
  to: number,
  known: ReadonlySet<string>,
  tight: boolean,
): number {
  let cut = to
  // the title or the stems of the page said again
  for (let i = from; i < to; i++) {
    const line = lines[i]
    if (line === undefined || line.code) continue
    if (known.has(repeatKey(line.text))) {
      cut = i
      break
    }
    if (FOOTER.test(line.text.trim())) {
      cut = i
      break
    }
  }
  if (cut === to) {
    for (let i = to - 1; i > from; i--) {
      const text = lines[i]?.text ?? ''
      if (lines[i]?.code === true) break
      if (text.trim() === '' || LINKS_ONLY.test(text.trim())) continue
      if (RULE.test(text)) cut = i
      break
    }
  }
  return stepOverMenu(lines, from, cut, tight)
}

/** What two copies of a heading have in common. */
export function repeatKey(text: string): string {
  return text.replace(/^\s*(?:#{1,6}\s+)?(?:\d{1,4}[.)．、]\s*)?/, '').replace(/[\s*_`#¶​]/g, '')
}

/** Steps back over the short, unpunctuated paragraphs of a menu. */
function stepOverMenu(lines: readonly PageLine[], from: number, cut: number, tight: boolean): number {
  let at = cut
  let entries = 0
  let i = cut - 1
  for (; i > from; i--) {
    const line = lines[i]
    const text = line?.text.trim() ?? ''
    if (text === '') continue
    const alone = tight || ((lines[i - 1]?.text ?? '').trim() === '' && (lines[i + 1]?.text ?? '').trim() === '')
    if (line?.code === true || !alone || !isMenuEntry(text)) break
    entries++
    at = i
  }
  // under a colon the first short line is what the colon announced
  const above = (lines[i]?.text ?? '').trim()
  if (/[:：]$/.test(above)) return entries >= 5 ? at : cut
  return entries >= (cut < lines.length ? 2 : 4) ? at : cut
}

function isMenuEntry(text: string): boolean {
  if (/[.。!?！？:：,，;；=|\t]$|[=|\t{}]|^[-*+•]\s|^\d+[.)]\s|^```/.test(text)) return false
  return text.length <= 48 && text.split(/\s+/).length <= 7
}
