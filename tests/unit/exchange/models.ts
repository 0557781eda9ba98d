import type { Model, ModelQuestion } from './page-shapes'

const sql = `-- pages through orders by key
SELECT id, total
FROM orders
WHERE id > 4200
ORDER BY id
LIMIT 50;`

const go = `func drain(ctx context.Context, jobs <-chan Job) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case job := <-jobs:
			job.Run()
		}
	}
}`

const docker = `FROM node:22-slim AS build
WORKDIR /srv
COPY package.json package-lock.json ./
RUN npm ci --omit=dev

FROM gcr.io/distroless/nodejs22
COPY --from=build /srv /srv
CMD ["server.js"]`

const json = `{
  "retries": 3,
  "backoff": "exponential",
  "jitter": true
}`

const shell = `# rewrites the last three commits
git rebase -i HEAD~3
git push --force-with-lease`

const compose = `services:
  cache:
    image: redis:7.4
    ports:
      - "6379:6379"
    command: ["redis-server", "--maxmemory", "256mb"]`

const python = `def median(values):
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle]`

export const english: Model = {
  locale: 'en',
  labels: {
    title: 'Working With Data Services Quiz',
    intro: 'These questions check what you know of queries, queues, images and version control.',
    section: 'Quiz Questions',
    reveal: 'Show Answer',
    answer: 'Answer',
    explanation: 'Explanation',
    colon: ':',
  },
  questions: [
    {
      stem: 'Which way of paging through a large table keeps its cost the same for every page?',
      options: [
        'OFFSET with a large LIMIT',
        'A cursor held open (one per visitor)',
        'Paging by the last key seen (keyset)',
        'Counting all rows first',
      ],
      key: 'C',
      blocks: [
        {
          kind: 'text',
          text: 'Paging by key asks the index for the place after the last row, so page 900 costs what page 1 costs.',
        },
        { kind: 'text', text: 'The query looks like this:' },
        { kind: 'code', language: 'sql', code: sql },
        { kind: 'text', text: 'How the ways compare:' },
        {
          kind: 'table',
          rows: [
            ['Way', 'Cost of page 900', 'Stable order'],
            ['OFFSET', 'reads 45,000 rows', 'no'],
            ['Keyset', 'reads 50 rows', 'yes'],
          ],
        },
        { kind: 'text', text: 'The key must be unique, or rows with equal keys are lost between pages.' },
      ],
    },
    {
      stem: 'What should a worker do when its context is cancelled?',
      options: [
        'Finish every job that is queued',
        'Return the error of the context',
        'Call panic',
        'Sleep and try again',
        'Ignore it',
      ],
      key: 'B',
      blocks: [
        { kind: 'text', text: 'A cancelled context asks for an end, and the caller wants to know why.' },
        { kind: 'text', text: 'A loop that obeys:' },
        { kind: 'code', language: 'go', code: go },
        { kind: 'text', text: 'Three rules follow:' },
        {
          kind: 'steps',
          items: ['Check the context before taking work', 'Hand the reason up', 'Leave nothing half done'],
        },
      ],
    },
    {
      stem: 'Why is a container image built in several stages?',
      options: [
        'Because one stage may not hold more than 1 GB',
        'To leave compilers and caches out of the final image',
        'To run it on several machines',
      ],
      key: 'B',
      blocks: [
        {
          kind: 'text',
          text: 'Only the last stage is shipped, so what the build needed stays behind and the image shrinks from 1.2 GB to 180 MB.',
        },
        { kind: 'text', text: 'An example:' },
        { kind: 'code', language: 'dockerfile', code: docker },
        { kind: 'text', text: 'What stays out:' },
        {
          kind: 'bullets',
          items: ['Compilers and headers', 'Package caches (often 300 MB)', 'Test data and secrets of the build'],
        },
      ],
    },
    {
      stem: 'Which setting keeps many clients from retrying at the same moment?',
      options: ['retries: 3', 'backoff: "none"', 'jitter: true', 'timeout: (2 * latency)'],
      key: 'C',
      blocks: [
        {
          kind: 'text',
          text: 'Jitter spreads the retries over time, so that a server that comes back is not struck by all clients at once.',
        },
        { kind: 'code', language: 'json', code: json },
        { kind: 'text', text: 'Without it the load comes in waves every 30 seconds.' },
      ],
    },
    {
      stem: 'How do you change the message of an older commit that was already pushed?',
      options: [
        'git commit --amend',
        'git rebase -i, then a push that checks the remote',
        'git revert HEAD',
        'git reset --hard origin/main',
      ],
      key: 'B',
      blocks: [
        { kind: 'text', text: 'An interactive rebase opens the list of commits and lets you reword any of them.' },
        { kind: 'text', text: 'The two commands:' },
        { kind: 'code', language: 'bash', code: shell },
        { kind: 'text', text: 'Tell the others:' },
        {
          kind: 'bullets',
          items: [
            'Old hashes are gone',
            'Open branches must be rebased',
            'The push is refused when someone was faster',
          ],
        },
      ],
    },
    {
      stem: 'What limits the memory of the cache in this setup?',
      options: ['The image', 'The published port', 'The argument maxmemory', 'Nothing'],
      key: 'C',
      blocks: [
        { kind: 'text', text: 'The server itself is told how much it may use; beyond 256 MB it evicts keys.' },
        { kind: 'text', text: 'Service definition:' },
        { kind: 'code', language: 'yaml', code: compose },
        { kind: 'text', text: 'Figures to watch:' },
        {
          kind: 'table',
          rows: [
            ['Metric', 'Alarm'],
            ['used_memory', '> 240 MB'],
            ['evicted_keys', '> 100 per minute'],
          ],
        },
        { kind: 'text', text: 'A limit of the container alone would kill the server instead.' },
      ],
    },
    {
      stem: 'What does the function return for an even number of values?',
      options: ['The lower of the two middle values', 'The upper of the two middle values', 'Their mean', 'An error'],
      key: 'B',
      blocks: [
        {
          kind: 'text',
          text: 'Integer division rounds down and lists count from zero, so the place is the upper one of the two.',
        },
        { kind: 'code', language: 'python', code: python },
        { kind: 'text', text: 'For the mean of both, add the value before it and divide by two.' },
      ],
    },
  ],
}

