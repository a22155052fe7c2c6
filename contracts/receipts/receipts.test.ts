import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Instant, Sha256Hex } from '../ids.ts'
import { citedTextsIn, hashOfCitations } from './cited-texts.ts'
import { isReceiptOfAnswer, isReceiptOfRequest, readReceipt } from './format.ts'
import { CitedText, RECEIPT_LIMITS } from './receipt.ts'
import { makeReceiptSigner, type ReceiptFacts } from './signing.ts'

const PEPPER = 'a pepper of more than thirty-two characters'
const signer = makeReceiptSigner(PEPPER, 'live')
const KEYS = [signer.publicKey]
const HASH = 'ab'.repeat(32)

const citedText = (number: number): CitedText =>
  CitedText.parse({
    slug: `cass-civ-1re-2-mai-2024-${number}`,
    version: '1.0.0',
    sha256Hash: HASH,
    headnoteSequence: number % 2 === 0 ? null : number,
  })
const textsOf = (count: number): CitedText[] =>
  Array.from({ length: count }, (_, number) => citedText(number))

const REQUEST = { method: 'POST', path: '/api/v1/search', body: { text: 'prêt', limit: 3 } }
const ANSWER = '{"hits":[]}'
const factsOf = (changes: Partial<ReceiptFacts> = {}): ReceiptFacts => ({
  usageId: Sha256Hex.parse('cd'.repeat(32)),
  operation: 'search',
  priceUsd: '0.015',
  time: Instant.parse('2026-01-01T00:00:00.000Z'),
  position: '000000000004711',
  generation: 3,
  models: ['embedder@1'],
  request: REQUEST,
  answer: ANSWER,
  cites: textsOf(2),
  ...changes,
})
const read = (printed: string, keys = KEYS) => {
  const found = readReceipt(printed, keys)
  if ('refused' in found) expect.fail(found.refused)
  return found
}

describe('a receipt', () => {
  test('says what it was made from', () => {
    const { receipt } = read(signer.issue(factsOf()))
    const { request: _, answer: __, cites: ___, ...plain } = factsOf()
    expect(receipt).toMatchObject({ profile: 'receipt/1', ...plain })
    expect(receipt.cites).toEqual({
      count: 2,
      sha256: hashOfCitations(textsOf(2)),
      listed: textsOf(2),
    })
  })

  test('is of its request and of its answer, and of no other', () => {
    const found = read(signer.issue(factsOf()))
    const reordered = { ...REQUEST, body: { limit: 3, text: 'prêt' } }
    expect(isReceiptOfRequest(found, reordered)).toBe(true)
    expect(isReceiptOfAnswer(found, Buffer.from(ANSWER))).toBe(true)
    for (const other of [
      { ...REQUEST, method: 'GET' },
      { ...REQUEST, path: '/api/v1/search?x=1' },
      { ...REQUEST, body: { text: 'prêt', limit: 4 } },
    ])
      expect(isReceiptOfRequest(found, other)).toBe(false)
    expect(isReceiptOfAnswer(found, `${ANSWER} `)).toBe(false)
  })

  test('without its salt proves its citations, and lets nobody try requests', () => {
    const [printed = ''] = signer.issue(factsOf()).split('~')
    const found = read(printed)
    expect([found.salt, found.receipt.cites?.listed]).toEqual([null, textsOf(2)])
    expect(isReceiptOfRequest(found, REQUEST)).toBe(false)
    expect(isReceiptOfAnswer(found, ANSWER)).toBe(false)
  })

  test('of the same call has other hashes each time', () => {
    const hashes = Array.from({ length: 20 }, () => read(signer.issue(factsOf())).receipt)
    const distinct = new Set(hashes.flatMap(({ request, answer }) => [request, answer]))
    expect(distinct.size).toBe(40)
  })

  test('holds no word of request or answer', () => {
    const [, content = ''] = signer.issue(factsOf()).split('.')
    const text = Buffer.from(content, 'base64url').toString()
    expect(text).not.toMatch(/prêt|hits|api\/v1/u)
  })

  test.each([0, 1, 5, 100, 1_000])('with %i citations has room for those at the head', (count) => {
    const printed = signer.issue(factsOf({ cites: textsOf(count) }))
    const { cites } = read(printed).receipt
    expect(printed.length).toBeLessThanOrEqual(RECEIPT_LIMITS.charactersMax)
    expect(cites).toMatchObject({ count, sha256: hashOfCitations(textsOf(count)) })
    expect(cites?.listed).toEqual(textsOf(count).slice(0, cites?.listed.length))
    expect(cites?.listed.length).toBeGreaterThanOrEqual(Math.min(count, 3))
  })

  test('of a request without a canonical form says so', () => {
    const body = { number: JSON.parse('1e999'), text: 'half \ud800' }
    const { receipt } = read(signer.issue(factsOf({ request: { ...REQUEST, body } })))
    expect(receipt.request).toBeNull()
  })

  test('of an answer that is written while it is made has neither hash nor list', () => {
    const found = read(signer.issue(factsOf({ answer: null, cites: null })))
    expect([found.receipt.answer, found.receipt.cites]).toEqual([null, null])
    expect(isReceiptOfAnswer(found, '')).toBe(false)
  })
})

