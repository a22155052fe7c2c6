/** What is exported as Akoma Ntoso 3.0 comes back as it was (contracts/conventions/formats.md). */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { articleHash } from '#contracts/canonical/article.ts'
import { isRefusal } from '#contracts/fault.ts'
import type { Article } from '#contracts/http/article.ts'
import { Instant } from '#contracts/ids.ts'
import { cleanText } from '#ingest/enrich/clean.ts'
import { recordToContent } from '#ingest/enrich/record-to-content.ts'
import { akomaNtoso } from '#ingest/sources/akoma-ntoso/akoma-ntoso.ts'
import { parseXml } from '#ingest/sources/xml/tree.ts'
import { akomaNtosoOf } from '#query-api/formats/akoma-ntoso/document.ts'
import { demonstrationArticles } from './articles.ts'

const ORIGIN = 'https://example.org'
const TEXTS = demonstrationArticles()

const exported = (article: Article, links: Parameters<typeof akomaNtosoOf>[0]['links'] = []) =>
  akomaNtosoOf({ article, origin: ORIGIN, links }, null)

const imported = async (xml: string) => {
  const items = []
  const context = { file: 'a.xml', onNote: () => undefined }
  async function* chunks() {
    yield Buffer.from(xml)
  }
  for await (const item of akomaNtoso.read(chunks(), context)) items.push(item)
  const [item] = items
  if (item === undefined || items.length > 1 || !('record' in item)) expect.fail('no record')
  return item.record
}

/** Words that a citation of the corpus might cover. */
const linkIn = (text: string) => {
  const at = /\p{L}+ \p{L}+/u.exec(text)
  return at === null
    ? []
    : [
        {
          start: at.index,
          end: at.index + at[0].length,
          href: `${ORIGIN}/t/other?a=1&b=2`,
          title: 'Un « autre » <texte>',
        },
      ]
}

test.each(TEXTS)('$key comes back with the same text, members and hash', async ({ article }) => {
  const record = await imported(exported(article, linkIn(article.contentClean)))
  expect(record.text).toBe(article.contentClean)
  const made = recordToContent(record, Instant.parse('2026-01-01T00:00:00.000Z'))
  if (isRefusal(made)) expect.fail(made.reason)
  expect(articleHash(made.content)).toBe(article.sha256Hash)
  expect(made.content.source).toEqual(article.source)
  expect(made.content.provision).toEqual(article.provision)
  expect(made.content.licence).toBe(article.licence)
})

test('any text comes back to the letter', async () => {
  const [first] = TEXTS
  if (first === undefined) expect.fail('no text')
  const words = ['Vu.', ' ', '\n', '\n\n', '\n\n\n', '## A', '### B', '- ', '1. ', 'a) x', '\u00a0']
  const signs = [
    '| a | b |',
    '| --- | --- |',
    'a | b',
    '**',
    '*',
    '_',
    '[^1]',
    '[^1]: n',
    '&<">',
    '😀',
    '> ',
    '>',
    '---',
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...words, ...signs, 'mot'), { minLength: 1, maxLength: 40 }),
      fc.constantFrom('jurisprudence', 'legislation', 'doctrine'),
      async (parts, contentType) => {
        const contentClean = cleanText(parts.join(''))
        const article = { ...first.article, contentClean, contentType } as Article
        expect((await imported(exported(article, linkIn(contentClean)))).text).toBe(contentClean)
      },
    ),
    { numRuns: 500 },
  )
})

describe('a document', () => {
  const kinds = { jurisprudence: 'judgment', regulation: 'act', doctrine: 'doc' } as const

  test.each(Object.entries(kinds))('of %s is a %s', (contentType, kind) => {
    const found = TEXTS.find(({ article }) => article.contentType === contentType)
    if (found === undefined) expect.fail('no such text')
    const document = parseXml(exported(found.article))
    if (isRefusal(document)) expect.fail(document.reason)
    const [root] = document.root.children
    expect(root).toMatchObject({ name: kind, uri: document.root.uri })
  })

  test('names the work, its wording and its file, with ECLI and hash', () => {
    const found = TEXTS.find(({ key }) => key.startsWith('fr/cass-soc'))?.article
    const decision = found?.judicialDecision ?? null
    if (found === undefined || decision === null) expect.fail('no such text')
    const ecli = 'ECLI:FR:CCASS:2024:SO00042'
    const article = { ...found, judicialDecision: { ...decision, ecli } }
    const { slug, version, sha256Hash } = article
    const { courtCode, decisionDate } = decision
    const xml = exported(article)
    const work = `/akn/fr/judgment/${courtCode}/${decisionDate}/${slug}`
    for (const name of [work, `${work}/fra@${decisionDate}/${version}`])
      expect(xml).toContain(`<FRBRthis value="${name}"/>`)
    expect(xml).toContain(`<FRBRalias value="${ecli}" name="ECLI"/>`)
    expect(xml).toContain(`sha256Hash="${sha256Hash}"`)
  })
})
