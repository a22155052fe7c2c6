/** Matches concepts of vocabularies in a text by their labels. Deterministic, without a model. */
import type { Concept } from '#contracts/concept.ts'
import type { ArticleContent } from '#contracts/content.ts'
import type { ConceptId } from '#contracts/ids.ts'
import { terms } from '#contracts/law/analysis/analyse.ts'
import { fold } from '#contracts/law/analysis/fold.ts'

/** Name and version of the method: it changes with everything below that changes a result. */
export const MATCHING_METHOD = 'label-match@1'

export const MATCHING = {
  /** Concepts of one text, the most relevant ones. */
  conceptsMax: 12,
  /** Percent; less relevant concepts are dropped. */
  relevanceMin: 30,
  /** Letters of a label of one word; shorter ones match by chance. */
  lettersMin: 4,
  /** Most replacements followed from a deprecated concept. */
  replacementsMax: 5,
} as const

/** Weights of an occurrence by its place. */
const WEIGHTS = { title: 4, besides: 2, body: 2 } as const
/** Factors by the number of words of a label. */
const LENGTH_FACTORS = [1, 1, 1.6, 2.2] as const
const HALF_SCORE = 8
const PERCENT = 100

/** Ends a run of words that may hold a label. */
const BREAK = '\u0000'
const TOKEN = /[\p{L}\p{N}]+|[.,;:!?()[\]«»"“”\n]/gu
/** Articles and `de`, which labels and texts set differently. */
const PLAIN_WORDS = new Set('d de du des l la le les un une the of a an'.split(' '))
/** `au` in `droit au travail` is a word that distinguishes it from `droit du travail`. */
const TO_WORDS = new Set(['au', 'aux'])

const known = new Map<string, string>()
const KNOWN_MAX = 100_000
/** The stem of a word for comparison; empty for a word that does not count. */
const signOf = (word: string): string => {
  const before = known.get(word)
  if (before !== undefined) return before
  const folded = fold(word)
  const sign = PLAIN_WORDS.has(folded)
    ? ''
    : TO_WORDS.has(folded)
      ? '·au'
      : // A word that the analysis drops has no stem: `ce` is not that of `CEEA`.
        (terms(word)[0] ?? `·${folded}`)
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(word, sign)
  return sign
}

type Sign = { readonly stem: string; readonly word: string }
const BROKEN: Sign = { stem: BREAK, word: BREAK }

/** A word without the ending of its plural. */
const singular = (word: string): string => fold(word).replace(/(?<=\p{L}{3})[sx]$/u, '')

/** The stems of a text for comparison, with breaks between its parts. */
const signsOf = (text: string): Sign[] =>
  [...text.matchAll(TOKEN)].flatMap(([token]) => {
    if (!/[\p{L}\p{N}]/u.test(token)) return [BROKEN]
    const stem = signOf(token)
    return stem === '' ? [] : [{ stem, word: token }]
  })

/**
 * A label of one word matches that word or its plural: stems alone confuse `social` and
 * `socialisme`.
 */
type Label = {
  readonly stems: readonly string[]
  readonly word: string | null
  readonly id: ConceptId
}
export type LabelIndex = {
  /** Labels by their first word, the longest first. */
  readonly byFirst: ReadonlyMap<string, readonly Label[]>
  /** Number of labels shared by several concepts, which are not matched. */
  readonly ambiguous: number
}

/** The concept or its replacement; null: deprecated without a replacement, or in a loop. */
const currentOf = (
  concept: Concept,
  concepts: ReadonlyMap<ConceptId, Concept>,
): ConceptId | null => {
  let one: Concept | undefined = concept
  for (let step = 0; step <= MATCHING.replacementsMax; step += 1) {
    if (one === undefined) return null
    if (one.status === 'current') return one.id
    one = one.replacedBy === null ? undefined : concepts.get(one.replacedBy)
  }
  return null
}

const labelsOf = ({ prefLabel, altLabel }: Concept, language: string): string[] => [
  ...(prefLabel[language] === undefined ? [] : [prefLabel[language]]),
  ...(altLabel[language] ?? []),
]

/** Whether a label is specific: not one short word, a number, or words that do not count. */
const isSpecific = (signs: readonly Sign[], label: string): boolean => {
  if (signs.length === 0) return false
  const letters = label.replaceAll(/[^\p{L}]/gu, '').length
  return letters >= MATCHING.lettersMin
}

/** The labels of one language; a label shared by several concepts is not matched. */
export const labelIndex = (concepts: readonly Concept[], language: string): LabelIndex => {
  const byId = new Map(concepts.map((concept) => [concept.id, concept]))
  const owners = new Map<string, Set<ConceptId>>()
  for (const concept of concepts) {
    const id = currentOf(concept, byId)
    if (id === null) continue
    for (const label of labelsOf(concept, language)) {
      const signs = signsOf(label).filter((sign) => sign !== BROKEN)
      if (!isSpecific(signs, label)) continue
      const [only, second] = signs
      const key =
        only !== undefined && second === undefined
          ? `${only.stem}=${singular(only.word)}`
          : signs.map(({ stem }) => stem).join(' ')
      owners.set(key, (owners.get(key) ?? new Set()).add(id))
    }
  }
  const byFirst = new Map<string, Label[]>()
  let ambiguous = 0
  for (const [key, ids] of owners) {
    const [id, second] = ids
    if (second !== undefined || id === undefined) {
      ambiguous += 1
      continue
    }
    const [stems = '', word = null] = key.split('=', 2)
    const label = { stems: stems.split(' '), word, id }
    const first = label.stems[0] ?? ''
    byFirst.set(first, [...(byFirst.get(first) ?? []), label])
  }
  for (const labels of byFirst.values())
    labels.sort((a, b) => b.stems.length - a.stems.length || (a.id < b.id ? -1 : 1))
  return { byFirst, ambiguous }
}

const isAt = ({ stems, word }: Label, signs: readonly Sign[], at: number): boolean =>
  word === null
    ? stems.every((stem, index) => signs[at + index]?.stem === stem)
    : singular(signs[at]?.word ?? '') === word

/** The labels found, in order; none inside a longer one. */
function* foundIn(text: string, { byFirst }: LabelIndex): Generator<Label> {
  const signs = signsOf(text)
  for (let at = 0; at < signs.length;) {
    const label = byFirst.get(signs[at]?.stem ?? BREAK)?.find((one) => isAt(one, signs, at))
    if (label === undefined) at += 1
    else {
      yield label
      at += label.stems.length
    }
  }
}

type Weighed = { score: number; body: number; factor: number }

const factorOf = ({ stems }: Label): number =>
  LENGTH_FACTORS[Math.min(stems.length, LENGTH_FACTORS.length - 1)] ?? 1

export type MatchedConcept = { readonly id: ConceptId; readonly relevancePercent: number }

type MatchedParts = Pick<
  ArticleContent,
  'title' | 'abstract' | 'contentClean' | 'headnotes' | 'judicialDecision'
>

/** Abstract, headnotes and themes of a text. */
const besidesOf = ({ abstract, headnotes, judicialDecision }: MatchedParts): string =>
  [
    abstract ?? '',
    ...headnotes.map(({ summary }) => summary),
    ...(judicialDecision?.themes.flat() ?? []),
  ].join('\n')

/**
 * The main concepts of a text, the most relevant first. `barred`: concepts removed by an editor.
 */
export const matchConcepts = (
  content: MatchedParts,
  index: LabelIndex,
  barred: ReadonlySet<ConceptId> = new Set(),
): MatchedConcept[] => {
  const weighed = new Map<ConceptId, Weighed>()
  const of = (label: Label): Weighed => {
    const one = weighed.get(label.id) ?? { score: 0, body: 0, factor: 1 }
    one.factor = Math.max(one.factor, factorOf(label))
    weighed.set(label.id, one)
    return one
  }
  for (const label of foundIn(content.title, index)) of(label).score += WEIGHTS.title
  for (const label of foundIn(besidesOf(content), index)) of(label).score += WEIGHTS.besides
  for (const label of foundIn(content.contentClean, index)) of(label).body += 1
  return [...weighed]
    .map(([id, { score, body, factor }]) => {
      const total = factor * (score + WEIGHTS.body * Math.log2(1 + body))
      return { id, relevancePercent: Math.round((PERCENT * total) / (total + HALF_SCORE)) }
    })
    .filter(
      ({ id, relevancePercent }) => relevancePercent >= MATCHING.relevanceMin && !barred.has(id),
    )
    .toSorted((a, b) => b.relevancePercent - a.relevancePercent || (a.id < b.id ? -1 : 1))
    .slice(0, MATCHING.conceptsMax)
}
