/** What is known of a sentence and a question, as numbers from 0 to 1. Pure. */
import type { Article } from '#contracts/http/article.ts'
import type { Day } from '#contracts/ids.ts'
import { analyse, QUESTION_TERMS, terms } from '#contracts/law/analysis/analyse.ts'
import {
  answersInForm,
  definedIn,
  limitsRule,
  refersElsewhere,
} from '#contracts/law/answers/answer-forms.ts'
import { type AskedLaw, askedLawOf } from '#contracts/law/answers/asked-law.ts'
import { alternativesOf } from '#contracts/law/answers/alternatives.ts'
import { type QuestionKind, questionKindOf } from '#contracts/law/answers/question-kinds.ts'
import { keysOfWork } from '#contracts/law/citations/filed-works.ts'
import { recogniseCitations } from '#contracts/law/citations/recognise.ts'
import { ALONE, type Neighbourhood, neighbourhoodsOf } from './neighbouring-articles.ts'
import { type ReadText, readText, type Stretch } from './stretches.ts'

/** Words that say what kind of answer is wanted: a good answer need not repeat them. */
const FRAME_WORDS =
  'delai duree temps jour mois montant taux effet consequence sanction risque risquer passer arriver devenir valoir obtenir consister ' +
  'definition difference signifier possible droit obligatoire peine quel cas condition combien faire devoir pouvoir existe prevoir moment personne regle selon dure beneficier code loi article francais'
const FRAME: ReadonlySet<string> = new Set([...terms(FRAME_WORDS), ...QUESTION_TERMS])
const FRAME_SHARE = 0.3

/** A text that search found, in its order. */
export type FoundText = {
  readonly article: Article
  readonly rank: number
  /** Whether it comes first where only words count. */
  readonly isFirstByWords: boolean
}

export type ReadQuestion = {
  readonly text: string
  readonly kind: QuestionKind
  readonly law: AskedLaw
  /** In the order of the question, without repetitions. */
  readonly terms: readonly string[]
  /** Terms that say whose law is asked for, not what about. */
  readonly places: ReadonlySet<string>
  readonly cited: ReadonlySet<string>
}

export const readQuestion = (text: string, today: Day): ReadQuestion => {
  const law = askedLawOf(text, today)
  return {
    text,
    kind: questionKindOf(text),
    law,
    terms: [...new Set(terms(text))],
    places: new Set(terms(law.jurisdictionWords.join(' '))),
    cited: new Set(recogniseCitations(text).flatMap(({ normalized }) => normalized)),
  }
}

/** The words of a question that say what it is about, each once: not whose law, nor its form. */
export const matterOf = ({ text, places }: ReadQuestion): string[] => [
  ...new Map(
    analyse(text)
      .filter(({ term }) => !FRAME.has(term) && !places.has(term))
      .map(({ term, start, end }) => [term, text.slice(start, end)]),
  ).values(),
]

/** Words of one family share their beginning: `convoquer`, `convocation`. */
const FAMILY = { lettersMin: 5, share: 0.7, worth: 0.5 } as const
const NEGATING = /^(?:in|im|ir|il|non)(?=[a-z]{4})/u
const withoutNegation = (term: string): string => term.replace(NEGATING, '')
/** Both without negations. */
const areOfFamily = (one: string, other: string): boolean => {
  const longest = Math.max(one.length, other.length)
  const needed = Math.max(FAMILY.lettersMin, Math.ceil(longest * FAMILY.share))
  return one.length >= needed && other.length >= needed && other.startsWith(one.slice(0, needed))
}

/** Weights of the question's terms, and how well terms of texts match them. */
export type TermMatcher = {
  /** Share of the question, by weight, that these terms cover. */
  coverage(lists: readonly (readonly string[])[]): number
  /** Share of pairs of neighbours in the question that are near each other in the sentence. */
  nearness(list: readonly string[]): number
  /** Whether any of these terms matches one of the question. */
  touches(list: readonly string[]): boolean
  /** Weighted share of the question, without what frames it, that no text at hand has. */
  readonly unknown: number
  /** The same share for these terms alone. */
  absent(lists: readonly (readonly string[])[]): number
  /** Share of these terms that the question has. */
  share(list: readonly string[]): number
  /** Weight of the heaviest term that none of these match, as a share of the heaviest. */
  missing(lists: readonly (readonly string[])[]): number
  /**
   * How much of what the question is about these terms match: its weight, which tells a likeness
   * from chance, times its share, each word counted alike.
   */
  matched(lists: readonly (readonly string[])[]): number
}

