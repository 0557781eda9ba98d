/** Quiz pages made from a seed: the same facts in eleven languages and in every shape that sites give them. */

export const LOCALES = ['en', 'es', 'ja', 'zh-Hans', 'zh-Hant', 'ko', 'pt', 'fr', 'de', 'ar', 'he'] as const
export type Locale = (typeof LOCALES)[number]

/** One question before it has a language. */
export interface Fact {
  /** Which of the sentences below it is made of. */
  theme: number
  /** A name that translation leaves alone. */
  term: string
  /** Figures of the explanation. */
  figures: [number, number, number]
  unit: string
  /** Places of the right options in the order of the theme. */
  right: number[]
  /** Order in which the options stand on the page. */
  order: number[]
  code: 'yaml' | 'bash' | 'none'
  table: boolean
  list: boolean
  /** A figure beside each option, by which its place can be told in every language; empty without. */
  hints: number[]
  /** A question without options, answered in words. */
  open: boolean
}

export interface Wording {
  stem: string
  options: string[]
  /** Letters of the right options. */
  key: string[]
  prose: [string, string]
  items: string[]
  rows: string[][]
  code: string
}

export interface Quiz {
  locale: Locale
  facts: Fact[]
  questions: Wording[]
}

export interface Shape {
  numbers: 'heading' | 'item' | 'bold' | 'word' | 'restart'
  options: 'list' | 'lines' | 'boxes' | 'one-line'
  letter: ')' | '.' | 'Ａ）'
  fold: 'plain' | 'indented' | 'tight' | 'same-line' | 'blank-inside' | 'label' | 'none'
  answer: 'letter' | 'text' | 'sentence' | 'glued'
  marker: '-' | '*' | '+'
  figures: 'local' | 'wide'
}