const words = (
  questions: ModelQuestion[],
  texts: { stem: string; options: string[]; prose: string[]; items?: string[] }[],
): ModelQuestion[] =>
  questions.map((question, i) => {
    const local = texts[i]
    if (local === undefined) return question
    const prose = [...local.prose]
    const items = [...(local.items ?? [])]
    return {
      ...question,
      stem: local.stem,
      options: local.options,
      blocks: question.blocks.map((block) => {
        if (block.kind === 'text') return { ...block, text: prose.shift() ?? block.text }
        if (block.kind === 'bullets' || block.kind === 'steps')
          return { ...block, items: block.items.map((item) => items.shift() ?? item) }
        return block
      }),
    }
  })

export const japanese: Model = {
  locale: 'ja',
  labels: {
    title: 'データサービス クイズ',
    intro: 'このクイズでは、クエリ、キュー、イメージ、バージョン管理の理解を確認します。',
    section: 'クイズ問題',
    reveal: '答えを表示',
    answer: '答え',
    explanation: '解説',
    colon: ':',
  },
  questions: words(english.questions, [
    {
      stem: '大きなテーブルで、どのページでもコストが変わらないページングはどれですか？',
      options: [
        '大きな LIMIT を付けた OFFSET',
        '開いたままのカーソル (訪問者ごとに 1 つ)',
        '最後に見たキーによるページング (keyset)',
        '最初に全行を数える',
      ],
      prose: [
        'キーによるページングは最後の行の次の位置を index に尋ねるため、900 ページ目も 1 ページ目と同じコストです。',
        'クエリは次のとおりです:',
        '方法の比較:',
        'キーは一意でなければなりません。',
      ],
    },
    {
      stem: 'context がキャンセルされたとき、worker は何をすべきですか？',
      options: [
        'キューのすべての job を終わらせる',
        'context の error を返す',
        'panic を呼ぶ',
        '待って再試行する',
        '無視する',
      ],
      prose: ['キャンセルされた context は終了を求めています。', '従うループの例:', '三つの規則:'],
      items: ['仕事を取る前に context を確認する', '理由を上に渡す', '中途半端に残さない'],
    },
    {
      stem: 'container image を複数の stage で build するのはなぜですか？',
      options: [
        '1 つの stage は 1 GB を超えられないため',
        'compiler と cache を最終 image に含めないため',
        '複数の machine で動かすため',
      ],
      prose: ['最後の stage だけが出荷されるため、image は 1.2 GB から 180 MB に縮みます。', '例:', '含まれないもの:'],
      items: ['compiler と header', 'package cache (多くは 300 MB)', 'build の test data と secret'],
    },
    {
      stem: '多数の client が同時に retry するのを防ぐ設定はどれですか？',
      options: ['retries: 3', 'backoff: "none"', 'jitter: true', 'timeout: (2 * latency)'],
      prose: ['Jitter は retry を時間的に分散させます。', 'これがないと 30 秒ごとに負荷の波が来ます。'],
    },
    {
      stem: 'すでに push した古い commit の message を変えるにはどうしますか？',
      options: [
        'git commit --amend',
        'git rebase -i の後、remote を確認する push',
        'git revert HEAD',
        'git reset --hard origin/main',
      ],
      prose: ['interactive rebase は commit の一覧を開きます。', '二つの command:', '他の人に伝えること:'],
      items: ['古い hash はなくなる', '開いている branch は rebase が必要', '他の人が先なら push は拒否される'],
    },
    {
      stem: 'この構成で cache の memory を制限するものはどれですか？',
      options: ['image', '公開された port', '引数 maxmemory', '何もない'],
      prose: [
        'server 自身に上限が伝えられ、256 MB を超えると key を追い出します。',
        'service の定義:',
        '監視する値:',
        'container だけの制限では server が停止します。',
      ],
    },
    {
      stem: '値の数が偶数のとき、この関数は何を返しますか？',
      options: ['二つの中央値の小さい方', '二つの中央値の大きい方', '平均', 'error'],
      prose: [
        '整数の割り算は切り捨てられるため、位置は大きい方になります。',
        '平均が必要なら一つ前の値を足して 2 で割ります。',
      ],
    },
  ]),
}