const SPELLINGS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~=+/ \u{e9}'
const place = fc.nat({ max: RECEIPT_LIMITS.charactersMax })
const character = fc.constantFrom(...SPELLINGS)

describe('an altered receipt', () => {
  const printed = signer.issue(factsOf({ cites: textsOf(100) }))

  test('is refused wherever one character is another one', () => {
    for (let index = 0; index < printed.length; index += 1) {
      const other = printed[index] === 'A' ? 'B' : 'A'
      const altered = printed.slice(0, index) + other + printed.slice(index + 1)
      expect(readReceipt(altered, KEYS), String(index)).toHaveProperty('refused')
    }
  })

  test('is refused for any character, at any place, in, out or instead', () => {
    fc.assert(
      fc.property(place, character, fc.nat({ max: 2 }), (at, other, cut) => {
        const index = at % printed.length
        const altered = printed.slice(0, index) + other + printed.slice(index + cut)
        fc.pre(altered !== printed)
        expect(readReceipt(altered, KEYS)).toHaveProperty('refused')
      }),
      { numRuns: 2_000 },
    )
  })

  test('is refused where it ends early, but for a salt that was cut off', () => {
    const end = printed.indexOf('~')
    for (let length = 0; length < printed.length; length += 1)
      if (length !== end)
        expect(readReceipt(printed.slice(0, length), KEYS)).toHaveProperty('refused')
  })

  test('is refused with parts of another receipt', () => {
    const other = signer.issue(factsOf({ priceUsd: '0' }))
    const [jws = '', salt = ''] = printed.split('~')
    const [head = '', content = ''] = jws.split('.')
    const [otherJws = '', otherSalt = ''] = other.split('~')
    const [, , otherSignature = ''] = otherJws.split('.')
    for (const mixed of [`${jws}~${otherSalt}`, `${head}.${content}.${otherSignature}~${salt}`])
      expect(readReceipt(mixed, KEYS)).toEqual({ refused: 'receipt_altered' })
  })

  test('is refused in its words: unsigned, or said to be of no algorithm', () => {
    const [, content = ''] = printed.split('.')
    const none = Buffer.from('{"alg":"none","typ":"receipt+jws"}').toString('base64url')
    const { kid } = signer.publicKey
    const hmac = Buffer.from(`{"alg":"HS256","kid":"${kid}","typ":"receipt+jws"}`)
    for (const head of [none, hmac.toString('base64url')])
      for (const signature of ['', 'AAAA'])
        expect(readReceipt(`${head}.${content}.${signature}`, KEYS)).toEqual({
          refused: 'receipt_malformed',
        })
    for (const text of ['', '.', '..', '~', 'x'.repeat(100_000)])
      expect(readReceipt(text, KEYS)).toEqual({ refused: 'receipt_malformed' })
  })
})

describe('the key', () => {
  test('comes from the pepper alone: it outlives a restart', () => {
    const again = makeReceiptSigner(PEPPER, 'live')
    expect(again.publicKey).toEqual(signer.publicKey)
    read(again.issue(factsOf()))
  })

  test('of another service, and of the sandbox, is another one', () => {
    for (const other of [
      makeReceiptSigner(`${PEPPER}.`, 'live'),
      makeReceiptSigner(PEPPER, 'test'),
    ]) {
      const printed = other.issue(factsOf())
      expect(readReceipt(printed, KEYS)).toEqual({ refused: 'receipt_other_key' })
      read(printed, [...KEYS, other.publicKey])
    }
  })
})

const named = (slug: string) => ({ slug, version: '1.0.0', sha256Hash: HASH })
const version = (number: string) => ({ version: number, sha256Hash: HASH })

describe('what an answer cites', () => {
  test('is every wording that it names, once, in its order', () => {
    const answer = {
      hits: [
        { type: 'headnote', sequence: 2, ...named('a') },
        { type: 'article', sequence: 5, ...named('a') },
        { ...named('b'), headnotes: [{ type: 'headnote', sequence: 1, ...named('b') }] },
        { evidence: { ...named('c'), headnoteSequence: 4 } },
        named('b'),
      ],
    }
    expect(citedTextsIn(answer).map((one) => [one.slug, one.headnoteSequence])).toEqual([
      ['a', 2],
      ['a', null],
      ['b', null],
      ['b', 1],
      ['c', 4],
    ])
  })

  test('takes the slug around a version that has none', () => {
    const answer = { slug: 'a', from: version('1.0.0'), to: version('2.0.0'), x: { slug: 'b' } }
    expect(citedTextsIn(answer).map((one) => [one.slug, one.version])).toEqual([
      ['a', '1.0.0'],
      ['a', '2.0.0'],
    ])
  })

  test('is nothing where no wording is named', () => {
    const half = { slug: 'a', version: '1.0.0', sha256Hash: 'short' }
    for (const answer of [null, 'text', 7, [], {}, half, { version: '1.0.0', sha256Hash: HASH }])
      expect(citedTextsIn(answer)).toEqual([])
  })
})