/** A stream of numbers from 0 to 1 that a seed decides. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export const pick = <T>(random: () => number, from: readonly T[]): T => {
  const found = from[Math.floor(random() * from.length)]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}

const TERMS =
  'kube-proxy etcd-backup maxSurge minReadySeconds readinessProbe io_uring tcp_tw_reuse nodeSelector PodDisruptionBudget NetworkPolicy ResourceQuota ConfigMap ClusterIP nvme-cli fs.inotify cgroup.procs oom_score_adj shared_buffers work_mem wal_level max_connections statement_timeout buildx distroless snapshotter nvidia-smi dcgm-exporter node_exporter PromQL histogram_quantile OTLP SIGTERM preStop hostPort NUMA PCIe-gen4 RDMA hugepages-2Mi tmpfs overlay2 zstd'.split(
    ' ',
  )

interface Words {
  title: string
  intro: string
  question: string
  reveal: string
  answer: string
  explanation: string
  sentence: string
  and: string
  note: string
  head: [string, string]
  stems: string[]
  options: string[][]
  prose: [string, string][]
  items: [string, string]
}

const WORDS: Readonly<Record<Locale, Words>> = {
  en: {
    title: 'Cluster operations quiz',
    intro: 'These questions check what you know about running services.',
    question: 'Question',
    reveal: 'Show Answer',
    answer: 'Answer',
    explanation: 'Explanation',
    sentence: 'The correct answer is {k}.',
    and: ' and ',
    note: 'keep this value small',
    head: ['Setting', 'Value'],
    stems: [
      'What does {t} change when the load grows?',
      'Why would a team set {t} before a release?',
      'Which statement about {t} is true for a busy node?',
    ],
    options: [
      ['It adds memory to {t}', 'It limits how many requests wait', 'It removes the old logs', 'It has no effect'],
      ['To spend less on disks', 'To keep {t} from stopping all copies', 'To hide the errors', 'To rename the service'],
      [
        'It works only at night',
        'It needs a second network',
        'It is read once by {t} at start',
        'It replaces the cache',
      ],
    ],
    prose: [
      [
        'With {t} the queue holds {a} entries and the slowest call takes {b} {u}.',
        'Beyond {c} entries the node refuses more work.',
      ],
      [
        'A copy that stops takes {b} {u} of traffic with it, and {a} clients try again.',
        'The limit for {t} is {c} at most.',
      ],
      [
        'The value is read when the process starts, after {b} {u}.',
        'Measure {a} requests before you trust {t}, and {c} after it.',
      ],
    ],
    items: ['Check the setting first', 'Watch the queue after each change'],
  },
  es: {
    title: 'Cuestionario de operación de clústeres',
    intro: 'Estas preguntas comprueban lo que sabes sobre los servicios en marcha.',
    question: 'Pregunta',
    reveal: 'Mostrar respuesta',
    answer: 'Respuesta',
    explanation: 'Explicación',
    sentence: 'La respuesta correcta es {k}.',
    and: ' y ',
    note: 'mantén este valor bajo',
    head: ['Ajuste', 'Valor'],
    stems: [
      '¿Qué cambia {t} cuando crece la carga?',
      '¿Por qué un equipo ajusta {t} antes de una entrega?',
      '¿Qué afirmación sobre {t} es cierta para un nodo ocupado?',
    ],
    options: [
      ['Añade memoria a {t}', 'Limita cuántas peticiones esperan', 'Borra los registros antiguos', 'No tiene efecto'],
      [
        'Para gastar menos en discos',
        'Para que {t} no detenga todas las copias',
        'Para ocultar los errores',
        'Para cambiar el nombre del servicio',
      ],
      ['Funciona solo de noche', 'Necesita una segunda red', 'Lo lee {t} una vez al arrancar', 'Sustituye a la caché'],
    ],
    prose: [
      [
        'Con {t} la cola guarda {a} entradas y la llamada más lenta tarda {b} {u}.',
        'Más allá de {c} entradas el nodo rechaza el trabajo.',
      ],
      [
        'Una copia que se detiene se lleva {b} {u} de tráfico, y {a} clientes lo intentan de nuevo.',
        'El límite de {t} es {c} como máximo.',
      ],
      [
        'El valor se lee cuando arranca el proceso, después de {b} {u}.',
        'Mide {a} peticiones antes de confiar en {t}, y {c} después.',
      ],
    ],
    items: ['Comprueba primero el ajuste', 'Vigila la cola después de cada cambio'],
  },
  ja: {
    title: 'クラスター運用クイズ',
    intro: 'サービスの運用について理解を確認します。',
    question: '問題',
    reveal: '答えを表示',
    answer: '答え',
    explanation: '解説',
    sentence: '正解は{k}です。',
    and: 'と',
    note: 'この値は小さく保つ',
    head: ['設定', '値'],
    stems: [
      '負荷が増えたとき、{t} は何を変えますか？',
      'リリースの前に {t} を設定するのはなぜですか？',
      '忙しいノードの {t} について正しい説明はどれですか？',
    ],
    options: [
      ['{t} にメモリを追加する', '待機できる要求の数を制限する', '古いログを削除する', '何の影響もない'],
      [
        'ディスクの費用を減らすため',
        '{t} がすべての複製を止めないようにするため',
        'エラーを隠すため',
        'サービスの名前を変えるため',
      ],
      [
        '夜間だけ動作する',
        '二つ目のネットワークが必要である',
        '起動時に {t} が一度だけ読み込む',
        'キャッシュの代わりになる',
      ],
    ],
    prose: [
      [
        '{t} を使うとキューは {a} 件を保持し、最も遅い呼び出しは {b} {u} かかります。',
        '{c} 件を超えるとノードは仕事を拒否します。',
      ],
      ['停止した複製は {b} {u} の通信を失い、{a} のクライアントが再試行します。', '{t} の上限は {c} です。'],
      [
        '値はプロセスの起動時、{b} {u} の後に読み込まれます。',
        '{t} を信頼する前に {a} 件、その後に {c} 件の要求を測定します。',
      ],
    ],
    items: ['まず設定を確認する', '変更のたびにキューを監視する'],
  },
  'zh-Hans': {
    title: '集群运维测验',
    intro: '本测验检查你对运行服务的理解。',
    question: '问题',
    reveal: '显示答案',
    answer: '答案',
    explanation: '解释',
    sentence: '正确答案是{k}。',
    and: '和',
    note: '保持这个值较小',
    head: ['设置', '数值'],
    stems: ['负载增加时，{t} 会改变什么？', '团队为什么在发布前设置 {t}？', '关于繁忙节点上的 {t}，哪种说法是正确的？'],
    options: [
      ['给 {t} 增加内存', '限制等待的请求数量', '删除旧日志', '没有任何影响'],
      ['为了减少磁盘费用', '为了不让 {t} 停止所有副本', '为了隐藏错误', '为了给服务改名'],
      ['只在夜间工作', '需要第二个网络', '启动时由 {t} 读取一次', '替代缓存'],
    ],
    prose: [
      ['使用 {t} 时队列保存 {a} 个条目，最慢的调用需要 {b} {u}。', '超过 {c} 个条目后节点会拒绝工作。'],
      ['停止的副本会带走 {b} {u} 的流量，{a} 个客户端会重试。', '{t} 的上限是 {c}。'],
      ['该值在进程启动时读取，即 {b} {u} 之后。', '信任 {t} 之前测量 {a} 个请求，之后再测量 {c} 个。'],
    ],
    items: ['首先检查设置', '每次更改后观察队列'],
  },
  'zh-Hant': {
    title: '叢集維運測驗',
    intro: '本測驗檢查你對執行服務的理解。',
    question: '問題',
    reveal: '顯示答案',
    answer: '答案',
    explanation: '解釋',
    sentence: '正確答案是{k}。',
    and: '與',
    note: '保持這個值較小',
    head: ['設定', '數值'],
    stems: ['負載增加時，{t} 會改變什麼？', '團隊為什麼在發布前設定 {t}？', '關於繁忙節點上的 {t}，哪種說法是正確的？'],
    options: [
      ['給 {t} 增加記憶體', '限制等待的請求數量', '刪除舊日誌', '沒有任何影響'],
      ['為了減少磁碟費用', '為了不讓 {t} 停止所有副本', '為了隱藏錯誤', '為了給服務改名'],
      ['只在夜間運作', '需要第二個網路', '啟動時由 {t} 讀取一次', '取代快取'],
    ],
    prose: [
      ['使用 {t} 時佇列保存 {a} 個項目，最慢的呼叫需要 {b} {u}。', '超過 {c} 個項目後節點會拒絕工作。'],
      ['停止的副本會帶走 {b} {u} 的流量，{a} 個用戶端會重試。', '{t} 的上限是 {c}。'],
      ['該值在程序啟動時讀取，即 {b} {u} 之後。', '信任 {t} 之前測量 {a} 個請求，之後再測量 {c} 個。'],
    ],
    items: ['首先檢查設定', '每次變更後觀察佇列'],
  },
  ko: {
    title: '클러스터 운영 퀴즈',
    intro: '서비스 운영에 대한 이해를 확인합니다.',
    question: '문제',
    reveal: '정답 보기',
    answer: '정답',
    explanation: '설명',
    sentence: '정답은 {k}입니다.',
    and: '와 ',
    note: '이 값은 작게 유지한다',
    head: ['설정', '값'],
    stems: [
      '부하가 늘어나면 {t} 설정은 무엇을 바꾸나요?',
      '배포 전에 {t} 설정을 하는 이유는 무엇인가요?',
      '바쁜 노드의 {t} 설정에 대해 옳은 설명은 무엇인가요?',
    ],
    options: [
      ['{t} 메모리를 늘린다', '대기하는 요청 수를 제한한다', '오래된 로그를 삭제한다', '아무 영향이 없다'],
      [
        '디스크 비용을 줄이기 위해',
        '{t} 설정이 모든 복제본을 멈추지 않도록',
        '오류를 숨기기 위해',
        '서비스 이름을 바꾸기 위해',
      ],
      ['밤에만 동작한다', '두 번째 네트워크가 필요하다', '시작할 때 {t} 프로세스가 한 번 읽는다', '캐시를 대신한다'],
    ],
    prose: [
      [
        '{t} 설정에서 큐는 {a} 항목을 보관하고 가장 느린 호출은 {b} {u} 걸립니다.',
        '{c} 항목을 넘으면 노드가 작업을 거부합니다.',
      ],
      ['멈춘 복제본은 {b} {u} 트래픽을 잃고 {a} 클라이언트가 다시 시도합니다.', '{t} 한도는 {c} 입니다.'],
      [
        '값은 프로세스가 시작할 때, {b} {u} 뒤에 읽습니다.',
        '{t} 설정을 믿기 전에 {a} 요청을, 그 뒤에 {c} 요청을 측정합니다.',
      ],
    ],
    items: ['먼저 설정을 확인한다', '변경할 때마다 큐를 관찰한다'],
  },
  pt: {
    title: 'Questionário de operação de clusters',
    intro: 'Estas perguntas verificam o que você sabe sobre serviços em produção.',
    question: 'Pergunta',
    reveal: 'Mostrar resposta',
    answer: 'Resposta',
    explanation: 'Explicação',
    sentence: 'A resposta correta é {k}.',
    and: ' e ',
    note: 'mantenha este valor baixo',
    head: ['Ajuste', 'Valor'],
    stems: [
      'O que {t} muda quando a carga cresce?',
      'Por que uma equipe ajusta {t} antes de uma entrega?',
      'Qual afirmação sobre {t} é verdadeira para um nó ocupado?',
    ],
    options: [
      ['Adiciona memória a {t}', 'Limita quantas requisições esperam', 'Apaga os registros antigos', 'Não tem efeito'],
      [
        'Para gastar menos com discos',
        'Para que {t} não pare todas as cópias',
        'Para esconder os erros',
        'Para mudar o nome do serviço',
      ],
      ['Funciona só à noite', 'Precisa de uma segunda rede', 'É lido por {t} uma vez no início', 'Substitui o cache'],
    ],
    prose: [
      [
        'Com {t} a fila guarda {a} entradas e a chamada mais lenta leva {b} {u}.',
        'Além de {c} entradas o nó recusa mais trabalho.',
      ],
      [
        'Uma cópia que para leva {b} {u} de tráfego, e {a} clientes tentam de novo.',
        'O limite de {t} é {c} no máximo.',
      ],
      [
        'O valor é lido quando o processo inicia, depois de {b} {u}.',
        'Meça {a} requisições antes de confiar em {t}, e {c} depois.',
      ],
    ],
    items: ['Verifique primeiro o ajuste', 'Observe a fila depois de cada mudança'],
  },
  fr: {
    title: 'Questionnaire sur l’exploitation des clusters',
    intro: 'Ces questions vérifient ce que vous savez des services en marche.',
    question: 'Question',
    reveal: 'Afficher la réponse',
    answer: 'Réponse',
    explanation: 'Explication',
    sentence: 'La bonne réponse est {k}.',
    and: ' et ',
    note: 'garder cette valeur basse',
    head: ['Réglage', 'Valeur'],
    stems: [
      'Que change {t} quand la charge augmente ?',
      'Pourquoi une équipe règle-t-elle {t} avant une livraison ?',
      'Quelle affirmation sur {t} est vraie pour un nœud occupé ?',
    ],
    options: [
      [
        'Il ajoute de la mémoire à {t}',
        'Il limite le nombre de requêtes en attente',
        'Il efface les anciens journaux',
        'Il ne change rien',
      ],
      [
        'Pour dépenser moins en disques',
        'Pour que {t} n’arrête pas toutes les copies',
        'Pour cacher les erreurs',
        'Pour renommer le service',
      ],
      [
        'Il ne marche que la nuit',
        'Il lui faut un second réseau',
        'Il est lu une fois par {t} au démarrage',
        'Il remplace le cache',
      ],
    ],
    prose: [
      [
        'Avec {t} la file garde {a} entrées et l’appel le plus lent prend {b} {u}.',
        'Au-delà de {c} entrées le nœud refuse le travail.',
      ],
      [
        'Une copie qui s’arrête emporte {b} {u} de trafic, et {a} clients essaient encore.',
        'La limite de {t} est de {c} au plus.',
      ],
      [
        'La valeur est lue quand le processus démarre, après {b} {u}.',
        'Mesurez {a} requêtes avant de vous fier à {t}, et {c} après.',
      ],
    ],
    items: ['Vérifiez d’abord le réglage', 'Surveillez la file après chaque changement'],
  },
  de: {
    title: 'Quiz zum Betrieb von Clustern',
    intro: 'Diese Fragen prüfen, was Sie über den Betrieb von Diensten wissen.',
    question: 'Frage',
    reveal: 'Antwort anzeigen',
    answer: 'Antwort',
    explanation: 'Erklärung',
    sentence: 'Die richtige Antwort ist {k}.',
    and: ' und ',
    note: 'diesen Wert klein halten',
    head: ['Einstellung', 'Wert'],
    stems: [
      'Was ändert {t}, wenn die Last wächst?',
      'Warum stellt ein Team {t} vor einer Auslieferung ein?',
      'Welche Aussage über {t} ist für einen vollen Knoten wahr?',
    ],
    options: [
      [
        'Es gibt {t} mehr Speicher',
        'Es begrenzt, wie viele Anfragen warten',
        'Es löscht die alten Protokolle',
        'Es hat keine Wirkung',
      ],
      [
        'Um weniger für Platten auszugeben',
        'Damit {t} nicht alle Kopien anhält',
        'Um die Fehler zu verbergen',
        'Um den Dienst umzubenennen',
      ],
      [
        'Es arbeitet nur nachts',
        'Es braucht ein zweites Netz',
        'Es wird von {t} beim Start einmal gelesen',
        'Es ersetzt den Zwischenspeicher',
      ],
    ],
    prose: [
      [
        'Mit {t} hält die Schlange {a} Einträge, und der langsamste Aufruf dauert {b} {u}.',
        'Über {c} Einträge hinaus lehnt der Knoten die Arbeit ab.',
      ],
      [
        'Eine Kopie, die anhält, nimmt {b} {u} Verkehr mit, und {a} Kunden versuchen es erneut.',
        'Die Grenze für {t} ist höchstens {c}.',
      ],
      [
        'Der Wert wird beim Start des Prozesses gelesen, nach {b} {u}.',
        'Messen Sie {a} Anfragen, bevor Sie {t} trauen, und {c} danach.',
      ],
    ],
    items: ['Prüfen Sie zuerst die Einstellung', 'Beobachten Sie die Schlange nach jeder Änderung'],
  },
  ar: {
    title: 'اختبار تشغيل المجموعات',
    intro: 'تتحقق هذه الأسئلة مما تعرفه عن تشغيل الخدمات.',
    question: 'سؤال',
    reveal: 'إظهار الإجابة',
    answer: 'الإجابة',
    explanation: 'الشرح',
    sentence: 'الإجابة الصحيحة هي {k}.',
    and: ' و ',
    note: 'أبق هذه القيمة صغيرة',
    head: ['الإعداد', 'القيمة'],
    stems: [
      'ماذا يغير {t} عندما يزداد الحمل؟',
      'لماذا يضبط الفريق {t} قبل الإصدار؟',
      'أي عبارة عن {t} صحيحة لعقدة مشغولة؟',
    ],
    options: [
      ['يضيف ذاكرة إلى {t}', 'يحد من عدد الطلبات المنتظرة', 'يحذف السجلات القديمة', 'ليس له أثر'],
      ['لإنفاق أقل على الأقراص', 'كي لا يوقف {t} كل النسخ', 'لإخفاء الأخطاء', 'لتغيير اسم الخدمة'],
      ['يعمل ليلا فقط', 'يحتاج إلى شبكة ثانية', 'يقرؤه {t} مرة عند البدء', 'يحل محل الذاكرة المؤقتة'],
    ],
    prose: [
      ['مع {t} يحفظ الطابور {a} عنصرا وتستغرق أبطأ مكالمة {b} {u}.', 'بعد {c} عنصرا ترفض العقدة المزيد من العمل.'],
      ['النسخة التي تتوقف تأخذ معها {b} {u} من الحركة ويعيد {a} عميل المحاولة.', 'حد {t} هو {c} على الأكثر.'],
      ['تقرأ القيمة عند بدء العملية بعد {b} {u}.', 'قس {a} طلبا قبل أن تثق في {t} ثم {c} بعده.'],
    ],
    items: ['تحقق من الإعداد أولا', 'راقب الطابور بعد كل تغيير'],
  },
  he: {
    title: 'חידון הפעלת אשכולות',
    intro: 'השאלות בודקות מה ידוע לך על הפעלת שירותים.',
    question: 'שאלה',
    reveal: 'הצג תשובה',
    answer: 'תשובה',
    explanation: 'הסבר',
    sentence: 'התשובה הנכונה היא {k}.',
    and: ' ו-',
    note: 'לשמור על ערך קטן',
    head: ['הגדרה', 'ערך'],
    stems: ['מה משנה {t} כאשר העומס גדל?', 'מדוע צוות מגדיר את {t} לפני שחרור?', 'איזו טענה על {t} נכונה לצומת עמוס?'],
    options: [
      ['מוסיף זיכרון אל {t}', 'מגביל כמה בקשות ממתינות', 'מוחק את היומנים הישנים', 'אין לו השפעה'],
      [
        'כדי להוציא פחות על דיסקים',
        'כדי שהרכיב {t} לא יעצור את כל העותקים',
        'כדי להסתיר את השגיאות',
        'כדי לשנות את שם השירות',
      ],
      ['עובד רק בלילה', 'צריך רשת שנייה', 'נקרא פעם אחת על ידי {t} בהפעלה', 'מחליף את המטמון'],
    ],
    prose: [
      [
        'עם {t} התור מחזיק {a} רשומות והקריאה האיטית ביותר לוקחת {b} {u}.',
        'מעבר ל {c} רשומות הצומת מסרב לעבודה נוספת.',
      ],
      ['עותק שנעצר לוקח איתו {b} {u} של תעבורה, ואז {a} לקוחות מנסים שוב.', 'הגבול של {t} הוא {c} לכל היותר.'],
      ['הערך נקרא כאשר התהליך מתחיל, אחרי {b} {u}.', 'כדאי למדוד {a} בקשות לפני שסומכים על {t}, ואז {c} אחריו.'],
    ],
    items: ['כדאי לבדוק קודם את ההגדרה', 'כדאי לעקוב אחרי התור אחרי כל שינוי'],
  },
}

/** Facts for one quiz. */
export function makeFacts(random: () => number, count: number): Fact[] {
  const terms = [...TERMS]
  return Array.from({ length: count }, (_, i) => {
    const [term = `svc-${i}`] = terms.length > 0 ? terms.splice(Math.floor(random() * terms.length), 1) : []
    const theme = Math.floor(random() * 3)
    const several = random() < 0.15
    const first = Math.floor(random() * 4)
    return {
      theme,
      term,
      figures: [
        pick(random, [1200, 4500, 12_000, 30_000, 250_000, 1_500_000]) + Math.floor(random() * 9) * 100,
        13 + Math.floor(random() * 900) + (random() < 0.4 ? 0.5 : 0),
        20 + Math.floor(random() * 900),
      ],
      unit: pick(random, ['GB', 'MB', 'ms', '%']),
      right: several ? [first, (first + 1 + Math.floor(random() * 3)) % 4].sort((a, b) => a - b) : [first],
      order: [0, 1, 2, 3],
      code: pick(random, ['yaml', 'bash', 'none'] as const),
      table: random() < 0.4,
      list: random() < 0.5,
      hints: random() < 0.6 ? [16, 32, 64, 128].map((base) => base + Math.floor(random() * 8)) : [],
      open: random() < 0.08,
    }
  })
}

