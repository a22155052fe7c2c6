import { CITATION_LIMITS, type CitedWork } from '../../citation.ts'
import type { ListedArticle } from './article-lists.ts'
import type { Flat } from './flat.ts'
import type { Work } from './work.ts'

/** A citation of articles while its work may still be found. */
export type Draft = {
  readonly start: number
  readonly end: number
  readonly list: readonly ListedArticle[]
  works: readonly CitedWork[]
  readonly nature: Work['nature'] | null
  certain: boolean
  antecedent: CitedWork | null
}

const SENTENCE_END = /[;\n]|[.!?] (?=[^a-z\d])/u
const ORPHAN_BEFORE = /,\s{1,2}(?:du|de la|de l') ?$/u

/**
 * `articles L. 1 et L. 2, dans leur rédaction issue de la loi …, du code de commerce`: a work that
 * stands behind a comma and has no article at its side belongs to the articles of its sentence that
 * have none. And an article named without its code has the code that the same number has elsewhere
 * in the sentence.
 */
export const adopt = (
  flat: Flat,
  drafts: readonly Draft[],
  works: readonly Work[],
  used: ReadonlySet<Work>,
): void => {
  const orphans = works.filter(
    (work) =>
      !used.has(work) &&
      (work.nature === 'code' || work.nature === 'treaty') &&
      ORPHAN_BEFORE.test(flat.text.slice(Math.max(0, work.start - 8), work.start)),
  )
  for (const orphan of orphans) {
    for (let index = indexBefore(drafts, orphan.start); index >= 0; index -= 1) {
      const draft = drafts[index]
      if (draft === undefined || orphan.start - draft.end > CITATION_LIMITS.spanMax) break
      if (draft.nature === 'code' || draft.nature === 'treaty') break
      if (SENTENCE_END.test(flat.text.slice(draft.end, orphan.start))) break
      if (draft.nature === null && draft.works.length === 0) {
        draft.works = orphan.cited
        draft.certain = true
        draft.antecedent = orphan.cited[0] ?? null
      }
    }
  }
}

const indexBefore = (drafts: readonly Draft[], place: number): number => {
  let [low, high] = [0, drafts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((drafts[middle]?.end ?? 0) <= place) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** How many citations on from a bare article the same number is looked for. */
const LOOK_AHEAD = 8

/** An article without its code has the one that the same number has a little further on. */
export const shareCodes = (drafts: readonly Draft[]): void => {
  drafts.forEach((draft, index) => {
    if (draft.nature !== null || draft.works.length > 0) return
    const coded = draft.list.every(({ number }) => /^[a-z]/u.test(number))
    if (!coded) return
    const numbers = new Set(draft.list.map(({ number }) => number))
    const other = drafts
      .slice(index + 1, index + 1 + LOOK_AHEAD)
      .find(
        ({ list, nature }) => nature === 'code' && list.some(({ number }) => numbers.has(number)),
      )
    if (other === undefined) return
    draft.works = other.works
    draft.certain = false
    draft.antecedent = other.works[0] ?? null
  })
}