const NEAR = 3
/** A family by its letters alone may be another word. */
const SURE = 0.6

/** The weight that a question of many rare words has about. */
const MATCHED_MAX = 20

export const makeMatcher = (
  question: readonly string[],
  texts: readonly ReadText[],
  places: ReadonlySet<string> = new Set(),
): TermMatcher => {
  const count = (term: string): number =>
    texts.filter((text) => text.terms.has(term) || text.titleTerms.includes(term)).length
  const weights = question.map((term) => {
    const rarity = Math.log((1 + texts.length) / (1 + count(term))) + 1
    return rarity * (FRAME.has(term) ? FRAME_SHARE : 1)
  })
  const total = weights.reduce((sum, one) => sum + one, 0)
  const heaviest = Math.max(...weights, 0)
  const alternatives = alternativesOf(question)
  /** Other single words for each term, and expressions, which match only as a whole. */
  const single = alternatives.map(
    (of) =>
      new Map(
        of.flatMap(({ terms: [only, ...more], worth }) =>
          only === undefined || more.length > 0 ? [] : [[only, worth] as const],
        ),
      ),
  )
  const expressions = alternatives.map((of) => of.filter((one) => one.terms.length > 1))
  const roots = question.map(withoutNegation)
  const matches = new Map<string, readonly (readonly [number, number])[]>()
  const matchesOf = (term: string): readonly (readonly [number, number])[] => {
    const known = matches.get(term)
    if (known !== undefined) return known
    const root = withoutNegation(term)
    const found = question.flatMap((asked, at): (readonly [number, number])[] => {
      if (asked === term) return [[at, 1]]
      const worth = single[at]?.get(term)
      if (worth !== undefined) return [[at, worth]]
      return areOfFamily(roots[at] ?? '', root) ? [[at, FAMILY.worth]] : []
    })
    matches.set(term, found)
    return found
  }
  const heldOf = (lists: readonly (readonly string[])[]): Float64Array => {
    const held = new Float64Array(question.length)
    for (const list of lists)
      for (const term of list)
        for (const [at, worth] of matchesOf(term)) held[at] = Math.max(held[at] ?? 0, worth)
    for (const [at, of] of expressions.entries())
      for (const { terms: expression, worth } of of)
        if (
          (held[at] ?? 0) < worth &&
          expression.every((term) => lists.some((list) => list.includes(term)))
        )
          held[at] = worth
    return held
  }
  /** Neighbours among the words that say what the question is about. */
  const about = question.flatMap((term, at) => (FRAME.has(term) ? [] : [at]))
  const pairs = about.slice(1).map((after, at) => [about[at] ?? 0, after] as const)
  const subject = weights.map((weight, at) => (FRAME.has(question[at] ?? '') ? 0 : weight))
  const known = heldOf(texts.flatMap((text) => [[...text.terms], text.titleTerms]))
  const subjectTotal = subject.reduce((sum, one) => sum + one, 0)
  const matter = question.flatMap((term, at) => (FRAME.has(term) || places.has(term) ? [] : [at]))
  return {
    unknown:
      subjectTotal === 0
        ? 1
        : subject.reduce((sum, one, at) => sum + ((known[at] ?? 0) < SURE ? one : 0), 0) /
          subjectTotal,
    absent: (lists) => {
      const held = heldOf(lists)
      return subjectTotal === 0
        ? 1
        : subject.reduce((sum, one, at) => sum + ((held[at] ?? 0) < SURE ? one : 0), 0) /
            subjectTotal
    },
    coverage: (lists) => {
      if (total === 0) return 0
      return heldOf(lists).reduce((sum, worth, at) => sum + worth * (weights[at] ?? 0), 0) / total
    },
    touches: (list) => list.some((term) => matchesOf(term).length > 0),
    share: (list) =>
      list.length === 0
        ? 0
        : list.filter((term) => matchesOf(term).length > 0).length / list.length,
    nearness: (list) => {
      if (pairs.length === 0) return 0
      const found = question.map((): number[] => [])
      for (const [place, term] of list.entries())
        for (const [at] of matchesOf(term)) found[at]?.push(place)
      const near = pairs.filter(([before, after]) =>
        (found[before] ?? []).some((one) =>
          (found[after] ?? []).some((other) => one !== other && Math.abs(one - other) <= NEAR),
        ),
      )
      return near.length / pairs.length
    },
    missing: (lists) => {
      if (heaviest === 0) return 0
      const held = heldOf(lists)
      return Math.max(...weights.map((one, at) => one * (1 - (held[at] ?? 0)))) / heaviest
    },
    matched: (lists) => {
      const held = heldOf(lists)
      const sumOf = (worthOf: (at: number) => number): number =>
        matter.reduce((sum, at) => sum + (held[at] ?? 0) * worthOf(at), 0)
      return matter.length === 0
        ? 0
        : (sumOf((at) => weights[at] ?? 0) / MATCHED_MAX) * (sumOf(() => 1) / matter.length)
    },
  }
}

