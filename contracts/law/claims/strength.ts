/**
 * Words that make a sentence stronger or weaker: `jamais`, `toujours`, `seul`, `doit`, `peut`, and
 * exceptions.
 */
import type { Word } from './words.ts'

/**
 * A word or phrase that makes a rule absolute. `never`, `always`, `whatever`: it has no exception;
 * `all`: it holds of each; `only`: of nothing else; `needs`: `ne … que`, nothing less will do.
 */
export type StrengthKind = 'never' | 'always' | 'whatever' | 'all' | 'only' | 'needs'
/** Its span in UTF-16 units of the text. */
export type StrengthMark = {
  readonly kind: StrengthKind | 'exception'
  readonly said: string
  readonly start: number
  readonly end: number
}

const PHRASES: readonly (readonly [StrengthMark['kind'], string])[] = [
  ['never', 'en aucun cas|en aucune circonstance|en cap cas|in no case|under no circumstances'],
  ['never', 'jamais|aucunement|nullement|never'],
  ['always', 'en toutes circonstances|en toute circonstance|dans tous les cas|en toute hypothese'],
  ['always', 'sans exception|sans aucune exception|sans derogation|sans derogation possible'],
  [
    'always',
    'in all circumstances|in all cases|without exception|sense excepcio|en tots els casos',
  ],
  ['always', 'toujours|systematiquement|automatiquement|toutes les fois|always|sempre'],
  ['whatever', 'quel que soit|quelle que soit|quels que soient|quelles que soient|peu importe'],
  ['whatever', 'peu important|peu importent|ou non|regardless|whatever|whether or not'],
  ['exception', 'a moins|sous reserve|a l exception|en principe|le plus souvent|en general'],
  ['exception', 'dans la mesure du possible|sauf|hormis|excepte|exceptee|exceptes|exceptees'],
  ['exception', 'generalement|unless|except|save|llevat|tret'],
  ['only', 'uniquement|exclusivement|only|solely|exclusively|nomes|unicament'],
  ['all', 'tout|toute|tous|toutes|chaque|chacun|chacune|every|each|all'],
  ['all', 'aucun|aucune|nul|nulle|cap'],
]
/** Phrases by their first word, the longest first. */
const BY_FIRST = new Map<string, (readonly [StrengthMark['kind'], readonly string[]])[]>()
for (const [kind, listed] of PHRASES) {
  for (const phrase of listed.split('|')) {
    const parts = phrase.split(' ')
    const own = BY_FIRST.get(parts[0] ?? '') ?? []
    own.push([kind, parts])
    BY_FIRST.set(
      parts[0] ?? '',
      own.toSorted(([, one], [, other]) => other.length - one.length),
    )
  }
}

const folded = (words: readonly Word[], at: number): string => words[at]?.folded ?? ''

const phraseAt = (words: readonly Word[], at: number) =>
  BY_FIRST.get(folded(words, at))?.find(([, parts]) =>
    parts.every((part, index) => folded(words, at + index) === part),
  )

const SOLE = new Set('seul seule seuls seules'.split(' '))
const ARTICLES = new Set('le la les l un une leur sa son ses cette ce du'.split(' '))
const IS = new Set('est sont constitue constituent reste restent demeure etre'.split(' '))

/**
 * `seul` excludes others where no article precedes it (`seul le juge`), after a verb (`est le seul
 * acte`) and in `au seul profit`; `la seule violation`, `à lui seul`, `une seule` do not.
 */
const isSole = (words: readonly Word[], at: number): boolean => {
  const before = folded(words, at - 1)
  if (before === 'au' || before === 'aux') return true
  if (['elle', 'lui', 'eux', 'elles', 'un', 'une'].includes(before)) return false
  const article = words[at]?.elision === 'l' || ARTICLES.has(before)
  return !article || IS.has(folded(words, at - 2))
}

/** Not `non seulement`, nor `seulement plus coûteuse`, which is merely so. */
const isOnly = (words: readonly Word[], at: number): boolean =>
  folded(words, at - 1) !== 'non' && folded(words, at + 1) !== 'plus'

/** The largest distance in words between `ne` and its `que`. */
const QUE_WITHIN = 9
const DENIES = new Set('pas plus jamais aucun aucune rien point ni guere nul nulle'.split(' '))
const MERELY = new Set('un une des qu'.split(' '))

/**
 * Index of the `que` that makes a `ne` a restriction; null: there is none, or it is like `n'est
 * qu'une`.
 */
const restrictionAt = (words: readonly Word[], at: number): number | null => {
  for (let next = at + 1; next < Math.min(words.length, at + 1 + QUE_WITHIN); next += 1) {
    const word = words[next]
    if (word === undefined || DENIES.has(word.folded)) return null
    const isQue = word.folded === 'que' || word.folded === 'qu' || word.elision === 'qu'
    if (isQue && next > at + 1) {
      const merely =
        next === at + 2 && MERELY.has(folded(words, next + (word.elision === 'qu' ? 0 : 1)))
      const oneOf = words
        .slice(next, next + 8)
        .some(
          ({ folded: one }, index) => one === 'moins' && folded(words, next + index - 1) === 'au',
        )
      return merely || oneOf ? null : next
    }
    if (word.clauseEnds) return null
  }
  return null
}

/** The marks of a sentence, in order. */
export const strengthOf = (words: readonly Word[]): StrengthMark[] => {
  const marks: StrengthMark[] = []
  const mark = (kind: StrengthMark['kind'], at: number, last: number): void => {
    const start = words[at]?.start ?? 0
    const end = words[last]?.end ?? start
    const said = words
      .slice(at, last + 1)
      .map((word) => word.folded)
      .join(' ')
    marks.push({ kind, said, start, end })
  }
  for (let at = 0; at < words.length; at += 1) {
    const word = folded(words, at)
    const phrase = phraseAt(words, at)
    if (phrase !== undefined) {
      const last = at + phrase[1].length - 1
      // `en tout`, `tout en` and `à jamais` have other meanings.
      const idle = phrase[0] === 'all' && folded(words, at - 1) === 'en'
      if (!idle) mark(phrase[0], at, last)
      at = last
    } else if (SOLE.has(word) && isSole(words, at)) mark('only', at, at)
    else if (word === 'seulement' && isOnly(words, at)) mark('only', at, at)
    else if (word === 'ne') {
      const que = restrictionAt(words, at)
      if (que !== null) mark('needs', que, que)
    }
  }
  return marks
}
