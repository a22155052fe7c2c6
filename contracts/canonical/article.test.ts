import { describe, expect, test } from 'vitest'
import { ArticleContent } from '../content.ts'
import { isRefusal } from '../fault.ts'
import { canonicalJson } from './canonical.ts'
import { articleHash, canonicalArticle, HASHED_MEMBERS, recomputeFromResponse } from './article.ts'
import { sha256Hex, uuidV5 } from './hash.ts'

const CONCEPT_A = 'aaaaaaaa-0000-5000-8000-000000000001'
const CONCEPT_B = 'bbbbbbbb-0000-5000-8000-000000000002'
const CONCEPT_M = 'cccccccc-0000-5000-8000-000000000003'

const content = ArticleContent.parse({
  slug: 'arret-1234abcd',
  title: 'Arrêt de démonstration',
  abstract: null,
  contentClean: 'La cour casse et annule.',
  language: 'fr',
  jurisdiction: ['FR', 'EU', 'FR'],
  legalDomain: ['tax', 'civil.contracts'],
  contentType: 'jurisprudence',
  doctrineSubtype: null,
  headnotes: [
    { sequence: 2, summary: 'Second', legalRuleType: 'obiter' },
    { sequence: 1, summary: 'Premier', sourceText: 'casse' },
  ],
  concepts: [
    { id: CONCEPT_B, assignedBy: 'publisher' },
    { id: CONCEPT_M, assignedBy: 'machine', relevancePercent: 90 },
    { id: CONCEPT_A, assignedBy: 'editor' },
  ],
  judicialDecision: {
    courtCode: 'fr.ccass',
    decisionDate: '2024-05-02',
    solution: 'cassation',
    type: 'arret',
    identifiers: [
      { scheme: 'docket', value: '22-12345' },
      { scheme: 'celex', value: 'C' },
    ],
    themes: [['Contrat']],
  },
  publishedAt: '2024-05-02T00:00:00.000Z',
  provision: null,
  citations: ['Code civil, art. 1240'],
  source: { id: 'demo:1' },
  licence: 'CC-BY-4.0',
})

/** The public response of that wording: the hashed members and volatile ones. */
const response = (): Record<string, unknown> => ({
  ...content,
  jurisdiction: ['EU', 'FR'],
  headnotes: content.headnotes.map((one) => ({
    ...one,
    headnoteId: CONCEPT_M,
    statusFlag: 'gray',
  })),
  concepts: content.concepts.map(({ id, assignedBy }) => ({
    id,
    assignedBy,
    vocabulary: 'eurovoc',
    relevance: null,
  })),
  judicialDecision: { ...content.judicialDecision, id: CONCEPT_A },
  version: '1.0.0',
  hashProfile: 'article/1',
  sha256Hash: articleHash(content),
  statusFlag: 'red',
  updatedAt: '2025-01-01T00:00:00.000Z',
})

test('the hashed form is pinned', () => {
  expect(canonicalJson(canonicalArticle(content))).toBe(
    `{"abstract":null,"concepts":["${CONCEPT_A}","${CONCEPT_B}"],"contentClean":"La cour casse et annule.",` +
      '"contentType":"jurisprudence","doctrineSubtype":null,"headnotes":[' +
      '{"legalRuleType":null,"sequence":1,"sourceText":"casse","summary":"Premier"},' +
      '{"legalRuleType":"obiter","sequence":2,"sourceText":null,"summary":"Second"}],' +
      '"judicialDecision":{"courtCode":"fr.ccass","decisionDate":"2024-05-02","ecli":null,' +
      '"identifiers":[{"scheme":"celex","value":"C"},{"scheme":"docket","value":"22-12.345"}],' +
      '"solution":"cassation","type":"arret"},"jurisdiction":["EU","FR"],"language":"fr",' +
      '"legalDomain":["civil.contracts","tax"],"slug":"arret-1234abcd","title":"Arrêt de démonstration"}',
  )
})

test('the hash is pinned: a change would break every published hash', () => {
  expect(articleHash(content)).toBe(PINNED)
})
const PINNED = '4a424ae945b1fb27185d3076c0d852f967826d7600672518376c2c57b5600a0e'

test('the form has the members of the profile and no other', () => {
  expect(Object.keys(canonicalArticle(content)).toSorted()).toEqual([...HASHED_MEMBERS].toSorted())
})

test('members outside the profile do not change the hash', () => {
  const other = ArticleContent.parse({
    ...content,
    publishedAt: null,
    citations: [],
    licence: 'other',
    source: { id: 'demo:2', version: '7' },
    concepts: content.concepts.filter(({ assignedBy }) => assignedBy !== 'machine'),
    judicialDecision: { ...content.judicialDecision, themes: [], chamber: 'civ1' },
  })
  expect(articleHash(other)).toBe(articleHash(content))
})

test('half of a surrogate pair has no hash', () => {
  const broken = { ...content, contentClean: 'a\uD800b' }
  expect(() => articleHash(broken)).toThrow(expect.objectContaining({ code: 'not-canonical' }))
})

describe('recomputing from the public response alone', () => {
  test('gives the hash of the wording regardless of the volatile members', () => {
    expect(recomputeFromResponse(JSON.parse(JSON.stringify(response())))).toEqual({
      sha256Hash: articleHash(content),
      profile: 'article/1',
      stated: articleHash(content),
    })
  })

  test('a changed text has another hash', () => {
    const answer = recomputeFromResponse({ ...response(), contentClean: 'La cour rejette.' })
    if (isRefusal(answer)) expect.fail(answer.reason)
    expect(answer.sha256Hash).not.toBe(answer.stated)
  })

  test('a value that this version does not know is hashed, too', () => {
    expect(isRefusal(recomputeFromResponse({ ...response(), contentType: 'podcast' }))).toBe(false)
  })

  const REFUSED: [string, unknown, string][] = [
    ['text', 'abc', 'not-an-article'],
    ['a list', [], 'not-an-article'],
    ['an error body', { error: 'not_found', message: 'x' }, 'not-an-article'],
    ['a missing member', { ...response(), abstract: undefined }, 'not-an-article'],
    ['a member of another type', { ...response(), title: 5 }, 'not-an-article'],
    ['another profile', { ...response(), hashProfile: 'article/2' }, 'unknown-hash-profile'],
    ['half of a surrogate pair', { ...response(), title: '\uDFFF' }, 'not-canonical'],
  ]
  test.each(REFUSED)('%s is refused', (_, body, refused) => {
    expect(recomputeFromResponse(body)).toMatchObject({ refused })
  })
})

test('SHA-256 and UUID v5 give the published values', () => {
  expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(sha256Hex(new TextEncoder().encode('é'))).toBe(sha256Hex('é'))
  const dns = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'
  expect(uuidV5(dns, 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2')
})
