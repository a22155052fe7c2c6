/**
 * Names the sentence of a doubt, the words of its source and what differs, for people. A flag keeps
 * places and ids alone, so this compares again, by rules without a model.
 */
import { z } from 'zod'
import type { Verdict } from '#contracts/claim.ts'
import type { ArticleContent } from '#contracts/content.ts'
import { type SemVer, Slug } from '#contracts/ids.ts'
import type { IntegrityFlag, TextSpan } from '#contracts/integrity.ts'
import {
  type CheckedSentence,
  checkSentence,
  type PreparedSource,
} from '#contracts/law/claims/sentence-check.ts'
import { sentencesOf } from '#contracts/law/claims/sentences.ts'
import { classifyQuotation } from '#contracts/law/quotations/classify.ts'
import { quotableText } from '#contracts/law/quotations/quotable-text.ts'
import { textSpan } from '#contracts/text-span.ts'
import type { IntegrityCode, Severity } from '#contracts/vocabulary/integrity.ts'
import {
  type Assessment,
  GROUNDEDNESS,
  isNorm,
  OWN_TEXT,
  ownSource,
  type Where,
} from '../enrich/groundedness.ts'
import type { CitationFound, CitedText, CitedTexts } from '../ports.ts'
import { circumstanceWords, differenceLines, type DoubtLanguage, meaningOf } from './doubt-words.ts'
import { type PreparedSources, preparedSources } from './prepared-sources.ts'

/** A text that a sentence is compared with; its closest words, where the doubt is about words. */
export type DoubtSource = {
  readonly slug: Slug
  readonly title: string
  /** null: the text itself, for a headnote of a decision. */
  readonly version: SemVer | null
  /** The number of the article of an act. */
  readonly article: string | null
  readonly words: string | null
  /** Where they are in contentClean; null: in a headnote, or no words. */
  readonly span: TextSpan | null
}

export type DoubtItem = {
  /** To dismiss this item alone; null: it cannot be dismissed. */
  readonly id: string | null
  readonly where: Where
  readonly headnoteSequence: number | null
  /** Of the abstract, the summary of the headnote, or contentClean. */
  readonly span: TextSpan | null
  readonly sentence: string | null
  readonly sources: readonly DoubtSource[]
  /** What differs, one line each. */
  readonly differences: readonly string[]
}

export type DescribedDoubt = {
  readonly code: IntegrityCode
  readonly severity: Severity
  readonly meaning: string
  readonly items: readonly DoubtItem[]
}

export type DescribeDeps = {
  readonly cited: Pick<CitedTexts, 'citationsOf' | 'read'>
  readonly prepared?: PreparedSources
}

export type DescribeOptions = {
  readonly language: DoubtLanguage
  readonly assessment?: Assessment
}

const Offset = z.int().nonnegative()
const SentenceItem = z.object({
  id: z.string(),
  where: z.enum(['abstract', 'headnote', 'text']),
  headnoteSequence: z.int().nullable(),
  start: Offset,
  end: Offset,
  sources: z.array(z.string()),
})
const CitationItem = z.object({
  id: z.string(),
  start: Offset,
  end: Offset,
  candidates: z.array(z.string()).default([]),
})
const AuthorityItem = z.object({
  id: z.string(),
  slug: z.string(),
  change: z.enum(['repealed', 'amended']).optional(),
  on: z.string().optional(),
})
const Evidence = z.object({
  sentences: z.array(SentenceItem).catch([]),
  citations: z.array(CitationItem).catch([]),
  authorities: z.array(AuthorityItem).catch([]),
})
type Evidence = z.infer<typeof Evidence>

/** What one description reads: the wording, and the texts that its evidence names. */
type Round = {
  readonly content: ArticleContent
  readonly language: DoubtLanguage
  readonly texts: ReadonlyMap<string, CitedText>
  readonly citations: readonly CitationFound[]
  readonly prepared: PreparedSources
}

const articleOf = ({ contentType, ownNumbers }: CitedText): string | null =>
  isNorm(contentType) ? (ownNumbers[0] ?? null) : null

const sourceOf = (text: CitedText): DoubtSource => ({
  slug: text.slug,
  title: text.title,
  version: text.version,
  article: articleOf(text),
  words: null,
  span: null,
})

const partOf = (
  { abstract, headnotes, contentClean }: ArticleContent,
  { where, headnoteSequence }: Pick<DoubtItem, 'where' | 'headnoteSequence'>,
): string => {
  if (where === 'text') return contentClean
  if (where === 'abstract') return abstract ?? ''
  return headnotes.find(({ sequence }) => sequence === headnoteSequence)?.summary ?? ''
}

const preparedFor = (key: string, { content, texts, prepared }: Round): PreparedSource[] => {
  const text = texts.get(key)
  if (text !== undefined) return [prepared(text)]
  return key === OWN_TEXT ? ownSource(content) : []
}

