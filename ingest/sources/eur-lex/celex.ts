/**
 * CELEX numbers of acts (EUR-Lex): sector, year, type and number, and for a consolidated text its
 * day.
 */

/** `32016R0679`, `02016R0679-20160504`. */
export const CELEX =
  /^(?<sector>[03])(?<year>\d{4})(?<type>[A-Z]{1,2})(?<number>\d{4})(?:-(?<day>\d{8}))?$/

export type Celex = {
  readonly celex: string
  /** The act itself, whatever its consolidation: `32016R0679`. */
  readonly act: string
  readonly type: string
  /** Day of the consolidation. */
  readonly day: string | null
}

/** Its parts; null for what is no number of an act. */
export const parseCelex = (text: string): Celex | null => {
  const celex = text.trim().toUpperCase()
  const { year, type, number, day } = CELEX.exec(celex)?.groups ?? {}
  if (year === undefined || type === undefined || number === undefined) return null
  const date = day?.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3') ?? null
  return { celex, act: `3${year}${type}${number}`, type, day: date }
}
