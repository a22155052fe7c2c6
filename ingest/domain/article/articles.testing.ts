import { articleHash } from '#contracts/canonical/article.ts'
import { ArticleContent, type ContentRecord, type Validity } from '#contracts/content.ts'
import type { ArticleEvent } from '#contracts/events/event.ts'
import { type Day, Instant, type Sha256Hex } from '#contracts/ids.ts'
import { IntegrityFlag } from '#contracts/integrity.ts'
import { type ImportText, OFFICIAL_IMPORT } from './commands.ts'
import type { ArticleFact } from './state.ts'
import { textReferenceOf, type Texts } from './content-record.ts'

/** Wordings and commands for the tests of the domain. */
export const TIME = Instant.parse('2025-03-01T12:00:00.000Z')
export const AUTHOR = 'person:author'
export const REVIEWER = 'person:reviewer'
export const PUBLISHER = 'person:publisher'
export const IMPORTER = 'import'

/** A wording with this full text. */
export const wording = (text: string, over: Partial<Record<keyof ArticleContent, unknown>> = {}) =>
  ArticleContent.parse({
    slug: 'texte-0a1b2c3d',
    title: 'Un texte',
    abstract: null,
    contentClean: text,
    language: 'fr',
    jurisdiction: ['LU'],
    legalDomain: [],
    contentType: 'legislation',
    doctrineSubtype: null,
    headnotes: [],
    concepts: [],
    judicialDecision: null,
    publishedAt: null,
    provision: null,
    citations: [],
    source: { id: 'lu:loi-1#art_1', version: null },
    licence: 'CC BY 4.0',
    ...over,
  })

export const A = wording('Le délai est de trente jours.')
export const B = wording('Le délai est de soixante jours.')
export const C = wording('Le délai est de quatre-vingt-dix jours.')

export const recordOf = (content: ArticleContent): ContentRecord => ({
  ...content,
  contentClean: textReferenceOf(content.contentClean),
})
export const hashOf = (content: ArticleContent): Sha256Hex => articleHash(content)

export const textsOf = (...contents: readonly ArticleContent[]): Texts =>
  new Map(contents.map(({ contentClean }) => [textReferenceOf(contentClean).sha256, contentClean]))
export const TEXTS = textsOf(A, B, C)

export const by = (actor: string, ...events: readonly ArticleEvent[]): ArticleFact[] =>
  events.map((event) => ({ ...event, actor, time: TIME }))

export const days = (validFrom: string | null, validTo: string | null = null): Validity => ({
  validFrom: validFrom as Day | null,
  validTo: validTo as Day | null,
})

/** An import from an official source with `--publish`; `state` names the statement. */
export const importOf = (
  content: ArticleContent,
  state: string,
  over: Partial<ImportText> = {},
): ImportText => ({
  type: 'ImportText',
  content: { ...content, source: { ...content.source, version: state } },
  sourceState: state,
  isNewer: false,
  fingerprints: [],
  validity: days(null),
  publish: true,
  policy: OFFICIAL_IMPORT,
  slugIsFree: true,
  integrity: null,
  actor: IMPORTER,
  time: TIME,
  texts: TEXTS,
  ...over,
})

export const flag = (code: string, severity: string, detector = 'clean@1'): IntegrityFlag =>
  IntegrityFlag.parse({
    code,
    severity,
    message: 'un doute',
    headnoteSequence: null,
    span: null,
    detectedAt: TIME,
    detector,
    evidence: {},
  })