const COMMA = new Set(['es', 'pt', 'de'])
const MYRIAD: Partial<Record<Locale, string>> = { ja: '万', 'zh-Hans': '万', 'zh-Hant': '萬', ko: '만' }

/** A number as the language writes it. */
export function writeNumber(value: number, locale: Locale, way: Shape['figures']): string {
  const [whole = '', part] = String(value).split('.')
  const group = (mark: string) => whole.replace(/\B(?=(\d{3})+$)/g, mark)
  if (COMMA.has(locale)) return group('.') + (part === undefined ? '' : `,${part}`)
  if (locale === 'fr') return group(way === 'wide' ? '\u202f' : ' ') + (part === undefined ? '' : `,${part}`)
  const myriad = MYRIAD[locale]
  if (way === 'wide' && myriad !== undefined) {
    if (value >= 10_000 && value % 1000 === 0) return `${value / 10_000}${myriad}`
    return (group(',') + (part === undefined ? '' : `.${part}`)).replace(/[0-9,.]/g, (char) =>
      String.fromCharCode(char.charCodeAt(0) + 0xfee0),
    )
  }
  if (way === 'wide' && locale === 'ar')
    return (group('٬') + (part === undefined ? '' : `٫${part}`)).replace(/\d/g, (digit) =>
      String.fromCharCode(0x660 + Number(digit)),
    )
  return group(',') + (part === undefined ? '' : `.${part}`)
}

