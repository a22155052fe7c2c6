import {
  type Citation,
  CITATION_LIMITS,
  type CitationTarget,
  type CitedWork,
} from '../../citation.ts'
import type { Jurisdiction } from '../../vocabulary/texts.ts'
import { type ArticleList, articleListAt, type ListedArticle } from './article-lists.ts'
import { NUMBER_SUFFIX, startsCoded } from './article-number.ts'
import {
  actsAmendedIn,
  type AmendedAct,
  anaphoraAt,
  type Antecedents,
  isOfOtherWork,
  NEAR,
  newAntecedents,
  remember,
  unansweredAnaphoraAt,
} from './antecedents.ts'
import { DATE, MONTH_NAME } from './dates.ts'
import {
  type ArticleDraft,
  giveOrphanWorks,
  SENTENCE_END,
  shareFollowingWorks,
  takeWorkOfSameNumber,
} from './draft-works.ts'
import { type Flat, isCapital, matchAt, sticky } from './flat.ts'
import type { Work } from './works.ts'

/** Where a reading begins: the country of the text, and the work that it is a part of, if it is. */
export type TextSetting = { readonly jurisdiction: Jurisdiction; readonly home: CitedWork | null }

const LABEL = '(?:articles?|arts?\\.|art(?= ?(?:\\d|[lrda]\\.? ?\\d)))'
const ANCHOR = new RegExp(
  `(?<![a-z0-9])(?:(articles|arts\\.)|(${LABEL})) {0,2}(?=\\d|n°|premier|unique|preliminaire|liminaire|(?:l\\.? ?o|lp|[lrda])\\.? ?\\*{0,2}\\.? {0,2}\\d)|` +
    `(?<![a-z0-9'.\\[-])(?=(?:l\\.?o|lp|[lrda])\\.? ?\\*{0,2}\\.? {0,2}\\d{1,5}-\\d)|(?<![a-z0-9'.\\[-])(?=(?:l\\.?o|[lrda])\\. ?\\*{0,2}\\d{1,5}[ ,])`,
  'gu',
)
/** What is said of an article before its work: `l'article 5 modifié du code`. */
const STATE =
  '(?: (?:modifiee?s?|precitee?s?|susvisee?s?|alors (?:applicables?|en vigueur)|' +
  'dans (?:sa|leur) (?:redaction|version)(?: alors)? applicable(?: au litige| en la cause)?)(?= d))?'
/** Between an article and its work. */
const OF = sticky(STATE + ",? ?[([]?(?:du |de la |de l'|des |de |d'|del |de les |of the |of )?")
const FORMER = sticky('(?:nouveau |nouvelle |ancien |ancienne )')
/** Between a work and its article: `C. trav., art. L. 1221-1`, `loi n° …, article 15`. */
const THEN = new RegExp(
  '^(?:(?: du parlement europeen et du conseil| du conseil| de la commission)?' +
    `,? (?:du |en date du )?${DATE})?(?:,| :| -|;)? ?\\(?(?:dans son |en son |en ses |et notamment son |notamment ses |anc(?:\\.|ien) |nouv(?:\\.|el) )?$`,
  'u',
)
const THEN_MAX = 90
/** What an act without a number is about: `L. lux. 23 déc. 2016 sur les ventes en soldes …, `. */
const SUBJECT =
  /^,? (?:relati|portant|modifi|sur |fixant|concernant|tendant|instituant|creant|autorisant|determinant|organisant|reglant|rati)[^;\n]*, $/u
const SUBJECT_MAX = 400
/** The next list of the same sentence, with another work: `5 de la Convention et 145-2 du code`. */
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
const BARE_NUMBER = `\\d{1,5}(?:-\\d{1,4}){0,5}${NUMBER_SUFFIX}`
const BARE_BEFORE = new RegExp(
  `(?:^|[^a-z0-9./°%-])(${BARE_NUMBER}(?:(?:, | et | ou | a )${BARE_NUMBER}){0,6}) (?:du|de la|de l'|des) $`,
  'u',
)
const LOOK_BEHIND = 90
/** Of the letters before a number of a code, with stops, stars and blanks. */
const CODED_START_MAX = 16

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

