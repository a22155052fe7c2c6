/**
 * The formation that sat, and the name of a case. Sources state both in the title alone, whose
 * parts publishers put in one order: court, formation, day, number, name.
 */
import { folded } from './print.ts'

const DAY =
  /(?:^|\s)(?:\d{1,2}(?:er)? (?:de |d')?[a-z]{3,10} (?:de |del )?\d{4}|\d{1,2}\/\d{1,2}\/\d{4}|\d{4}-\d{2}-\d{2})(?!\d)/u

const ORDINALS = ['premiere', 'deuxieme', 'troisieme', 'quatrieme', 'cinquieme', 'sixieme']
const ORDINAL = `(\\d{1,2}(?:e|er|re|ere|eme)?|${ORDINALS.join('|')})`
const BARE_ORDINAL = new RegExp(`^${ORDINAL}$`, 'u')
const ordinal = (written: string | undefined): string => {
  const word = ORDINALS.indexOf(written ?? '') + 1
  const number = word > 0 ? word : Number.parseInt(written ?? '', 10)
  return number === 1 ? '1re' : `${number}e`
}

const SUBJECTS: Readonly<Record<string, string>> = {
  civile: 'civ.',
  civil: 'civ.',
  sociale: 'soc.',
  social: 'soc.',
  commerciale: 'com.',
  correctionnelle: 'corr.',
  penal: 'pén.',
  administrativa: 'adm.',
}
const SUBJECT = '(civile|sociale|commerciale|correctionnelle)'
const subject = (word: string | undefined): string =>
  word === undefined ? '' : ` ${SUBJECTS[word] ?? word}`
/** `section A`, `1ère section`, `formation à 3`: behind a chamber. Only a section is cited. */
const WITHIN = `(?: ([a-d]))?(?:,? ?-? ?(?:section ([a-d])|${ORDINAL} section|(?:section|formation) .{1,40}))?`
const within = (
  letter: string | undefined,
  section: string | undefined,
  number: string | undefined,
): string => {
  const own = letter === undefined ? '' : ` ${letter.toUpperCase()}`
  if (section !== undefined) return `${own}, sect. ${section.toUpperCase()}`
  return number === undefined ? own : `${own}, ${ordinal(number)} sect.`
}

const SECTIONS: Readonly<Record<string, string>> = {
  commerce: 'commerce',
  industrie: 'industrie',
  encadrement: 'encadrement',
  agriculture: 'agriculture',
  'activites diverses': 'activités diverses',
}

type Rule = readonly [pattern: RegExp, print: (match: RegExpExecArray) => string]
const whole = (source: string): RegExp => new RegExp(`^${source}$`, 'u')

/** Formations by their folded words. A formation that matches none is left out. */
const RULES: readonly Rule[] = [
  [whole('assemblee(?: du contentieux)?'), () => 'ass.'],
  [whole('section(?: du contentieux)?'), () => 'sect.'],
  [
    whole(`${ORDINAL} ?(?:-|/|et) ?${ORDINAL} (chambres|sous-sections|ssr)(?: reunies)?`),
    ([, one, other, kind]) =>
      `${ordinal(one)} et ${ordinal(other)} ${kind === 'chambres' ? 'ch.' : 'sous-sect.'} réunies`,
  ],
  [whole('chambres reunies'), () => 'ch. réunies'],
  [whole('sous-sections reunies'), () => 'sous-sect. réunies'],
  [
    whole(`${ORDINAL} chambre(?: ${SUBJECT})?${WITHIN}`),
    ([, number, word, letter, section, other]) =>
      `${ordinal(number)} ch.${subject(word)}${within(letter, section, other)}`,
  ],
  [whole(`${ORDINAL} section`), ([, number]) => `${ordinal(number)} sect.`],
  [whole(`${ORDINAL} sous-section`), ([, number]) => `${ordinal(number)} sous-sect.`],
  [
    whole(`chambre ${SUBJECT}(?: (\\d{1,2}(?:-\\d{1,2})?))?${WITHIN}`),
    ([, word, number, letter, section, other]) =>
      `ch.${subject(word)}${number === undefined ? '' : ` ${number}`}${within(letter, section, other)}`,
  ],
  [whole('chambre (\\d{1,2}(?:-\\d{1,2})?)'), ([, number]) => `ch. ${number}`],
  [whole('pole (\\d{1,2})'), ([, number]) => `pôle ${number}`],
  [
    whole('pole (\\d{1,2}) ?-? ?(?:chambre|ch\\.) ?(\\d{1,2})'),
    ([, pole, chamber]) => `pôle ${pole}, ch. ${chamber}`,
  ],
  [whole('juge des referes'), () => 'réf.'],
  [
    whole(`section (?:de l'|du )?(${Object.keys(SECTIONS).join('|')})`),
    ([, word = '']) => `sect. ${SECTIONS[word] ?? word}`,
  ],
  [whole('formation restreinte'), () => 'form. restreinte'],
  [whole('sala (civil|penal|social|administrativa)'), ([, word]) => `ch.${subject(word)}`],
  [whole('seccio (civil|penal|administrativa)'), ([, word]) => `sect.${subject(word)}`],
]

const TITLE_CHARACTERS_MAX = 2_000
const partsOf = (title: string): string[] =>
  title
    .slice(0, TITLE_CHARACTERS_MAX)
    .split(',')
    .map((part) => part.trim())

/** The formation in the title of a decision, abbreviated; null where it names none. */
export const sittingIn = (title: string): string | null => {
  const parts = partsOf(folded(title).replace(/\s+/gu, ' '))
  const day = parts.findIndex((part) => DAY.test(part))
  // Without a day nobody knows where the formation ends and the subject begins.
  if (day < 1) return null
  if (/\((?:grande chambre|grand chamber)\)/u.test(parts.slice(0, day).join(','))) return 'gde ch.'
  // `3ème, 8ème, 9ème et 10ème chambres réunies`: a part of a list would name another formation.
  if (parts.slice(1, day).some((part) => BARE_ORDINAL.test(part))) return null
  const found = parts.slice(1, day).flatMap((part) => {
    for (const [pattern, print] of RULES) {
      const match = pattern.exec(part)
      if (match !== null) return [print(match)]
    }
    return []
  })
  return found.length === 0 ? null : found.join(', ')
}

/** A name of parties or of a subject: it begins with a capital or a digit. */
const NAME = /^[\p{Lu}\d«“"']/u
const NO_NAME = /^(?:Publié|Inédit|Mentionné|ECLI|Rec\.|EU:|n°|Aff|Case|Affaire)/u
const NAME_CHARACTERS_MAX = 120

const asName = (part: string | undefined): string | null => {
  const name = part?.split(/[:;([–—]/u)[0]?.trim() ?? ''
  return name.length > NAME_CHARACTERS_MAX || !NAME.test(name) || NO_NAME.test(name) ? null : name
}

/**
 * The name of a case of a European court, as its source writes it; null where the title has none.
 * It stands behind the number, or between the day and the number.
 */
export const caseNameIn = (title: string, dockets: readonly string[]): string | null => {
  const parts = partsOf(title.replace(/\s+/gu, ' '))
  const number = parts.findIndex((part) => dockets.some((docket) => part.includes(docket)))
  if (number < 0) return null
  const after = asName(parts[number + 1])
  if (after !== null) return after
  const day = parts.findIndex((part) => DAY.test(folded(part)))
  return day >= 0 && number === day + 2 ? asName(parts[day + 1]) : null
}