/** Puts facts into words. */
export function wordQuiz(facts: readonly Fact[], locale: Locale, way: Shape['figures'] = 'local'): Quiz {
  const words = WORDS[locale]
  const questions = facts.map((fact): Wording => {
    const fill = (text: string) =>
      text
        .replace('{t}', `\`${fact.term}\``)
        .replace('{a}', writeNumber(fact.figures[0], locale, way))
        .replace('{b}', writeNumber(fact.figures[1], locale, way))
        .replace('{c}', writeNumber(fact.figures[2], locale, way))
        .replace('{u}', fact.unit)
    const texts = words.options[fact.theme] ?? []
    const prose = words.prose[fact.theme] ?? ['', '']
    return {
      stem: fill(words.stems[fact.theme] ?? ''),
      options: fact.order.map((place) => {
        const hint = fact.hints[place]
        return fill(texts[place] ?? '') + (hint === undefined ? '' : ` (${writeNumber(hint, locale, way)} GB)`)
      }),
      key: fact.order.flatMap((place, i) => (fact.right.includes(place) ? [String.fromCharCode(65 + i)] : [])),
      prose: [fill(prose[0]), fill(prose[1])],
      items: fact.list ? [...words.items] : [],
      rows: fact.table ? [[...words.head], [`\`${fact.term}\``, writeNumber(fact.figures[2], locale, way)]] : [],
      code:
        fact.code === 'yaml'
          ? `# ${words.note}\nspec:\n  name: ${fact.term.toLowerCase()}\n  limit: ${fact.figures[2]}`
          : fact.code === 'bash'
            ? `ctl set ${fact.term.toLowerCase()} --limit=${fact.figures[2]}  # ${words.note}`
            : '',
    }
  })
  return { locale, facts: [...facts], questions }
}

