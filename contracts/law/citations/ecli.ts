/** An ECLI by its parts (Council conclusions 2011/C 127/01, 2019/C 360/01). */
type Ecli = {
  /**
   * ISO 3166-1 alpha-2, `EU` for the courts of the Union, `CE` for the Council of Europe, `XX` for
   * others.
   */
  readonly country: string
  /** Code of the court in its country: 1 to 7 letters and digits, a letter first. */
  readonly court: string
  readonly year: number
  /** At most 25 letters, digits and dots, in capitals. */
  readonly ordinal: string
}

const ECLI =
  /^ECLI:([A-Z]{2}):([A-Z][A-Z0-9]{0,6}):([1-9]\d{3}):([A-Z0-9](?:[A-Z0-9.]{0,23}[A-Z0-9])?)$/u

/** The parts of an ECLI, in upper or lower case; null if the text is not one. */
export const parseEcli = (text: string): Ecli | null => {
  const match = ECLI.exec(text.trim().toUpperCase())
  if (match === null) return null
  const [, country = '', court = '', year = '', ordinal = ''] = match
  return { country, court, year: Number(year), ordinal }
}

export const formatEcli = ({ country, court, year, ordinal }: Ecli): string =>
  `ECLI:${country}:${court}:${year}:${ordinal}`

const COURTS: readonly (readonly [pattern: RegExp, code: string])[] = [
  [/^FR:CCASS$/u, 'fr.ccass'],
  [/^FR:CE[A-Z]{0,5}$/u, 'fr.ce'],
  [/^FR:CC$/u, 'fr.cc'],
  [/^FR:TC$/u, 'fr.tc'],
  [/^FR:CAA\d{2}$/u, 'fr.caa'],
  [/^FR:CA[A-Z0-9]{0,5}$/u, 'fr.ca'],
  [/^FR:TA\d{0,3}$/u, 'fr.ta'],
  [/^FR:TJ[A-Z0-9]{0,5}$/u, 'fr.tj'],
  [/^EU:C$/u, 'eu.cj'],
  [/^EU:T$/u, 'eu.gc'],
  [/^EU:F$/u, 'eu.cst'],
  [/^CE:ECHR$/u, 'coe.echr'],
]
const CHAMBERS: Readonly<Record<string, string>> = {
  C1: 'civ1',
  C2: 'civ2',
  C3: 'civ3',
  CO: 'comm',
  SO: 'soc',
  CR: 'cr',
  AP: 'pl',
  PL: 'pl',
  MI: 'mi',
  OR: 'ordo',
}

/**
 * Our code of an ECLI's court (contracts/conventions/courts.md), or null for a court that the table
 * does not have.
 */
export const courtOfEcli = ({ country, court }: Pick<Ecli, 'country' | 'court'>): string | null =>
  COURTS.find(([pattern]) => pattern.test(`${country}:${court}`))?.[1] ?? null

/** Chamber of the Cour de cassation, which its ordinal begins with; null for other courts. */
export const chamberOfEcli = (ecli: Ecli): string | null =>
  courtOfEcli(ecli) === 'fr.ccass' ? (CHAMBERS[ecli.ordinal.slice(0, 2)] ?? null) : null
