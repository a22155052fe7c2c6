import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LOG_START, Position } from '#contracts/ids.ts'
import type { KeyedDocument } from '../ports.ts'
import { compare } from './compare.ts'
import { digestOf, generationDigest, leafOf, readDocuments, type DigestDeps } from './digest.ts'
import type { GenerationProgress } from './ports.ts'

const someDocuments = fc
  .uniqueArray(fc.tuple(fc.stringMatching(/^[a-f0-9]{1,6}$/), fc.jsonValue()), {
    selector: ([key]) => key,
    maxLength: 12,
  })
  .map((pairs) =>
    pairs
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, document]): KeyedDocument => ({ key: `article/${key}`, document })),
  )

async function* stream(documents: readonly KeyedDocument[]): AsyncGenerator<KeyedDocument> {
  yield* documents
}
const rootOf = async (documents: readonly KeyedDocument[]): Promise<string> =>
  (await digestOf(documents)).root

describe('a digest', () => {
  test('of nothing is the hash of nothing', async () => {
    expect(await digestOf([])).toEqual({
      changesRoot: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      root: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      counts: { articles: 0, searchDocuments: 0 },
    })
  })

  test('does not depend on the order of members', async () => {
    const one = { key: 'article/a', document: { a: 1, b: { c: 2, d: [3] } } }
    const same = { key: 'article/a', document: { b: { d: [3], c: 2 }, a: 1 } }
    expect(await rootOf([one])).toBe(await rootOf([same]))
  })

  test('changes with any one bit of any document', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 8 }),
        fc.nat(),
        fc.integer({ min: 0, max: 6 }),
        async (texts, seed, bit) => {
          const documents = texts.map((text, index) => ({
            key: `search/${String(index).padStart(3, '0')}`,
            document: { text },
          }))
          const at = seed % documents.length
          const text = documents[at]?.document.text ?? ''
          const flipped = String.fromCharCode(text.charCodeAt(0) ^ (1 << bit)) + text.slice(1)
          const changed = documents.with(at, {
            key: `search/${String(at).padStart(3, '0')}`,
            document: { text: flipped },
          })
          expect(await rootOf(changed)).not.toBe(await rootOf(documents))
          expect(await compare(stream(documents), stream(changed))).toEqual([
            { key: changed[at]?.key, kind: 'changed' },
          ])
        },
      ),
    )
  })

  test('knows two documents that changed places', async () => {
    const [a, b] = [{ n: 1 }, { n: 2 }]
    expect(
      await rootOf([
        { key: 'article/1', document: a },
        { key: 'article/2', document: b },
      ]),
    ).not.toBe(
      await rootOf([
        { key: 'article/1', document: b },
        { key: 'article/2', document: a },
      ]),
    )
  })

  test('is equal exactly where a comparison finds nothing', async () => {
    await fc.assert(
      fc.asyncProperty(someDocuments, someDocuments, async (a, b) => {
        const equal = (await rootOf(a)) === (await rootOf(b))
        expect((await compare(stream(a), stream(b))).length === 0).toBe(equal)
      }),
    )
  })
})

test('a comparison names every key that differs, and how, in key order', async () => {
  await fc.assert(
    fc.asyncProperty(someDocuments, someDocuments, async (a, b) => {
      const keys = [...new Set([...a, ...b].map(({ key }) => key))].toSorted()
      const expected = keys.flatMap((key) => {
        const one = a.find((document) => document.key === key)
        const other = b.find((document) => document.key === key)
        if (one === undefined) return [{ key, kind: 'added' }]
        if (other === undefined) return [{ key, kind: 'missing' }]
        return leafOf(one) === leafOf(other) ? [] : [{ key, kind: 'changed' }]
      })
      expect(await compare(stream(a), stream(b), keys.length + 1)).toEqual(expected)
      expect(await compare(stream(a), stream(b), 1)).toEqual(expected.slice(0, 1))
    }),
  )
})

const depsOf = (
  articles: readonly KeyedDocument[],
  progress: readonly GenerationProgress[],
): DigestDeps => {
  let asked = 0
  return {
    generations: {
      progress: async () => {
        const found = progress[Math.min(asked, progress.length - 1)]
        asked += 1
        return found ?? { position: LOG_START, reaching: LOG_START }
      },
    },
    projections: [
      { name: 'search', documents: () => stream([{ key: 'search/a', document: {} }]) },
      { name: 'articles', documents: () => stream(articles) },
    ],
  }
}
const at = (position: number, reaching = position): GenerationProgress => ({
  position: Position.parse(position),
  reaching: Position.parse(reaching),
})

describe('the digest of a generation', () => {
  const articles = [{ key: 'article/a', document: {} }]

  test('counts articles and search documents at a position', async () => {
    expect(await generationDigest(depsOf(articles, [at(7)]), 1)).toMatchObject({
      counts: { articles: 1, searchDocuments: 1 },
      position: 7,
    })
  })

  test('waits for a batch to end, and is taken again if the generation moved on', async () => {
    const deps = depsOf(articles, [at(3, 5), at(5), at(6), at(6), at(6)])
    expect((await generationDigest(deps, 1)).position).toBe(6)
  })

  test('walks the projections in the order of their keys, however they are listed', async () => {
    const documents = await Array.fromAsync(readDocuments(depsOf(articles, [at(1)]), 1))
    expect(documents.map(({ key }) => key)).toEqual(['article/a', 'search/a'])
  })

  test('refuses documents that are out of key order', async () => {
    const deps = depsOf([...articles, ...articles], [at(1)])
    await expect(Array.fromAsync(readDocuments(deps, 1))).rejects.toMatchObject({
      code: 'digest-order',
    })
  })
})