export const chinese: Model = {
  locale: 'zh-Hans',
  labels: {
    title: '数据服务测验',
    intro: '本测验用于检验你对查询、队列、镜像和版本控制的理解。',
    section: '测验问题',
    reveal: '显示答案',
    answer: '答案',
    explanation: '解释',
    colon: '：',
  },
  questions: words(english.questions, [
    {
      stem: '哪种分页方式能让大表的每一页成本相同？',
      options: [
        '带大 LIMIT 的 OFFSET',
        '保持打开的游标（每个访客一个）',
        '按最后看到的键分页（keyset）',
        '先统计所有行',
      ],
      prose: [
        '按键分页直接向索引询问最后一行之后的位置，因此第 900 页与第 1 页成本相同。',
        '查询如下：',
        '方式对比：',
        '键必须唯一，否则页与页之间会丢失行。',
      ],
    },
    {
      stem: '当 context 被取消时，worker 应该做什么？',
      options: ['完成队列中的所有任务', '返回 context 的 error', '调用 panic', '等待后重试', '忽略它'],
      prose: ['被取消的 context 要求结束，调用者想知道原因。', '遵守规则的循环：', '三条规则：'],
      items: ['取任务前检查 context', '把原因向上传递', '不留下半成品'],
    },
    {
      stem: '为什么要分多个阶段构建容器镜像？',
      options: ['因为一个阶段不能超过 1 GB', '为了不把编译器和缓存放进最终镜像', '为了在多台机器上运行'],
      prose: ['只有最后一个阶段会交付，镜像因此从 1.2 GB 缩小到 180 MB。', '示例：', '不会包含的内容：'],
      items: ['编译器和头文件', '软件包缓存（通常 300 MB）', '构建的测试数据和密钥'],
    },
    {
      stem: '哪个设置可以防止大量客户端同时重试？',
      options: ['retries: 3', 'backoff: "none"', 'jitter: true', 'timeout: (2 * latency)'],
      prose: [
        '抖动会把重试分散到不同时间，使恢复中的服务器不会同时受到所有客户端的冲击。',
        '没有它，负载每 30 秒会形成一次波峰。',
      ],
    },
    {
      stem: '如何修改已经推送的旧提交的说明？',
      options: [
        'git commit --amend',
        'git rebase -i，然后使用会检查远端的推送',
        'git revert HEAD',
        'git reset --hard origin/main',
      ],
      prose: ['交互式变基会打开提交列表，让你修改任意一条说明。', '两条命令：', '请告诉其他人：'],
      items: ['旧的哈希不再存在', '未合并的分支需要变基', '如果别人更快，推送会被拒绝'],
    },
    {
      stem: '在此配置中，什么限制了缓存的内存？',
      options: ['镜像', '发布的端口', '参数 maxmemory', '没有限制'],
      prose: [
        '服务器自身被告知可用的上限，超过 256 MB 时会逐出键。',
        '服务定义：',
        '需要关注的指标：',
        '仅限制容器会导致服务器被终止。',
      ],
    },
    {
      stem: '当值的个数为偶数时，该函数返回什么？',
      options: ['两个中间值中较小的', '两个中间值中较大的', '它们的平均值', '错误'],
      prose: ['整数除法向下取整，列表从零开始，因此位置是较大的那个。', '若需要平均值，请加上前一个值再除以二。'],
    },
  ]),
}

