/**
 * Licences under which anyone may read a whole text on a public page
 * (contracts/conventions/web-pages.md). A licence that is not known here is treated as none.
 */
const OPEN: readonly RegExp[] = [
  /^cc[ -]?(?:0|by)\b/iu,
  /^creative commons\b/iu,
  /^(?:licence ouverte|open licen[cs]e|etalab)\b/iu,
  /^(?:pddl|odc-by|odbl|ogl|open government licen[cs]e)\b/iu,
  /^(?:public domain|domaine public)$/iu,
  /^(?:official text|texte officiel)$/iu,
  /^(?:commission )?decision 2011\/833\/eu$/iu,
  /^(?:décision 2011\/833\/ue)$/iu,
]

export const isOpenLicence = (licence: string | null): boolean =>
  licence !== null && OPEN.some((pattern) => pattern.test(licence.trim()))

const ADDRESSES: readonly (readonly [RegExp, string])[] = [
  [/^cc[ -]?0\b/iu, 'https://creativecommons.org/publicdomain/zero/1.0/'],
  [/^cc[ -]by[ -]4\.0$/iu, 'https://creativecommons.org/licenses/by/4.0/'],
  [/^cc[ -]by[ -]sa[ -]4\.0$/iu, 'https://creativecommons.org/licenses/by-sa/4.0/'],
  [/^licence ouverte 2\.0$/iu, 'https://www.etalab.gouv.fr/licence-ouverte-open-licence/'],
  [/^decision 2011\/833\/eu$/iu, 'https://eur-lex.europa.eu/eli/dec/2011/833/oj'],
]

/** Where the words of a licence are published; null: not known. */
export const licenceAddress = (licence: string): string | null =>
  ADDRESSES.find(([pattern]) => pattern.test(licence.trim()))?.[1] ?? null
