import type { PageQuestion } from '../schema'

/** How languages say that a sentence is true, and that it is not. */
const WORDS: readonly { yes: string[]; no: string[] }[] = [
  // English
  { yes: ['true', 'correct', 'right'], no: ['false', 'incorrect', 'wrong', 'not true'] },
  // Spanish
  { yes: ['verdadero', 'verdadera', 'cierto', 'correcto'], no: ['falso', 'falsa', 'incorrecto'] },
  // Japanese
  {
    yes: ['正しい', '正解', '正', '真'],
    no: ['誤り', '誤っている', '間違い', '間違っている', '正しくない', '不正解', '誤', '偽'],
  },
  // Chinese, both scripts
  {
    yes: ['真', '对', '對', '正确', '正確', '是'],
    no: ['假', '错', '錯', '错误', '錯誤', '不对', '不對', '不正确', '不正確', '非'],
  },
  // Korean
  {
    yes: ['참', '맞음', '맞다', '옳음', '옳다'],
    no: ['거짓', '틀림', '틀리다', '그름', '그르다', '옳지 않음', '옳지 않다'],
  },
  // Portuguese
  { yes: ['verdadeiro', 'verdadeira', 'certo', 'correto'], no: ['falso', 'falsa', 'errado', 'incorreto'] },
  // French
  { yes: ['vrai', 'exact'], no: ['faux', 'inexact'] },
  // German
  { yes: ['richtig', 'wahr', 'korrekt', 'stimmt'], no: ['falsch', 'unwahr', 'stimmt nicht'] },
  // Arabic
  { yes: ['صحيح', 'صحيحة', 'صح', 'صواب'], no: ['خطأ', 'خاطئ', 'خاطئة', 'غير صحيح', 'غير صحيحة'] },
  // Hebrew
  { yes: ['נכון', 'אמת'], no: ['לא נכון', 'שגוי', 'שקר'] },
].map(({ yes, no }) => ({ yes: yes.map(bare), no: no.map(bare) }))

/** Whether a question only asks if something is true, in the words of some language. */
export function asksIfTrue({ kind, options }: PageQuestion): boolean {
  const [first = '', second = '', ...more] = options.map(({ text }) => bare(text))
  const says = (yes: string, no: string) => WORDS.some((words) => words.yes.includes(yes) && words.no.includes(no))
  return kind === 'single' && more.length === 0 && (says(first, second) || says(second, first))
}

/** Letters alone, without case, accents and marks of writing. */
function bare(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '')
}