type Words = Pick<DoubtSource, 'words' | 'span'>
const withWords = (key: string, words: Words, { content, texts }: Round): DoubtSource[] => {
  const text = texts.get(key)
  if (text !== undefined) return [{ ...sourceOf(text), ...words }]
  if (key !== OWN_TEXT) return []
  return [{ slug: content.slug, title: content.title, version: null, article: null, ...words }]
}

const contentOfKey = (key: string, { content, texts }: Round): string =>
  texts.get(key)?.contentClean ?? content.contentClean

/** The closest passage, and what sets the sentence apart from it. */
const claimShown = ({ judgement }: CheckedSentence, round: Round) => {
  const [nearest] = judgement.evidence
  const { language } = round
  const differences = differenceLines(judgement.differences, language)
  if (nearest === undefined) return { sources: [], differences }
  const { unit } = nearest.comparison
  const { key } = nearest
  const { start, end } = unit.span
  const span = unit.kind === 'text' ? textSpan(contentOfKey(key, round), start, end) : null
  return { sources: withWords(key, { words: unit.text, span }, round), differences }
}

const CLASSES = {
  altered: 'altered',
  misattributed: 'misattributed',
  frankenquote: 'composed',
  not_found: 'not-found',
} as const

type CheckedQuote = CheckedSentence['quotes'][number]
const segmentsOf = ({ finding }: CheckedQuote, sign: '-' | '+'): string | null =>
  finding.match?.diff.find(([one]) => one === sign)?.[1] ?? null

const quoteShown = (quote: CheckedQuote, round: Round) => {
  const { finding, quotation } = quote
  const found = finding.class
  if (found === 'exact' || found === 'normalized') return { sources: [], differences: [] }
  const is = CLASSES[found]
  const circumstance =
    is === 'altered'
      ? ({ is, said: segmentsOf(quote, '+'), source: segmentsOf(quote, '-') } as const)
      : ({ is, quotation: quotation.text } as const)
  const { match } = finding
  const differences = [circumstanceWords(circumstance, round.language)]
  if (match === null) return { sources: [], differences }
  const text = contentOfKey(match.key, round)
  const { start, end } = match.place
  const words = { words: text.slice(start, end), span: textSpan(text, start, end) }
  return { sources: withWords(match.key, words, round), differences }
}

type SentencePlace = Omit<Evidence['sentences'][number], 'id'> & Pick<DoubtItem, 'id'>

const sentenceShown = async (
  code: IntegrityCode,
  { id, where, headnoteSequence, start, end, sources }: SentencePlace,
  round: Round,
): Promise<DoubtItem> => {
  const part = partOf(round.content, { where, headnoteSequence })
  const sentence = part.slice(start, end)
  // The tagger and the lexicon take a second to load, and few processes show doubts.
  const { deterministicVerifier } = await import('#contracts/law/claims/judge.ts')
  const checked = await checkSentence(sentence, {
    verifier: deterministicVerifier,
    sources: sources.flatMap((key) => preparedFor(key, round)),
    cited: new Set(sources),
    citesNothing: false,
    threshold: GROUNDEDNESS.threshold,
  })
  const shown =
    code === 'quote_altered' || code === 'quote_not_found'
      ? checked.quotes.map((quote) => quoteShown(quote, round))
      : [claimShown(checked, round)]
  const found = shown.flatMap((one) => one.sources)
  const named = sources.flatMap((key) => withWords(key, { words: null, span: null }, round))
  return {
    id,
    where,
    headnoteSequence,
    span: textSpan(part, start, end),
    sentence,
    sources: found.length === 0 ? named : found,
    differences: shown.flatMap(({ differences }) => differences),
  }
}

type Sentences = ReturnType<typeof sentencesOf>
/** A place of the text, shown with the sentence around it. */
const placeShown = (
  { contentClean }: ArticleContent,
  sentences: Sentences,
  place: { readonly start: number; readonly end: number },
): Pick<DoubtItem, 'where' | 'headnoteSequence' | 'span' | 'sentence'> => {
  const around = sentences.find(({ start, end }) => place.start < end && place.end > start) ?? place
  const [start, end] = [Math.min(around.start, place.start), Math.max(around.end, place.end)]
  return {
    where: 'text',
    headnoteSequence: null,
    span: textSpan(contentClean, start, end),
    sentence: contentClean.slice(start, end),
  }
}

const citationShown = (
  code: IntegrityCode,
  { id, start, end, candidates }: Evidence['citations'][number],
  sentences: Sentences,
  { content, language, texts }: Round,
): DoubtItem => {
  const citation = content.contentClean.slice(start, end)
  const is = code === 'citation_ambiguous' ? 'ambiguous' : 'unresolved'
  return {
    id,
    ...placeShown(content, sentences, { start, end }),
    sources: candidates.flatMap((key) => {
      const text = texts.get(key)
      return text === undefined ? [] : [sourceOf(text)]
    }),
    differences: [circumstanceWords({ is, citation }, language)],
  }
}

