import type { Citation } from '#contracts/citation.ts'
import type { Concept, ConceptAssignment } from '#contracts/concept.ts'
import type { HeadnoteContent, TextReference } from '#contracts/content.ts'
import { Fault } from '#contracts/fault.ts'
import type { StatusDerivation } from '#contracts/http/article.ts'
import { headnoteIdOf } from '#contracts/canonical/identity.ts'
import type { ArticleId, ConceptId, HeadnoteId, SemVer, Sha256Hex } from '#contracts/ids.ts'
import { isErasedContent } from '#contracts/sealing/sealed-members.ts'
import { colourOfText, colourWithSupports, derivationOf } from '../../citator/colour.ts'
import type { Interval } from '#contracts/search/document.ts'
import type { TreatmentType } from '#contracts/vocabulary/citator.ts'
import {
  contextOf,
  allTreatments,
  asOfText,
  pointFactsOf,
  supportsOf,
  textCitator,
  treatmentsOf,
} from '../../citator/text-citator.ts'
import { usableEmbedding, type UsableEmbedding } from './embeddings.ts'
import { conceptsOf, timelineOfText, type TextState, type Wording } from './text-state.ts'
import type { TargetContext } from '../../citator/power.ts'

const NO_COLOURS = { treated: null, relying: null }

/**
 * Colours of the points of one wording, with their derivations (contracts/conventions/citator.md),
 * as the text's state knows them. Pure.
 */
export const makeColours = (
  articleId: ArticleId,
  { citator, changedAt }: Pick<TextState, 'citator' | 'changedAt'>,
  context: TargetContext,
) => {
  const asOf = asOfText(citator, changedAt)
  const text = textCitator(articleId, citator?.facts ?? [], { validAt: asOf, knownAt: null })
  return {
    derivationOf: (sequence: number | null): StatusDerivation => {
      const facts = pointFactsOf(text, sequence, context)
      const supports = supportsOf(text, sequence).map((key) => citator?.supports[key] ?? NO_COLOURS)
      return derivationOf(colourWithSupports(facts, supports), facts, asOf)
    },
    /** Types of the treatments of a point, or of the whole text. */
    typesOf: (sequence: number | null): TreatmentType[] =>
      treatmentsOf(text, sequence).map(({ type }) => type),
    allTypes: (): TreatmentType[] => allTreatments(text).map(({ type }) => type),
  }
}

/** What a read model needs in addition to the events of its text; all of it comes from the log. */
export type Lookups = {
  readonly concepts: ReadonlyMap<ConceptId, Concept>
  /** The model whose passages entries carry; null: the model that embedded each wording last. */
  readonly embeddingModel: string | null
  /** The citations in each searchable wording of the texts, by `wordingKey`; absent: not read. */
  readonly citations?: ReadonlyMap<string, readonly Citation[]>
}

/** A wording among those of many texts. */
export const wordingKey = (articleId: ArticleId, version: SemVer): string =>
  `${articleId}@${version}`

/** A headnote with its id, colour and treatments. */
export type Point = HeadnoteContent & {
  readonly headnoteId: HeadnoteId
  readonly derivation: StatusDerivation
  readonly treatmentTypes: readonly TreatmentType[]
}

/** A wording with all data of its article and entries. */
export type WordingView = {
  readonly articleId: ArticleId
  readonly wording: Wording
  readonly contentClean: string
  /** Of people, publishers and machines. */
  readonly concepts: readonly ConceptAssignment[]
  /** By sequence. */
  readonly points: readonly Point[]
  readonly derivation: StatusDerivation
  /** Of the text and all of its points. */
  readonly treatmentTypes: readonly TreatmentType[]
  readonly current: boolean
  readonly intervals: readonly Interval[]
  readonly embedding: UsableEmbedding | null
  /** In the order of the text. */
  readonly citations: readonly Citation[]
  /** How often other texts cite the text (`doublingsOf`). */
  readonly doublings: number
}

export type KeptWording = Pick<WordingView, 'wording' | 'current' | 'intervals'>

/** Every wording of a public text, in the order of publication. */
export const wordingsOf = (state: TextState): KeptWording[] => {
  if (state.visibility !== 'published') return []
  const { current, intervals } = timelineOfText(state)
  return state.wordings.map((wording, index) => ({
    wording,
    current: index === current,
    intervals: intervals[index] ?? [],
  }))
}

/**
 * The searchable wordings: the current one, and older ones that were in force on some day. Nothing
 * of an erased one is found.
 */
export const keptWordings = (state: TextState): KeptWording[] =>
  wordingsOf(state).filter(
    ({ wording, current, intervals }) =>
      (current || intervals.length > 0) && !isErasedContent(wording.content),
  )

/** The long texts that the read model of this state needs, each once. */
export const textsNeeded = (state: TextState): TextReference[] => [
  ...new Map(
    keptWordings(state).map(({ wording: { content } }) => [
      content.contentClean.sha256,
      content.contentClean,
    ]),
  ).values(),
]

/** One wording, searchable or not. Throws Fault `blob-missing`. */
export const viewOf = (
  articleId: ArticleId,
  state: TextState,
  { wording, current, intervals }: KeptWording,
  texts: ReadonlyMap<Sha256Hex, string>,
  lookups: Lookups,
): WordingView => {
  const { content, version } = wording
  const contentClean = texts.get(content.contentClean.sha256)
  if (contentClean === undefined)
    throw new Fault('blob-missing', 'the text of a published version is not among the blobs')
  const colours = makeColours(articleId, state, contextOf(content))
  const points = content.headnotes
    .toSorted((a, b) => a.sequence - b.sequence)
    .map((headnote) => ({
      ...headnote,
      headnoteId: headnoteIdOf(content.source.id, headnote.sequence),
      derivation: colours.derivationOf(headnote.sequence),
      treatmentTypes: colours.typesOf(headnote.sequence),
    }))
  return {
    articleId,
    wording,
    contentClean,
    concepts: conceptsOf(content.concepts, state.matched ?? []),
    points,
    derivation: colourOfText(points, colours.derivationOf(null)),
    treatmentTypes: colours.allTypes(),
    current,
    intervals,
    embedding: usableEmbedding(state.embeddings[version] ?? [], lookups.embeddingModel),
    citations: lookups.citations?.get(wordingKey(articleId, version)) ?? [],
    doublings: state.doublings,
  }
}

/** The searchable wordings of a text, in the order of publication. Throws Fault `blob-missing`. */
export const wordingViews = (
  articleId: ArticleId,
  state: TextState,
  texts: ReadonlyMap<Sha256Hex, string>,
  lookups: Lookups,
): WordingView[] =>
  keptWordings(state).map((kept) => viewOf(articleId, state, kept, texts, lookups))
