import {
  type Citation,
  CITATION_LIMITS,
  type CitationTarget,
  type CitedWork,
} from '../../citation.ts'
import type { Jurisdiction } from '../../vocabulary/texts.ts'
import { type ArticleList, articleListAt, type ListedArticle } from './article-lists.ts'
import { NUMBER_SUFFIX, startsCoded } from './article-number.ts'
import { DATE, dayOf, MONTH_NAME } from './dates.ts'
import { type Flat, isCapital, matchAt, sticky } from './flat.ts'
import type { Nature, Work } from './works.ts'

const NOUN =
  '(code|livre|loi|ordonnance|decret-loi|decret|arrete|reglement|directive|traite|convention|charte|constitution|texte|acte)'
const SAME = sticky(
  `,? ?(?:du meme|dudit|de ce|de cet|du present|de la meme|de ladite|de cette|de la presente|de l'|du|de la) ?${NOUN}( precitee?| susvisee?| susmentionnee?| grand-ducal precite)?(?![a-z0-9])`,
)
const POINTS = /meme|dudit|de ce|de cet|ladite|cette/u
const PRESENT = /present/u
const THAT_OF = sticky(`,? ?de celle du (${DATE})`)

const NATURES: Readonly<Record<string, readonly Nature[]>> = {
  code: ['code'],
  livre: ['code'],
  loi: ['loi'],
  ordonnance: ['ordonnance'],
  'decret-loi': ['decret'],
  decret: ['decret'],
  arrete: ['arrete'],
  reglement: ['reglement', 'eu'],
  directive: ['directive', 'eu'],
  traite: ['treaty'],
  convention: ['treaty'],
  charte: ['treaty'],
  constitution: ['treaty'],
}

/** How far back an antecedent counts as near, UTF-16 units: about a paragraph of a judgment. */
const NEAR = 2_000

/**
 * The work named last, by its nature. The text is read from its start, so only earlier works count.
 */
export type Antecedents = {
  readonly last: Map<Nature, Work>
  latest: Work | null
}
const newMemory = (home: CitedWork | null): Antecedents => {
  const memory: Antecedents = { last: new Map(), latest: null }
  if (home !== null)
    for (const nature of HOME_NATURES)
      memory.last.set(nature, { start: 0, end: 0, nature, cited: [home], date: null })
  return memory
}
const HOME_NATURES: readonly Nature[] = [
  'code',
  'loi',
  'ordonnance',
  'decret',
  'arrete',
  'reglement',
  'directive',
  'treaty',
]

export const remember = (memory: Antecedents, work: Work): void => {
  memory.last.set(work.nature, work)
  memory.latest = work
}

/** `near`: the antecedent is close enough to be certain. */
type Anaphora = { readonly end: number; readonly work: Work; readonly near: boolean }

/**
 * `du même code`, `dudit code`, `de cette loi`, `de la loi précitée`, `de celle du 22 mai 1996` at
 * a place, with the work that they mean. Null if there is none, or if it can refer to no work named
 * before.
 */
const anaphoraAt = (
  { text }: Flat,
  at: number,
  memory: Antecedents,
  home: CitedWork | null,
): Anaphora | null => {
  const celle = matchAt(THAT_OF, text, at)
  const law = memory.last.get('loi')
  if (celle !== null && law !== undefined) {
    const day = dayOf(celle[1] ?? '')
    if (day === null) return null
    const end = at + celle[0].length
    const key = `loi-${day}`
    const cited = [{ id: key, key, jurisdiction: law.cited[0]?.jurisdiction ?? null }]
    return { end, near: true, work: { start: at, end, nature: 'loi', cited, date: day } }
  }
  const match = matchAt(SAME, text, at)
  if (match === null) return null
  const [all, noun = '', precite] = match
  const end = at + all.length
  if (PRESENT.test(all))
    return home === null
      ? null
      : { end, near: true, work: { start: at, end, nature: 'code', cited: [home], date: null } }
  if (!POINTS.test(all) && precite === undefined) return null
  const natures = NATURES[noun]
  const meant =
    natures === undefined
      ? memory.latest
      : natures.map((nature) => memory.last.get(nature)).find((work) => work !== undefined)
  if (meant === undefined || meant === null) return null
  const near = meant.cited.length === 1 && at - meant.end <= NEAR
  return { end, work: meant, near }
}

/** The same words without an antecedent: skipped, so the article stays without its work. */
const emptyAnaphoraAt = ({ text }: Flat, at: number): number | null => {
  const match = matchAt(SAME, text, at)
  if (match === null || PRESENT.test(match[0])) return null
  return POINTS.test(match[0]) ? at + match[0].length : null
}

/** A citation of articles whose work may still be found. */
export type ArticleDraft = {
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
 * `articles L. 1 et L. 2, dans leur rédaction issue de la loi …, du code de commerce`: a work after
 * a comma without an article next to it belongs to the articles of its sentence that have no work.
 * An article without a code gets the code that the same number has elsewhere in the sentence.
 */
export const giveOrphanWorks = (
  flat: Flat,
  drafts: readonly ArticleDraft[],
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

const indexBefore = (drafts: readonly ArticleDraft[], place: number): number => {
  let [low, high] = [0, drafts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((drafts[middle]?.end ?? 0) <= place) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** How many later citations are searched for the number of a bare article. */
const LOOK_AHEAD = 8

/** An article without its code has the one that the same number has a little further on. */
const takeCodeOfSameNumber = (drafts: readonly ArticleDraft[]): void => {
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

/** Where a reading begins: the country of the text, and the work that it is a part of, if it is. */
export type TextSetting = { readonly jurisdiction: Jurisdiction; readonly home: CitedWork | null }

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
const THEN = new RegExp(
  '^(?:(?: du parlement europeen et du conseil| du conseil| de la commission)?' +
    `,? (?:du |en date du )?${DATE})?(?:,| :| -|;)? ?(?:dans son |en son |en ses |et notamment son |notamment ses )?$`,
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
  #known = 0

  constructor(flat: Flat, works: readonly Work[], setting: TextSetting) {
    this.#flat = flat
    this.#works = works
    this.#setting = setting
    this.#byStart = new Map(works.map((work) => [work.start, work]))
    this.#memory = newMemory(setting.home)
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
    if (!labelled) return undefined
    const work = this.#works[this.#indexBefore(start)]
    if (work === undefined || this.used.has(work)) return undefined
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
  takeCodeOfSameNumber(drafts)
  return {
    citations: drafts.map(citationOf),
    rest: works.filter((work) => !joiner.used.has(work)),
  }
}
