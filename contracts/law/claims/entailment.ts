/**
 * What a model of our own thinks of a claim and its evidence. A verdict uses it as a veto only: it
 * never makes a claim supported that the comparison of their frames does not.
 */

/** How likely each answer to "does the premise entail the hypothesis?" is. They sum to 1. */
export type Opinion = {
  /** The premise says the whole of the hypothesis. */
  readonly entailment: number
  /** The premise leaves the hypothesis, or a part of it, open. */
  readonly neutral: number
  /** The premise denies the hypothesis. */
  readonly contradiction: number
}

export type EntailmentPair = {
  /** A sentence of evidence, after the name of its text: "Code civil, art. 1195. Si un …". */
  readonly premise: string
  /** The claim. */
  readonly hypothesis: string
}

/** Compares claims with evidence. */
export type EntailmentModel = {
  /** Name and hash of the graph. */
  readonly model: string
  /**
   * One opinion for each pair, in their order. A premise that is too long is cut, a hypothesis
   * never: one that does not fit alone gets a neutral opinion. Rejects with the reason of `signal`
   * once aborted.
   */
  compare(pairs: readonly EntailmentPair[], signal?: AbortSignal): Promise<readonly Opinion[]>
}
