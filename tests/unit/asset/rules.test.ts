import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  imageAddress,
  imageMarkdown,
  imagesIn,
  missingAltTexts,
  parseImageAddress,
  typeOfImage,
} from '@/lib/asset/rules'
import { altTexts } from '@/lib/asset/schema'
import { parseMarkdown } from '@/lib/markdown/parse'
import { isAssetPath, renderMarkdown } from '@/lib/markdown/render'

const image = { id: '3f2b8a52-6a0e-4c1f-9d3e-0a1b2c3d4e5f', width: 800, height: 450 }
const address = '/assets/images/3f2b8a52-6a0e-4c1f-9d3e-0a1b2c3d4e5f-800x450.webp'
const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

describe('the type of a file', () => {
  test('is seen from its first bytes', () => {
    expect(typeOfImage(bytesOf('\x89PNG\r\n\x1a\n....'))).toBe('png')
    expect(typeOfImage(bytesOf('\xff\xd8\xff\xe0....'))).toBe('jpeg')
    expect(typeOfImage(bytesOf('GIF87a....'))).toBe('gif')
    expect(typeOfImage(bytesOf('GIF89a....'))).toBe('gif')
    expect(typeOfImage(bytesOf('RIFF....WEBPVP8 '))).toBe('webp')
    for (const other of ['', 'RIFF....WAVE', 'RIFF', '\x89PNG', 'BM....', '%PDF-1.7', 'II*\0', 'MM\0*', '<html>'])
      expect(typeOfImage(bytesOf(other)), other).toBeNull()
    expect(typeOfImage(bytesOf('....ftypavif'))).toBeNull()
  })

  test('is SVG whatever stands before its first element', () => {
    for (const svg of [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '  \n<svg>',
      '\xef\xbb\xbf<svg>',
      '<?xml version="1.0"?>\n<!-- <b> -->\n<!DOCTYPE svg>\n<SVG>',
      '<x:svg xmlns:x="http://www.w3.org/2000/svg"/>',
      '\xff\xfe<\0s\0v\0g\0>\0',
      '\xfe\xff\0<\0s\0v\0g\0>',
    ])
      expect(typeOfImage(bytesOf(svg)), svg).toBe('svg')
  })
})

describe('the address of an image', () => {
  test('says its size, and is read back', () => {
    expect(imageAddress(image)).toBe(address)
    expect(parseImageAddress(address)).toEqual(image)
    expect(isAssetPath(address)).toBe(true)
  })

  test('is no other address', () => {
    for (const other of [
      address.replace('800', '0800'),
      address.replace('800', '0'),
      address.replace('-800x450', ''),
      address.replace('webp', 'svg'),
      address.replace('3f2b', '3F2B'),
      `${address}?x`,
      `https://example.com${address}`,
      '/assets/storage/striping.svg',
    ])
      expect(parseImageAddress(other), other).toBeNull()
  })
})

describe('the Markdown of an image', () => {
  test('carries its alternative text letter by letter', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom(...'[]()!\\`*_~<>&{}|#:.@-+=^ ax"\'/1w') }),
      fc.constantFrom('a @ b@c.de', 'www.example.com', '{option:a}', '[^1]', 'x](y) ![z', '&amp;', ':tada:', '$1'),
    )
    fc.assert(
      fc.property(text, (typed) => {
        const [alt = ''] = Object.values(altTexts.parse({ en: typed }))
        fc.pre(alt !== '')
        const markdown = imageMarkdown(image, alt)
        expect(imagesIn(parseMarkdown(`Before ${markdown} after.`))).toEqual([{ src: address, alt, line: 1 }])
        expect(renderMarkdown(markdown)).toMatch(/^<p><img src="[^"]+" alt="[^"]+" loading="lazy"><\/p>$/)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a text', () => {
  const text = [
    `![ ](${address})`,
    '',
    '![A plot](/assets/storage/plot.svg) and ![][plot]',
    '',
    '`![](/assets/in-code.svg)` and \\![](not-an-image)',
    '',
    '| a |',
    '| - |',
    '| ![](/assets/storage/in-a-table.svg) |',
    '',
    '[plot]: /assets/storage/plot.svg',
  ].join('\n')

  test('names its images that have no alternative text, with their lines', () => {
    expect(missingAltTexts(parseMarkdown(text))).toEqual([
      { src: address, alt: '', line: 1 },
      { src: '/assets/storage/plot.svg', alt: '', line: 3 },
      { src: '/assets/storage/in-a-table.svg', alt: '', line: 9 },
    ])
    expect(missingAltTexts(parseMarkdown('No image.'))).toEqual([])
  })
})

describe('alternative texts', () => {
  test('stand on one line, in a language that there is', () => {
    expect(altTexts.parse({ en: '  A\tplot\0\n of  two ', 'zh-Hans': '' })).toEqual({
      en: 'A plot of two',
      'zh-Hans': '',
    })
    expect(altTexts.safeParse({ en: 'x'.repeat(500) }).success).toBe(true)
    expect(altTexts.safeParse({ en: 'x'.repeat(501) }).success).toBe(false)
    for (const tag of ['EN', 'no tag', '', 'en_US']) expect(altTexts.safeParse({ [tag]: 'x' }).success, tag).toBe(false)
  })
})
