/** An article as a document that people take along: its facts, headnotes, words and proof. */
import type { Article } from '#contracts/http/article.ts'
import { blocksOf } from '#contracts/law/reading/blocks.ts'
import { type CitationLink, type Run, runsOf } from '#contracts/law/reading/runs.ts'
import { type Passage, type Stretch, structureOf } from '#contracts/law/reading/structure.ts'
import { API_BASE_PATH, PRODUCT } from '#contracts/service.ts'
import { domainLabel, LABELS } from '#contracts/vocabulary/labels.ts'
import { type Language, printersOf } from '#contracts/web/language.ts'
import { canonicalPath, textPath } from '../public/addresses.ts'
import { factsOfDecision } from '../public/decision-facts.ts'
import { courtOf, daysSentence, dayOfText, docketOf, isWebAddress } from '../public/marks.ts'
import { isOpenLicence, licenceAddress } from '../public/open-licence.ts'
import { WORDS } from '../public/words/words.ts'
import type { PrintedBlock, PrintedDocument, PrintedRun } from './ports.ts'
import { FORMAT_WORDS } from './words.ts'

/** What a document is made from. */
export type Taken = {
  readonly article: Article
  /** Such as `https://example.org`. */
  readonly origin: string
  /** The citations in the text that lead to texts of the corpus, in order. */
  readonly links: readonly CitationLink[]
}

/** The words around a text are French beside a French one, else English. */
export const wordsLanguageOf = ({ language }: Pick<Article, 'language'>): Language =>
  /^fr\b/iu.test(language) ? 'fr' : 'en'

/** The address of the very version, whatever is published later. */
export const addressOf = ({ article: { slug, version }, origin }: Taken): string =>
  `${origin}${textPath(slug, version)}`

const plain = (text: string): PrintedRun[] => [
  { text, style: 'plain', href: null, title: null, isNote: false },
]
const linkTo = (address: string, title: string): PrintedRun[] => [
  { text: address, style: 'plain', href: address, title, isNote: false },
]

const printedRun = ({ text, style, link, address, note }: Run): PrintedRun => ({
  text,
  style,
  href: link?.href ?? address,
  title: link?.title ?? null,
  isNote: note !== null,
})

type Facts = readonly (readonly [string, readonly PrintedRun[]])[]
const known = (name: string, value: string | null | undefined): Facts =>
  value === null || value === undefined || value === '' ? [] : [[name, plain(value)]]

const joined = (parts: readonly (string | null)[], by: string): string =>
  parts.filter((part) => part !== null && part !== '').join(by)

const days = (language: Language, { validity }: Article): string =>
  daysSentence(language, validity).replace(/\.$/u, '')

const statusOf = (language: Language, { statusFlag, statusDerivation }: Article): Facts => {
  const { date } = printersOf(language)
  const { asOf, rule } = statusDerivation
  const word = LABELS[language].statusFlags[statusFlag]
  const reason = WORDS[language].text.rules[rule]
  return known(
    FORMAT_WORDS[language].status(asOf === null ? null : date(asOf)),
    reason === undefined ? word : `${word.slice(0, 1).toUpperCase()}${word.slice(1)}. ${reason}`,
  )
}

const factsOf = (language: Language, taken: Taken): Facts => {
  const { article } = taken
  const { text: words } = WORDS[language]
  const { contentTypes, jurisdictions, doctrineSubtypes } = LABELS[language]
  const { doctrineSubtype, provision, source, licence } = article
  const { date } = printersOf(language)
  const day = dayOfText(article)
  const kind = joined(
    [
      contentTypes[article.contentType],
      doctrineSubtype === null ? null : doctrineSubtypes[doctrineSubtype],
    ],
    ', ',
  )
  return [
    ...known(words.kind, kind),
    ...known(words.jurisdiction, article.jurisdiction.map((one) => jurisdictions[one]).join(', ')),
    ...factsOfDecision(language, article).flatMap(([name, value]) => known(name, value)),
    ...known(words.date, day === null ? null : date(day)),
    ...known(words.work, provision?.work),
    ...known(words.section, provision?.section?.join(' › ')),
    ...known(
      words.domains,
      article.legalDomain.map((one) => domainLabel(LABELS[language], one)).join(', '),
    ),
    ...statusOf(language, article),
    [words.source, isWebAddress(source.url) ? linkTo(source.url, words.source) : plain(source.id)],
    ...licenceFact(words.licence, licence, words.reserved),
  ]
}

