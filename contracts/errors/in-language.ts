/**
 * Refusals in the language of a person. English sentences come with the refusal and name its case;
 * those of other languages are made of the catalogue and of what the refusal is about.
 */
import type { Refusal } from '#contracts/fault.ts'
import { withFrenchSpaces } from '../toolkit/french-spaces.ts'
import { FRENCH } from './french.ts'

/** Languages that the catalogue is written in. */
type Language = 'fr' | 'en'

/** Reason and hint, each one sentence without capital and full stop; the hint may be empty. */
export type SaidRefusal = { readonly reason: string; readonly hint: string }

const NO_BREAK = '\u00A0'
const MESSAGES = withFrenchSpaces(FRENCH)
const SAYING = withFrenchSpaces({
  place: (member: string) => `${member} : `,
  closest: (value: string) => `vouliez-vous dire « ${value} » ?`,
})

const BOUNDS: Readonly<Record<string, string>> = {
  'member-too-long': 'au plus',
  'member-too-small': 'au moins',
}

/** The message of a code in French, with what is wrong; null if the code has no French text. */
const inFrench = ({ refused, about = {} }: Refusal): SaidRefusal | null => {
  const entry = MESSAGES[refused]
  if (entry === undefined) return null
  const [message, advice] = entry
  const { member, value, allowed, closest, limit } = about
  const place = member === undefined ? '' : SAYING.place(member)
  const found = value === undefined ? '' : ` (${value})`
  const bound = limit === undefined ? '' : ` (${limit} ${BOUNDS[refused] ?? ''})`.replace(' )', ')')
  if (closest === undefined) return { reason: place + message + found + bound, hint: advice ?? '' }
  const list = allowed === undefined ? '' : ` (${allowed.join(', ')})`
  return { reason: place + message + found + bound, hint: `${SAYING.closest(closest)}${list}` }
}

export const refusalIn = (language: Language, refusal: Refusal): SaidRefusal => {
  const { reason, hint } = refusal
  return (language === 'fr' ? inFrench(refusal) : null) ?? { reason, hint }
}

/** A text of the catalogue as a sentence of its own. */
export const asSentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${text === '' || /[.?!)…]$/.test(text) ? '' : '.'}`

/** A reason as a sentence; the name of a member that begins it keeps its small letter. */
export const reasonSentence = (reason: string, { about }: Pick<Refusal, 'about'>): string => {
  const sentence = asSentence(reason)
  const { member } = about ?? {}
  const isFirst = [' ', NO_BREAK].some((blank) => reason.startsWith(`${member}${blank}`))
  return member !== undefined && isFirst ? member + sentence.slice(member.length) : sentence
}

/** Reason and hint of a refusal, each a sentence in the language of a person. */
export const saidInSentences = (language: Language, refusal: Refusal): SaidRefusal => {
  const { reason, hint } = refusalIn(language, refusal)
  return { reason: reasonSentence(reason, refusal), hint: asSentence(hint) }
}

/** The same in one line. */
export const refusalSentences = (language: Language, refusal: Refusal): string => {
  const { reason, hint } = saidInSentences(language, refusal)
  return [reason, hint].filter((text) => text !== '').join(' ')
}
