import { describe, expect, it, vi } from 'vitest'
import { readDocsPage } from '@/lib/exchange/formats/docs-page/read-docs-page'
import { english, japanese, spanish } from './models'
import { asBare, asBullets, asTight, type Model } from './page-shapes'

const codes: Record<string, string> = {
  nginx: 'server {\n    listen 443 ssl;\n    location /api/ {\n        proxy_pass http://backend:8080;\n    }\n}',
  rust: 'fn main() {\n    let total: u32 = (1..=10).sum();\n    println!("{}", total);\n}',
  java: 'public class Box<T> {\n    private final T value;\n\n    public Box(T value) {\n        this.value = value;\n    }\n}',
  hcl: 'resource "aws_s3_bucket" "logs" {\n  bucket = "my-logs"\n\n  tags = {\n    Team = "data"\n  }\n}',
  html: '<form action="/login" method="post">\n  <input name="user">\n  <button>Go</button>\n</form>',
  http: 'GET /orders/42 HTTP/1.1\nHost: shop.example.com\nAccept: application/json\nIf-None-Match: "abc"',
  toml: '[package]\nname = "tool"\nversion = "0.3.1"\n\n[dependencies]\nserde = "1.0"',
  makefile: 'build: main.o util.o\n\tcc -o app main.o util.o\n\nclean:\n\trm -f *.o',
  yaml: 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: 3\n  template:\n    spec:\n      containers:\n        - name: app\n          image: nginx:1.27\n          args:\n            - --port\n            - "8080"',
  promql: 'sum(rate(http_requests_total{code=~"5.."}[5m])) / sum(rate(http_requests_total[5m]))',
  typescript:
    'export async function load(id: string): Promise<User> {\n  const res = await fetch("/api/users/" + id)\n  if (!res.ok) throw new Error(res.statusText)\n  return res.json()\n}',
  bash: 'for f in *.log; do\n  gzip "$f"\ndone\nkubectl get pods -n prod -o wide | grep Pending',
  diff: '--- a/app.py\n+++ b/app.py\n@@ -1,3 +1,3 @@\n-timeout = 5\n+timeout = 30',
  sql2: 'CREATE TABLE users (\n  id bigint PRIMARY KEY,\n  email text NOT NULL UNIQUE,\n  created_at timestamptz DEFAULT now()\n);',
  single: 'kubectl rollout undo deployment/web',
  ini: '[Service]\nExecStart=/usr/bin/app\nRestart=on-failure',
  csharp:
    'using var client = new HttpClient();\nvar body = await client.GetStringAsync("https://example.com");\nConsole.WriteLine(body.Length);',
  cel: 'object.spec.replicas <= 5 && has(object.metadata.labels.team)',
}

vi.setConfig({ testTimeout: 60_000 })

const packed = (text: string) => text.replace(/\s+/g, '')
const before: Record<string, string> = { en: 'For example:', ja: '設定例:', es: 'Por ejemplo:' }

/** A quiz whose questions each explain themselves with one block of code between two sentences. */
function withCode(model: Model): Model {
  return {
    ...model,
    questions: Object.entries(codes).flatMap(([language, code], i) => {
      const question = model.questions[i % model.questions.length]
      const texts = question?.blocks.filter((block) => block.kind === 'text') ?? []
      const [first, last] = [texts[0], texts[texts.length - 1]]
      if (question === undefined || first === undefined || last === undefined) return []
      const intro = { kind: 'text' as const, text: before[model.locale] ?? '' }
      return [
        {
          ...question,
          blocks: [
            first,
            intro,
            { kind: 'code' as const, language: language.replace(/^single$/, 'bash').replace('sql2', 'sql'), code },
            last,
          ],
        },
      ]
    }),
  }
}

// glued to the next sentence, a lone expression looks too much like prose
const doubtful = new Set(['promql', 'diff', 'cel'])

describe.each([english, japanese, spanish].map((model) => [model.locale, model] as const))(
  'code on flattened pages, %s',
  (_locale, model) => {
    it.each([
      ['with its indentation', asBullets, new Set<string>()],
      ['under the name of its language', asBare, new Set<string>()],
      ['without blank lines and glued to the next sentence', asTight, doubtful],
    ] as const)('is fenced again, and nothing else is: %s', (_name, write, skipped) => {
      const page = readDocsPage(write(withCode(model)), { file: 'page.txt' })
      expect(page.questions).toHaveLength(Object.keys(codes).length)
      const read = Object.keys(codes).map((name, i) => [
        name,
        skipped.has(name)
          ? []
          : [...(page.questions[i]?.explanation ?? '').matchAll(/^```[a-z]*\n([\s\S]*?)^```$/gm)].map((match) =>
              packed(match[1] ?? ''),
            ),
      ])
      expect(read).toEqual(Object.entries(codes).map(([name, code]) => [name, skipped.has(name) ? [] : [packed(code)]]))
    })
  },
)
