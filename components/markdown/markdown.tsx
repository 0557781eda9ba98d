import { parseImageAddress } from '@/lib/asset/rules'
import { renderCached } from '@/lib/markdown/render'
import { figureSize } from '@/lib/quiz/figures'

type Props = {
  markdown: string
  /** Names text that never changes, for example the revision and the field. */
  cacheKey: string
  lang?: string | undefined
  letters?: Readonly<Record<string, string>>
  className?: string
}

/** The size of an uploaded image or of a figure in `content/`. */
const imageSize = (src: string) => {
  const image = parseImageAddress(src)
  return image ? { width: image.width, height: image.height } : figureSize(src)
}

/** Markdown as an article. The HTML is sanitised by the renderer. */
export function Markdown({ markdown, cacheKey, lang, letters, className = '' }: Props) {
  const options = { imageSize, ...(letters ? { letters: new Map(Object.entries(letters)) } : {}) }
  const key = letters ? `${cacheKey} ${Object.entries(letters).join()}` : cacheKey
  return (
    <div
      lang={lang}
      className={`prose ${className}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by lib/markdown
      dangerouslySetInnerHTML={{ __html: renderCached(key, markdown, options) }}
    />
  )
}

/** One paragraph of Markdown, without a block around it. */
export function InlineMarkdown({ markdown, cacheKey, className = '' }: Omit<Props, 'letters' | 'lang'>) {
  return (
    <span
      className={`md-inline ${className}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by lib/markdown
      dangerouslySetInnerHTML={{ __html: renderCached(`${cacheKey} inline`, markdown, { inline: true, imageSize }) }}
    />
  )
}
