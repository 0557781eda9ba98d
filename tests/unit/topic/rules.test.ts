import { describe, expect, test } from 'vitest'
import { suggestTopic } from '@/lib/topic/rules'

const topics = [
  { id: 'storage', terms: ['EFS', 'object storage', '存储'] },
  { id: 'networking', terms: ['EFA', 'C++'] },
]
const words = (stem: string, explanation = '', options: string[] = []) => [{ stem, options, explanation }]

describe('the suggested topic', () => {
  test('is the one whose terms occur, with the terms found', () => {
    expect(suggestTopic(words('When is EFS slow?', 'Use object storage.'), topics)).toEqual({
      id: 'storage',
      found: ['EFS', 'object storage'],
    })
  })

  test('is none when no term occurs', () => {
    expect(suggestTopic(words('What is a pod?'), topics)).toBeNull()
    expect(suggestTopic([], topics)).toBeNull()
    expect(suggestTopic(words('EFS'), [])).toBeNull()
  })

  test('matches whole words of Latin script only, in either case', () => {
    expect(suggestTopic(words('DEFAULT and EFSX and EFS2'), topics)).toBeNull()
    expect(suggestTopic(words('efs, then'), topics)?.id).toBe('storage')
  })

  test('needs no spaces around Chinese and Japanese, nor around Latin terms in them', () => {
    expect(suggestTopic(words('对象存储的费用'), topics)?.id).toBe('storage')
    expect(suggestTopic(words('そこでEFAを使う'), topics)?.id).toBe('networking')
  })

  test('takes a term as it stands, not as a pattern', () => {
    expect(suggestTopic(words('Kernels in C++ and CUDA'), topics)?.id).toBe('networking')
    expect(suggestTopic(words('Kernels in CCC'), topics)).toBeNull()
  })

  test('goes by the stem and the options before the explanation', () => {
    expect(suggestTopic(words('EFA', 'EFS '.repeat(3)), topics)?.id).toBe('networking')
    // However often an explanation names a thing, it counts as the stem naming it once; equal topics go by their order.
    expect(suggestTopic(words('EFA', 'EFS '.repeat(50)), topics)?.id).toBe('storage')
    expect(suggestTopic(words('EFA EFA', 'EFS '.repeat(50)), topics)?.id).toBe('networking')
    expect(suggestTopic(words('', 'EFS EFS', ['EFA']), topics)?.id).toBe('networking')
  })

  test('adds up over the languages of a question', () => {
    expect(suggestTopic([...words('EFA'), ...words('存储'), ...words('EFS')], topics)?.id).toBe('storage')
  })
})