/** An authority, with each sentence that cites it. */
const authorityShown = (
  { id, slug, change, on }: Evidence['authorities'][number],
  sentences: Sentences,
  { content, language, texts, citations }: Round,
): DoubtItem[] => {
  const text = texts.get(slug)
  const sources = text === undefined ? [] : [sourceOf(text)]
  const colour = text?.statusFlag
  const differences =
    change !== undefined && on !== undefined
      ? [circumstanceWords({ is: change, on }, language)]
      : colour === 'red' || colour === 'orange'
        ? [circumstanceWords({ is: colour, stoppedBy: text?.stoppedBy ?? [] }, language)]
        : []
  const places = citations.filter(({ slugs }) => slugs.some((one) => one === slug))
  if (places.length === 0) {
    const nowhere = { where: 'text', headnoteSequence: null, span: null, sentence: null } as const
    return [{ id, ...nowhere, sources, differences }]
  }
  return places.map((place) => ({
    id,
    ...placeShown(content, sentences, place),
    sources,
    differences,
  }))
}

/** A doubt about a headnote as a whole: its words, and the words of the text that come nearest. */
const headnoteShown = (
  { code, headnoteSequence }: IntegrityFlag,
  { content, language }: Round,
): DoubtItem[] => {
  const headnote = content.headnotes.find(({ sequence }) => sequence === headnoteSequence)
  if (headnote === undefined) return []
  const { summary, sourceText } = headnote
  const shown: DoubtItem = {
    id: null,
    where: 'headnote',
    headnoteSequence,
    span: textSpan(summary, 0, summary.length),
    sentence: summary,
    sources: [],
    differences: [],
  }
  if (code !== 'source_text_not_found' || sourceText === null) return [shown]
  const text = quotableText(content.contentClean)
  const found = classifyQuotation(sourceText, [{ key: OWN_TEXT, text, cited: true }])
  const match = found?.match ?? null
  const differences = [circumstanceWords({ is: 'not-in-text', quotation: sourceText }, language)]
  if (match === null) return [{ ...shown, differences }]
  const { start, end } = match.place
  const own: DoubtSource = {
    slug: content.slug,
    title: content.title,
    version: null,
    article: null,
    words: content.contentClean.slice(start, end),
    span: textSpan(content.contentClean, start, end),
  }
  return [{ ...shown, sources: [own], differences }]
}

const keysIn = (
  { citations, authorities }: Evidence,
  places: readonly SentencePlace[],
): string[] => [
  ...places.flatMap(({ sources }) => sources),
  ...citations.flatMap(({ candidates }) => candidates),
  ...authorities.map(({ slug }) => slug),
]

const slugsAmong = (keys: readonly string[]): Slug[] =>
  [...new Set(keys)].flatMap((key) => Slug.safeParse(key).data ?? [])

const WEAK: ReadonlySet<Verdict> = new Set(['not_supported', 'partially_supported'])

/** The sentences that no source bears out, which make a score low. */
const weakSentences = ({ sentences }: Assessment): SentencePlace[] =>
  sentences
    .filter(({ verdict }) => WEAK.has(verdict))
    .slice(0, GROUNDEDNESS.evidenceMax)
    .map(({ where, headnoteSequence, span, sources, cited }) => ({
      id: null,
      where,
      headnoteSequence,
      ...span,
      sources: [...(sources.length === 0 ? cited : sources)],
    }))

/**
 * Describes the flags of a wording: each sentence, the closest words of its source with slug,
 * article and version, and what differs. The flags must be of this wording. With its assessment, a
 * low score names the sentences that no source bears out, too.
 */
export const describeDoubts = async (
  { cited, prepared = preparedSources() }: DescribeDeps,
  content: ArticleContent,
  flags: readonly IntegrityFlag[],
  { language, assessment }: DescribeOptions,
): Promise<DescribedDoubt[]> => {
  const found = flags.map((flag) => {
    const evidence = Evidence.parse(flag.evidence)
    const weak =
      flag.code === 'low_groundedness' && assessment !== undefined ? weakSentences(assessment) : []
    return { flag, evidence, places: [...evidence.sentences, ...weak] }
  })
  const keys = found.flatMap(({ evidence, places }) => keysIn(evidence, places))
  const texts = await cited.read(slugsAmong(keys))
  const hasAuthorities = found.some(({ evidence }) => evidence.authorities.length > 0)
  const hasPlaces =
    hasAuthorities || found.some(({ evidence: { citations } }) => citations.length > 0)
  const round: Round = {
    content,
    language,
    texts: new Map(texts.map((text) => [text.slug, text])),
    citations: hasAuthorities ? await cited.citationsOf(content) : [],
    prepared,
  }
  const sentences = hasPlaces ? sentencesOf(content.contentClean) : []
  const described: DescribedDoubt[] = []
  for (const { flag, evidence, places } of found) {
    const { code, severity } = flag
    const items: DoubtItem[] = []
    for (const one of places) items.push(await sentenceShown(code, one, round))
    for (const one of evidence.citations) items.push(citationShown(code, one, sentences, round))
    for (const one of evidence.authorities) items.push(...authorityShown(one, sentences, round))
    items.push(...headnoteShown(flag, round))
    described.push({ code, severity, meaning: meaningOf(code, language), items })
  }
  return described
}
