/** Words so common in a language that a few lines of it hold some, and that its neighbours do not share. */
const COMMON: Readonly<Record<string, ReadonlySet<string>>> = {
  en: words(
    'the of and is are to for what which when how does should with that this from by an be it as not you your why between following used or will can than before after only more most all if at its has have there',
  ),
  es: words(
    'el la los las de del y que en un una es son por para con qué cuál cuáles cuándo cómo se no más como su al lo esta este entre debe cuando después antes sobre desde hasta sin cada muy pero hay lo',
  ),
  pt: words(
    'o os as de do da dos das e que em um uma é são por para com qual quais quando como se não mais seu ao no na esta este entre deve você quando depois antes sobre desde até sem cada muito mas há pela pelo',
  ),
  fr: words(
    'le la les des du de et que en un une est sont pour par avec quel quelle quels quelles quand comment ne pas plus sur au aux ce cette dans qui entre vous avant après sans mais où elle ils son sa ses leur d l',
  ),
  de: words(
    'der die das den dem des und ist sind zu für was welche welcher welches wann wie mit nicht ein eine einen von auf im wird werden zwischen bei sie wenn nach vor aus es bevor über damit an sich um nur alle',
  ),
  it: words(
    'il lo gli i le di del della e che in un una è sono per con quale quali quando come si non più nel nella questo questa tra',
  ),
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

const KANA = /[\u3041-\u30ff]/g
const HAN = /[\u3400-\u9fff]/g
const HANGUL = /[\uac00-\ud7af]/g
const ARABIC = /[\u0620-\u064a]/g
const HEBREW = /[\u05d0-\u05ea]/g
const CYRILLIC = /[\u0400-\u04ff]/g
const VIETNAMESE = /[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/gi
const LATIN = /[A-Za-z\u00c0-\u024f]/g
const SIMPLIFIED =
  /[们这个来为说时过对应发业东车长门问间关开难视见觉现实际级续组织结构给统计设记许论证词试语读谁调请预测题类术样标权检机构单将与专运进远还选边适错键链销锁长页项顺须频额验优传络备复储节种团载处图码训阵层务员响场动态义严仅价众创则办势区协双变号听启园围国块]/g
const TRADITIONAL =
  /[們這個來為說時過對應發業東車長門問間關開難視見覺現實際級續組織結構給統計設記許論證詞試語讀誰調請預測題類術樣標權檢機構單將與專運進遠還選邊適錯鍵鏈銷鎖長頁項順須頻額驗優傳絡備復儲節種團載處圖碼訓陣層務員響場動態義嚴僅價眾創則辦勢區協雙變號聽啟園圍國塊]/g

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** Languages whose words decide, with how strongly each is present in a text. */
export function languageScores(text: string): Map<string, number> {
  const scores = new Map<string, number>()
  for (const match of text.toLowerCase().matchAll(/(?<![\p{L}\p{N}_./-])\p{Script=Latin}+(?![\p{L}\p{N}_./-])/gu)) {
    for (const [locale, common] of Object.entries(COMMON)) {
      if (common.has(match[0])) scores.set(locale, (scores.get(locale) ?? 0) + 1)
    }
  }
  return scores
}

/**
 * How many words of a text are common in its supposed language and not in another, and the other way round, for the
 * other language that the text speaks for most.
 */
export function weighAgainst(text: string, own: string): { own: number; other: number } {
  const mine = COMMON[own] ?? new Set()
  const words = text.toLowerCase().match(/(?<![\p{L}\p{N}_./-])\p{Script=Latin}+(?![\p{L}\p{N}_./-])/gu) ?? []
  let most = { own: 0, other: 0 }
  for (const [locale, common] of Object.entries(COMMON)) {
    if (locale === own) continue
    const weight = { own: 0, other: 0 }
    for (const word of words) {
      if (mine.has(word) && !common.has(word)) weight.own++
      if (common.has(word) && !mine.has(word)) weight.other++
    }
    if (weight.other - weight.own > most.other - most.own) most = weight
  }
  return most
}

/** How many letters of a text belong to each way of writing. */
export function scriptsOf(text: string) {
  return {
    latin: count(text, LATIN),
    kana: count(text, KANA),
    han: count(text, HAN),
    hangul: count(text, HANGUL),
    arabic: count(text, ARABIC),
    hebrew: count(text, HEBREW),
    cyrillic: count(text, CYRILLIC),
    simplified: count(text, SIMPLIFIED),
    traditional: count(text, TRADITIONAL),
  }
}

/**
 * The language a text is written in, from its script and its commonest words; undefined when it holds too little to
 * say. Terms and code in Latin letters do not outvote a text in another script.
 */
export function detectLanguage(text: string): string | undefined {
  const latin = count(text, LATIN)
  const kana = count(text, KANA)
  const han = count(text, HAN)
  const hangul = count(text, HANGUL)
  const share = (letters: number) => letters >= 2 && letters * 8 >= latin
  const cjk = kana + han
  const [arabic, hebrew, cyrillic] = [count(text, ARABIC), count(text, HEBREW), count(text, CYRILLIC)]
  // one sentence in another script does not outvote the page
  const most = Math.max(cjk, hangul, arabic, hebrew, cyrillic)
  if (share(most)) {
    if (most === hangul) return 'ko'
    if (most === arabic) return 'ar'
    if (most === hebrew) return 'he'
    if (most === cyrillic) return 'ru'
    if (kana >= 2 && kana * 5 >= han) return 'ja'
    return count(text, TRADITIONAL) > count(text, SIMPLIFIED) ? 'zh-Hant' : 'zh-Hans'
  }
  if (count(text, VIETNAMESE) * 20 >= latin && count(text, VIETNAMESE) > 2) return 'vi'
  const ranked = [...languageScores(text)].sort((a, b) => b[1] - a[1])
  const [first, second] = ranked
  if (first === undefined || (second !== undefined && first[1] === second[1])) return undefined
  return first[0]
}

export interface LocaleHints {
  /** Said by the caller. */
  given?: string | undefined
  /** Said by the file's front matter. */
  declared?: string | undefined
  /** Languages of the labels on the page ("Show answer"). */
  labels: readonly string[]
  file: string
}

/** The language of a page: what is said outright, then its labels and words, then its path. */
export function detectPageLocale(text: string, hints: LocaleHints): string | undefined {
  const said = normalTag(hints.given) ?? normalTag(hints.declared)
  if (said !== undefined) return said
  const votes = new Map<string, number>()
  for (const label of hints.labels) votes.set(label, (votes.get(label) ?? 0) + 1)
  const script = detectLanguage(text)
  // a script of its own decides; among languages in Latin letters labels weigh as much as many words
  if (script !== undefined && COMMON[script] === undefined) return hanVariant(script, text)
  const scores = languageScores(text)
  for (const [locale, label] of votes)
    if (COMMON[locale] !== undefined) scores.set(locale, (scores.get(locale) ?? 0) + 12 * label)
  const ranked = [...scores].sort((a, b) => b[1] - a[1])
  const fromPath = pathLocale(hints.file)
  if (ranked[0] === undefined) return fromPath
  // a language whose commonest words are rare in a text is not its language
  if (votes.size === 0 && ranked[0][1] * 30 < (text.match(/\p{Script=Latin}+/gu)?.length ?? 0)) return fromPath
  if (fromPath !== undefined && ranked[1] !== undefined && (scores.get(fromPath) ?? 0) >= ranked[0][1] * 0.8)
    return fromPath
  return ranked[0][0]
}

function hanVariant(script: string, text: string): string {
  if (script !== 'zh-Hans' && script !== 'zh-Hant') return script
  return count(text, TRADITIONAL) > count(text, SIMPLIFIED) ? 'zh-Hant' : 'zh-Hans'
}

const ALIASES: Readonly<Record<string, string>> = {
  zh: 'zh-Hans',
  'zh-cn': 'zh-Hans',
  'zh-sg': 'zh-Hans',
  'zh-hans': 'zh-Hans',
  'zh-tw': 'zh-Hant',
  'zh-hk': 'zh-Hant',
  'zh-hant': 'zh-Hant',
  cn: 'zh-Hans',
  jp: 'ja',
  kr: 'ko',
  'pt-br': 'pt-BR',
  iw: 'he',
}

/** Writes a language tag in its usual form; undefined when it is not one. */
export function normalTag(tag: string | undefined): string | undefined {
  const trimmed = tag?.trim().replace(/_/g, '-')
  if (trimmed === undefined || !/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(trimmed)) return undefined
  const alias = ALIASES[trimmed.toLowerCase()]
  if (alias !== undefined) return alias
  const [language = '', ...rest] = trimmed.split('-')
  return [
    language.toLowerCase(),
    ...rest.map((part) =>
      part.length === 4
        ? (part[0] ?? '').toUpperCase() + part.slice(1).toLowerCase()
        : part.length === 2
          ? part.toUpperCase()
          : part,
    ),
  ].join('-')
}

const KNOWN = new Set(['en', 'es', 'pt', 'fr', 'de', 'it', 'ru', 'ja', 'ko', 'zh', 'ar', 'he'])

function pathLocale(file: string): string | undefined {
  const parts = file.split(/[/\\]/)
  const name = parts.pop() ?? ''
  for (const part of [...name.split('.').slice(0, -1).reverse(), ...parts.reverse()]) {
    const tag = normalTag(part)
    if (tag !== undefined && KNOWN.has(tag.split('-')[0] ?? '')) return tag
  }
  return undefined
}
