const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/
const CJK_ALL = /[\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uff60]/g

/** Names of languages as sites print them above a code block. */
const LANGUAGES = new Set(
  'yaml yml json jsonc json5 toml ini bash sh shell zsh console terminal text plaintext plain go golang python py javascript js typescript ts jsx tsx java kotlin scala groovy rust c cpp c++ c# csharp php ruby rb perl lua r swift sql mysql pgsql plpgsql promql graphql html css scss xml dockerfile docker makefile make nginx hcl terraform tf powershell ps1 diff http mermaid protobuf proto rego cel jinja jinja2 properties env dotenv conf log regex latex markdown md elixir haskell dart julia vim csv'.split(
    ' ',
  ),
)

/** The language named by a line that holds nothing else, or nothing. */
export function languageName(text: string): string | undefined {
  const name = text.trim()
  return name.length <= 12 && LANGUAGES.has(name.toLowerCase()) ? name.toLowerCase() : undefined
}

const COMMANDS =
  /^(?:sudo\s+)?(?:kubectl|helm|docker|docker-compose|podman|nerdctl|ctr|crictl|aws|eksctl|gcloud|az|terraform|tofu|ansible|ansible-playbook|git|gh|curl|wget|npm|npx|yarn|pnpm|pip3?|python3?|node|deno|bun|cargo|rustc|go|psql|pg_dump|mysql|mysqldump|sqlite3|mongosh|redis-cli|systemctl|journalctl|ssh|scp|rsync|chmod|chown|mkdir|rm|cp|mv|ls|cd|cat|grep|sed|awk|tar|apt|apt-get|yum|dnf|brew|sudo|export|echo|source|istioctl|cilium|hubble|argocd|flux|ip|iptables|nft|openssl|dig|nslookup|ping|traceroute|tcpdump|ss|netstat|ps|top|kill|watch|make|set|unset|eval|exec|trap|printf|touch|find|xargs|tee|head|tail|sort|uniq|wc|diff|ln|mount|umount|useradd|usermod|crontab)\s+(\S.*)$/