const licenceFact = (name: string, licence: string | null, reserved: string): Facts => {
  const address = licence === null ? null : licenceAddress(licence)
  if (licence === null || address === null) return [[name, plain(licence ?? reserved)]]
  return [[name, [{ text: licence, style: 'plain', href: address, title: name, isNote: false }]]]
}

type Words = { readonly text: string; readonly links: readonly CitationLink[] }

const printedRuns = ({ text, links }: Words, stretch: Stretch): PrintedRun[] =>
  runsOf(text, stretch, links).map(printedRun)

const passageBlocks = (
  words: Words,
  passage: Passage,
  { language, of }: { readonly language: Language; readonly of: string },
): PrintedBlock[] => {
  switch (passage.kind) {
    case 'zone':
      return [
        {
          kind: 'heading',
          level: 3,
          text: LABELS[language].zones[passage.zone],
          id: passage.id,
        },
      ]
    case 'heading':
      return [
        {
          kind: 'heading',
          level: passage.level,
          text: passage.text,
          id: passage.id,
          language: of,
        },
      ]
    case 'paragraph':
      return [
        {
          kind: 'paragraph',
          role: 'text',
          runs: printedRuns(words, passage),
          id: `p${passage.number}`,
          language: of,
        },
      ]
    case 'list':
      return [
        {
          kind: 'list',
          items: passage.items.map(({ mark, wordsStart, end }) => ({
            mark,
            runs: printedRuns(words, { start: wordsStart, end }),
          })),
          language: of,
        },
      ]
    case 'table':
      return [
        {
          kind: 'table',
          head: passage.head?.cells.map((cell) => printedRuns(words, cell)) ?? null,
          rows: passage.rows.map(({ cells }) => cells.map((cell) => printedRuns(words, cell))),
          language: of,
        },
      ]
    case 'quote':
      return passage.passages
        .flatMap((one) => passageBlocks(words, one, { language, of }))
        .map((block) => (block.kind === 'paragraph' ? { ...block, role: 'quote' } : block))
    case 'rule':
      return [
        {
          kind: 'paragraph',
          role: 'text',
          runs: plain(words.text.slice(passage.start, passage.end)),
          id: `p${passage.number}`,
          language: of,
        },
      ]
    case 'note':
      return [
        {
          kind: 'list',
          items: [
            {
              mark: passage.label,
              runs: printedRuns(words, { start: passage.wordsStart, end: passage.line.end }),
            },
          ],
          language: of,
        },
      ]
    default:
      return passage satisfies never
  }
}

const headnoteBlocks = (
  language: Language,
  { headnotes, language: of }: Article,
): PrintedBlock[] => {
  const words = FORMAT_WORDS[language]
  const { legalRuleTypes, statusFlags } = LABELS[language]
  return headnotes.flatMap(({ sequence, summary, sourceText, legalRuleType, statusFlag }) => {
    const rule = legalRuleType === null ? null : legalRuleTypes[legalRuleType]
    const paragraphs = (text: string, role: 'text' | 'quote'): PrintedBlock[] =>
      text.split(/\n+/u).map((line) => ({
        kind: 'paragraph',
        role,
        runs: plain(line.trim()),
        id: null,
        language: of,
      }))
    const own: PrintedBlock[] = [
      {
        kind: 'heading',
        level: 3,
        text: joined([words.headnote(sequence), rule, statusFlags[statusFlag]], ' · '),
        id: `h${sequence}`,
      },
      ...paragraphs(summary, 'text'),
    ]
    if (sourceText === null || sourceText === summary) return own
    const lead: PrintedBlock = {
      kind: 'paragraph',
      role: 'small',
      runs: plain(words.inWords),
      id: null,
    }
    return [...own, lead, ...paragraphs(sourceText, 'quote')]
  })
}

const section = (text: string, id: string, blocks: readonly PrintedBlock[]): PrintedBlock[] =>
  blocks.length === 0 ? [] : [{ kind: 'heading', level: 2, text, id }, ...blocks]

const small = (text: string): PrintedBlock => ({
  kind: 'paragraph',
  role: 'text',
  runs: plain(text),
  id: null,
})

