import { foldWidth } from './fold-width'

interface LocaleWords {
  question: readonly string[]
  answer: readonly string[]
  /** Beginnings of a sentence that gives the answer without a colon. */
  sentence: readonly string[]
  explanation: readonly string[]
  /** Pattern of a whole line that unfolds the answer. */
  reveal: RegExp
  hint: readonly string[]
  and: readonly string[]
  option: readonly string[]
  correct: readonly string[]
  /** Words of a heading that only names a group of questions. */
  section: RegExp
}

/** The words by which pages of each language name the parts of a question. */
const WORDS: Readonly<Record<string, LocaleWords>> = {
  en: {
    question: ['question', 'quiz', 'problem', 'exercise', 'task', 'q'],
    answer: [
      'answer',
      'answers',
      'correct answer',
      'correct answers',
      'the correct answer',
      'right answer',
      'correct option',
      'correct options',
      'correct choice',
      'correct',
      'model answer',
      'sample answer',
      'expected answer',
      'solution',
      'ans',
    ],
    sentence: [
      'the correct answer is',
      'the correct answers are',
      'correct answer is',
      'the right answer is',
      'the answer is',
      'answer is',
      'the correct option is',
      'the correct options are',
    ],
    explanation: [
      'explanation',
      'explanations',
      'rationale',
      'detailed explanation',
      'reasoning',
      'why',
      'reason',
      'discussion',
    ],
    reveal:
      /^(?:(?:click|tap)(?: here)? to )?(?:show|reveal|view|see|check|expand|display|open|toggle)(?: the| me the| your)?(?: correct| model| sample)? (?:answers?|solutions?|explanations?)(?: (?:and|&|\+) (?:explanation|answer|rationale|solution)s?)?$|^(?:(?:correct|model|sample) )?(?:answers?|solutions?)(?: (?:and|&|\+|\/) (?:explanation|rationale|discussion)s?)?$/,
    hint: ['hint', 'hints', 'show hint', 'need a hint', 'tip'],
    and: ['and', 'or', 'both'],
    option: ['option', 'options', 'choice', 'choices', 'answer', 'letter'],
    correct: ['correct', 'correct answer', 'right'],
    section:
      /\b(?:questions?|quiz(?:zes)?|exercises?|problems?|multiple[- ]choice|short[- ]answers?|hands[- ]on|true or false)\b/i,
  },
  es: {
    question: ['pregunta', 'ejercicio', 'problema', 'cuestión'],
    answer: [
      'respuesta',
      'respuestas',
      'respuesta correcta',
      'respuestas correctas',
      'la respuesta correcta',
      'opción correcta',
      'opciones correctas',
      'respuesta modelo',
      'solución',
      'correcta',
    ],
    sentence: [
      'la respuesta correcta es',
      'las respuestas correctas son',
      'la respuesta es',
      'la opción correcta es',
      'las opciones correctas son',
    ],
    explanation: ['explicación', 'explicaciones', 'justificación', 'razonamiento', 'motivo', 'por qué'],
    reveal:
      /^(?:haga clic para |haz clic para |pulsa para )?(?:mostrar|ver|revelar|desplegar|consultar)(?: la| las| tu)? (?:respuestas?|solución|soluciones|explicación)(?: correctas?)?(?: y (?:la )?explicación)?$|^(?:respuestas?|solución)(?: correctas?)?(?: y explicación)?$/,
    hint: ['pista', 'pistas', 'ver pista', 'mostrar pista'],
    and: ['y', 'e', 'o', 'u'],
    option: ['opción', 'opciones', 'letra', 'la opción', 'las opciones', 'respuesta'],
    correct: ['correcta', 'correcto', 'respuesta correcta'],
    section:
      /(?:preguntas?|cuestionario|ejercicios?|opción múltiple|selección múltiple|respuesta corta|práctic[ao]s?)/i,
  },
  pt: {
    question: ['pergunta', 'questão', 'exercício'],
    answer: [
      'resposta',
      'respostas',
      'resposta correta',
      'respostas corretas',
      'resposta certa',
      'alternativa correta',
      'opção correta',
      'gabarito',
      'solução',
      'resposta modelo',
    ],
    sentence: [
      'a resposta correta é',
      'as respostas corretas são',
      'a resposta é',
      'a alternativa correta é',
      'a opção correta é',
    ],
    explanation: ['explicação', 'explicações', 'justificativa', 'justificação', 'motivo', 'comentário'],
    reveal:
      /^(?:clique para )?(?:mostrar|ver|exibir|revelar|expandir)(?: a| as)? (?:respostas?|solução|gabarito|explicação)(?: corretas?)?(?: e (?:a )?explicação)?$|^(?:respostas?|solução|gabarito)(?: corretas?)?(?: e explicação)?$/,
    hint: ['dica', 'dicas', 'ver dica'],
    and: ['e', 'ou'],
    option: ['opção', 'opções', 'alternativa', 'alternativas', 'letra', 'resposta'],
    correct: ['correta', 'correto', 'resposta correta'],
    section: /(?:perguntas?|questões|questionário|exercícios?|múltipla escolha|resposta curta|prátic[ao]s?)/i,
  },
  fr: {
    question: ['question', 'exercice', 'problème'],
    answer: [
      'réponse',
      'réponses',
      'réponse correcte',
      'réponses correctes',
      'bonne réponse',
      'bonnes réponses',
      'la bonne réponse',
      'solution',
      'corrigé',
      'réponse attendue',
    ],
    sentence: [
      'la bonne réponse est',
      'les bonnes réponses sont',
      'la réponse correcte est',
      'les réponses correctes sont',
      'la réponse est',
    ],
    explanation: ['explication', 'explications', 'justification', 'raisonnement', 'pourquoi'],
    reveal:
      /^(?:cliquez pour |cliquer pour )?(?:afficher|voir|montrer|révéler|dévoiler|consulter)(?: la| les)? (?:bonnes? )?(?:réponses?|solutions?|corrigé|explication)(?: et (?:l['’])?explication)?$|^(?:réponses?|solution|corrigé)(?: et explication)?$/,
    hint: ['indice', 'indices', 'voir indice', "voir l'indice"],
    and: ['et', 'ou'],
    option: ['option', 'options', 'choix', "l'option", 'les options', 'réponse'],
    correct: ['correct', 'correcte', 'bonne réponse'],
    section: /(?:questions?|questionnaire|exercices?|choix multiples?|réponses? courtes?|pratiques?)/i,
  },
  de: {
    question: ['frage', 'aufgabe', 'übung'],
    answer: [
      'antwort',
      'antworten',
      'richtige antwort',
      'richtige antworten',
      'die richtige antwort',
      'korrekte antwort',
      'lösung',
      'lösungen',
      'musterantwort',
      'musterlösung',
      'richtig',
    ],
    sentence: [
      'die richtige antwort ist',
      'die richtigen antworten sind',
      'richtig ist',
      'richtig sind',
      'die antwort ist',
      'die antwort lautet',
      'die richtige antwort lautet',
    ],
    explanation: ['erklärung', 'erläuterung', 'begründung', 'hintergrund'],
    reveal:
      /^(?:klicken,? um )?(?:die )?(?:richtige )?(?:antwort(?:en)?|lösung(?:en)?|erklärung)(?: und (?:erklärung|erläuterung|begründung))?(?: (?:an|auf|ein)?(?:zeigen|zuzeigen|anzuzeigen|blenden|zublenden|decken|klappen|sehen))?$|^(?:zeige|zeigen|anzeigen)(?: die)? (?:antwort|lösung)$/,
    hint: ['hinweis', 'tipp', 'hinweis anzeigen'],
    and: ['und', 'oder'],
    option: ['option', 'optionen', 'antwort', 'antworten', 'buchstabe'],
    correct: ['richtig', 'korrekt', 'richtige antwort'],
    section: /(?:fragen|quiz|aufgaben|übungen|kurzantwort|praktische)/i,
  },
  it: {
    question: ['domanda', 'esercizio'],
    answer: ['risposta', 'risposte', 'risposta corretta', 'risposte corrette', 'risposta esatta', 'soluzione'],
    sentence: ['la risposta corretta è', 'la risposta è'],
    explanation: ['spiegazione', 'motivazione', 'perché'],
    reveal:
      /^(?:mostra|vedi|visualizza|rivela)(?: la| le)? (?:rispost[ae]|soluzion[ei])(?: e spiegazione)?$|^(?:risposta|soluzione)$/,
    hint: ['suggerimento'],
    and: ['e', 'ed', 'o'],
    option: ['opzione', 'opzioni', 'lettera', 'risposta'],
    correct: ['corretta', 'corretto', 'esatta'],
    section: /(?:domande|questionario|esercizi|scelta multipla)/i,
  },
  ru: {
    question: ['вопрос', 'задача', 'задание'],
    answer: ['ответ', 'ответы', 'правильный ответ', 'правильные ответы', 'верный ответ', 'решение'],
    sentence: ['правильный ответ —', 'правильный ответ -'],
    explanation: ['объяснение', 'пояснение', 'обоснование', 'комментарий'],
    reveal: /^(?:показать|посмотреть|открыть|раскрыть) (?:ответы?|решение)(?: и (?:объяснение|пояснение))?$|^ответ$/,
    hint: ['подсказка'],
    and: ['и', 'или'],
    option: ['вариант', 'варианты', 'ответ'],
    correct: ['верно', 'правильно', 'правильный ответ'],
    section: /(?:вопросы|тест|задания|упражнения)/i,
  },
  ja: {
    question: ['問題', '設問', '質問', '問', '問い', '演習', '第'],
    answer: [
      '答え',
      '正解',
      '解答',
      '回答',
      '答',
      '正答',
      '模範解答',
      '解答例',
      '回答例',
      '正しい答え',
      '正解の選択肢',
    ],
    sentence: ['正解は', '答えは', '正答は', '解答は', '正しい答えは', '正しいのは'],
    explanation: ['解説', '説明', '理由', '詳細', '補足'],
    reveal:
      /^(?:クリックして)?(?:答え|解答|正解|回答|正答)(?:と(?:解説|説明))?(?:を|の)?(?:表示|見る|確認|開く|展開|チェック)(?:する)?$|^(?:答え|解答|正解|回答)(?:と(?:解説|説明))?$/,
    hint: ['ヒント', 'ヒントを表示', 'ヒントを見る'],
    and: ['と', 'および', '及び', 'または', 'かつ'],
    option: ['選択肢', '選択'],
    correct: ['正解', '正答', '正しい'],
    section: /(?:問題|クイズ|演習|練習|設問|選択式|記述式|短答|実践)/,
  },
  'zh-Hans': {
    question: ['问题', '题目', '第', '题', '练习', '问'],
    answer: ['答案', '正确答案', '参考答案', '正确选项', '回答', '解答', '标准答案', '示例答案', '答'],
    sentence: ['正确答案是', '正确答案为', '答案是', '答案为', '正确选项是', '正确选项为', '应选'],
    explanation: ['解释', '说明', '解析', '详解', '原因', '理由', '讲解', '分析', '详细说明'],
    reveal:
      /^(?:点击)?(?:显示|查看|展开|揭晓|公布|查阅)(?:正确|参考)?(?:答案|解答|解析)(?:(?:与|和|及|以及|并查看)(?:解析|说明|解释))?$|^(?:点击)?(?:查看)?(?:正确|参考)?(?:答案|解答)(?:(?:与|和|及)(?:解析|说明|解释))?$/,
    hint: ['提示', '查看提示', '显示提示'],
    and: ['和', '与', '及', '以及', '或'],
    option: ['选项', '选'],
    correct: ['正确', '正确答案'],
    section: /(?:题|测验|测试|练习|问答|单选|多选|实践|实操)/,
  },
  'zh-Hant': {
    question: ['問題', '題目', '第', '題', '練習', '問'],
    answer: ['答案', '正確答案', '參考答案', '正確選項', '回答', '解答', '標準答案', '答'],
    sentence: ['正確答案是', '正確答案為', '答案是', '答案為', '正確選項是', '正確選項為', '應選'],
    explanation: ['解釋', '說明', '解析', '詳解', '原因', '理由', '講解', '分析'],
    reveal:
      /^(?:點擊|點選|按一下)?(?:顯示|查看|檢視|展開|揭曉|公布)(?:正確|參考)?(?:答案|解答|解析)(?:(?:與|和|及|以及)(?:解析|說明|解釋))?$|^(?:正確|參考)?(?:答案|解答)(?:(?:與|和|及)(?:解析|說明|解釋))?$/,
    hint: ['提示', '查看提示', '顯示提示'],
    and: ['和', '與', '及', '以及', '或'],
    option: ['選項', '選'],
    correct: ['正確', '正確答案'],
    section: /(?:題|測驗|測試|練習|問答|單選|多選|實作)/,
  },
  ko: {
    question: ['문제', '질문', '문항', '퀴즈', '연습문제'],
    answer: ['정답', '답', '답변', '해답', '답안', '모범 답안', '예시 답안', '올바른 답', '풀이'],
    sentence: ['정답은', '답은', '올바른 답은'],
    explanation: ['설명', '해설', '풀이', '이유', '상세 설명'],
    reveal:
      /^(?:클릭하여 )?(?:정답|답|해설|해답|답안|모범 답안|예시 답안|풀이)(?: ?(?:및|과|와|·|,|\/) ?(?:해설|설명|풀이))?(?: ?(?:보기|확인|확인하기|표시|펼치기|열기|보이기))?$/,
    hint: ['힌트', '힌트 보기'],
    and: ['와', '과', '및', '또는', '그리고'],
    option: ['보기', '선택지', '옵션'],
    correct: ['정답', '올바름'],
    section: /(?:문제|퀴즈|객관식|주관식|단답형|실습|심화|문항)/,
  },
  ar: {
    question: ['السؤال', 'سؤال', 'تمرين'],
    answer: ['الإجابة', 'الاجابة', 'إجابة', 'الجواب', 'الإجابة الصحيحة', 'الجواب الصحيح', 'الإجابات الصحيحة', 'الحل'],
    sentence: ['الإجابة الصحيحة هي', 'الجواب الصحيح هو', 'الإجابة هي'],
    explanation: ['الشرح', 'شرح', 'التفسير', 'تفسير', 'التوضيح', 'توضيح', 'السبب'],
    reveal:
      /^(?:انقر ل)?(?:إظهار|اظهار|عرض|أظهر|اعرض|اظهر|كشف|شاهد) (?:الإجابة|الاجابة|الجواب|الحل|الإجابات)(?: الصحيحة)?(?: والشرح)?$|^(?:الإجابة|الجواب|الحل)$/,
    hint: ['تلميح'],
    and: ['و', 'أو'],
    option: ['الخيار', 'الخيارات', 'خيار'],
    correct: ['صحيح', 'صحيحة', 'الإجابة الصحيحة'],
    section: /(?:أسئلة|الأسئلة|اختبار|تمارين)/,
  },
  he: {
    question: ['שאלה', 'תרגיל'],
    answer: ['תשובה', 'התשובה', 'תשובה נכונה', 'התשובה הנכונה', 'תשובות נכונות', 'התשובות הנכונות', 'פתרון'],
    sentence: ['התשובה הנכונה היא', 'התשובה היא'],
    explanation: ['הסבר', 'ההסבר', 'נימוק', 'פירוט'],
    reveal:
      /^(?:לחצו? ל)?(?:הצג|הציגו|הצגת|הראה|הצג את|הצגת ה|גלה|גלו)(?: את)? ?(?:ה?תשובה|ה?פתרון|ה?תשובות)(?: הנכונה)?(?: וה?הסבר)?$|^(?:ה?תשובה|פתרון)$/,
    hint: ['רמז'],
    and: ['ו', 'או'],
    option: ['אפשרות', 'האפשרות', 'אפשרויות'],
    correct: ['נכון', 'נכונה'],
    section: /(?:שאלות|חידון|תרגילים|מבחן)/,
  },
}

type WordList = 'answer' | 'explanation' | 'hint'
const byLabel: Record<WordList, Map<string, string>> = { answer: new Map(), explanation: new Map(), hint: new Map() }
const sentences: { start: string; locale: string }[] = []
for (const [locale, words] of Object.entries(WORDS)) {
  for (const list of ['answer', 'explanation', 'hint'] as const) {
    for (const word of words[list]) if (!byLabel[list].has(word)) byLabel[list].set(word, locale)
  }
  for (const start of words.sentence) sentences.push({ start, locale })
}
sentences.sort((a, b) => b.start.length - a.start.length)

const all = (pick: (words: LocaleWords) => readonly string[]) => [...new Set(Object.values(WORDS).flatMap(pick))]
const quoted = (words: readonly string[]) =>
  [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|')

/** Words that may stand before the number of a question, as the source of a pattern. */
export const QUESTION_WORDS = quoted(all((words) => words.question))
/** Words that join two letters of an answer. */
export const AND_WORDS = quoted(all((words) => words.and))
/** Words that announce the letter of an option. */
export const OPTION_WORDS = quoted(all((words) => words.option))
/** Words in brackets that mark an option as the right one. */
export const CORRECT_WORDS = quoted(all((words) => words.correct))

const INLINE_TAG = /<\/?(?:p|strong|b|em|i|span|div|br|summary|u|mark|font|blockquote|h[1-6])\b[^<>]{0,200}>/gi
const LEADING = /^(?:[\s>]|[-*+•]\s|#{1,6}\s|\*\*|__|\p{Extended_Pictographic}|\ufe0f|[►▶▸▼▽◀➤→☞★☆■◆●○✓✔✗])+/u
const EDGE = /^[\s*_`~:：.…。\-–—>▶►▸▼()（）[\]【】「」]+|[\s*_`~:：.…。!！\-–—>▶►▸▼◀()（）[\]【】「」]+$/gu

/** A label found at the start of a line: the language it belongs to and what follows it. */
export interface LabelMark {
  locale: string
  tail: string
  /** The label stands alone, so what it names is on the lines below. */
  alone: boolean
}

/** Takes away tags, list marks and emphasis before a label. */
export function labelView(text: string): string {
  const untagged = text.includes('<') ? text.replace(INLINE_TAG, '') : text
  return untagged.replace(LEADING, '')
}

function readLabel(text: string, list: WordList): LabelMark | undefined {
  const view = labelView(text)
  if (view === '') return undefined
  const head = foldWidth(view.slice(0, 60))
  const colon = head.indexOf(':')
  if (colon > 0) {
    const locale = byLabel[list].get(normalLabel(head.slice(0, colon)))
    if (locale === undefined) return undefined
    const tail = closeEmphasis(view.slice(colon + 1))
    return { locale, tail, alone: tail === '' }
  }
  if (view.length <= 40) {
    const locale = byLabel[list].get(normalLabel(head))
    // without a colon only emphasis or a heading tells a label from a word
    if (locale !== undefined && /^\s*(?:>\s*)*(?:#{1,6}\s|\*\*|__|<(?:strong|b|h[1-6])\b)/i.test(text)) {
      return { locale, tail: '', alone: true }
    }
  }
  return undefined
}

function normalLabel(text: string): string {
  return text
    .replace(/[*_`]|\([^)]*\)/g, '')
    .replace(/\s*\d+\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

/** The rest of a line after its label, without the half of an emphasis that the label took along. */
function closeEmphasis(tail: string): string {
  let text = tail
    .trim()
    .replace(/^(?:\*\*|__)\s*(?=[^\s*]|$)/, (mark, _at: number, whole: string) =>
      (whole.split(mark.trim()).length - 1) % 2 === 1 ? '' : mark,
    )
  for (const mark of ['**', '__']) {
    if (text.endsWith(mark) && (text.split(mark).length - 1) % 2 === 1) text = text.slice(0, -mark.length)
  }
  return text.trim()
}

/** Reads "Answer: ..." in any of the known languages, also as a sentence ("The correct answer is ..."). */
export function readAnswerLabel(text: string): LabelMark | undefined {
  const label = readLabel(text, 'answer')
  if (label !== undefined) return label
  const view = labelView(text)
  const lower = view.slice(0, 60).toLowerCase()
  for (const { start, locale } of sentences) {
    if (lower.startsWith(start)) {
      const tail = closeEmphasis(view.slice(start.length).replace(/^\s*[:：]\s*/, ''))
      return { locale, tail, alone: tail === '' }
    }
  }
  return undefined
}

/** Reads "Explanation: ..." in any of the known languages. */
export function readExplanationLabel(text: string): LabelMark | undefined {
  return readLabel(text, 'explanation')
}

/** Says whether a whole line is the label that unfolds an answer, and in which language. */
export function readReveal(text: string): string | undefined {
  if (text.length > 80) return undefined
  const line = labelView(text).replace(EDGE, '').replace(/\s+/g, ' ').toLowerCase()
  if (line === '' || line.length > 60) return undefined
  for (const [locale, words] of Object.entries(WORDS)) if (words.reveal.test(line)) return locale
  return undefined
}

/** Says whether the label of a fold promises a hint and not the answer. */
export function isHint(text: string): boolean {
  const line = normalLabel(labelView(text).replace(EDGE, ''))
  return byLabel.hint.has(line)
}

/** Says whether a text speaks of questions, as what introduces them does. */
export function namesSection(text: string): boolean {
  return Object.values(WORDS).some((words) => words.section.test(text))
}

/** Says whether a short line only names a group of questions ("Short answer questions"). */
export function isSectionName(text: string): boolean {
  const line = text.trim()
  if (line === '' || line.length > 60 || /[.。!?？！:：,，、;；|\t]$/.test(line)) return false
  if (line.split(/\s+/).length > 9) return false
  return Object.values(WORDS).some((words) => words.section.test(line))
}
