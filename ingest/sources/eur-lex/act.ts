import type { XmlElement } from '../xml/tree.ts'

/**
 * CELEX numbers of acts (EUR-Lex): sector, year, type and number, and for a consolidated text its
 * day.
 */

/** `32016R0679`, `02016R0679-20160504`. */
const CELEX =
  /^(?<sector>[03])(?<year>\d{4})(?<type>[A-Z]{1,2})(?<number>\d{4})(?:-(?<day>\d{8}))?$/

export type Celex = {
  readonly celex: string
  /** The act without its consolidation: `32016R0679`. */
  readonly act: string
  readonly type: string
  /** Day of the consolidation. */
  readonly day: string | null
}

/** Its parts; null where it is not the number of an act. */
export const parseCelex = (text: string): Celex | null => {
  const celex = text.trim().toUpperCase()
  const { year, type, number, day } = CELEX.exec(celex)?.groups ?? {}
  if (year === undefined || type === undefined || number === undefined) return null
  const date = day?.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3') ?? null
  return { celex, act: `3${year}${type}${number}`, type, day: date }
}

/** An act as either form gives it. */
export type Act = {
  readonly celex: Celex
  readonly title: string
  readonly language: string | null
  readonly validFrom: string | null
  readonly validTo: string | null
  readonly articles: readonly ActArticle[]
  readonly unknown: readonly XmlElement[]
}
export type ActArticle = {
  readonly line: number
  readonly anchor: string
  readonly number: string | null
  readonly heading: string | null
  readonly section: readonly string[]
  readonly text: string
}
