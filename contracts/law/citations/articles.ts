import type { Jurisdiction } from '../../vocabulary/texts.ts'
import {
  CITATION_LIMITS,
  type Citation,
  type CitationTarget,
  type CitedWork,
} from '../../citation.ts'
import { adopt, shareCodes, type Draft } from './adoption.ts'
import { anaphoraAt, emptyAnaphoraAt, newMemory, remember, type Memory } from './anaphora.ts'
import {
  articleListAt,
  startsCoded,
  type ArticleList,
  type ListedArticle,
} from './article-lists.ts'
import { MONTH_NAME } from './dates.ts'
import { isCapital, matchAt, sticky, type Flat } from './flat.ts'
import type { Work } from './work.ts'

/** Where a reading begins: the country of the text, and the work that it is a part of, if it is. */
export type Setting = { readonly jurisdiction: Jurisdiction; readonly home: CitedWork | null }

const LABEL = '(?:articles?|arts?\\.|art(?= ?(?:\\d|[lrda]\\.? ?\\d)))'
const ANCHOR = new RegExp(
  `(?<![a-z0-9])(?:(articles|arts\\.)|(${LABEL})) {0,2}(?=\\d|n°|premier|unique|preliminaire|liminaire|(?:l\\.? ?o|lp|[lrda])\\.? ?\\*{0,2}\\.? {0,2}\\d)|` +
    `(?<![a-z0-9'.\\[-])(?=(?:l\\.?o|lp|[lrda])\\.? ?\\*{0,2}\\.? {0,2}\\d{1,5}-\\d)|(?<![a-z0-9'.\\[-])(?=(?:l\\.?o|[lrda])\\. ?\\*{0,2}\\d{1,5}[ ,])`,
  'gu',
)
/** Between an article and its work. */
const OF = sticky(",? ?[([]?(?:du |de la |de l'|des |de |d'|del |de les |of the |of )?")
const FORMER = sticky('(?:nouveau |nouvelle |ancien |ancienne )')
/** Between a work and its article: `C. trav., art. L. 1221-1`, `loi n° …, article 15`. */
const THEN = /^(?:,| :| -|;)? ?(?:dans son |en son |en ses |et notamment son |notamment ses )?$/u
/**
 * The next list of the same sentence, with a work of its own: `5 de la Convention et 145-2 du
 * code`.
 */
const AND = sticky(',? (?:et|ou|ainsi que) (?:(?:a|aux?|de|des|les?) )?|, {1,2}')
const AMENDED_BY =
  /(?:issue?s? de|resultant de|modifiee?s? par|complete?e?s? par|creee?s? par|cree par|inseree?s? par|remplacee?s? par|abrogee?s? par|introduite?s? par|anterieure?s? a|posterieure?s? a|applicable avant) (?:la |le |l'|les |celle issue de (?:la |l'|le )?)?$/u
