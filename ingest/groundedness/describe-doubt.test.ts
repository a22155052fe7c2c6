import { expect, test } from 'vitest'
import type { ArticleContent } from '#contracts/content.ts'
import { Instant, type SemVer, type Sha256Hex, type Slug } from '#contracts/ids.ts'
import { deterministicVerifier } from '#contracts/law/claims/judge.ts'
import { wording } from '../domain/article/articles.testing.ts'
import { integrityOfContent } from '../enrich/integrity.ts'
import type { CitationFound, CitedText, CitedTexts } from '../ports.ts'
import { assessWording } from './assess-text.ts'
import { describeDoubts } from './describe-doubt.ts'
import { doubtLines } from './doubt-lines.ts'
import { circumstanceWords, differenceLines } from './doubt-words.ts'

const NOW = Instant.parse('2026-11-23T00:00:00.000Z')
const LAW =
  'Le consommateur dispose d’un délai de quatorze jours pour exercer son droit de rétractation d’un contrat conclu à distance.'
const WRONG =
  'Selon l’article L. 221-18 du code de la consommation, le consommateur dispose d’un délai de trente jours pour exercer son droit de rétractation d’un contrat conclu à distance.'

const lawOf = (over: Partial<CitedText> = {}): CitedText => ({
  slug: 'article-l221-18' as Slug,
  version: '2.1.0' as SemVer,
  sha256Hash: 'a'.repeat(64) as Sha256Hex,
  title: 'Article L221-18 du code de la consommation',
  contentClean: `Du droit de rétractation.\n\n${LAW}`,
  contentType: 'legislation',
  language: 'fr',
  headnotes: [],
  ownNumbers: ['L221-18'],
  statusFlag: 'green',
  stoppedBy: [],
  validity: { validFrom: null, validTo: null },
  ...over,
})

/** Each place of these words cites these texts. */
const citedBy = (
  words: string,
  texts: readonly CitedText[],
  over: Partial<CitationFound> = {},
): CitedTexts => ({
  citationsOf: async ({ contentClean }) => {
    const start = contentClean.indexOf(words)
    const slugs = texts.map(({ slug }) => slug)
    return start < 0
      ? []
      : [{ start, end: start + words.length, slugs, dead: false, ambiguous: false, ...over }]
  },
  read: async (slugs) => texts.filter(({ slug }) => slugs.includes(slug)),
  reach: async () =>
    ({ position: 1n, head: 1n }) as unknown as Awaited<ReturnType<CitedTexts['reach']>>,
})

const CITATION = 'l’article L. 221-18 du code de la consommation'
const describe_ = async (
  content: ArticleContent,
  cited: CitedTexts,
  language: 'en' | 'fr' = 'en',
) => {
  const found = await assessWording({ cited, verifier: deterministicVerifier }, content, {
    dismissed: new Set(),
    publishedAt: NOW,
    time: NOW,
    isComplete: true,
  })
  const { flags, assessment } = found
  return describeDoubts({ cited }, content, flags, { language, assessment })
}
const note = (text: string, over: Partial<ArticleContent> = {}): ArticleContent =>
  wording(text, { contentType: 'doctrine', doctrineSubtype: null, ...over })

test('a contradicted sentence is named with the closest words of the article and what differs', async () => {
  const text = `𝔄 propos. Une phrase avant.\n\n${WRONG}`
  const [doubt] = await describe_(note(text), citedBy(CITATION, [lawOf()]))
  expect(doubt).toMatchObject({ code: 'claim_contradicted', severity: 'critical' })
  const [item] = doubt?.items ?? []
  expect(item).toMatchObject({
    where: 'text',
    sentence: WRONG,
    sources: [{ slug: 'article-l221-18', version: '2.1.0', article: 'L221-18', words: LAW }],
    differences: ['number: the text says “trente jours”, the source says “quatorze jours”'],
  })
  const points = [...text]
  const at = item?.span?.codePoint
  expect(points.slice(at?.start, at?.end).join('')).toBe(WRONG)
  const source = lawOf().contentClean
  const place = item?.sources[0]?.span?.utf16
  expect(source.slice(place?.start, place?.end)).toBe(LAW)
})

test('the same in French', async () => {
  const [doubt] = await describe_(note(WRONG), citedBy(CITATION, [lawOf()]), 'fr')
  expect(doubt?.meaning).toBe('Une phrase contredit la source sur laquelle elle repose.')
  expect(doubt?.items[0]?.differences).toEqual([
    'nombre\u00A0: le texte dit «\u00A0trente jours\u00A0», la source dit «\u00A0quatorze jours\u00A0»',
  ])
})

test.each([
  [
    'fr',
    'négation\u00A0: le texte dit «\u00A0ne dispose pas\u00A0», la source dit «\u00A0dispose\u00A0»',
  ],
  ['en', 'negation: the text says “ne dispose pas”, the source says “dispose”'],
] as const)('a denial is shown with the words that deny (%s)', async (language, line) => {
  const text = WRONG.replace('dispose', 'ne dispose pas').replace('trente', 'quatorze')
  const [doubt] = await describe_(note(text), citedBy(CITATION, [lawOf()]), language)
  expect(doubt?.code).toBe('claim_contradicted')
  expect(doubt?.items[0]?.differences).toEqual([line])
})