/** A shape drawn at random. */
export function pickShape(random: () => number): Shape {
  return {
    numbers: pick(random, ['heading', 'item', 'bold', 'word', 'restart'] as const),
    options: pick(random, ['list', 'list', 'lines', 'lines', 'one-line', 'boxes'] as const),
    letter: pick(random, [')', ')', '.', 'Ａ）'] as const),
    fold: pick(random, ['plain', 'plain', 'indented', 'tight', 'same-line', 'blank-inside', 'label', 'none'] as const),
    answer: pick(random, ['letter', 'text', 'text', 'sentence', 'glued'] as const),
    marker: pick(random, ['-', '*', '+'] as const),
    figures: pick(random, ['local', 'wide'] as const),
  }
}

/** A quiz as a page of the given shape. */
export function writePage(quiz: Quiz, shape: Shape): string {
  const words = WORDS[quiz.locale]
  const colon = quiz.locale.startsWith('zh') || quiz.locale === 'ja' ? '：' : quiz.locale === 'fr' ? ' :' : ':'
  const out = [`# ${words.title}`, '', words.intro, '']
  quiz.questions.forEach((question, i) => {
    const open = quiz.facts[i]?.open === true
    const n = shape.numbers === 'restart' ? (i % 5) + 1 : i + 1
    if (shape.numbers === 'restart' && n === 1) out.push(`## ${words.question} ${i + 1}–${i + 5}`, '')
    const number =
      shape.numbers === 'item' || shape.numbers === 'restart'
        ? `${n}. ${question.stem}`
        : shape.numbers === 'bold'
          ? `**${n}. ${question.stem}**`
          : shape.numbers === 'word'
            ? `### ${words.question} ${n}${colon} ${question.stem}`
            : `### ${n}. ${question.stem}`
    const nested = shape.options === 'list' && (shape.numbers === 'item' || shape.numbers === 'restart')
    out.push(number)
    if (!nested) out.push('')
    if (!open) out.push(...writeOptions(question, shape, nested))
    out.push(...writeAnswer(question, shape, words, colon, open))
    out.push('')
  })
  return out.join('\n')
}

