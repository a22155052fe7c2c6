/**
 * Whether a placeholder replaces nothing but a person: names, an address, a date of birth. Any
 * other word that goes with a name is lost unseen, because the new text does not show it.
 */
import { protectedKind } from '#contracts/law/protected-words.ts'
import { allAre, indexes, isName, rawOf, type Side, type Tokens } from './tokens.ts'

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Words before a surname. */
const TITLES = setOf(
  'm mm mme mmes mlle mlles me mes dr pr monsieur messieurs madame mesdames mademoiselle maître ' +
    'docteur professeur senyor senyora sr sra mr mrs ms herr frau',
)
/** Words in small letters that belong to names. */
const OF_NAMES = setOf(
  'de du des d la le les l et à au aux en y i von van der den zu di da del dels dit dite alias ' +
    'né née nés nées épouse époux veuf veuve divorcé divorcée of and born ' +
    'société sociétés entreprise association cabinet établissements compagnie fils frères',
)
/** With a capital they begin a decision, not a name: `Condamne M. Durand`. */
const DECIDING = setOf(
  'condamne déboute rejette ordonne déclare fixe prononce casse annule confirme infirme constate ' +
    'autorise interdit enjoint relaxe acquitte dit juge donne condemna desestima absol declara',
)
const BIRTH = setOf('né née nés nées naissance born birth nascut nascuda naixement geboren geburt')
const STREETS = setOf(
  'rue avenue av boulevard bd place chemin route impasse allée allées quai cours square résidence ' +
    'lotissement hameau passage cité faubourg voie carrer plaça avinguda passeig carretera ' +
    'street road lane straße strasse platz weg',
)
const OF_ADDRESSES = setOf(
  'bis ter quater bâtiment bât appartement appt étage escalier immeuble lieu villa cedex',
)
/** They join dates and names: `03/05/1980`, `Durand & fils`, `n°`. */
const JOINING = setOf('/ & o')

/** A placeholder may name what it replaces: `[Date naissance 1]`, `[Adresse 3]`. */
const NAMES_DATE = /^(?:date|data|datum)/u
const NAMES_ADDRESS = /^(?:adres|address|adreça|localit|commune|ville)/u

/** Most tokens that a placeholder may replace: a name, an address. */
const TOKENS_MAX = 12
/** Tokens between `né` and the date: `né à Paris le`. */
const BIRTH_WITHIN = 5
/** Tokens between the number of a house and its street: `12 bis, rue`. */
const HOUSE_WITHIN = 3
const POSTCODE = /^\s*\d{5}$/u
const SHORT_NUMBER = /^[\s.]*\d{1,4}$/u

const RULES: ReadonlySet<string | null> = new Set([
  'a negation',
  'an exception',
  'an obligation or a permission',
])

const SENTENCE_BREAK = /[.!?;:\n]/u

/** A capital after a title, or after another name, makes a surname of any word: `M. Point`. */
const isSurname = (tokens: Tokens, index: number): boolean => {
  if (!isName(tokens, index) || index === 0) return false
  const before = tokens.keys[index - 1] ?? ''
  if (TITLES.has(before) || rawOf(tokens, index - 1).length === 1) return true
  const gap = tokens.text.slice(tokens.ends[index - 1], tokens.starts[index])
  const raw = rawOf(tokens, index)
  return isName(tokens, index - 1) && !SENTENCE_BREAK.test(gap) && raw.toUpperCase() !== raw
}

const ruleAt = (tokens: Tokens, index: number): string | null => {
  const kind = tokens.kinds[index] === 'word' ? protectedKind(tokens.keys, index) : null
  return RULES.has(kind) && !isSurname(tokens, index) ? kind : null
}

/** The words that show that a stretch of text is an address or a date of birth. */
type Hints = {
  /** Whether a date may go. */
  readonly isDate: boolean
  /** The first token of the street of an address; null: there is no address. */
  readonly street: number | null
  readonly isAddress: boolean
}

const hintsOf = (old: Side, next: Side): Hints => {
  const { keys, kinds } = old.tokens
  const placeholders = next.tokens.keys.slice(next.from, next.to)
  const isAddress = placeholders.some((key) => NAMES_ADDRESS.test(key))
  const hasHouse = (street: number): boolean =>
    kinds.slice(Math.max(old.from, street - HOUSE_WITHIN), street).includes('number')
  const street = indexes(old).find(
    (index) => STREETS.has(keys[index] ?? '') && (isAddress || hasHouse(index)),
  )
  const isBirth = keys
    .slice(Math.max(0, old.from - BIRTH_WITHIN), old.to)
    .some((key) => BIRTH.has(key))
  return {
    isDate: isBirth || placeholders.some((key) => NAMES_DATE.test(key)),
    street: street ?? null,
    isAddress: isAddress || street !== undefined,
  }
}

const isNumberOfPerson = (old: Side, index: number, hints: Hints): boolean => {
  const key = old.tokens.keys[index] ?? ''
  const town = index + 1 < old.to && isName(old.tokens, index + 1)
  if (POSTCODE.test(key)) return hints.isAddress || town
  return SHORT_NUMBER.test(key) && (hints.isAddress || hints.isDate)
}

const isOfPerson = (old: Side, index: number, { isDate, street }: Hints): boolean => {
  const { tokens } = old
  const key = tokens.keys[index] ?? ''
  const kind = tokens.kinds[index]
  if (kind === 'link') return true
  if (kind === 'symbol') return JOINING.has(key)
  if (kind !== 'word') return false
  if (DECIDING.has(key) && !isSurname(tokens, index)) return false
  if (isName(tokens, index) || TITLES.has(key)) return true
  if (OF_NAMES.has(key) || STREETS.has(key) || OF_ADDRESSES.has(key)) return true
  if (isDate && protectedKind(tokens.keys, index) === 'a date') return true
  return street !== null && index > street
}

/**
 * How a stretch of text gave way to placeholders: for a person alone (`hides` is null), or with a
 * word that no placeholder may hide, by its kind. Null: it is no anonymisation at all.
 */
export const anonymisationOf = (
  old: Side,
  next: Side,
): { readonly hides: string | null } | null => {
  const { kinds } = old.tokens
  const places = indexes(old)
  if (!allAre(next, 'placeholder') || places.length > TOKENS_MAX) return null
  if (places.some((index) => kinds[index] === 'placeholder')) return null
  const [rule] = places.map((index) => ruleAt(old.tokens, index)).filter((kind) => kind !== null)
  if (rule !== undefined) return { hides: rule }
  const hints = hintsOf(old, next)
  const numbers = places.filter((index) => kinds[index] === 'number')
  if (numbers.some((index) => !isNumberOfPerson(old, index, hints))) return { hides: 'a number' }
  const isPerson = places.every(
    (index) => kinds[index] === 'number' || isOfPerson(old, index, hints),
  )
  const isNamed = numbers.length > 0 || places.some((index) => isName(old.tokens, index))
  return isPerson && isNamed ? { hides: null } : null
}