test.each([
  ['fr', 'négation\u00A0: «\u00A0valable\u00A0» est affirmé d’un côté et nié de l’autre'],
  ['en', 'negation: “valable” is affirmed on one side and denied on the other'],
] as const)('a denial whose words are far away is said in words (%s)', (language, line) =>
  expect(
    differenceLines([{ kind: 'polarity', said: 'valable', source: 'Valable' }], language),
  ).toEqual([line]),
)

test('an altered quotation shows what was altered', async () => {
  const quote = `L’article L. 221-18 du code de la consommation dispose : « ${LAW.replace('quatorze', 'quarante')} »`
  const cited = citedBy('L’article L. 221-18 du code de la consommation', [lawOf()])
  const doubts = await describe_(note(quote), cited)
  const altered = doubts.find(({ code }) => code === 'quote_altered')
  expect(altered?.items[0]).toMatchObject({
    sources: [{ slug: 'article-l221-18', words: LAW.slice(0, -1) }],
    differences: ['quotation: the text says “quarante”, the source says “quatorze”'],
  })
})

test('a citation that leads nowhere is named with its sentence', async () => {
  const sentence = `Il résulte de ${CITATION} que tout contrat oblige.`
  const cited = citedBy(CITATION, [], { dead: true })
  const doubts = await describe_(note(`Avant.\n\n${sentence} Après.`), cited)
  expect(doubts.find(({ code }) => code === 'citation_unresolved')?.items).toMatchObject([
    { sentence, differences: [`“${CITATION}” is not in the corpus`] },
  ])
})

test('a red authority is named with each sentence that cites it', async () => {
  const sentence = `Selon ${CITATION}, le délai est de quatorze jours.`
  const red = lawOf({ statusFlag: 'red', stoppedBy: ['the-repeal' as Slug] })
  const doubts = await describe_(note(sentence), citedBy(CITATION, [red]))
  expect(doubts.find(({ code }) => code === 'cited_authority_red')?.items).toMatchObject([
    {
      sentence,
      sources: [{ slug: 'article-l221-18', version: '2.1.0' }],
      differences: ['the source has the status red (the-repeal)'],
    },
  ])
})

test.each([
  ['17.3.2023', '17 mars 2023', '17 March 2023'],
  ['1.3.2023', '1er mars 2023', '1 March 2023'],
  ['3.2023', 'mars 2023', 'March 2023'],
  ['2023', '2023', '2023'],
  ['17.3', '17.3', '17.3'],
  ['31.2.2023', '31.2.2023', '31.2.2023'],
  ['45.99.2023', '45.99.2023', '45.99.2023'],
])('a date of a source is said in the language of the reader: %s', (source, fr, en) => {
  const lines = (language: 'fr' | 'en') =>
    differenceLines([{ kind: 'date', said: 'hier', source }], language).join('')
  expect(lines('fr')).toContain(`la source dit «\u00A0${fr}\u00A0»`)
  expect(lines('en')).toContain(`the source says “${en}”`)
})

test('the day of a change is said in the language of the reader', () => {
  const on = '2024-01-01'
  expect(circumstanceWords({ is: 'repealed', on }, 'fr')).toBe('source abrogée le 1er janvier 2024')
  expect(circumstanceWords({ is: 'amended', on }, 'en')).toBe(
    'the source was amended on 1 January 2024',
  )
})

test('a headnote whose words are not in the text shows the words that come nearest', async () => {
  const content = note(LAW, {
    headnotes: [
      {
        sequence: 1,
        summary: 'Le délai est de quatorze jours.',
        sourceText: LAW.replace('quatorze', 'quarante'),
        legalRuleType: null,
      },
    ],
  })
  const doubts = await describeDoubts(
    { cited: citedBy('nowhere', []) },
    content,
    integrityOfContent(content, NOW).flags,
    { language: 'en' },
  )
  expect(doubts).toMatchObject([
    {
      code: 'source_text_not_found',
      items: [
        {
          headnoteSequence: 1,
          sources: [{ version: null, words: LAW.slice(0, -1) }],
          differences: [
            `the text does not have these words: “${LAW.replace('quatorze', 'quarante')}”`,
          ],
        },
      ],
    },
  ])
})

test('on lines: sentence, source with version and article, difference, id of the item', async () => {
  const [doubt] = await describe_(note(WRONG), citedBy(CITATION, [lawOf()]))
  if (doubt === undefined) throw new Error('a doubt')
  expect(doubtLines(doubt)).toEqual([
    'critical  claim_contradicted  A sentence contradicts the source that it rests on.',
    `    text 0–${WRONG.length}  “${WRONG}”`,
    `      source  article-l221-18 2.1.0 article L221-18  “${LAW}”`,
    '      differs  number: the text says “trente jours”, the source says “quatorze jours”',
    expect.stringMatching(/^ {6}item {2}[0-9a-f]{16}$/),
  ])
})
