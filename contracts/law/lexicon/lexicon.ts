/**
 * The lexical resources for aligning the words of a claim with those of its source, read from
 * their tables. Terms are in lower case with accents, in the singular, infinitive or masculine;
 * a consumer folds accents and inflection.
 */
import { BROADER } from './broader.ts'
import { FAMILIES } from './families.ts'
import { FORMS } from './forms.ts'
import { MARKERS } from './markers.ts'
import { NEUTRAL } from './neutral.ts'
import { OPPOSITES } from './opposites.ts'
import { SYNONYMS } from './synonyms.ts'

/**
 * Terms that say the same. `exact`: everywhere, and each term is in one such cluster only; `near`:
 * in most contexts, and not to be chained with another cluster.
 */
export type SynonymCluster = {
  readonly strength: 'exact' | 'near'
  readonly terms: readonly string[]
}

const OPPOSITE_KINDS = ['antonym', 'title', 'party', 'time', 'quantity', 'scope'] as const
export type OppositeKind = (typeof OPPOSITE_KINDS)[number]
/** Each side excludes each other side; the terms of one side say the same. */
export type OppositeGroup = {
  readonly kind: OppositeKind
  readonly sides: readonly (readonly string[])[]
}

/** The words of one act, state or quality; `agents` are the persons who do it. */
export type WordFamily = { readonly words: readonly string[]; readonly agents: readonly string[] }

const NEUTRAL_CLASSES = [
  'connector',
  'attribution',
  'law',
  'illustration',
  'restatement',
  'reference',
  'noun',
  'verb',
  'filler',
] as const

const MARKER_CLASSES = [
  'obligation',
  'permission',
  'prohibition',
  'exemption',
  'right',
  'negation',
  'restriction',
  'universality',
  'hedge',
  'exception',
  'condition',
  'time',
] as const

type Line<Heading> = { readonly heading: Heading; readonly text: string }

const contentLines = (table: string): string[] =>
  table.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

/** The lines of a table under its headings. An unknown heading is a fault. */
const linesUnder = <Heading extends string>(
  table: string,
  headings: readonly Heading[],
): Line<Heading>[] => {
  const lines: Line<Heading>[] = []
  let heading: Heading | undefined
  for (const text of table.split('\n')) {
    if (text.startsWith('# ')) {
      heading = headings.find((known) => known === text.slice(2))
      if (heading === undefined) throw new Error(`Unknown heading in a lexicon: ${text}`)
    } else if (text !== '' && heading !== undefined) lines.push({ heading, text })
  }
  return lines
}

const termsOf = (list: string): string[] => list.split(',').map((term) => term.trim())

const classesOf = <Class extends string>(
  table: string,
  classes: readonly Class[],
): ReadonlyMap<Class, readonly string[]> => {
  const lines = linesUnder(table, classes)
  return new Map(
    classes.map((one) => [
      one,
      lines.filter(({ heading }) => heading === one).map(({ text }) => text),
    ]),
  )
}

export const SYNONYM_CLUSTERS: readonly SynonymCluster[] = contentLines(SYNONYMS).map((line) =>
  line.startsWith('~ ')
    ? { strength: 'near', terms: termsOf(line.slice(2)) }
    : { strength: 'exact', terms: termsOf(line) },
)

export const OPPOSITE_GROUPS: readonly OppositeGroup[] = linesUnder(OPPOSITES, OPPOSITE_KINDS).map(
  ({ heading, text }) => ({ kind: heading, sides: text.split('|').map(termsOf) }),
)

export const WORD_FAMILIES: readonly WordFamily[] = linesUnder(FAMILIES, [
  'same',
  'agent',
] as const).map(({ text }) => {
  const [words = '', agents] = text.split(' > ')
  return { words: termsOf(words), agents: agents === undefined ? [] : termsOf(agents) }
})

/** The base form of each form that stemming does not join to it: `obtenir` of `obtient`. */
export const BASE_FORMS: ReadonlyMap<string, string> = new Map(
  contentLines(FORMS).flatMap((line) => {
    const [base = '', forms = ''] = line.split(': ')
    return termsOf(forms).map((form): [string, string] => [form, base])
  }),
)

/** The broader terms of each narrower term. */
export const BROADER_TERMS: ReadonlyMap<string, readonly string[]> = (() => {
  const broader = new Map<string, string[]>()
  for (const line of contentLines(BROADER)) {
    const [above = '', below = ''] = line.split(': ')
    for (const term of termsOf(below)) {
      const known = broader.get(term)
      if (known === undefined) broader.set(term, [above])
      else if (!known.includes(above)) known.push(above)
    }
  }
  return broader
})()

export const NEUTRAL_TERMS = classesOf(NEUTRAL, NEUTRAL_CLASSES)

export const MARKER_TERMS = classesOf(MARKERS, MARKER_CLASSES)
