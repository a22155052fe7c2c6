import type { JudicialDecision } from '#contracts/decision.ts'
import type { Day } from '#contracts/ids.ts'
import { indexedTerms } from '#contracts/law/analysis/short-forms.ts'
import { identifiersOf } from '../../search/query-citations.ts'
import type {
  HitDisplay,
  IndexedPassage,
  SearchDocument,
  Tags,
} from '#contracts/search/document.ts'
import { domainWithAncestors } from '#contracts/vocabulary/texts.ts'
import { authorityOf } from './authority.ts'
import { tellingHeadings } from './headings.ts'
import { withHeadings } from './passage-headings.ts'
import { citedNames, languageWithPrefixes, ownNames, provisionNames } from './search-names.ts'
import type { Point, WordingView } from './wording-view.ts'

const DAY_CHARACTERS = 10
const YEAR_CHARACTERS = 4
const PARAGRAPH = '\n\n'

const analysed = (text: string): string => indexedTerms(text).join(' ')
const unique = (values: readonly string[]): string[] => [...new Set(values)].toSorted()
const present = <T>(value: T | null | undefined): T[] =>
  value === null || value === undefined ? [] : [value]

/** Day that a text is dated with (contracts/conventions/search.md). */
const dateOf = ({ wording, intervals }: WordingView): Day | null =>
  wording.content.judicialDecision?.decisionDate ??
  (wording.publishedAt?.slice(0, DAY_CHARACTERS) as Day | undefined) ??
  intervals.at(-1)?.from ??
  null

const themesOf = (decision: JudicialDecision | null): string[] => decision?.themes.flat() ?? []

/**
 * What a search of articles looks through besides the title. The summaries of headnotes and a
 * court's own themes are part of it: they are the words by which a decision is known, the ruling
 * often has other ones, and a caller who leaves headnotes out (`includeHeadnotes: false`) must
 * still find it. The headings above a provision say what it seldom repeats. What stands in the text
 * already is not said twice, so that a text whose headnotes
 * quote it does not gain weight over one without headnotes.
 */
const articleBody = ({ wording: { content }, contentClean, points }: WordingView): string => {
  const besides = [
    ...present(content.abstract),
    ...points.map(({ summary }) => summary),
    ...themesOf(content.judicialDecision),
    ...tellingHeadings(content.provision?.section ?? []),
  ].filter((text) => !contentClean.includes(text))
  return [contentClean, ...new Set(besides)].join(PARAGRAPH)
}

const headnoteBody = ({ summary, sourceText }: Point): string =>
  sourceText === null || sourceText === summary ? summary : [summary, sourceText].join(PARAGRAPH)

const ruleTypesOf = ({ points }: WordingView): string[] =>
  unique(points.flatMap(({ legalRuleType }) => present(legalRuleType)))

/** Filter values that an article and its headnotes share. */
const sharedTags = (view: WordingView) => {
  const {
    wording: { content },
    concepts,
    citations,
  } = view
  const decision = content.judicialDecision
  return {
    jurisdictions: unique(content.jurisdiction),
    conceptIds: unique(concepts.map(({ id }) => id)),
    courtLevels: present(decision?.courtLevel),
    doctrineSubtypes: present(content.doctrineSubtype),
    legalDomains: unique(content.legalDomain.flatMap(domainWithAncestors)),
    contentTypes: [content.contentType],
    courts: present(decision?.courtCode),
    chambers: present(decision?.chamber),
    solutions: present(decision?.solution),
    languages: languageWithPrefixes(content.language),
    cites: citedNames(citations),
    identifiers: ownNames(content),
    provisions: provisionNames(content, citations),
    years: present(dateOf(view)).map((day) => day.slice(0, YEAR_CHARACTERS)),
  }
}

/** Filter values of an article. */
const articleTags = (view: WordingView, shared = sharedTags(view)): Tags => ({
  ...shared,
  statusFlags: [view.derivation.flag],
  treatmentTypes: unique(view.treatmentTypes),
  legalRuleTypes: ruleTypesOf(view),
})

/** What the filters of a text look at. */
export const filterFacts = (view: WordingView) => ({
  tags: articleTags(view),
  date: dateOf(view),
})
export type FilterFacts = ReturnType<typeof filterFacts>

const sharedDisplay = ({ wording }: WordingView): Omit<HitDisplay, 'statusFlag' | 'headnote'> => ({
  title: wording.content.title,
  abstract: wording.content.abstract,
  jurisdiction: unique(wording.content.jurisdiction),
  contentType: wording.content.contentType,
  publishedAt: wording.publishedAt,
  version: wording.version,
  sha256Hash: wording.sha256Hash,
})

/** What all entries of a wording have in common; the title is analysed once. */
const sharedEntry = (view: WordingView) => {
  const { content, version } = view.wording
  return {
    articleId: view.articleId,
    slug: content.slug,
    version,
    current: view.current,
    validity: [...view.intervals],
    date: dateOf(view),
    identifiers: identifiersOf(content),
    titleTerms: analysed(content.title),
    model: view.embedding?.model ?? null,
    contentSha256: content.contentClean.sha256,
    tags: sharedTags(view),
  }
}
type SharedEntry = ReturnType<typeof sharedEntry>

const articleEntry = (view: WordingView, shared: SharedEntry): SearchDocument => ({
  ...shared,
  id: `${view.articleId}@${shared.version}`,
  kind: 'article',
  sequence: 0,
  tags: articleTags(view, shared.tags),
  authority: authorityOf(view.wording.content, view.derivation.flag, view.doublings),
  bodyTerms: analysed(articleBody(view)),
  passages: withHeadings(view.embedding?.passages ?? [], view.wording.content, view.contentClean),
  display: { ...sharedDisplay(view), statusFlag: view.derivation.flag, headnote: null },
})

/** A headnote is embedded whole: one passage over its summary. */
const headnotePassages = (view: WordingView, point: Point): IndexedPassage[] =>
  present(view.embedding?.headnotes.find(({ sequence }) => sequence === point.sequence)).map(
    ({ textSha256 }) => ({
      ordinal: 0,
      start: 0,
      end: point.summary.length,
      textSha256,
      heading: null,
    }),
  )

const headnoteEntry = (view: WordingView, shared: SharedEntry, point: Point): SearchDocument => {
  const { headnoteId, sequence, summary, legalRuleType } = point
  const tags: Tags = {
    ...shared.tags,
    statusFlags: [point.derivation.flag],
    treatmentTypes: unique(point.treatmentTypes),
    legalRuleTypes: present(legalRuleType),
  }
  return {
    ...shared,
    id: `${headnoteId}@${shared.version}`,
    kind: 'headnote',
    sequence,
    tags,
    authority: authorityOf(view.wording.content, point.derivation.flag, view.doublings),
    // A citation names the text; its headnotes are found by their words, after it.
    identifiers: [],
    bodyTerms: analysed(headnoteBody(point)),
    passages: headnotePassages(view, point),
    display: {
      ...sharedDisplay(view),
      statusFlag: point.derivation.flag,
      headnote: {
        headnoteId,
        sequence,
        summary,
        legalRuleType,
        articleStatusFlag: view.derivation.flag,
      },
    },
  }
}

/** The entries of one wording: the article's first, then one per headnote by sequence. */
export const documentsOf = (view: WordingView): SearchDocument[] => {
  const shared = sharedEntry(view)
  return [
    articleEntry(view, shared),
    ...view.points.map((point) => headnoteEntry(view, shared, point)),
  ]
}
