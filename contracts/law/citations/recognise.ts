import type { Citation, CitationTarget, CitedWork } from '../../citation.ts'
import type { Jurisdiction } from '../../vocabulary/texts.ts'
import { Day } from '../../ids.ts'
import { namedLawsIn, nationalActsIn, shortActsIn, unionActsIn, type Work } from './works.ts'
import { articlesIn } from './articles.ts'
import { identifiersCitedIn } from './identifiers.ts'
import { decisionsIn } from './decisions.ts'
import { flatten, type Flat } from './flat.ts'

export type RecogniseOptions = {
  /** Country of the text: whose code `code du travail` is. Default `FR`. */
  readonly jurisdiction?: Jurisdiction
  /** The work that the text is a part of, to which `l'article L. 1221-2` belongs. Default: none. */
  readonly home?: CitedWork | null
}

/**
 * Names in order without overlap; of two that overlap the longer one stays, of equal ones the
 * first.
 */
const apart = <T extends { readonly start: number; readonly end: number }>(
  given: readonly T[],
): T[] => {
  const kept: T[] = []
  for (const one of given.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1)
    if (last === undefined || one.start >= last.end) kept.push(one)
    else if (one.end - one.start > last.end - last.start) kept[kept.length - 1] = one
  }
  return kept
}

const worksIn = (flat: Flat, jurisdiction: Jurisdiction): Work[] =>
  apart([
    ...namedLawsIn(flat, jurisdiction),
    ...unionActsIn(flat),
    ...nationalActsIn(flat, jurisdiction),
    ...shortActsIn(flat, jurisdiction),
  ])

const CELEX = /^\d{5}[a-z]\d{4}$/u
const actOf = (work: Work): Citation | null => {
  if (work.nature === 'code' || work.nature === 'treaty' || work.nature === 'eu') return null
  const targets = work.cited.map((cited): CitationTarget => ({
    kind: 'act',
    normal: `${CELEX.test(cited.id) ? 'celex' : 'act'}:${cited.id}`,
    work: cited,
    date: work.date === null ? null : Day.parse(work.date),
  }))
  return {
    start: work.start,
    end: work.end,
    kind: 'act',
    targets,
    normalized: [...new Set(targets.map(({ normal }) => normal))],
    jurisdiction: work.cited[0]?.jurisdiction ?? null,
    confidence: /-\d{4}-\d{2}-\d{2}$/u.test(work.cited[0]?.id ?? '') ? 'ambiguous' : 'certain',
    antecedent: null,
  }
}

const seriesAndDay = ({ nature, date }: Work): string => `${nature} ${date}`

/**
 * Works without an article that are acts. Where one mention of an ordonnance shows that it is one,
 * by a number or an article, its other mentions are acts, too.
 */
const actsAmong = (works: readonly Work[], rest: readonly Work[]): Work[] => {
  const alone = new Set(rest)
  const shown = works.filter((work) => work.isDoubtful !== true || !alone.has(work))
  const acts = new Set(shown.map(seriesAndDay))
  return rest.filter((work) => work.isDoubtful !== true || acts.has(seriesAndDay(work)))
}

/**
 * The citations of a text (NFC, as `contentClean` is), in order and without overlap: articles of
 * codes and statutes, acts, decisions, identifiers, gazettes. Pure, in one pass of each pattern
 * over the text with bounded look-around, so linear in its length. It knows forms, not the corpus:
 * a resolver finds out whether a target exists.
 */
export const recogniseCitations = (text: string, options: RecogniseOptions = {}): Citation[] => {
  const { jurisdiction = 'FR', home = null } = options
  const flat = flatten(text)
  const works = worksIn(flat, jurisdiction)
  const { citations, rest } = articlesIn(flat, works, { jurisdiction, home })
  const acts = actsAmong(works, rest)
    .map(actOf)
    .filter((one) => one !== null)
  return apart([
    ...identifiersCitedIn(flat),
    ...decisionsIn(flat, jurisdiction),
    ...citations,
    ...acts,
  ])
}
