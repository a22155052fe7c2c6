/** What is printed is tagged, and reads back (contracts/conventions/formats.md). */
import { getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { Fault } from '#contracts/fault.ts'
import { pdf } from '#ingest/sources/pdf/pdf.ts'
import { printPdf } from '#infra/pdf/print.ts'
import { printedOf } from '#query-api/formats/printed.ts'
import { demonstrationArticles } from './articles.ts'

const ORIGIN = 'https://example.org'
/** Printing takes a fifth of a second; `ALL_FORMS=1` prints every text. */
const EVERY = process.env['ALL_FORMS'] === undefined ? 9 : 1
const TEXTS = demonstrationArticles().filter((_, index) => index % EVERY === 0)

const textNamed = (start: string) => {
  const found = demonstrationArticles().find(({ key }) => key.startsWith(start))
  if (found === undefined) expect.fail('no such text')
  return found.article
}

const printed = (article: (typeof TEXTS)[number]['article'], links: Links = []) =>
  printPdf(printedOf({ article, origin: ORIGIN, links }))
type Links = Parameters<typeof printedOf>[0]['links']

type Node = {
  readonly role: string
  readonly alt?: string
  readonly lang?: string
  readonly children?: unknown[]
}
const isNode = (value: unknown): value is Node => Object(value).role !== undefined

const treeOf = async (bytes: Uint8Array) => {
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
  const nodes: Node[] = []
  const gather = (node: Node): void => {
    nodes.push(node)
    for (const child of node.children ?? []) if (isNode(child)) gather(child)
  }
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const root: unknown = await page.getStructTree()
    if (isNode(root)) gather(root)
  }
  return { document, nodes }
}

/** Words without the signs of Markdown, which a reader of print can't know, and without blanks. */
const letters = (text: string): string => text.replaceAll(/[\s#*_|]|\[\^|\]:?/gu, '')

const readBack = async (bytes: Uint8Array): Promise<string> => {
  async function* chunks() {
    yield bytes
  }
  const context = { file: 'a.pdf', onNote: () => undefined, members: { contentType: 'doctrine' } }
  for await (const item of pdf.read(chunks(), context))
    if ('record' in item) return item.record.text
  return expect.fail('no record')
}

test.each(TEXTS)('$key reads back letter by letter', async ({ article }) => {
  expect(letters(await readBack(await printed(article)))).toContain(letters(article.contentClean))
})

describe('the structure of a decision', () => {
  const article = textNamed('fr/cass-soc-2024-05-15')
  const at = article.contentClean.indexOf('article')
  const link = {
    start: at,
    end: at + 'article'.length,
    href: `${ORIGIN}/t/code`,
    title: 'Code & <autre>',
  }

  test('has headings in order, paragraphs, tables with heads, links with words', async () => {
    const { nodes } = await treeOf(await printed(article, [link]))
    const roles = nodes.map(({ role }) => role)
    const levels = roles.flatMap((role) => (/^H\d$/u.test(role) ? [Number(role[1])] : []))
    expect(levels[0]).toBe(1)
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    for (const [index, level] of levels.entries())
      expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1)
    for (const role of ['P', 'Table', 'TR', 'TH', 'TD', 'Link', 'BlockQuote', 'Code'])
      expect(roles, role).toContain(role)
    expect(nodes.filter(({ role }) => role === 'Link').map(({ alt }) => alt)).toContain(link.title)
  })

  test('has title, language, version, hash, bookmarks and live links', async () => {
    const { document } = await treeOf(await printed(article, [link]))
    const { info, metadata } = await document.getMetadata()
    expect(info).toMatchObject({
      Title: article.title,
      Language: 'fr',
      Custom: { Version: article.version, SHA256: article.sha256Hash },
    })
    expect(metadata?.get('dc:title')).toBe(article.title)
    const outline = await document.getOutline()
    expect(outline.map(({ title }) => title)).toEqual([article.title])
    const pages = Array.from({ length: document.numPages }, (_, index) => index + 1)
    const annotations = await Promise.all(
      pages.map(async (number) => (await document.getPage(number)).getAnnotations()),
    )
    expect(annotations.flat().map(({ url }) => url)).toContain(link.href)
  })

  test('is the same, byte for byte, each time', async () => {
    expect(Buffer.compare(await printed(article), await printed(article))).toBe(0)
  })

  test('lets go when nobody waits any more', async () => {
    const document = printedOf({ article, origin: ORIGIN, links: [] })
    const error = await printPdf(document, AbortSignal.abort()).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Fault)
    expect(error).toMatchObject({ code: 'aborted' })
  })
})

test('signs of markup in a title, and signs that no font has, do no harm', async () => {
  const article = {
    ...textNamed('fr/ce-2024'),
    title: 'A & B <c> « d » (e) \\ f',
    contentClean: `Étoile ⭐ et 😀, ŀ, œ, Ÿ, ß, α, ►.\n\n${'x'.repeat(400)}\n\n| a | b |\n| --- | --- |\n| 1 | 2 |`,
  }
  const bytes = await printed(article)
  const { document } = await treeOf(bytes)
  const { info, metadata } = await document.getMetadata()
  expect(info).toMatchObject({ Title: article.title })
  expect(metadata?.get('dc:title')).toBe(article.title)
  expect(letters(await readBack(bytes))).toContain(
    letters('Étoile \uFFFD et 😀, ŀ, œ, Ÿ, ß, α, ►.'),
  )
})
