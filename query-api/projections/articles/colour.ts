import type { StatusDerivation } from '#contracts/http/article.ts'
import type { ArticleId } from '#contracts/ids.ts'
import { colourWithSupports, derivationOf } from '../../citator/colour.ts'
import type { TargetContext } from '../../citator/power.ts'
import type { TreatmentType } from '#contracts/vocabulary/citator.ts'
import {
  allTreatments,
  asOfText,
  pointFactsOf,
  supportsOf,
  textCitator,
  treatmentsOf,
} from '../../citator/text-citator.ts'
import type { TextState } from './text-state.ts'

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
