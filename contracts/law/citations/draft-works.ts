/** Gives articles without a work of their own the work that the words around them name. */
import { CITATION_LIMITS, type CitedWork } from '../../citation.ts'
import type { ListedArticle } from './article-lists.ts'
import { type Flat, matchAt, sticky } from './flat.ts'
import type { Work } from './works.ts'

/** A citation of articles whose work may still be found. */
export type ArticleDraft = {
  readonly start: number
  readonly end: number
  readonly list: readonly ListedArticle[]
  works: readonly CitedWork[]
  /** Null: the words next to the article name no work. */
  readonly nature: Work['nature'] | null
  /** The words next to the article mean a work that nothing names: it is given none. */
  readonly isElsewhere?: boolean
  certain: boolean
  antecedent: CitedWork | null
}

const give = (draft: ArticleDraft, works: readonly CitedWork[], certain: boolean): void => {
  if (draft.isElsewhere === true) return
  draft.works = works
  draft.certain = certain
  draft.antecedent = works[0] ?? null
}

const indexBefore = (drafts: readonly ArticleDraft[], place: number): number => {
  let [low, high] = [0, drafts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((drafts[middle]?.end ?? 0) <= place) low = middle + 1
    else high = middle
  }
  return low - 1
}

export const SENTENCE_END = /[;\n]|[.!?] (?=[^a-z\d])/u
const AFTER_COMMA = /,\s{1,2}(?:du|de la|de l') ?$/u
const AFTER_BRACKET = /\) ?(?:du|de la|de l') ?$/u
/** Longest words between an article and its work. */
const ASIDE_MAX = 300
const ASIDE = /^ ?\([^()\n]*\) ?(?:du|de la|de l') ?$/u
const WITHIN_ASIDE = /^[^()\n]*\) ?(?:du|de la|de l') ?$/u

/**
 * `article 1134 (dans sa rédaction antérieure à …) du code civil`, `article 132-1 (212-1 dans sa
 * nouvelle numérotation) du code …`.
 */
const giveAcrossBracket = (flat: Flat, drafts: readonly ArticleDraft[], work: Work): void => {
  for (let index = indexBefore(drafts, work.start); index >= 0; index -= 1) {
    const draft = drafts[index]
    if (draft === undefined || draft.nature !== null || work.start - draft.end > ASIDE_MAX) return
    const between = flat.text.slice(draft.end, work.start)
    const isBeforeBracket = ASIDE.test(between)
    if (!isBeforeBracket && !WITHIN_ASIDE.test(between)) return
    give(draft, work.cited, true)
    if (isBeforeBracket) return
  }
}

const giveAcrossComma = (flat: Flat, drafts: readonly ArticleDraft[], work: Work): void => {
  for (let index = indexBefore(drafts, work.start); index >= 0; index -= 1) {
    const draft = drafts[index]
    if (draft === undefined || work.start - draft.end > CITATION_LIMITS.spanMax) return
    if (draft.nature === 'code' || draft.nature === 'treaty') return
    if (SENTENCE_END.test(flat.text.slice(draft.end, work.start))) return
    if (draft.nature === null) give(draft, work.cited, true)
  }
}

/**
 * `articles L. 1 et L. 2, dans leur rédaction issue de la loi …, du code de commerce`: a work after
 * a comma without an article next to it belongs to the articles of its sentence that have no work.
 */
export const giveOrphanWorks = (
  flat: Flat,
  drafts: readonly ArticleDraft[],
  works: readonly Work[],
  used: ReadonlySet<Work>,
): void => {
  for (const work of works) {
    if (used.has(work)) continue
    const before = flat.text.slice(Math.max(0, work.start - 8), work.start)
    if (AFTER_BRACKET.test(before)) giveAcrossBracket(flat, drafts, work)
    else if ((work.nature === 'code' || work.nature === 'treaty') && AFTER_COMMA.test(before))
      giveAcrossComma(flat, drafts, work)
  }
}

/** Between two articles that one work follows. */
const JOINED =
  /^(?: ?\([^()\n]{1,80}\))?(?:,|,? et|,? ou|,? ainsi que) ?(?:(?:a|de|par|dans) )?(?:l'|les |aux? |des? |du )?$/u
const JOINED_MAX = 110
const isCoded = ({ number }: ListedArticle): boolean => /^[a-z]/u.test(number)

/**
 * `à l'article 10 et à l'article 14 du règlement …`: both are of the regulation. Articles of a code
 * and of a statute are told apart by their letter.
 */
export const shareFollowingWorks = (flat: Flat, drafts: readonly ArticleDraft[]): void => {
  for (let index = drafts.length - 2; index >= 0; index -= 1) {
    const [draft, next] = [drafts[index], drafts[index + 1]]
    if (draft === undefined || next === undefined || draft.nature !== null) continue
    if (next.works.length !== 1 || next.start - draft.end > JOINED_MAX) continue
    const isGiven = next.nature !== null || next.antecedent !== null
    const [last, first] = [draft.list.at(-1), next.list[0]]
    if (!isGiven || last === undefined || first === undefined) continue
    if (isCoded(last) !== isCoded(first)) continue
    if (JOINED.test(flat.text.slice(draft.end, next.start))) give(draft, next.works, false)
  }
}

/** How many later citations are searched for the number of a bare article. */
const LOOK_AHEAD = 8
const PRECEDING = sticky(',? (?:precitee?s?|susvisee?s?|susmentionnee?s?)(?![a-z])')
const SAME_ARTICLE = /(?:memes?|dudit|ledit|audit|lesdits|desdits|auxdits) $/u
const SAME_ARTICLE_MAX = 9
/** `l'article 5 précité`, `du même article 5`: the article was named before. */
const namesAgain = ({ text }: Flat, { start, end }: ArticleDraft): boolean =>
  matchAt(PRECEDING, text, end) !== null ||
  SAME_ARTICLE.test(text.slice(Math.max(0, start - SAME_ARTICLE_MAX), start))

/**
 * An article without its code has the one that the same number had last, else the one that it has a
 * little further on. Without a letter it has it only where the text says that it is named again.
 */
export const takeWorkOfSameNumber = (flat: Flat, drafts: readonly ArticleDraft[]): void => {
  const lastOf = new Map<string, readonly CitedWork[]>()
  drafts.forEach((draft, index) => {
    const { list, nature } = draft
    const isBare = nature === null
    const precedes = isBare && namesAgain(flat, draft)
    if (isBare && (precedes || (draft.works.length === 0 && list.every(isCoded)))) {
      const numbers = list.map(({ number }) => number)
      const earlier = numbers.map((number) => lastOf.get(number)).find((one) => one !== undefined)
      const later = drafts
        .slice(index + 1, index + 1 + LOOK_AHEAD)
        .find(
          (other) =>
            other.nature === 'code' && other.list.some(({ number }) => numbers.includes(number)),
        )
      const works = earlier ?? (draft.works.length === 0 ? later?.works : undefined)
      if (works !== undefined) give(draft, works, false)
    }
    if (draft.works.length === 1) for (const { number } of list) lastOf.set(number, draft.works)
  })
}
