import type { Concept, ConceptAssignment } from '#contracts/concept.ts'
import type { HeadnoteContent, TextReference } from '#contracts/content.ts'
import { Fault } from '#contracts/fault.ts'
import type { StatusDerivation } from '#contracts/http/article.ts'
import { headnoteIdOf } from '#contracts/canonical/identity.ts'
import type { ArticleId, ConceptId, HeadnoteId, Sha256Hex } from '#contracts/ids.ts'
import { colourOfText } from '../../citator/colour.ts'
import type { Interval } from '#contracts/search/document.ts'
import type { TreatmentType } from '#contracts/vocabulary/citator.ts'
import { contextOf } from '../../citator/text-citator.ts'
import { makeColours } from './colour.ts'
import { usableEmbedding, type UsableEmbedding } from './embeddings.ts'
import { conceptsOf, timelineOfText, type TextState, type Wording } from './text-state.ts'

/** What a read model needs in addition to the events of its text; all of it comes from the log. */
export type Lookups = {
  readonly concepts: ReadonlyMap<ConceptId, Concept>
  /** The model whose passages entries carry; null: the model that embedded each wording last. */
  readonly embeddingModel: string | null
}

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
}

type KeptWording = Pick<WordingView, 'wording' | 'current' | 'intervals'>

/** The searchable wordings: the current one, and older ones that were in force on some day. */
const keptWordings = (state: TextState): KeptWording[] => {
  if (state.visibility !== 'published') return []
  const { current, intervals } = timelineOfText(state)
  return state.wordings
    .map((wording, index) => ({
      wording,
      current: index === current,
      intervals: intervals[index] ?? [],
    }))
    .filter((kept) => kept.current || kept.intervals.length > 0)
}

/** The long texts that the read model of this state needs, each once. */
export const textsNeeded = (state: TextState): TextReference[] => [
  ...new Map(
    keptWordings(state).map(({ wording: { content } }) => [
      content.contentClean.sha256,
      content.contentClean,
    ]),
  ).values(),
]

const viewOf = (
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
