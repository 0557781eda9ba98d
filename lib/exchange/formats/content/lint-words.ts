import type { Nodes, Root } from 'mdast'
import { isParent, walk } from '@/lib/markdown/parse'
import { isAssetPath, isSafeLink } from '@/lib/markdown/render'
import type { Problem } from './schema'

type Report = (severity: Problem['severity'], line: number, code: string, message: string) => void

const LETTER = '[A-HＡ-Ｈ]'

// An option is its id: letters follow the order shown to one person, so a letter in the text is wrong for the next.
const BARE_OPTION: readonly RegExp[] = [
  // English
  /\b(?:[Oo]ptions?|[Cc]hoices?|[Aa]nswers?)[:\s]\s*\(?[A-H]\b(?!['’-]\w)/,
  /(?<![\w-])[A-H]\)? (?:is|was|are) (?:the |a |an |not )*(?:right|correct|wrong|incorrect|false|true|best|better|answer)\b/,
  // Spanish
  /(?<!\p{L})(?:[Oo]pci(?:ón|on|ones)|[Rr]espuestas?|[Aa]lternativas?)(?: correcta)?(?: es)?:?\s+(?:la\s+)?\(?[A-H](?![\p{L}\d-])/u,
  /(?<![\p{L}\d-])[A-H]\)? (?:no )?es (?:la )?(?:opción )?(?:correct|incorrect|falsa|verdader|respuesta|mejor)/u,
  // Japanese
  new RegExp(`(?:選択肢|オプション|正解|答え|回答)(?:は|が)?\\s*[:：「『]?\\s*${LETTER}(?![A-Za-z0-9])`),
  new RegExp(`(?<![A-Za-z0-9-])${LETTER}\\s*(?:が|は|も)\\s*(?:正解|不正解|正し|誤り|間違)`),
  // Chinese, both scripts
  new RegExp(`(?:选项|選項|答案)(?:是|为|為)?\\s*[:：「“]?\\s*${LETTER}(?![A-Za-z0-9])`),
  new RegExp(
    `(?<![A-Za-z0-9-])${LETTER}\\s*(?:选项|選項)?(?:是|为|為)?(?:不)?(?:正确|正確|错误|錯誤|对的|對的|错的|錯的)`,
  ),
  new RegExp(`(?:选|選)\\s*${LETTER}(?![A-Za-z0-9])`),
  // Korean
  new RegExp(`(?:선택지|보기|옵션|정답은|정답:|답은)\\s*${LETTER}(?![A-Za-z0-9])`),
  new RegExp(`(?<![A-Za-z0-9-])${LETTER}\\s*(?:이|가|은|는|번이|번은)?\\s*(?:정답|오답|맞|틀리|틀렸|옳)`),
]

// Which answers "the above" are depends on the order shown.
const CATCH_ALL: readonly RegExp[] = [
  /\b(?:all|none|both|neither|any) of (?:the )?(?:above|these options|the options)\b/i,
  /\b[Bb]oth [A-H] and [A-H]\b/,
  /(?<!\p{L})(?:todas|ninguna|cualquiera) de las (?:opciones )?anteriores(?!\p{L})/iu,
  /(?<!\p{L})todas las (?:opciones |respuestas )?anteriores(?!\p{L})/iu,
  /(?<!\p{L})ninguno de los anteriores(?!\p{L})/iu,
  /(?:上記|(?<![\d%％倍件個台年回割]\s?)以上)の?(?:すべて|全て|全部|いずれ(?:も|でもない)|どれでもない)/,
  /(?:いずれ|どれ)(?:も該当しない|でもない)/,
  /(?:(?<![\d%％倍个個台年次成]\s?)以上|上述|上面)(?:选项|選項)?(?:都|皆|均|全部|全都|所有|全)(?:是|对|對|正确|正確|不是|不对|不對|不正确|不正確|非|选项|選項|错|錯)?/,
  /(?:위의?|위에)\s*(?:보기\s*)?(?:모두|전부|모든)/,
  /(?:위의?|위에)\s*(?:어느\s*것도|아무것도)|정답\s*없음|모두\s*(?:정답|해당|맞)/,
]

/** Reports what no language version may hold: raw HTML, broken links, open code fences, options named by letter. */
export function lintMarkdown(tree: Root, text: string, report: Report): void {
  walk(tree, (node) => {
    const line = node.position?.start.line ?? 1
    if (node.type === 'html' && !/^<br\s*\/?>$/i.test(node.value)) {
      report(
        'error',
        line,
        'raw-html',
        `Raw HTML is shown as text: \`${firstLine(node.value)}\`. Put it into backticks or remove it.`,
      )
    } else if (node.type === 'link' && !isSafeLink(node.url)) {
      report('error', line, 'bad-link', `\`${node.url}\` is not a complete http, https or mailto address.`)
    } else if (node.type === 'definition' && !isSafeLink(node.url) && !isAssetPath(node.url)) {
      report('error', line, 'bad-link', `\`${node.url}\` is not a complete http, https or mailto address.`)
    } else if (node.type === 'image' && !isAssetPath(node.url)) {
      report('error', line, 'bad-image', `The image \`${node.url}\` is not a file below /assets/.`)
    } else if (
      node.type === 'code' &&
      isOpenFence(text.slice(node.position?.start.offset, node.position?.end.offset))
    ) {
      report('error', line, 'unclosed-code', 'This code block is never closed; it swallows everything that follows.')
    } else if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') {
      lintWords(proseOf(node), line, report)
    }
  })
}

function lintWords(prose: string, firstLineNumber: number, report: Report): void {
  const lineOf = (offset: number) => firstLineNumber + prose.slice(0, offset).split('\n').length - 1
  const bare = firstMatch(BARE_OPTION, prose)
  if (bare) {
    const message = `\`${bare[0].trim()}\` names an option by its letter, and letters change with the order. Write {option:ID}.`
    report('warning', lineOf(bare.index), 'bare-option', message)
  }
  const catchAll = firstMatch(CATCH_ALL, prose)
  if (catchAll) {
    const message = `\`${catchAll[0].trim()}\` depends on the order of the options. Name what is meant, or ask for several answers.`
    report('warning', lineOf(catchAll.index), 'catch-all-option', message)
  }
}

function firstMatch(patterns: readonly RegExp[], prose: string): RegExpExecArray | null {
  for (const pattern of patterns) {
    const match = pattern.exec(prose)
    if (match) return match
  }
  return null
}

// Code and pictures become a character that no pattern contains, so that `option` followed by code is no finding.
function proseOf(node: Nodes): string {
  if (node.type === 'text') return node.value
  if (node.type === 'break') return '\n'
  return isParent(node) ? node.children.map(proseOf).join('') : '\ufffc'
}

function isOpenFence(raw: string): boolean {
  const mark = /^(`{3,}|~{3,})/.exec(raw)?.[1]
  if (mark === undefined) return false
  const lines = raw.split('\n')
  const last = lines.at(-1)?.replace(/[\s>]/g, '') ?? ''
  return lines.length < 2 || !last.startsWith(mark) || last.replaceAll(mark.charAt(0), '') !== ''
}

function firstLine(text: string): string {
  const [line = ''] = text.split('\n')
  return line.length > 40 ? `${line.slice(0, 40)}…` : line
}
