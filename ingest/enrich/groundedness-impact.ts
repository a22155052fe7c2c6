import { sentencesOf, type Span } from '#contracts/law/claims/sentences.ts'

/**
 * A text that cites, with the places of its citations of the text that changed (UTF-16 units of
 * contentClean).
 */
export type CitingText<Id> = {
  readonly id: Id
  readonly contentClean: string
  readonly citations: readonly Span[]
}
/** What must be judged again. */
export type Impact<Id> = { readonly id: Id; readonly sentences: readonly Span[] }

/**
 * The impact list of a change: which texts cite the one that changed, and in which sentences. Texts
 * in the order given, sentences in the order of the text, each once. Pure; linear in the texts.
 */
export const impactOfChange = <Id>(citing: readonly CitingText<Id>[]): Impact<Id>[] =>
  citing.flatMap(({ id, contentClean, citations }) => {
    const sentences = sentencesOf(contentClean)
      .filter(({ start, end }) => citations.some((one) => one.start < end && one.end > start))
      .map(({ start, end }) => ({ start, end }))
    return sentences.length === 0 ? [] : [{ id, sentences }]
  })