function writeOptions(question: Wording, shape: Shape, nested: boolean): string[] {
  const letter = (i: number) =>
    shape.letter === 'Ａ）' ? `${String.fromCharCode(0xff21 + i)}）` : `${String.fromCharCode(65 + i)}${shape.letter}`
  const lines = question.options.map((text, i) => {
    if (shape.options === 'boxes')
      return `- [${question.key.includes(String.fromCharCode(65 + i)) ? 'x' : ' '}] ${text}`
    const line = `${letter(i)} ${text}`
    return shape.options === 'list' ? `${nested ? '   ' : ''}${shape.marker} ${line}` : line
  })
  if (shape.options === 'one-line') return [lines.join(' ')]
  return lines
}

function writeAnswer(question: Wording, shape: Shape, words: Words, colon: string, open: boolean): string[] {
  const keys = question.key
  const text = (key: string) => question.options[key.charCodeAt(0) - 65] ?? ''
  const joined = shape.answer === 'glued' ? keys.join('') : keys.join(words.and)
  const answer = open
    ? `**${words.answer}${colon}** ${question.prose[0]}`
    : shape.answer === 'sentence'
      ? words.sentence.replace('{k}', joined)
      : shape.answer === 'text' && keys.length === 1
        ? `**${words.answer}${colon} ${keys[0]}) ${text(keys[0] ?? '')}**`
        : shape.answer === 'letter' && keys.length === 1 && shape.fold !== 'label' && shape.fold !== 'none'
          ? joined
          : `**${words.answer}${colon}** ${joined}`
  const body = [answer, '', `**${words.explanation}${colon}** ${open ? question.prose[1] : question.prose[0]}`, '']
  if (question.items.length > 0) body.push(...question.items.map((item) => `${shape.marker} ${item}`), '')
  if (question.rows.length > 0) {
    const [head = [], ...rows] = question.rows
    body.push(`| ${head.join(' | ')} |`, `|${head.map(() => '---').join('|')}|`)
    body.push(...rows.map((row) => `| ${row.join(' | ')} |`), '')
  }
  if (question.code !== '') body.push('```yaml', ...question.code.split('\n'), '```', '')
  if (!open) body.push(question.prose[1])
  switch (shape.fold) {
    case 'label':
      return ['', words.reveal, '', ...body]
    case 'none':
      return ['', ...body]
    case 'tight':
      return ['<details>', `<summary>${words.reveal}</summary>`, ...body, '</details>']
    case 'same-line':
      return ['', `<details><summary>${words.reveal}</summary>`, '', ...body, '</details>']
    case 'blank-inside':
      return ['', '<details>', '', `<summary>${words.reveal}</summary>`, '', ...body, '', '</details>']
    case 'indented':
      return ['   ', ...['<details>', `<summary>${words.reveal}</summary>`, '', ...body, '</details>'].map(indent)]
    default:
      return ['', '<details>', `<summary>${words.reveal}</summary>`, '', ...body, '', '</details>']
  }
}

const indent = (line: string) => (line === '' ? '' : `   ${line}`)
