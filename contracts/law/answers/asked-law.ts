/** Which law a question asks for, and questions that no text of law held here can answer. Pure. */
import { worksNamedIn } from '../citations/filed-works.ts'
import { plain } from '../citations/flat.ts'
import type { Jurisdiction } from '../../vocabulary/texts.ts'
import { foldedText } from './folded.ts'

const HELD: readonly (readonly [Jurisdiction, RegExp])[] = [
  ['FR', /\b(?:france|francaise?s?|french|frances)\b/u],
  ['LU', /\b(?:luxembourg(?:eoise?s?)?|luxemburg\w*)\b/u],
  ['MC', /\b(?:monaco|monegasques?)\b/u],
  ['AD', /\b(?:andorr\w+)\b/u],
  ['EU', /\b(?:union europeenne|europeenne?s?|l'ue|rgpd|gdpr|dora|european union)\b/u],
]

/** How questions name the states held: their law seldom does. */
export const NAMES_OF_STATES: Readonly<Partial<Record<Jurisdiction, string>>> = {
  FR: 'France français',
  LU: 'Luxembourg luxembourgeois',
  MC: 'Monaco monégasque',
  AD: 'Andorre Andorra andorran',
}

/** Regions of the states held, and names that are also words or first names of persons. */
const NOT_FOREIGN: ReadonlySet<string> = new Set(
  'FR LU MC AD EU EZ UN QO XA XB ZZ GF GP MQ RE YT BL MF PF NC WF PM TF CP DM MU JE PS GG IM'.split(
    ' ',
  ),
)
const A = 65
const LETTERS = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(A + at))
const regionNames = (language: string): string[] => {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
  return LETTERS.flatMap((one) => LETTERS.map((other) => `${one}${other}`))
    .filter((code) => !NOT_FOREIGN.has(code))
    .flatMap((code) => names.of(code) ?? [])
    .map((name) =>
      foldedText(name)
        .replaceAll(/[^a-z' -]/gu, '')
        .trim(),
    )
    .filter((name) => name.length > 3)
}
const COUNTRY = new RegExp(
  `(?:\\b(?:en|au|aux|a|du|de|des|de la|in|of|from|a la|el|del|dels)|l'|d') ?(?:the |el |la )?(?:${[
    ...new Set(['fr', 'en', 'ca'].flatMap(regionNames)),
    'angleterre',
    'ecosse',
    'quebec',
    'england',
    'scotland',
    'etats unis',
    'usa',
    'royaume uni',
  ]
    .toSorted((a, b) => b.length - a.length)
    .join('|')})\\b`,
  'u',
)
const PEOPLES =
  'allemand|suisse|helvetique|belge|italien|espagnol|portugais|anglais|britannique|americain|canadien|quebecois|marocain|algerien|tunisien|chinois|japonais|russe|turc|turque|' +
  'bresilien|argentin|mexicain|neerlandais|hollandais|autrichien|polonais|roumain|bulgare|grec|grecque|suedois|danois|norvegien|finlandais|irlandais|ecossais|australien|indien|' +
  'coreen|senegalais|ivoirien|camerounais|malien|congolais|libanais|israelien|iranien|egyptien|ukrainien|hongrois|tcheque|croate|serbe|vietnamien|thailandais|' +
  'german|swiss|belgian|italian|spanish|portuguese|english|american|british|canadian|chinese|japanese|russian|dutch|austrian|polish|brazilian|australian|irish|indian|alemany|espanyol|suis'
const FOREIGN_LAW = new RegExp(
  `\\b(?:droit|code|loi|lois|tribunal|cour|juge|regime|legislation|constitution|chancelier|president|parlement|fisc|llei|dret)\\s(?:\\w+\\s){0,2}?(?:${PEOPLES})(?:ne?|e)?s?\\b|` +
    `\\b(?:${PEOPLES})(?:ne?|e)?s? (?:law|act|code|court|constitution|tax)\\b`,
  'u',
)

const PERSON =
  /(?:\b(?:M\.|Mr|Mrs|Ms|Mme|Mlle|Monsieur|Madame|Maître|Me|juge|maître|président|présidente|avocate?|ministre)\s+(?:de\s+)?\p{Lu}[\p{L}.-]*)/u
const ABOUT_PERSON =
  /\b(?:qui (?:est|sont|etait)|who is|ou (?:habite|vit|travaille|demeure)|quel age|quelle? (?:est )?(?:l'age|l'adresse|le numero|le telephone)|l'age d|numero de telephone|adresse (?:personnelle|privee|d)|ne en|date de naissance|combien gagne|email|mail d|marie a|marie avec|contacter|telephone)\b/u
const ORDERS =
  /\b(?:ignore[zr]?|oublie[zr]?|disregard|forget|ignora)\b.{0,40}\b(?:instructions?|consignes?|regles?|prompt|previous|precedentes?|above|tout)\b|\b(?:system prompt|cle d'api|api key|invite systeme|mot de passe|password)\b|\b(?:tu es maintenant|you are now|act as|agis comme)\b/u
const CHORES =
  /^\W*(?:ecris|ecrivez|redige|redigez|raconte|traduis|traduisez|compose|dessine|calcule|imagine|invente|chante|write|translate|tell me a|draw|compute|escriu)\b|\bcombien (?:font|fait) \d|\bracine carree\b/u
const YEAR = /\b(20\d\d|2[1-9]\d\d)\b/gu
const FUTURE =
  /\b(?:sera|seront|va changer|prochaine? (?:reforme|loi)|projet de loi|demain|l'annee prochaine|l'an prochain|will be)\b/u

/** Why a question lies outside what a corpus of law can answer. */
export type OutsideReason = 'foreign_law' | 'person' | 'instructions' | 'chore' | 'future_law'

export type AskedLaw = {
  /** The text without the sentences that order something else. */
  readonly question: string
  /** Held jurisdictions that the question names; empty: the usual one. */
  readonly jurisdictions: ReadonlySet<Jurisdiction>
  /** The words that name them, folded. */
  readonly jurisdictionWords: readonly string[]
  /** Keys of the codes and acts that it names. */
  readonly works: ReadonlySet<string>
  /** An order that the text gives besides its question. */
  readonly order: OutsideReason | null
  readonly outside: OutsideReason | null
}

const isOfFuture = (folded: string, today: string): boolean => {
  const year = Number(today.slice(0, 4))
  const named = [...folded.matchAll(YEAR)].map(([one]) => Number(one))
  return FUTURE.test(folded) && named.some((one) => one > year)
}

const outsideOf = (question: string, today: string, names: boolean): OutsideReason | null => {
  const folded = foldedText(question)
  if (!names && (COUNTRY.test(folded) || FOREIGN_LAW.test(folded))) return 'foreign_law'
  if (ABOUT_PERSON.test(folded) && PERSON.test(question)) return 'person'
  return isOfFuture(folded, today) ? 'future_law' : null
}

const SENTENCE = /[^.!?\n]+[.!?\n]*/gu
const orderIn = (sentence: string): OutsideReason | null => {
  const folded = foldedText(sentence)
  if (ORDERS.test(folded)) return 'instructions'
  return CHORES.test(folded) ? 'chore' : null
}

/** What law a question asks for. `today` is the day of the service. */
export const askedLawOf = (text: string, today: string): AskedLaw => {
  const sentences = text.match(SENTENCE) ?? [text]
  const orders = sentences.map(orderIn)
  const question = sentences
    .filter((_, at) => orders[at] === null)
    .join('')
    .trim()
  const order = orders.find((one) => one !== null) ?? null
  const folded = foldedText(question)
  const named = HELD.flatMap(([one, pattern]) => {
    const [words = null] = pattern.exec(folded) ?? []
    return words === null ? [] : [{ one, words }]
  })
  const jurisdictions = new Set(named.map(({ one }) => one))
  const works = new Set(worksNamedIn(plain(question)).flatMap(({ keys }) => keys))
  return {
    question,
    jurisdictions,
    jurisdictionWords: named.map(({ words }) => words),
    works,
    order,
    outside:
      question === ''
        ? order
        : outsideOf(question, today, jurisdictions.size > 0 || works.size > 0),
  }
}