export const spanish: Model = {
  locale: 'es',
  labels: {
    title: 'Cuestionario de servicios de datos',
    intro: 'Este cuestionario evalúa lo que sabes de consultas, colas, imágenes y control de versiones.',
    section: 'Preguntas del cuestionario',
    reveal: 'Mostrar respuesta',
    answer: 'Respuesta',
    explanation: 'Explicación',
    colon: ':',
  },
  questions: words(english.questions, [
    {
      stem: '¿Qué forma de paginar una tabla grande mantiene el mismo coste en cada página?',
      options: [
        'OFFSET con un LIMIT grande',
        'Un cursor abierto (uno por visitante)',
        'Paginar por la última clave vista (keyset)',
        'Contar antes todas las filas',
      ],
      prose: [
        'Paginar por clave pide al índice el lugar después de la última fila, así que la página 900 cuesta lo mismo que la página 1.',
        'La consulta es así:',
        'Comparación de las formas:',
        'La clave debe ser única, o se pierden filas entre páginas.',
      ],
    },
    {
      stem: '¿Qué debe hacer un worker cuando se cancela su contexto?',
      options: [
        'Terminar todos los trabajos de la cola',
        'Devolver el error del contexto',
        'Llamar a panic',
        'Dormir y volver a intentarlo',
        'Ignorarlo',
      ],
      prose: [
        'Un contexto cancelado pide terminar, y quien llama quiere saber por qué.',
        'Un bucle que obedece:',
        'De ahí salen tres reglas:',
      ],
      items: ['Mirar el contexto antes de tomar trabajo', 'Pasar el motivo hacia arriba', 'No dejar nada a medias'],
    },
    {
      stem: '¿Por qué se construye una imagen de contenedor en varias etapas?',
      options: [
        'Porque una etapa no puede superar 1 GB',
        'Para dejar compiladores y cachés fuera de la imagen final',
        'Para ejecutarla en varias máquinas',
      ],
      prose: [
        'Solo se entrega la última etapa, así que la imagen baja de 1,2 GB a 180 MB.',
        'Ejemplo:',
        'Lo que queda fuera:',
      ],
      items: [
        'Compiladores y cabeceras',
        'Cachés de paquetes (a menudo 300 MB)',
        'Datos de prueba y secretos de la construcción',
      ],
    },
    {
      stem: '¿Qué ajuste evita que muchos clientes reintenten en el mismo momento?',
      options: ['retries: 3', 'backoff: "none"', 'jitter: true', 'timeout: (2 * latency)'],
      prose: [
        'El jitter reparte los reintentos en el tiempo, para que un servidor que vuelve no los reciba todos a la vez.',
        'Sin él la carga llega en olas cada 30 segundos.',
      ],
    },
    {
      stem: '¿Cómo se cambia el mensaje de un commit antiguo que ya se publicó?',
      options: [
        'git commit --amend',
        'git rebase -i y un push que comprueba el remoto',
        'git revert HEAD',
        'git reset --hard origin/main',
      ],
      prose: [
        'Un rebase interactivo abre la lista de commits y permite cambiar cualquier mensaje.',
        'Las dos órdenes:',
        'Avisa a los demás:',
      ],
      items: [
        'Los hashes antiguos desaparecen',
        'Las ramas abiertas necesitan un rebase',
        'El push se rechaza si alguien fue más rápido',
      ],
    },
    {
      stem: '¿Qué limita la memoria de la caché en esta configuración?',
      options: ['La imagen', 'El puerto publicado', 'El argumento maxmemory', 'Nada'],
      prose: [
        'El propio servidor sabe cuánto puede usar; por encima de 256 MB expulsa claves.',
        'Definición del servicio:',
        'Cifras que conviene vigilar:',
        'Un límite solo en el contenedor mataría al servidor.',
      ],
    },
    {
      stem: '¿Qué devuelve la función para un número par de valores?',
      options: [
        'El menor de los dos valores centrales',
        'El mayor de los dos valores centrales',
        'Su media',
        'Un error',
      ],
      prose: [
        'La división entera redondea hacia abajo y las listas cuentan desde cero, así que es el mayor de los dos.',
        'Para la media, suma el valor anterior y divide entre dos.',
      ],
    },
  ]),
}
