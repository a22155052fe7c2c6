/**
 * What a claim names exactly: numbers, dates, citations, names. Each stands in the stretch, stands
 * there otherwise, or is missing.
 */
import { type Conflict, type Found, NOTHING } from './conflict.ts'
import { agree, covers, type SaidDate } from './dates.ts'
import type { Quantity } from './quantities.ts'
import type { Reading } from './reading.ts'
import { type ClaimSource, type EvidenceUnit, holdsQuantity } from './source.ts'

const numberFound = (
  quantity: Quantity,
  said: string,
  unit: Reading,
  source: ClaimSource,
): Found => {
  const { value, unit: counted } = quantity
  const same = unit.quantities.filter((other) => other.unit === counted && counted !== null)
  if (same.some((other) => other.value === value)) return NOTHING
  if (counted === null || same.length === 0) {
    if (unit.quantities.some((other) => other.value === value)) return NOTHING
    return holdsQuantity(source, value, counted) ? NOTHING : { conflicts: [], missing: [said] }
  }
  const [first] = same
  return { conflicts: [{ kind: 'number', said, source: String(first?.value) }], missing: [] }
}

const shapeOf = ({ day, month, year }: SaidDate): string =>
  [day, month, year].map((part) => (part === null ? '-' : 'x')).join('')

const dateFound = (
  date: SaidDate,
  said: string,
  claim: Reading,
  unit: Reading,
  source: ClaimSource,
): Found => {
  if (unit.dates.some((other) => covers(other, date))) return NOTHING
  const free = unit.dates.filter((other) => !claim.dates.some((own) => agree(own, other)))
  const other = free.find((one) => shapeOf(one) === shapeOf(date)) ?? free[0]
  if (other !== undefined) {
    const shown = [other.day, other.month, other.year].filter((part) => part !== null).join('.')
    return { conflicts: [{ kind: 'date', said, source: shown }], missing: [] }
  }
  if (source.dates.some((one) => covers(one, date))) return NOTHING
  return { conflicts: [], missing: [said] }
}

const namesOf = (reading: Reading): Set<string> =>
  new Set(reading.authorities.flatMap((one) => one.names))

const authorityFound = (claim: Reading, unit: Reading, source: ClaimSource): Found => {
  const conflicts: Conflict[] = []
  const missing: string[] = []
  const ofClaim = namesOf(claim)
  const ofUnit = namesOf(unit)
  const ofTitle = namesOf(source.title)
  for (const authority of claim.authorities) {
    if (authority.names.some((name) => ofUnit.has(name))) continue
    const instead = unit.authorities.find(
      (other) => other.kind === authority.kind && !other.names.some((name) => ofClaim.has(name)),
    )
    if (instead !== undefined)
      conflicts.push({ kind: 'citation', said: authority.text, source: instead.text })
    else if (!authority.names.some((name) => ofTitle.has(name) || source.authorities.has(name)))
      missing.push(authority.text)
  }
  return { conflicts, missing }
}

const namesFound = (claim: Reading, unit: EvidenceUnit, source: ClaimSource): Found => {
  const known = new Set(
    [...unit.reading.tokens, ...source.title.tokens].map(({ folded }) => folded),
  )
  const lost = claim.tokens.filter(
    ({ isName, folded, concept }) =>
      isName && !known.has(folded) && !source.names.has(folded) && !source.concepts.has(concept),
  )
  return { conflicts: [], missing: lost.map(({ folded }) => folded) }
}

/** All that a claim names, looked for in a stretch. `text` is the claim as written. */
export const figuresFound = (
  text: string,
  claim: Reading,
  unit: EvidenceUnit,
  source: ClaimSource,
): Found[] => [
  ...claim.quantities.map((quantity) =>
    numberFound(quantity, text.slice(quantity.start, quantity.end), unit.reading, source),
  ),
  ...claim.dates.map((date) =>
    dateFound(date, text.slice(date.start, date.end), claim, unit.reading, source),
  ),
  authorityFound(claim, unit.reading, source),
  namesFound(claim, unit, source),
]
