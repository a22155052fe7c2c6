/**
 * The reasons of a version in the reader's language. The log keeps them in English, in sentences
 * that begin with a member (ingest/domain/article/versions/classify.ts).
 */
import { withFrenchSpaces } from '#contracts/toolkit/french-spaces.ts'
import type { Language } from '#contracts/web/language.ts'
import type { Words } from './words/words.ts'

/** What is touched, as `carried` of versions/text-change.ts names it. */
const TOUCHED_FR: Readonly<Record<string, string>> = {
  'a number': 'un nombre est modifié',
  'a name that was taken out': 'un nom occulté est modifié',
  'the number of a point': 'le numéro d’un point est modifié',
  'a proper name': 'un nom propre est modifié',
  'a negation': 'une négation est modifiée',
  'an exception': 'une exception est modifiée',
  'an obligation or a permission': 'une obligation ou une faculté est modifiée',
  'the number of an article': 'le numéro d’un article est modifié',
  'a date': 'une date est modifiée',
  'a unit': 'une unité est modifiée',
  'a court': 'une juridiction est modifiée',
  'a party': 'une partie est modifiée',
  'a conjunction': 'une conjonction (et, ou) est modifiée',
  'an order in time': 'l’antériorité ou la postériorité est modifiée',
  'a limit': 'un minimum ou un maximum est modifié',
  'what a number counts or cites': 'ce qu’un nombre compte ou cite est modifié',
}

const countFr = (count: string, one: string, many: string): string =>
  `${count} ${Number(count) < 2 ? one : many}`

type Rule = readonly [RegExp, (...groups: string[]) => string]

/** Recorded events keep the words of their time. */
const GAINED =
  /^(?:gained|grew in) (\d+) paragraphs?(?:, and nothing was removed|; all that stood there still stands)$/
const GREW =
  /^((?:of legislation )?)grew in (\d+ paragraphs?)(?:; all that stood there still stands)?$/

/** A reason in the words of today. */
const whatEn = (what: string): string =>
  what.replace(
    GREW,
    (_, kind: string, count: string) =>
      `${kind}gained ${count}${kind === '' ? ', and nothing was removed' : ''}`,
  )

const RULES_FR = withFrenchSpaces<readonly Rule[]>([
  [/^changed beyond a PATCH: (.+)$/, (why = '') => `au-delà d’un correctif : ${causeFr(why)}`],
  [/^was added$/, () => 'ajouté'],
  [/^was removed$/, () => 'retiré'],
  [/^changed$/, () => 'modifié'],
  [
    /^changed from ((?:(?! to ).)+) to (.+)$/,
    (from = '', to = '') => `${valueFr(from)} → ${valueFr(to)}`,
  ],
  [
    /^changed its legalRuleType from ((?:(?! to ).)+) to (.+)$/,
    (from = '', to = '') => `nature de la règle : ${valueFr(from)} → ${valueFr(to)}`,
  ],
  [/^no longer has (.+)$/, (key = '') => `n’a plus ${key}`],
  [/^has (.+) besides$/, (key = '') => `a en outre ${key}`],
  [
    /^differs in typography, white space or punctuation only$/,
    () => 'seules la typographie, les espaces ou la ponctuation diffèrent',
  ],
  [
    /^was corrected in (\d+) of (\d+) characters in (\d+) places?;.*$/,
    (some = '', all = '', places = '') =>
      `corrigé : ${countFr(some, 'caractère', 'caractères')} sur ${all}, à ${countFr(places, 'endroit', 'endroits')} ; aucun nombre, aucune négation, aucune date et aucun nom n’est modifié`,
  ],
  [
    /^was anonymised: names gave way to placeholders in (\d+) places?$/,
    (places = '') =>
      `anonymisé : des noms sont occultés à ${countFr(places, 'endroit', 'endroits')}`,
  ],
  [
    GAINED,
    (count = '') => `ajout de ${countFr(count, 'paragraphe', 'paragraphes')} ; rien n’est retiré`,
  ],
  [
    /^of legislation (?:gained|grew in) (\d+) paragraphs?$/,
    (count = '') => `ajout de ${countFr(count, 'paragraphe', 'paragraphes')} à une norme`,
  ],
  [/^was renumbered to (\d+)$/, (number = '') => `porte désormais le numéro ${number}`],
  [/^is new, after the others$/, () => 'nouveau, à la suite des autres'],
  [/^is new, between the others$/, () => 'nouveau, entre les autres'],
  [/^was added or removed without any fact in it$/, () => 'ajoutée ou retirée sans aucun fait'],
])

const WHOLE_FR: Readonly<Record<string, string>> = {
  'The text is published for the first time.': 'Le texte est publié pour la première fois.',
  'The text is published again after its withdrawal.':
    'Le texte est publié de nouveau après son retrait.',
  'The version is public again after it was unpublished.':
    'La version est de nouveau publique après avoir été dépubliée.',
}

const valueFr = (value: string): string => (value === 'none' ? 'aucun' : value)

const causeFr = (why: string): string => {
  if (why === 'a paragraph was removed') return 'un paragraphe est retiré'
  if (why === 'a paragraph was added') return 'un paragraphe est ajouté'
  if (why === 'a word was replaced by its opposite') return 'un mot est remplacé par son contraire'
  if (why === 'it was rewritten in too many places') return 'remanié en de trop nombreux endroits'
  const share = /^more than (.+) of its characters changed$/.exec(why)?.[1]
  if (share !== undefined) return `plus de ${share.replace('.', ',')} des caractères ont changé`
  const touched = /^(.+) is touched$/.exec(why)?.[1]
  return touched === undefined ? why : (TOUCHED_FR[touched] ?? `${touched} est modifié`)
}

const whatFr = (what: string): string => {
  for (const [pattern, print] of RULES_FR) {
    const groups = pattern.exec(what)
    if (groups !== null) return print(...groups.slice(1))
  }
  return what
}

const MEMBER =
  /^(?<member>[a-z]\w*)(?:\.(?<fact>\w+))?(?:: number (?<number>\d+)(?:, (?<part>\w+),)?)? (?<what>.+)\.$/

/** The member that a reason begins with, in words. */
const memberIn = (
  { text, members }: Words,
  { member = '', fact, number, part }: Record<string, string | undefined>,
): string => {
  const name = number === undefined ? (members[member] ?? member) : text.headnote(number)
  const more = [fact, part].filter((one) => one !== undefined).map((one) => members[one] ?? one)
  return [name, ...more].join(', ')
}

export const reasonIn = (words: Words, language: Language, reason: string): string => {
  const whole = language === 'fr' ? WHOLE_FR[reason] : undefined
  if (whole !== undefined) return whole
  const groups = MEMBER.exec(reason)?.groups
  if (groups === undefined) return reason
  const { what = '' } = groups
  const name = memberIn(words, groups)
  return `${name}${words.colon}${language === 'fr' ? whatFr(what) : whatEn(what)}.`
}
