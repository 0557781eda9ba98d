import { describe, expect, it } from 'vitest'
import { isAssetPath, optionTokens, plainText, renderCached, renderMarkdown } from '@/lib/markdown/render'

const letters = new Map([
  ['first', 'B'],
  ['last', 'D'],
])

describe('what must never reach a page', () => {
  const attacks = [
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java&#x0A;script:alert(1))',
    '[x](vbscript:msgbox)',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](//evil.example/a)',
    '[x](/api/secret)',
    '[x](https:/\\evil.example)',
    '<javascript:alert(1)>',
    '![x](javascript:alert(1))',
    '![x](data:image/svg+xml,<svg onload=alert(1)>)',
    '![x](https://evil.example/pixel.png)',
    '![x](//evil.example/pixel.png)',
    '![x](/assets/../api/secret)',
    '![x](/assets/%2e%2e/api)',
    '![x](/assets//evil.example)',
    '[x]: javascript:alert(1)\n\n[x]',
    '<script>alert(1)</script>',
    'a <script>alert(1)</script> b',
    '<img src=x onerror=alert(1)>',
    '<svg><script>alert(1)</script></svg>',
    '<svg/onload=alert(1)>',
    '<a href="https://a.example" onclick="alert(1)" style="x">y</a>',
    '<iframe src="https://evil.example"></iframe>',
    '<style>*{display:none}</style>',
    '<form action=x><input name=y></form>',
    '<details open ontoggle=alert(1)>',
    '<p id="answers" class="hljs">x</p>',
    '<!-- <script>alert(1)</script> -->',
    '[x](https://a.example "\\" onmouseover=alert(1) \\"")',
    '```"onload=alert(1)\nx\n```',
    '```a"><script>alert(1)</script>\nx\n```',
    '# x {#answers}',
    '[^1]\n\n[^1]: note <script>x</script>',
  ]
  const allowed: Record<string, RegExp> = {
    href: /^(https?:\/\/[a-z]|mailto:)/,
    src: /^\/assets\/[a-z]/,
    class: /^[\w -]+$/,
    alt: /^/,
    title: /^/,
    rel: /^noopener noreferrer$/,
    loading: /^lazy$/,
    tabindex: /^0$/,
    translate: /^no$/,
    'data-language': /^[a-z0-9+#.-]+$/,
    type: /^checkbox$/,
  }
  const tags = /^(a|p|strong|em|code|pre|figure|span|img|h[4-6]|section|ol|li|sup|hr|br|blockquote)$/

  it.each(attacks)('%s', (attack) => {
    for (const inline of [false, true]) {
      const html = renderMarkdown(attack, { inline })
      for (const [, name = '', attributes = ''] of html.matchAll(
        /<([a-z][\w-]*)((?:\s+[^\s"=>]+(?:="[^"]*")?)*)\s*>/gi,
      )) {
        expect(name).toMatch(tags)
        for (const [, attribute = '', value = ''] of attributes.matchAll(/\s([^\s"=>]+)(?:="([^"]*)")?/g)) {
          expect(Object.keys(allowed)).toContain(attribute)
          expect(value).toMatch(allowed[attribute] ?? /^$/)
        }
      }
      // Every `<` that is left must be one of the tags looked at above, or its end.
      expect(html.replace(/<([a-z][\w-]*)((?:\s+[^\s"=>]+(?:="[^"]*")?)*)\s*>|<\/[a-z][\w-]*>/gi, '')).not.toContain(
        '<',
      )
      expect(html).not.toMatch(/<(?:script|svg|iframe|style|form|details|object)/i)
    }
  })

  it('shows raw HTML as the text it is', () => {
    expect(renderMarkdown('Use <pod-name> here')).toBe('<p>Use &lt;pod-name> here</p>')
    expect(renderMarkdown('<script>alert(1)</script>')).toBe('<p>&lt;script>alert(1)&lt;/script></p>')
    expect(renderMarkdown('a<br>b')).toBe('<p>a<br>\nb</p>')
    expect(renderMarkdown('<!-- note -->\n\na')).toBe('<p>a</p>')
  })

  it('keeps the words of a link it refuses, and the description of a picture', () => {
    expect(renderMarkdown('[words](javascript:x) ![picture](https://a.example/x.png)')).toBe('<p>words picture</p>')
  })
})

describe('links and pictures', () => {
  it('opens http, https and mail addresses without handing over the page', () => {
    expect(renderMarkdown('[a](https://a.example/b?c=d&e "t")')).toBe(
      '<p><a href="https://a.example/b?c=d&amp;e" rel="noopener noreferrer" title="t">a</a></p>',
    )
    expect(renderMarkdown('[m](mailto:a@b.example)')).toContain('href="mailto:a@b.example"')
  })

  it('shows pictures of our own', () => {
    expect(renderMarkdown('![A plot](/assets/quiz/plot.png)')).toBe(
      '<p><img src="/assets/quiz/plot.png" alt="A plot" loading="lazy"></p>',
    )
    expect(isAssetPath('/assets/a.b/c.png')).toBe(true)
    expect(isAssetPath('/assets/.env')).toBe(false)
  })
})

describe('option tokens', () => {
  it('become the letter shown', () => {
    expect(renderMarkdown('So {option:first} beats **{option:last}**.', { letters })).toBe(
      '<p>So <strong class="option-letter">B</strong> beats <strong><strong class="option-letter">D</strong></strong>.</p>',
    )
  })

  it('show an unknown id as code, never as a letter', () => {
    expect(renderMarkdown('{option:other}', { letters })).toBe('<p><code>other</code></p>')
    expect(renderMarkdown('{option:constructor}')).toBe('<p><code>constructor</code></p>')
  })

  it('are left alone inside code', () => {
    expect(renderMarkdown('`{option:first}`', { letters })).toBe('<p><code>{option:first}</code></p>')
    expect(renderMarkdown('```\n{option:first}\n```', { letters })).toContain('{option:first}')
  })

  it('work in tables and headings', () => {
    expect(renderMarkdown('| a |\n|---|\n| {option:first} |', { letters })).toContain(
      '<td><strong class="option-letter">B</strong></td>',
    )
    expect(renderMarkdown('#### {option:first}', { letters })).toBe('<h4><strong class="option-letter">B</strong></h4>')
  })

  it('are listed once each, outside of code', () => {
    expect(optionTokens('{option:a} `{option:b}` {option:c} {option:a}\n\n```\n{option:d}\n```')).toEqual(['a', 'c'])
  })

  it('escape the letter', () => {
    expect(renderMarkdown('{option:a}', { letters: new Map([['a', '<b>']]) })).toContain('&lt;b>')
  })
})

describe('tables', () => {
  const html = renderMarkdown('| Name | Size |\n|:-----|-----:|\n| a `x` | 1 |')

  it('scroll in a named frame of their own', () => {
    expect(html).toMatch(/^<div class="table-frame" tabindex="0" role="region" aria-label="Name, Size"><table>/)
    expect(html).toMatch(/<\/table><\/div>$/)
  })

  it('are aligned by class', () => {
    expect(html).toContain('<th class="align-left">Name</th>')
    expect(html).toContain('<td class="align-right">1</td>')
    expect(html).not.toMatch(/style=|align="/)
  })
})

describe('code', () => {
  it('stands in a figure that names its language', () => {
    expect(renderMarkdown('```yaml\na: 1\n```')).toBe(
      '<figure class="code" data-language="yaml" translate="no"><pre tabindex="0"><code class="hljs language-yaml"><span class="hljs-attr">a:</span> <span class="hljs-number">1</span>\n</code></pre></figure>',
    )
    expect(renderMarkdown('```\na < b\n```')).toBe(
      '<figure class="code" data-language="text" translate="no"><pre tabindex="0"><code class="hljs">a &lt; b\n</code></pre></figure>',
    )
  })

  const samples: Record<string, string> = {
    yaml: 'kind: Pod # note',
    yml: 'kind: Pod',
    bash: 'export A=1 && echo "$A"',
    sh: 'echo "$A"',
    console: '$ kubectl get pods',
    json: '{"a": [1, true]}',
    dockerfile: 'FROM debian:12\nRUN apt-get update',
    python: 'def f(a):\n    return "x"',
    javascript: 'const a = "x"',
    typescript: 'const a: string = "x"',
    sql: 'SELECT a FROM b WHERE c = 1',
    go: 'func main() { return }',
    ini: '[section]\nkey = 1',
    toml: 'key = "x"',
    xml: '<a b="c">d</a>',
    http: 'GET / HTTP/1.1\nHost: a.example',
    diff: '- old\n+ new',
    nginx: 'server { listen 80; }',
    java: 'class A { int b = 1; }',
    rust: 'fn main() { let a = 1; }',
    makefile: 'all: b\n\techo $(X)',
  }
  it.each(Object.entries(samples))('is coloured with classes alone: %s', (language, code) => {
    const html = renderMarkdown(`\`\`\`${language}\n${code}\n\`\`\``)
    expect(html).toContain('<span class="hljs-')
    expect(html).not.toContain('style=')
    expect(
      html
        .replace(/<[^>]+>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&amp;', '&'),
    ).toBe(`${code}\n`)
  })

  it.each(['promql', 'unheard-of', 'constructor', '__proto__'])(
    'stays plain in a language nobody registered: %s',
    (language) => {
      const html = renderMarkdown(`\`\`\`${language}\nsum(rate(a[5m]))\n\`\`\``)
      expect(html).toContain('>sum(rate(a[5m]))\n</code>')
    },
  )
})

describe('line breaks inside a paragraph', () => {
  it.each([
    ['推論の\n遅延', '推論の遅延'],
    ['推論、\n遅延', '推論、遅延'],
    ['カー\nネル', 'カーネル'],
    ['推**論**\n**遅**延', '推<strong>論</strong><strong>遅</strong>延'],
    ['推論\n`code`', '推論\n<code>code</code>'],
    ['推論\nGPU', '推論\nGPU'],
    ['한국어\n문장', '한국어\n문장'],
    ['two\nlines', 'two\nlines'],
    ['𠮷\n𠮷', '𠮷𠮷'],
    ['一\n二\n三', '一二三'],
  ])('%j', (markdown, html) => {
    expect(renderMarkdown(markdown)).toBe(`<p>${html}</p>`)
  })

  it('keep a hard break', () => {
    expect(renderMarkdown('推論  \n遅延')).toBe('<p>推論<br>\n遅延</p>')
  })
})

describe('inline text', () => {
  it.each([
    ['plain *text*', 'plain <em>text</em>'],
    ['> 80 % of **all**', '> 80 % of <strong>all</strong>'],
    ['+ 5 ms', '+ 5 ms'],
    ['1. release', '1. release'],
    ['# of nodes', '# of nodes'],
    ['---', '---'],
    ['[a]: b', '[a]: b'],
    ['~5 GB or ~10 GB', '~5 GB or ~10 GB'],
    ['(24GB) / (3 * 2)', '(24GB) / (3 * 2)'],
    ['<T>', '&lt;T>'],
    ['snake_case_name', 'snake_case_name'],
  ])('%s', (markdown, html) => {
    expect(renderMarkdown(markdown, { inline: true })).toBe(html)
  })

  it('keeps its blocks when it has several', () => {
    expect(renderMarkdown('a\n\nb', { inline: true })).toBe('<p>a</p>\n<p>b</p>')
    expect(renderMarkdown('```\nx\n```', { inline: true })).toContain('<figure')
  })
})

describe('the rest of the language', () => {
  it('starts headings below the headings of the page', () => {
    expect(renderMarkdown('# a\n\n## b\n\n###### c')).toBe('<h4>a</h4>\n<h5>b</h5>\n<h6>c</h6>')
    expect(renderMarkdown('#### a')).toBe('<h4>a</h4>')
  })

  it('shows task lists that cannot be ticked', () => {
    expect(renderMarkdown('- [x] done')).toContain('<input type="checkbox" checked disabled>')
  })

  it('shows footnotes without ids, links or a heading in some other language', () => {
    const html = renderMarkdown('a[^1]\n\n[^1]: note')
    expect(html).toContain('<p>a<sup>1</sup></p>')
    expect(html).toContain('note')
    expect(html).not.toMatch(/id=|href=|<h\d|Footnotes/)
  })
})

describe('plain text', () => {
  it('keeps words and drops marks', () => {
    expect(plainText('# A *b* `c`\n\n- [d](https://e.example)\n- f<br>g')).toBe('A b c d f g')
    expect(plainText('推論\n遅延')).toBe('推論遅延')
  })
})

describe('rendering by revision', () => {
  it('remembers, per order of the options', () => {
    const text = 'See {option:first}.'
    expect(renderCached('r1:explanation', text, { letters })).toContain('>B<')
    expect(renderCached('r1:explanation', text, { letters: new Map([['first', 'A']]) })).toContain('>A<')
    expect(renderCached('r1:explanation', text, { letters })).toContain('>B<')
  })

  it('never answers one field with the words of another', () => {
    expect(renderCached('r2', 'stem')).toBe('<p>stem</p>')
    expect(renderCached('r2', 'explanation')).toBe('<p>explanation</p>')
    expect(renderCached('r2', 'explanation', { inline: true })).toBe('explanation')
  })

  it('answers the same after the memory has turned over', () => {
    for (let at = 0; at < 2_100; at++) renderCached(`turn:${at}`, `text ${at}`)
    expect(renderCached('turn:0', 'text 0')).toBe('<p>text 0</p>')
  })
})

describe('input made to be slow', () => {
  const worst: Record<string, string> = {
    brackets: '['.repeat(1_000_000),
    emphasis: '_*'.repeat(500_000),
    quotations: '>'.repeat(29_000),
    'spaced quotations': '> '.repeat(14_000),
    links: '[a]('.repeat(250_000),
    'nested lists': Array.from({ length: 200 }, (_, at) => `${'  '.repeat(at)}- a`).join('\n'),
    'nested code strings': `\`\`\`py\nf"${'{f"'.repeat(6_000)}`,
    text: 'word '.repeat(400_000),
    'cells below the limit': `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(1_000)}`,
    'emphasis below the limit': '_*'.repeat(1_900),
  }
  it.each(Object.entries(worst))(
    '%s',
    (_name, markdown) => {
      for (const inline of [false, true]) {
        const html = renderMarkdown(markdown, { inline })
        expect(html.length).toBeGreaterThan(100)
      }
    },
    10_000,
  )

  it('is shown as it is written, nothing lost', () => {
    const html = renderMarkdown(`${'a <b> '.repeat(6_000)}end`)
    expect(html).toMatch(/^<figure class="code"/)
    expect(html.slice(-50)).toContain('&lt;b> end</code>')
  })
})