const YAML_KEY = /^(- )?(?:["']?([A-Za-z_@$][\w.$/@-]*)["']?|([\w.-]+(?:\/|:)[\w./:-]+)):(?:\s+(.*))?$/
const SQL =
  /^(?:SELECT|INSERT(?: INTO)?|UPDATE|DELETE(?: FROM)?|CREATE|ALTER|DROP|TRUNCATE|FROM|WHERE|AND|OR|(?:(?:LEFT|RIGHT|INNER|OUTER|FULL|CROSS)(?: OUTER)? )?JOIN|ON|GROUP BY|ORDER BY|HAVING|LIMIT|OFFSET|VALUES|WITH|UNION(?: ALL)?|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|GRANT|REVOKE|EXPLAIN|ANALYZE|VACUUM|SET|RETURNING|USING|DECLARE|CALL|LOCK TABLE)\b(?=[\s;(]|$)/
const DOCKER =
  /^(?:FROM|RUN|COPY|ADD|CMD|ENTRYPOINT|ENV|EXPOSE|WORKDIR|ARG|USER|VOLUME|LABEL|HEALTHCHECK|SHELL|STOPSIGNAL|ONBUILD)\s+\S/
const KEYWORD =
  /^(?:func|def|class|import|from|package|return|const|let|var|if|else|elif|for|while|switch|case|try|except|finally|catch|throw|raise|public|private|protected|static|final|fn|use|mod|impl|struct|enum|type|interface|async|await|print|println|defer|yield|lambda|module|require|include|namespace|void|int|string|bool|float|double|auto|unsigned|with|match|select|go)\b/
const BLOCK_WORD = /^(?:case|default|if|elif|else|for|while|def|class|with|try|except|finally|switch)\b/
/** Calls and comparisons, which prose hardly strings together. */
const EXPRESSION = /[\w.]+\((?=\S)|=~|[<>=!]=|&&|\|\||\w\[|\w\{/g
const WORDY = /^[\p{L}'’,-]+$/u

/**
 * How much a line looks like code: above zero code, below zero prose, zero undecided. Judged by shape alone; the
 * neighbours are weighed by `findCodeRuns`.
 */
export function codeScore(source: string): number {
  const text = source.length > 400 ? source.slice(0, 400) : source
  const line = text.trim()
  if (line === '') return 0
  if (/^[•◦▪‣·●○]\s/.test(line)) return -4
  if (/^\|.*\|$/.test(line)) return -6
  let score = 0
  const indent = text.length - text.trimStart().length
  if (indent >= 2 && !/^\s*[-*+]\s/.test(text)) score += 1.2
  const comment = /^(?:#{1}\s|#!|\/\/|--\s|;;\s|\/\*|\*\/|\* @)/.test(line)
  const cjk = proseShare(line)
  if (comment) return score + (cjk > 0 && /[:：。]$/.test(line) ? 0.5 : 1.6)
  const words = line.split(/\s+/)
  const plainWords = words.filter((word) => WORDY.test(word)).length
  const signs = /[=(){}[\]<>;$\\|"`]|::|->|=>/.test(line)
  const shape = shapeScore(line, words.length, plainWords)
  score += shape
  if (/[：，。；、]/.test(withoutComment(line))) score -= 1.5
  if (cjk > 0) score -= shapeScore(line, 0, 0) > 1 ? 0.9 : 2.2
  if (/[.!?。！？…]$/.test(line) && plainWords >= 4) score -= 1.8
  if (/[:：]$/.test(line) && words.length >= 2 && !/^- /.test(line) && shape < 1.5) score -= 1.4
  else if (/^\p{Lu}[\p{L}]*[:：]$/u.test(line) || /[^ -~][:：]$/.test(line) || /：$/.test(line)) score -= 1.4
  if (/^- /.test(line) && words.length >= 4 && !YAML_KEY.test(line) && !/[{}[\]="]/.test(line)) score -= 1.8
  if (/^\d+[.)]\s/.test(line)) score -= 1.6
  if (!signs && plainWords >= 6 && plainWords > words.length * 0.7) score -= 1.6
  else if (!signs && plainWords >= 3 && /^[\p{Lu}¿¡]/u.test(line) && !SQL.test(line) && !DOCKER.test(line)) score -= 1.1
  return score
}

function shapeScore(line: string, wordCount: number, plainWords: number): number {
  const command = COMMANDS.exec(line)
  if (command !== null) {
    const rest = command[1] ?? ''
    const marked = /(?:^|\s)--?[\w]|[/\\|=$<>{}"'@:]|\.\w/.test(rest)
    if (marked || rest.split(/\s+/).length <= 3) return 2.2
    return 0.4
  }
  if (/^(?:---|\+\+\+) \S+$|^@@ .*@@/.test(line)) return 2.2
  if (/^[+-][\w"'].*[=({:;]/.test(line)) return 1.1
  if (/^[A-Za-z_][\w.-]*=\S+$/.test(line)) return 1.5
  if (/^[$>%]\s+\S/.test(line) && !/^> \p{Lu}/u.test(line)) return 2
  if (/\s\\$/.test(line)) return 2.4
  if (/^--?[a-zA-Z][\w-]*(?:[= ]\S+)?\s*\\?$/.test(line)) return 1.8
  if (/^--[a-z][\w-]+[= ]\S/.test(line)) return 1.3
  if (/^(?:export\s+)?[A-Z_][A-Z0-9_]*=\S*/.test(line)) return 2.2
  if (/^["'][^"']{1,80}["']\s*:/.test(line)) return 2.2
  if (/^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+(?:\/|https?:)\S*/.test(line) || /^HTTP\/\d/.test(line)) return 2.2
  if (SQL.test(line)) return 2
  if (DOCKER.test(line)) return 2
  const yaml = YAML_KEY.exec(line)
  if (yaml !== null) return yamlScore(yaml, line)
  if (/^[{}[\]()]+[,;]?$/.test(line)) return 2.2
  if (/[{;]$/.test(line) || /^[}\])]/.test(line) || /=>\s*\{?$/.test(line)) return 1.8
  if (KEYWORD.test(line)) {
    const body = line.replace(/[:：]$/, '')
    const opens = body !== line
    if (/[(){}[\]=;:"'<>*&]/.test(body) && (!opens || BLOCK_WORD.test(line) || /\)$/.test(body)) && plainWords < 6)
      return 1.8
  }
  if (/^(?:import|package|from|use|require|include)\s+[\w.:/"'-]+;?$/.test(line)) return 1.8
  if (/^(?:else|fi|done|esac|end|do|then|try|finally|BEGIN|END|pass|break|continue|return)[:;]?$/.test(line)) return 1.5
  if (/^<\/?[a-zA-Z][\w-]*(?:\s[^>]*)?\/?>/.test(line)) return 1.6
  if (/^[\w.$]+\([^)]*\)[;,]?$/.test(line)) return 1.8
  if (/^\[[\w. "'-]+\]$/.test(line)) return 1.6
  if (/^[\w.[\]"'$@*&-]+(?:,\s*[\w.]+)*\s*(?::=|\+=|-=|==?|<-)\s*\S/.test(line)) {
    return /:=|\+=|-=|<-|["'[\]{};]/.test(line) ? 1.2 : 0.45
  }
  if (/^- ["']?[\w./:@*${}-]+["']?$/.test(line)) return /["'./:_@$]|\d/.test(line) ? 0.6 : 0.3
  if (/,$/.test(line) && /["'[\]{}=]/.test(line)) return 1.2
  if ((line.match(EXPRESSION)?.length ?? 0) >= 2 && plainWords < wordCount * 0.4) return 1.1
  if (/^[│├└┌┐┘─]/.test(line) || /[→↓↑]|-->|->/.test(line)) return plainWords > wordCount * 0.8 ? 0 : 0.8
  return 0
}

function yamlScore(match: RegExpExecArray, line: string): number {
  const key = match[2] ?? match[3] ?? ''
  const value = (match[4] ?? '').trim()
  const item = match[1] !== undefined
  const typed = /[._/@:$-]/.test(key) || /[a-z][A-Z]/.test(key)
  const capital = /^[A-Z]/.test(key)
  if (value === '') {
    if (capital && !typed) return 0
    return item ? 1.2 : 1.5
  }
  const code = value.replace(/\s#\s.*$/, '')
  const words = code.split(/\s+/)
  const wordy = words.filter((word) => WORDY.test(word)).length
  if (CJK.test(code.slice(0, 2))) return -0.6
  if (wordy >= 4 && !/^["'[{|>]/.test(code)) return typed && !capital ? -0.3 : -1.2
  if (/^[\p{Lu}]\p{Ll}+ \p{Ll}+/u.test(code)) return item || capital ? -1 : -0.4
  if (capital && !typed) return /::|^["'[{]|^[\w./-]+$/.test(code) ? 0.6 : -0.6
  return line.includes('): ') ? 0.6 : 1.7
}

/** How many ideographs, kana or hangul stand outside quotes and comments. */
function proseShare(line: string): number {
  if (!CJK.test(line)) return 0
  return (withoutComment(line).match(CJK_ALL) ?? []).length
}

function withoutComment(line: string): string {
  return line.replace(/"[^"]*"|'[^']*'/g, '').replace(/(?:^|\s)(?:#|\/\/)\s.*$/, '')
}

/** Evidence for one line, with what the layout says of it. */
export interface CodeEvidence {
  score: number
  blank: boolean
  /** Known for certain: a table row is prose, the line under a language name is code. */
  fixed: 'code' | 'prose' | undefined
}

/**
 * Divides lines into code and prose so that the whole run is most likely, not each line alone: two states, a price for
 * changing between them, and a lower price at a blank line.
 */
export function findCodeRuns(evidence: readonly CodeEvidence[]): boolean[] {
  const change = 1.3
  let code = -change
  let prose = 0
  const fromCode: { code: boolean; prose: boolean }[] = []
  let afterBlank = false
  for (const line of evidence) {
    const price = afterBlank ? 0.5 : change
    const intoCode = prose - price > code
    const intoProse = code - price > prose
    const emit = line.blank ? 0 : line.score
    const nextCode =
      (intoCode ? prose - price : code) + (line.fixed === 'prose' ? -50 : line.fixed === 'code' ? 50 : emit)
    const nextProse = (intoProse ? code - price : prose) - (line.fixed === 'prose' ? 0 : emit)
    fromCode.push({ code: !intoCode, prose: intoProse })
    code = nextCode
    prose = nextProse
    if (line.blank) afterBlank = true
    else afterBlank = false
  }
  const result: boolean[] = new Array(evidence.length).fill(false)
  let inCode = code > prose
  for (let i = evidence.length - 1; i >= 0; i--) {
    result[i] = inCode
    const step = fromCode[i]
    if (step !== undefined) inCode = inCode ? step.code : step.prose
  }
  return result
}