const DEPENDS =
  /^(?:\W|\d+[.)°]?\s)*(?:il|elle|ils|elles|celui-ci|celle-ci|ceux-ci|celles-ci|ce dernier|cette derniere|dans ce cas|en ce cas|a ce titre|ce delai|cette|cet|ces|ce|y|en outre|de meme|a defaut)\b/u

const REFERS =
  /\b(?:prevue?s?|definie?s?|mentionnee?s?|visee?s?|fixee?s?|ainsi qu'il est dit|en application|au titre|resultant) (?:a|aux|au|par|de|des|du|d'un|l') ?(?:l')?(?:articles?|dispositions|[ivx]+ de l'article|\d)/u

const share = (condition: boolean): number => (condition ? 1 : 0)

const LAW: ReadonlySet<string> = new Set(['legislation', 'regulation', 'convention_collective'])
const USUAL: ReadonlySet<string> = new Set(['FR', 'EU'])

/** Share of common terms among all terms of both: 1 where a question is the title of a note. */
const alike = (one: readonly string[], other: readonly string[]): number => {
  const [left, right] = [new Set(one), new Set(other)]
  const both = left.intersection(right).size
  return both === 0 ? 0 : both / (left.size + right.size - both)
}

const LAST_NUMBER = /-(\d{1,3})\D*$/u

/** French codes number the article with the principle first: L1152-1 before L1152-5. */
const principleOf = ({ provision, contentType }: Article): number => {
  if (contentType !== 'legislation' || provision?.number == null) return 0.5
  const last = LAST_NUMBER.exec(provision.number)?.[1]
  return last === undefined ? 1 : 1 / Math.sqrt(Number(last))
}

/**
 * For each text, by its place in the list, how strongly the other texts point to it as the place of
 * the answer.
 */
const pointedOf = (matcher: TermMatcher, texts: readonly ReadText[]): number[] =>
  texts.map((text, at) => {
    let best = 0
    for (const [other, { pointers }] of texts.entries())
      if (other !== at)
        for (const pointer of pointers)
          if (pointer.names.some((name) => text.names.has(name)))
            best = Math.max(best, matcher.coverage([pointer.terms]))
    return best
  })

/** Features of the text itself, the same for all of its sentences. */
const featuresOfText = (
  question: ReadQuestion,
  matcher: TermMatcher,
  { article, rank }: FoundText,
  read: ReadText,
  pointed: number,
  { neighbours, opens }: Neighbourhood,
) => {
  const { jurisdictions, works } = question.law
  const isOfAsked = article.jurisdiction.some((one) => jurisdictions.has(one))
  const isUsual = article.jurisdiction.some((one) => USUAL.has(one))
  const workName = article.provision?.work ?? article.title
  const isOfWork = works.size > 0 && keysOfWork(workName).some((key) => works.has(key))
  const isCited = [...question.cited].some((name) => read.names.has(name))
  return {
    rank: 1 / Math.sqrt(1 + rank),
    low: Math.log2(1 + rank) / 5,
    unknown: matcher.unknown,
    absent: matcher.absent([[...read.terms], read.titleTerms]),
    title: matcher.coverage([read.titleTerms]),
    named: alike(question.terms, read.ownTitleTerms) ** 4,
    article: matcher.coverage([[...read.terms], read.titleTerms]),
    missing: matcher.missing([[...read.terms], read.titleTerms]),
    law: share(LAW.has(article.contentType)),
    decision: share(article.contentType === 'jurisprudence'),
    union: share(article.jurisdiction.includes('EU') && !jurisdictions.has('EU')),
    elsewhere: share(jurisdictions.size === 0 ? !isUsual : !isOfAsked),
    work: works.size === 0 ? 0 : isOfWork ? 1 : -1,
    cited: share(isCited),
    pointed,
    neighbours,
    opensMatter: share(opens),
    principle: principleOf(article),
    isLong: Math.min(1, article.contentClean.length / 8_000),
  }
}

const OPENING = 8

const ALSO =
  /^[^,;.]{0,60}\b(?:egalement|en outre|aussi|de meme|ainsi qu'il est dit|par ailleurs)\b/u
const CONDITION =
  /^(?:\W|\d+[.)°]?\s|[ivx]+\.)*(?:lorsqu|si |s'il|en cas|pour l|pour les|dans le cas|par derogation|par exception|quand|a l'issue|sur |a l'occasion|afin|en vue)[^,]*/u

/** Share of a leading condition that the question does not speak of: the rule is narrower. */
const extraOf = (matcher: TermMatcher, { folded, words }: Stretch): number => {
  const found = CONDITION.exec(folded)
  if (found === null) return 0
  const condition = terms(words.slice(0, found[0].length))
  return condition.length === 0 ? 0 : 1 - matcher.share(condition)
}
const HEAD_TERMS = 7

const definitionOf = (
  question: ReadQuestion,
  matcher: TermMatcher,
  { folded }: Stretch,
): number => {
  if (question.kind !== 'what-is') return 0
  const head = definedIn(folded)
  if (head === null) return 0
  const named = terms(head).slice(0, HEAD_TERMS)
  const covered = matcher.coverage([named])
  // A head with many other words defines something narrower.
  return covered * Math.min(1, (question.terms.length + 1) / Math.max(1, named.length))
}

/** A sentence that covers less of what is asked in what it defines defines something else. */
const DEFINES = 0.3

/** An article of law opens with its rule; decisions and commentaries state theirs anywhere. */
const PLACE_ELSEWHERE = 0.5

const featuresOfSentence = (
  question: ReadQuestion,
  matcher: TermMatcher,
  { article }: FoundText,
  stretch: Stretch,
  read: ReadText,
) => {
  const { folded, kind, terms: own } = stretch
  const heading = terms(stretch.heading)
  const all = [own, heading, read.titleTerms]
  const covered = matcher.coverage([own])
  const opens = LAW.has(article.contentType)
  const before = read.stretches.findLast(({ place }) => place < stretch.place)
  const timed = question.kind === 'how-long' || question.kind === 'how-much'
  const definition = definitionOf(question, matcher, stretch)
  const isOther = question.kind === 'what-is' && definition < DEFINES
  const inForm = answersInForm(question.kind, folded) && !isOther
  return {
    own: covered,
    around: matcher.coverage(all),
    matched: matcher.matched(all),
    before: matcher.coverage([own, read.stretches[0]?.terms ?? [], before?.terms ?? []]),
    near: matcher.nearness(own),
    whole: covered ** 4,
    density: covered / Math.sqrt(1 + new Set(own).size / 12),
    focus: matcher.share(own.slice(0, OPENING)),
    extra: extraOf(matcher, stretch),
    also: share(ALSO.test(folded)),
    undefined: share(isOther),
    opening: matcher.coverage([own.slice(0, OPENING)]),
    first: share(opens && stretch.place === 0),
    place: opens ? 1 / (1 + stretch.place) : PLACE_ELSEWHERE,
    form: share(inForm && !timed),
    formOfNumber: timed ? (inForm ? 1 : -1) : 0,
    definition,
    reasoning: share(kind === 'reasoning'),
    defers: share(refersElsewhere(folded)),
    refers: share(REFERS.test(folded)),
    limits: share(limitsRule(stretch.words)),
    depends: share(DEPENDS.test(folded)),
    long: Math.min(1, own.length / 120),
  }
}

export type Features = Readonly<
  Record<
    keyof ReturnType<typeof featuresOfText> | keyof ReturnType<typeof featuresOfSentence>,
    number
  >
>

export type RatedStretch = {
  readonly found: FoundText
  readonly stretch: Stretch
  readonly features: Features
}

/** The features of every quotable sentence of the texts. */
export const featuresFor = (
  question: ReadQuestion,
  texts: readonly FoundText[],
  allowed: (stretch: Stretch) => boolean,
): RatedStretch[] => {
  const read = texts.map(({ article }) => readText(article))
  const matcher = makeMatcher(question.terms, read, question.places)
  const pointed = pointedOf(matcher, read)
  const neighbourhoods = neighbourhoodsOf(texts.map(({ article }) => article))
  return texts.flatMap((found, at): RatedStretch[] => {
    const text = read[at]
    if (text === undefined) return []
    const ofText = featuresOfText(
      question,
      matcher,
      found,
      text,
      pointed[at] ?? 0,
      neighbourhoods[at] ?? ALONE,
    )
    return text.stretches
      .filter((stretch) => allowed(stretch) && matcher.touches(stretch.terms))
      .map((stretch) => ({
        found,
        stretch,
        features: { ...ofText, ...featuresOfSentence(question, matcher, found, stretch, text) },
      }))
  })
}
