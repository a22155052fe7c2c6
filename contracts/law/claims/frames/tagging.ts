/**
 * Parts of speech of French words, by the tagger of fr-compromise, corrected where the wording of
 * the law is regular.
 */
import tag from 'fr-compromise'
import { fold } from '../../analysis/fold.ts'
import { stem } from '../../analysis/stem.ts'
import { type Word, wordsOf } from '../words.ts'
import { BASES, baseOfTerm, keyOfTerm, WORD_MAX } from './word-forms.ts'

export type PartOfSpeech = 'verb' | 'noun' | 'adjective' | 'adverb' | 'number' | 'function'
/** Forms of verbs that sentences are built with. */
export type VerbForm = 'finite' | 'infinitive' | 'past-participle' | 'present-participle'

export type TaggedWord = Word & {
  readonly pos: PartOfSpeech
  /** Null: not a verb. */
  readonly form: VerbForm | null
  /** The stem of its base form: of the infinitive for a verb, irregular ones too. */
  readonly key: string
  /** Its base form, folded: the infinitive of a verb, else the masculine singular. */
  readonly base: string
}

type ParseRule = (rule: unknown, options?: object, world?: object) => unknown

/**
 * The tagger parses the same few dozen rules anew for each sentence, a third of its time. A parsed
 * rule can be used again: the library offers that for rules of its users.
 */
const rememberRules = (one: { parseMatch: ParseRule }): void => {
  const parse = one.parseMatch
  const parsed = new Map<string, unknown>()
  one.parseMatch = (rule, options, world) => {
    if (typeof rule !== 'string' || Object.keys(options ?? {}).length > 0)
      return parse(rule, options, world)
    const known = parsed.get(rule) ?? parse(rule, options, world)
    parsed.set(rule, known)
    return known
  }
}
rememberRules((tag.methods() as { readonly one: { parseMatch: ParseRule } }).one)

type Term = {
  readonly text: string
  readonly root?: string
  readonly tags: readonly string[]
  readonly offset: { readonly start: number; readonly length: number }
}

const termsOf = (text: string): Term[] =>
  (tag(text).compute('root').json({ offset: true }) as { terms: Term[] }[]).flatMap(
    ({ terms }) => terms,
  )

/**
 * The tagger takes time that grows with the square of a sentence. No sentence of a law is so long;
 * beyond this, in UTF-16 units, it is tagged in pieces.
 */
const PIECE = 1_000

/** The places where a long text is cut: after the last blank of each piece, if it has one. */
const piecesOf = (text: string): { readonly start: number; readonly text: string }[] => {
  const pieces: { readonly start: number; readonly text: string }[] = []
  for (let start = 0; start < text.length;) {
    const end = start + PIECE
    const blank = end < text.length ? text.lastIndexOf(' ', end - 1) : -1
    const next = blank > start ? blank + 1 : end
    pieces.push({ start, text: text.slice(start, next) })
    start = next
  }
  return pieces
}

type PlacedTerm = { readonly start: number; readonly end: number; readonly term: Term }

/** The terms by their places; a contraction is its second word. */
const placedIn = (text: string): PlacedTerm[] => {
  const terms = termsOf(text)
  return terms.flatMap((term, at) => {
    if (term.text === '') return []
    const next = terms[at + 1]
    const { start, length } = term.offset
    const own = next !== undefined && next.text === '' ? next : term
    return [{ start, end: start + length, term: own }]
  })
}

const placedTerms = (text: string): PlacedTerm[] =>
  piecesOf(text).flatMap((piece) =>
    placedIn(piece.text).map(({ start, end, term }) => ({
      start: piece.start + start,
      end: piece.start + end,
      term,
    })),
  )

const AUXILIARY =
  /^(?:est|sont|etait|etaient|sera|seront|serait|seraient|soit|soient|fut|furent|ete|etre|etant|a|ont|avait|avaient|aura|auront|aurait|auraient|ait|aient|avoir|ayant|eu)$/u
/** Forms of `pouvoir`, `devoir`, `falloir`. */
const MODAL =
  /^(?:peut|peuvent|pouvait|pouvaient|pourra|pourront|pourrait|pourraient|puisse|puissent|pouvoir|doit|doivent|devait|devaient|devra|devront|devrait|devraient|devoir|faut|faudra|faudrait|saurait|sauraient)$/u