const citationOf = ({ start, end, list, works, certain, antecedent }: ArticleDraft): Citation => {
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
  readonly drafts: ArticleDraft[] = []
  readonly used = new Set<Work>()
  readonly #flat: Flat
  readonly #works: readonly Work[]
  readonly #byStart: ReadonlyMap<number, Work>
  readonly #setting: TextSetting
  readonly #memory: Antecedents
  readonly #amended: readonly AmendedAct[]
  #known = 0

  constructor(flat: Flat, works: readonly Work[], setting: TextSetting) {
    this.#flat = flat
    this.#works = works
    this.#setting = setting
    this.#byStart = new Map(works.map((work) => [work.start, work]))
    this.#memory = newAntecedents(flat, setting.home)
    this.#amended = actsAmendedIn(flat, works)
  }

  /** An anaphora can refer only to works named before it. */
  #rememberUntil(place: number): void {
    for (;;) {
      const work = this.#works[this.#known]
      if (work === undefined || work.start >= place) return
      if (!this.#isAmending(work)) remember(this.#memory, work)
      this.#known += 1
    }
  }

  /** After `la loi A, modifiée par la loi B`, the text refers to A. */
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

  #push(draft: Omit<ArticleDraft, 'antecedent'> & { antecedent?: CitedWork | null }): ArticleDraft {
    const made: ArticleDraft = { antecedent: null, ...draft }
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
    if (and === null || startsCoded(this.#flat.text.slice(at, at + CODED_START_MAX))) return
    const list = articleListAt(this.#flat, at, true)
    const work = list === null ? undefined : this.#workAfter(list.end)
    if (list === null || work === undefined) return
    this.#withWork({ start: at, labelled: false, list }, work)
  }

  /** The work right before a group, if it belongs to it. */
  #workBefore({ start, labelled }: Group): Work | undefined {
    const work = this.#works[this.#indexBefore(start)]
    if (work === undefined || this.used.has(work)) return undefined
    // `C. com., L. 442-1`: without its label, a number follows a code alone.
    if (!labelled && (work.nature !== 'code' || start - work.end > 2)) return undefined
    const { text } = this.#flat
    const between = text.slice(work.end, Math.min(start, work.end + SUBJECT_MAX))
    if (work.end + between.length < start) return undefined
    if (between.length <= THEN_MAX && THEN.test(between)) return work
    const isStated =
      work.date !== null && text.startsWith('art.', start) && !SENTENCE_END.test(between)
    return isStated && SUBJECT.test(between) ? work : undefined
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
    const anaphora = anaphoraAt(this.#flat, list.end, this.#memory)
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
      // `C. trav. (art. L. 1221-1)`: what opened is closed.
      const isOpen = text.slice(before.end, start).includes('(') && text[list.end] === ')'
      this.#push({
        start: before.start,
        end: list.end + (isOpen ? 1 : 0),
        list: list.articles,
        works: before.cited,
        nature: before.nature,
        certain: true,
      })
      return
    }
    if (!labelled && !/-/u.test(list.articles[0]?.number ?? '')) return
    const amended = this.#amendedAt(start)
    const home = amended?.work.cited[0] ?? this.#setting.home
    const isElsewhere = isOfOtherWork(this.#flat, list.end, this.#memory)
    const antecedent = isElsewhere ? null : home
    this.#push({
      start,
      end: unansweredAnaphoraAt(this.#flat, list.end) ?? list.end,
      list: list.articles,
      works: antecedent === null ? [] : [antecedent],
      nature: null,
      isElsewhere,
      certain: antecedent !== null && (amended === undefined || start - amended.from <= NEAR),
      antecedent,
    })
  }

  /** The act that the text amends at a place. */
  #amendedAt(place: number): AmendedAct | undefined {
    return this.#amended.findLast(({ from }) => from <= place)
  }
}

/**
 * `145-2 du code de procédure pénale` without a label: only a code or treaty makes such a number an
 * article.
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

/** Citations of articles in order, and the works without an article. */
export const articlesIn = (
  flat: Flat,
  works: readonly Work[],
  setting: TextSetting,
): { readonly citations: Citation[]; readonly rest: readonly Work[] } => {
  const joiner = new Joiner(flat, works, setting)
  const groups = [
    ...wholeText(flat, works),
    ...groupsIn(flat),
    ...unlabelled(flat, works),
  ].toSorted((a, b) => a.start - b.start)
  for (const group of groups) joiner.add(group)
  const drafts = joiner.drafts.toSorted((a, b) => a.start - b.start)
  giveOrphanWorks(flat, drafts, works, joiner.used)
  shareFollowingWorks(flat, drafts)
  takeWorkOfSameNumber(flat, drafts)
  return {
    citations: drafts.map(citationOf),
    rest: works.filter((work) => !joiner.used.has(work)),
  }
}