/** Articles of what parties wrote are no law. */
const PRIVATE =
  /^,? ?(?:\([^)]{0,40}\) )?(?:du |de la |de l'|des |de |d'|intitulee?s? |\(?")(?:statuts|contrat|bail|avenant|conditions|police|reglement interieur|reglement de copropriete|acte de |cahier|marche|protocole d'accord|protocole transactionnel|pacte d'associes|intitule|perte)/u
const PRIVATE_INTITLED = /^ intitulee?s? /u
/**
 * A part of a code or a year, not an article: `chapitre 4 du code`, `le 25 juillet 2013 du code`.
 */
const NO_ARTICLE = new RegExp(
  `(?:titre|chapitre|section|livre|partie|paragraphe|annexe|tableau|alinea|point|n°|${MONTH_NAME})\\.? $`,
  'u',
)
const BARE_BEFORE =
  /(?:^|[^a-z0-9./°%-])(\d{1,5}(?:-\d{1,4}){0,5}(?:(?:, | et | ou | a )\d{1,5}(?:-\d{1,4}){0,5}){0,6}) (?:du|de la|de l'|des) $/u
const LOOK_BEHIND = 90

type Group = {
  readonly start: number
  readonly labelled: boolean
  readonly list: ArticleList
}

const groupsIn = (flat: Flat): Group[] => {
  const groups: Group[] = []
  let end = 0
  for (const match of flat.text.matchAll(ANCHOR)) {
    const { index } = match
    if (index < end) continue
    const labelled = match[0] !== ''
    if (!labelled && !isCapital(flat, index, index + 1)) continue
    const plural = match[1] !== undefined || !labelled
    const list = articleListAt(flat, index + match[0].length, plural)
    if (list === null) continue
    groups.push({ start: index, labelled, list })
    end = list.end
  }
  return groups
}

const normalOf = (work: CitedWork | null, { number, last }: ListedArticle): string =>
  `article:${work === null ? '' : `${work.id}:`}${number}${last === null ? '' : `..${last}`}`

const targetOf = (work: CitedWork | null, article: ListedArticle): CitationTarget => ({
  kind: 'article',
  normal: normalOf(work, article),
  work,
  ...article,
})

const citationOf = ({ start, end, list, works, certain, antecedent }: Draft): Citation => {
  const of: readonly (CitedWork | null)[] = works.length === 0 ? [null] : works
  const targets = of
    .flatMap((work) => list.map((article) => targetOf(work, article)))
    .slice(0, CITATION_LIMITS.targetsMax)
  return {
    start,
    end,
    kind: 'article',
    targets,
    normalized: [...new Set(targets.map(({ normal }) => normal))],
    jurisdiction: works[0]?.jurisdiction ?? null,
    confidence: certain ? 'certain' : 'ambiguous',
    antecedent,
  }
}

/** Reads a flat text from its beginning: groups of articles, works, and what joins them. */
class Joiner {
  readonly drafts: Draft[] = []
  readonly used = new Set<Work>()
  readonly #flat: Flat
  readonly #works: readonly Work[]
  readonly #byStart: ReadonlyMap<number, Work>
  readonly #setting: Setting
  readonly #memory: Memory
  #known = 0

  constructor(flat: Flat, works: readonly Work[], setting: Setting) {
    this.#flat = flat
    this.#works = works
    this.#setting = setting
    this.#byStart = new Map(works.map((work) => [work.start, work]))
    this.#memory = newMemory(setting.home)
  }

  /** Works named before a place are what an anaphora there can mean. */
  #rememberUntil(place: number): void {
    for (;;) {
      const work = this.#works[this.#known]
      if (work === undefined || work.start >= place) return
      if (!this.#isAmending(work)) remember(this.#memory, work)
      this.#known += 1
    }
  }

  /** `la loi A, modifiée par la loi B`: what is spoken of after it is A. */
  #isAmending(work: Work): boolean {
    return (
      this.#memory.last.has(work.nature) &&
      AMENDED_BY.test(this.#flat.text.slice(Math.max(0, work.start - 40), work.start))
    )
  }

  #workAfter(end: number): Work | undefined {
    const { text } = this.#flat
    const at = end + (matchAt(OF, text, end)?.[0].length ?? 0)
    const former = matchAt(FORMER, text, at)?.[0].length ?? 0
    return this.#byStart.get(at) ?? this.#byStart.get(at + former) ?? this.#byStart.get(end)
  }

  #push(draft: Omit<Draft, 'antecedent'> & { antecedent?: CitedWork | null }): Draft {
    const made: Draft = { antecedent: null, ...draft }
    this.drafts.push(made)
    return made
  }

  #withWork(group: Group, work: Work): void {
    this.used.add(work)
    this.#push({
      start: group.start,
      end: work.end,
      list: group.list.articles,
      works: work.cited,
      nature: work.nature,
      certain: true,
    })
    remember(this.#memory, work)
    this.#continue(work.end)
  }

  /** `… et 145-2 du code de procédure pénale`: a list without its label that has a work. */
  #continue(end: number): void {
    const and = matchAt(AND, this.#flat.text, end)
    const at = end + (and?.[0].length ?? 0)
    if (and === null || startsCoded(this.#flat, at)) return
    const list = articleListAt(this.#flat, at, true)
    const work = list === null ? undefined : this.#workAfter(list.end)
    if (list === null || work === undefined) return
    this.#withWork({ start: at, labelled: false, list }, work)
  }

  /** The work that stands right before a group and belongs to it. */
  #workBefore({ start, labelled }: Group): Work | undefined {
    if (!labelled) return undefined
    const work = this.#works[this.#indexBefore(start)]
    if (work === undefined || this.used.has(work)) return undefined
    const between = this.#flat.text.slice(work.end, start)
    return between.length < 30 && THEN.test(between) ? work : undefined
  }

  /** Index of the last work that ends at or before a place. */
  #indexBefore(place: number): number {
    let [low, high] = [0, this.#works.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#works[middle]?.end ?? 0) <= place) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  add(group: Group): void {
    if (group.start < (this.drafts.at(-1)?.end ?? 0)) return
    this.#rememberUntil(group.start)
    const { list, start, labelled } = group
    const { text } = this.#flat
    const rest = text.slice(list.end, list.end + LOOK_BEHIND)
    if (PRIVATE.test(rest) || PRIVATE_INTITLED.test(rest)) return
    const after = this.#workAfter(list.end)
    if (after !== undefined) {
      this.#withWork(group, after)
      return
    }
    const anaphora = anaphoraAt(this.#flat, list.end, this.#memory, this.#setting.home)
    if (anaphora !== null) {
      this.#push({
        start,
        end: anaphora.end,
        list: list.articles,
        works: anaphora.work.cited,
        nature: anaphora.work.nature,
        certain: anaphora.near,
        antecedent: anaphora.work.cited[0] ?? null,
      })
      remember(this.#memory, anaphora.work)
      this.#continue(anaphora.end)
      return
    }
    const before = this.#workBefore(group)
    if (before !== undefined) {
      this.used.add(before)
      this.#push({
        start: before.start,
        end: list.end,
        list: list.articles,
        works: before.cited,
        nature: before.nature,
        certain: true,
      })
      return
    }
    if (!labelled && !/-/u.test(list.articles[0]?.number ?? '')) return
    const { home } = this.#setting
    this.#push({
      start,
      end: emptyAnaphoraAt(this.#flat, list.end) ?? list.end,
      list: list.articles,
      works: home === null ? [] : [home],
      nature: null,
      certain: home !== null,
      antecedent: home,
    })
  }
}

