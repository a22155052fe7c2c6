import { LRUCache } from 'lru-cache'
import type { ClaimSource } from '#contracts/law/claims/claim-source.ts'
import type { ClaimVerifier, Judgement } from '#contracts/law/claims/judge.ts'

/** Judgements by sentence and sources, so that typing judges only the sentence that changed. */
export type JudgedBefore = {
  readonly judgements: LRUCache<string, Judgement>
  /** A number for each prepared source: another wording of a text is another source. */
  readonly numbers: WeakMap<ClaimSource, number>
  count: number
}

const JUDGEMENTS_MAX = 20_000
export const judgedBefore = (): JudgedBefore => ({
  judgements: new LRUCache({ max: JUDGEMENTS_MAX }),
  numbers: new WeakMap(),
  count: 0,
})

const NOT_YET: Omit<Judgement, 'method'> = {
  verdict: 'unverifiable',
  score: 0,
  evidence: [],
  conflicts: [],
  differences: [],
}

const numberOf = (memory: JudgedBefore, source: ClaimSource): number => {
  const known = memory.numbers.get(source)
  if (known !== undefined) return known
  memory.count += 1
  memory.numbers.set(source, memory.count)
  return memory.count
}

export type RememberingVerifier = {
  readonly verifier: ClaimVerifier
  /** Sentences that there was no time for; the next call goes on with them. */
  readonly waiting: ReadonlySet<string>
  /** The judgement of a sentence of this call. */
  readonly judgementOf: (sentence: string) => Judgement | undefined
}

/** A verifier that remembers, and stops judging once `isOver`. */
export const rememberingVerifier = (
  verifier: ClaimVerifier,
  memory: JudgedBefore,
  isOver: () => boolean,
): RememberingVerifier => {
  const waiting = new Set<string>()
  const found = new Map<string, Judgement>()
  return {
    waiting,
    judgementOf: (sentence) => found.get(sentence),
    verifier: {
      method: verifier.method,
      judge: async (text, sources, options = {}) => {
        const against = sources.map(({ key, source }) => `${key} ${numberOf(memory, source)}`)
        const name = JSON.stringify([text, options.threshold, options.areFound, against])
        const known = memory.judgements.get(name)
        if (known === undefined && isOver()) {
          waiting.add(text)
          return { ...NOT_YET, method: verifier.method }
        }
        const judgement = known ?? (await verifier.judge(text, sources, options))
        memory.judgements.set(name, judgement)
        found.set(text, judgement)
        return judgement
      },
    },
  }
}