const FUNCTION = new Set(
  (
    'le la les l un une des de du d au aux a en dans sur sous par pour avec sans vers chez contre entre selon depuis pendant durant ' +
    'avant apres jusque jusqu lors que qui quoi dont ou et mais donc or ni car si quand lorsque lorsqu puisque comme afin ne pas plus ' +
    'point jamais aucun aucune ce cet cette ces ceci cela celui celle ceux celles son sa ses leur leurs mon ma mes notre nos votre vos ' +
    'il elle ils elles on se s y lui eux soi je tu nous vous lequel laquelle lesquels lesquelles auquel duquel desquels auxquels ' +
    'tout toute tous toutes chaque chacun chacune quel quelle quels quelles tel telle tels telles meme memes autre autres'
  ).split(' '),
)
const DETERMINER = new Set(
  'le la les un une des du au aux ce cet cette ces son sa ses leur leurs chaque tout toute aucun aucune nul nulle quelque'.split(
    ' ',
  ),
)

const isPreposition = ({ raw }: Word): boolean => /^à$/iu.test(raw)
/** Accents tell `motivé` from `motive`. */
const ACCENTED = /é(?:e|s|es)?$/u

const formOf = (word: Word, tags: ReadonlySet<string>): VerbForm | null => {
  if (isPreposition(word)) return null
  if (AUXILIARY.test(word.folded) || MODAL.test(word.folded))
    return /(?:etre|avoir|pouvoir|devoir)$/u.test(word.folded) ? 'infinitive' : 'finite'
  if (!tags.has('Verb')) return null
  if (tags.has('PastParticiple') || ACCENTED.test(word.raw)) return 'past-participle'
  if (word.folded.endsWith('ant')) return 'present-participle'
  if (tags.has('Infinitive') || /(?:er|ir|oir|dre|tre|ire|aire|uire)$/u.test(word.folded))
    return 'infinitive'
  return 'finite'
}

const posOf = (word: Word, tags: ReadonlySet<string>, form: VerbForm | null): PartOfSpeech => {
  if (word.kind !== 'word') return 'number'
  if (form !== null) return 'verb'
  if (FUNCTION.has(word.folded) || isPreposition(word)) return 'function'
  if (tags.has('Noun') && !tags.has('Pronoun')) return 'noun'
  if (tags.has('Adjective')) return 'adjective'
  if (tags.has('Adverb')) return 'adverb'
  return tags.has('Pronoun') || tags.has('Determiner') || tags.has('Preposition')
    ? 'function'
    : 'noun'
}

const isArticle = (word: Word, before: Word | undefined): boolean =>
  word.elision === 'l' ||
  (before !== undefined && !before.commaAfter && DETERMINER.has(before.folded))

/** A determiner makes a noun of what follows it: `le refus`, `la demande`, `la garde`. */
const corrected = (
  word: Word,
  before: Word | undefined,
  form: VerbForm | null,
): VerbForm | null => {
  if (form === null || AUXILIARY.test(word.folded) || MODAL.test(word.folded)) return form
  if (form === 'past-participle') return isArticle(word, before) ? null : form
  // `la`, `le`, `les` before a verb may be pronouns: `le fixe`. An infinitive follows those.
  if (form === 'infinitive' && word.elision !== 'l' && before?.folded.startsWith('l') === true)
    return form
  return isArticle(word, before) ? null : form
}

const formsOf = (
  { folded, kind }: Word,
  pos: PartOfSpeech,
  root: string | undefined,
): { readonly key: string; readonly base: string } => {
  if (kind !== 'word' || folded.length > WORD_MAX) return { key: folded, base: folded }
  const infinitive = pos === 'verb' && root !== undefined && /(?:er|ir|re)$/u.test(root)
  if (infinitive && !BASES.has(folded)) return { key: stem(fold(root)), base: fold(root) }
  return { key: keyOfTerm(folded), base: baseOfTerm(folded) }
}

/** The words of a text with their parts of speech. Deterministic. */
export const tagWords = (text: string): TaggedWord[] => {
  const places = placedTerms(text)
  const words = wordsOf(text)
  let place = 0
  return words.map((word, at) => {
    while (place < places.length && (places[place]?.end ?? 0) <= word.start) place += 1
    const found = places[place]
    const term = found !== undefined && found.start <= word.start ? found.term : null
    const tags = new Set(term?.tags)
    const form = corrected(word, words[at - 1], formOf(word, tags))
    const pos = posOf(
      word,
      form === null ? new Set([...tags, ...(tags.has('Verb') ? ['Noun'] : [])]) : tags,
      form,
    )
    return { ...word, pos, form, ...formsOf(word, pos, term?.root) }
  })
}