/**
 * `145-2 du code de procédure pénale` where no label stands before: only a code or treaty makes
 * such a number an article.
 */
const unlabelled = (flat: Flat, works: readonly Work[]): Group[] =>
  works.flatMap((work) => {
    const from = Math.max(0, work.start - LOOK_BEHIND)
    const before = flat.text.slice(from, work.start)
    const match = BARE_BEFORE.exec(before)
    const written = match?.[1]
    if (match === null || written === undefined) return []
    const start = from + before.lastIndexOf(written)
    if (NO_ARTICLE.test(flat.text.slice(Math.max(0, start - 12), start))) return []
    const isNumber = /\d-\d|\d{3}/u.test(written) && ['code', 'treaty'].includes(work.nature)
    if (!isNumber) return []
    const list = articleListAt(flat, start, true)
    return list === null ? [] : [{ start, labelled: false, list }]
  })

/**
 * A text that is a list without its label and the work of it, and nothing else (`1240 du code
 * civil`), is a citation.
 */
const wholeText = (flat: Flat, works: readonly Work[]): Group[] => {
  const list = articleListAt(flat, 0, true)
  if (list === null) return []
  const work = works.find(({ start, end }) => start >= list.end && end === flat.text.length)
  const between = work === undefined ? null : flat.text.slice(list.end, work.start)
  return between !== null && ONLY_OF.test(between) ? [{ start: 0, labelled: false, list }] : []
}
const ONLY_OF =
  /^,? ?[([]?(?:du |de la |de l'|des |de |d'|del |de les )?(?:nouveau |nouvelle |ancien |ancienne )?$/u

/** Citations of articles, in order, and the works that none of them took. */
export const articlesIn = (
  flat: Flat,
  works: readonly Work[],
  setting: Setting,
): { readonly citations: Citation[]; readonly rest: readonly Work[] } => {
  const joiner = new Joiner(flat, works, setting)
  const groups = [
    ...wholeText(flat, works),
    ...groupsIn(flat),
    ...unlabelled(flat, works),
  ].toSorted((a, b) => a.start - b.start)
  for (const group of groups) joiner.add(group)
  const drafts = joiner.drafts.toSorted((a, b) => a.start - b.start)
  adopt(flat, drafts, works, joiner.used)
  shareCodes(drafts)
  return {
    citations: drafts.map(citationOf),
    rest: works.filter((work) => !joiner.used.has(work)),
  }
}
