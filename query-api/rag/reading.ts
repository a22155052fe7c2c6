/** Reads the texts that a question found, within a budget. */
import { Fault } from '#contracts/fault.ts'
import type { Article } from '#contracts/http/article.ts'
import type { RagWarning } from '#contracts/http/rag.ts'
import { makeWatch, type Watch } from '#contracts/toolkit/watch.ts'
import { COMPUTING_MS_MAX } from '../billing/ports.ts'
import { readText } from './stretches.ts'

const BUDGET = {
  /** Characters of texts. */
  costMax: 50_000_000,
  msMax: COMPUTING_MS_MAX,
} as const

const SPENT = new Fault('computation-failed')

/** The watch over the texts of one question. */
export const watchReading = (
  signal: AbortSignal | undefined,
  budget: Pick<Parameters<typeof makeWatch>[0], 'costMax' | 'msMax'> = BUDGET,
): Watch => makeWatch({ ...budget, spent: () => SPENT }, signal)

export type Read = {
  readonly texts: readonly Article[]
  /** Says how many texts were left out. */
  readonly warnings: readonly RagWarning[]
}

const warningOf = (leftOut: number): RagWarning => ({
  code: 'sources_left_out',
  severity: 'info',
  citationId: null,
  message: `Texts that were too long to read in time were left out: ${leftOut}.`,
})

/**
 * Reads texts in the order given until the budget is spent; they are kept for a while. Throws Fault
 * `aborted` when nobody waits any more.
 */
export const readWithin = async (texts: readonly Article[], watch: Watch): Promise<Read> => {
  const read: Article[] = []
  for (const article of texts) {
    try {
      await watch.step(article.contentClean.length)
    } catch (error) {
      if (error !== SPENT) throw error
      return { texts: read, warnings: [warningOf(texts.length - read.length)] }
    }
    readText(article)
    read.push(article)
  }
  return { texts: read, warnings: [] }
}
