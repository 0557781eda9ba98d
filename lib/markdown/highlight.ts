import type { ElementContent } from 'hast'
import bash from 'highlight.js/lib/languages/bash'
import diff from 'highlight.js/lib/languages/diff'
import dockerfile from 'highlight.js/lib/languages/dockerfile'
import go from 'highlight.js/lib/languages/go'
import http from 'highlight.js/lib/languages/http'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import makefile from 'highlight.js/lib/languages/makefile'
import nginx from 'highlight.js/lib/languages/nginx'
import python from 'highlight.js/lib/languages/python'
import rust from 'highlight.js/lib/languages/rust'
import shell from 'highlight.js/lib/languages/shell'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { createLowlight } from 'lowlight'
import { depthOf } from './parse'

const lowlight = createLowlight({
  bash,
  diff,
  dockerfile,
  go,
  http,
  ini,
  java,
  javascript,
  json,
  makefile,
  nginx,
  python,
  rust,
  shell,
  sql,
  typescript,
  xml,
  yaml,
})

// A longer listing is data rather than something to read, and colouring it costs more than everything else on the page.
const LONGEST = 20_000
const DEEPEST = 50

/** Colours code as a tree of spans with classes. Languages nobody registered stay plain text. */
export function highlightCode(language: string, code: string): ElementContent[] {
  const plain: ElementContent[] = [{ type: 'text', value: code }]
  if (code.length > LONGEST || !lowlight.registered(language)) return plain
  const coloured = lowlight.highlight(language, code)
  // Some grammars nest as deep as the code does, and everything after this recurses.
  return depthOf(coloured) > DEEPEST ? plain : coloured.children.filter((node) => node.type !== 'doctype')
}