const proofBlocks = (language: Language, taken: Taken): PrintedBlock[] => {
  const words = FORMAT_WORDS[language]
  const { article, origin } = taken
  const { slug, version, sha256Hash, hashProfile, licence } = article
  const isOpen = isOpenLicence(licence)
  const api = `${origin}${API_BASE_PATH}/articles/${slug}/versions/${version}`
  return [
    small(words.checkText),
    {
      kind: 'facts',
      facts: [
        [words.address, linkTo(addressOf(taken), words.address)],
        ...known(WORDS[language].text.version, version),
        ...known(`${words.hash} (${hashProfile})`, sha256Hash),
      ],
    },
    small(isOpen ? words.checkOpen : words.checkKey),
    {
      kind: 'code',
      lines: isOpen
        ? [`curl -s '${origin}${canonicalPath(slug, version)}' |`, '  sha256sum']
        : [
            `curl -s '${api}' \\`,
            '  -H "Authorization: Bearer $PANDECT_KEY" > article.json',
            'pandect verify article.json',
          ],
    },
    small(WORDS[language].text.own),
  ]
}

const bylineOf = (language: Language, article: Article): string => {
  const { judicialDecision: decision, version } = article
  const { text } = WORDS[language]
  const date = dayOfText(article)
  const docket = decision === null ? null : docketOf(decision)
  return joined(
    [
      date === null ? null : printersOf(language).date(date),
      docket === null ? null : `${text.number}\u00a0${docket}`,
      `${text.version.toLowerCase()} ${version}`,
      days(language, article),
    ],
    ' · ',
  )
}

const lead = (text: string): PrintedBlock => ({
  kind: 'paragraph',
  role: 'lead',
  runs: plain(text),
  id: null,
})

/** Notes come last, below a heading of their own. */
const notesLast = (passages: readonly Passage[]) => ({
  body: passages.filter(({ kind }) => kind !== 'note'),
  notes: passages.filter(({ kind }) => kind === 'note'),
})

/** The document. A function of the article, its links and the origin alone. */
export const printedOf = (taken: Taken): PrintedDocument => {
  const { article, links } = taken
  const language = wordsLanguageOf(article)
  const { text: words } = WORDS[language]
  const own = FORMAT_WORDS[language]
  const { title, contentClean: text, judicialDecision: decision, sha256Hash, version } = article
  const { body, notes } = notesLast(structureOf(text, blocksOf(article)))
  const print = (passages: readonly Passage[]): PrintedBlock[] =>
    passages.flatMap((passage) =>
      passageBlocks({ text, links }, passage, { language, of: article.language }),
    )
  const court = decision === null ? null : courtOf(decision, language)
  const subject = joined([LABELS[language].contentTypes[article.contentType], court], ' · ')
  const blocks: readonly PrintedBlock[] = [
    lead(subject),
    { kind: 'heading', level: 1, text: title, id: null, language: article.language },
    lead(bylineOf(language, article)),
    { kind: 'facts', facts: factsOf(language, taken) },
    ...section(
      words.abstract,
      'abstract',
      article.abstract === null
        ? []
        : article.abstract.split(/\n+/u).map((line) => ({
            kind: 'paragraph',
            role: 'text',
            runs: plain(line),
            id: null,
            language: article.language,
          })),
    ),
    ...section(words.headnotes, 'headnotes', headnoteBlocks(language, article)),
    ...section(words.text, 'text', print(body)),
    ...section(own.notes, 'notes', print(notes)),
    ...section(own.check, 'check', proofBlocks(language, taken)),
  ]
  return {
    title,
    language: article.language,
    author: court,
    subject,
    keywords: article.legalDomain.map((one) => domainLabel(LABELS[language], one)),
    address: addressOf(taken),
    version,
    sha256Hash,
    changedAt: article.updatedAt,
    foot: `${PRODUCT} · ${words.version.toLowerCase()} ${version} · SHA-256 ${sha256Hash.slice(0, 16)}…`,
    pageWords: { page: own.page, of: own.of },
    blocks: blocks.map((block) => withLanguage(block, article.language, language)),
  }
}

/** Blocks in the language of the document do not name one. */
const withLanguage = (block: PrintedBlock, ofText: string, ofWords: Language): PrintedBlock => {
  const { language = ofWords, ...rest } = block
  return language === ofText ? rest : { ...rest, language }
}
