/** How a claim differs from the passage nearest to it, in words that people read. */
import type { Conflict } from '../conflicts.ts'
import { clauseBetween } from '../clause-text.ts'
import type { Alignment, ReadFrame } from './alignment.ts'
import type { Force } from './force.ts'

/**
 * `modality`: `doit` for `peut`; `polarity`: denied for affirmed; `bearer`: another person; `term`:
 * another act, title or sanction; `number`, `date`, `authority`, `name`: another one, or one that
 * the source lacks; `condition` and `exception`: left out or added; `scope`: `seul`, `toujours`;
 * `role`: who does it to whom is turned round; `wording`: words that the source lacks;
 * `entailment`: the model does not find it stated; `plea`: only a party argues it.
 */
export const DIFFERENCE_KINDS = [
  'modality',
  'polarity',
  'bearer',
  'term',
  'number',
  'date',
  'authority',
  'name',
  'quotation',
  'condition',
  'exception',
  'scope',
  'wording',
  'role',
  'entailment',
  'plea',
] as const

export type Difference = {
  readonly kind: (typeof DIFFERENCE_KINDS)[number]
  /** Words of the claim; null: the claim leaves something out. */
  readonly said: string | null
  /** Words of the source; null: it has none. */
  readonly source: string | null
}

const FROM_CONFLICT: Readonly<Record<Conflict['kind'], Difference['kind']>> = {
  polarity: 'polarity',
  number: 'number',
  date: 'date',
  citation: 'authority',
  party: 'bearer',
  name: 'name',
  quotation: 'quotation',
}

export const ofConflict = ({ kind, said, source }: Conflict): Difference => ({
  kind: FROM_CONFLICT[kind],
  said,
  source,
})

const FULL = 0.7
const clashes = (own: Force, other: Force): boolean =>
  (own === 'must' && (other === 'may' || other === 'free')) ||
  (own === 'may' && (other === 'must' || other === 'not')) ||
  (own === 'free' && other === 'must') ||
  (own === 'not' && other === 'may')

const SAID: Readonly<Record<Force, string>> = {
  must: 'doit',
  may: 'peut',
  not: 'ne peut',
  free: 'n’est pas tenu',
  is: '',
}

/** Verbs with another force in the passage. */
export const otherForces = (
  claim: ReadFrame,
  unit: ReadFrame,
  { matches }: Alignment,
): Difference[] => {
  const ours = new Map(claim.predicates.map((one) => [one.at, one.force]))
  const theirs = new Map(unit.predicates.map((one) => [one.at, one.force]))
  return matches.flatMap(({ word, to, strength }): Difference[] => {
    const own = ours.get(word.at)
    const other = to === null ? undefined : theirs.get(to)
    if (own === undefined || other === undefined || strength < FULL || !clashes(own, other))
      return []
    const verb = unit.words[to ?? -1]?.raw ?? ''
    return [
      {
        kind: 'modality',
        said: `${SAID[own]} ${word.raw}`.trim(),
        source: `${SAID[other]} ${verb}`.trim(),
      },
    ]
  })
}

/** Words whose opposite the passage has: another person, title, act or time. */
export const opposites = (unit: ReadFrame, { opposed }: Alignment): Difference[] =>
  opposed.map(({ word, to, kind }) => ({
    kind: kind === 'party' ? 'bearer' : kind === 'scope' ? 'scope' : 'term',
    said: word.raw,
    source: unit.words[to]?.raw ?? null,
  }))

/** The words of a clause, from one with its elision (`s’il`) to the end of the clause. */
const clauseText = (frame: ReadFrame, kind: string): string | null => {
  const words = frame.words.filter((word) => word.clauseKind === kind)
  const [first] = words
  const last = words.at(-1)
  if (first === undefined || last === undefined) return null
  const start = first.start - (first.elision === '' ? 0 : first.elision.length + 1)
  return clauseBetween(frame.text, start, last.end)
}

/** Exceptions and conditions that only one side has. */
export const clauses = (claim: ReadFrame, unit: ReadFrame, { used }: Alignment): Difference[] =>
  (['exception', 'condition'] as const).flatMap((kind): Difference[] => {
    const own = clauseText(claim, kind)
    const other = clauseText(unit, kind)
    if (own === null && other !== null) {
      const words = unit.words.filter((word) => word.isContent && word.clauseKind === kind)
      return words.some(({ at }) => used.has(at)) ? [] : [{ kind, said: null, source: other }]
    }
    return own !== null && other === null ? [{ kind, said: own, source: null }] : []
  })

/** The most words that are listed as missing. */
const WORDS_MAX = 5
export const missingWords = (claim: ReadFrame, { matches }: Alignment): Difference[] => {
  const words = matches
    .filter(({ word, strength }) => strength < FULL && claim.meanings.neutral[word.at] !== true)
    .map(({ word }) => word.raw)
  return words.length === 0
    ? []
    : [{ kind: 'wording', said: words.slice(0, WORDS_MAX).join(', '), source: null }]
}
