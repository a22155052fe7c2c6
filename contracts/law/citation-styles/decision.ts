/** The parts of a decision that identify it: its court, kind, day, numbers and name. */
import { COURTS } from '../../vocabulary/courts.ts'
import type { Jurisdiction } from '../../vocabulary/texts.ts'
import { docketWithDot } from '../../decision.ts'
import { chamberOfEcli, courtOfEcli, parseEcli } from '../citations/ecli.ts'
import { constitutionalNumber } from '../citations/dockets.ts'
import { SEATED_COURTS } from '../citations/names.ts'
import { APPEAL_NUMBER, JOINED_NUMBERS } from '../references.ts'
import type { CitedText } from './cited-text.ts'
import { folded, isoDay, oneLine } from './print.ts'
import { otherName } from './courts.ts'
import { caseNameIn, sittingIn } from './sitting.ts'

export type DecisionKind =
  | 'judgment'
  | 'ruling'
  | 'order'
  | 'opinion'
  | 'decision'
  | 'deliberation'
  | 'question'

export type DecisionParts = {
  readonly courtCode: string | null
  /** The court's name as its source writes it; null: it names none. */
  readonly courtName: string | null
  readonly seat: string | null
  /** Of the Cour de cassation: its code; elsewhere null. */
  readonly chamber: string | null
  /** The formation that the title names, abbreviated. */
  readonly sitting: string | null
  readonly kind: DecisionKind | null
  readonly day: string | null
  readonly dockets: readonly string[]
  readonly name: string | null
  readonly ecli: string | null
  readonly jurisdiction: Jurisdiction | null
}

/** Courts that are named with their seat; the last one numbers no dockets by seat. */
const SEATED: ReadonlySet<string> = new Set([...SEATED_COURTS, 'fr.tpe'])
const EUROPEAN: ReadonlySet<string> = new Set(['eu.cj', 'eu.gc', 'eu.cst', 'coe.echr'])
/** Courts whose formations titles name. */
const SITTING = /^(?:fr\.(?:ce|ca|caa|ta|tj|tcom|cph|cnil)|lu\.|ad\.|eu\.(?:cj|gc)$)/u

const KINDS: Readonly<Record<string, DecisionKind>> = {
  arret: 'ruling',
  jugement: 'judgment',
  ordonnance: 'order',
  avis: 'opinion',
  decision: 'decision',
  deliberation: 'deliberation',
  qpc: 'question',
}
/** The letter of a CELEX number after that of the court. */
const CELEX_KINDS: Readonly<Record<string, DecisionKind>> = {
  J: 'ruling',
  O: 'order',
  V: 'opinion',
}
const CELEX = /^6\d{4}[CTF]([JOV])\d{4}/u

const IS_APPEAL = new RegExp(`^${APPEAL_NUMBER}$`, 'u')
const IS_CAPITALS = /^[^\p{Ll}]+$/u
const PARTICLES = /^(?:en|de|la|le|les|sur|sous|du|des|et)$/u

/** `AIX-EN-PROVENCE` is `Aix-en-Provence`; what has small letters is left as it is. */
const seatName = (seat: string | null): string | null => {
  const written = seat === null ? '' : oneLine(seat)
  if (written === '') return null
  if (!IS_CAPITALS.test(written)) return written
  return written
    .toLowerCase()
    .replace(/[\p{L}\p{M}]+/gu, (word, at: number) =>
      at > 0 && PARTICLES.test(word) ? word : word.slice(0, 1).toUpperCase() + word.slice(1),
    )
}

const NUMBER_SIGN = /^(?:n(?:°|os?\.?|º)s?|num\.|causa|aff(?:aire)?\.?|case)\s+/iu

/** The dockets of a decision, each once, as its court writes them. */
const docketsOf = (values: readonly string[], kind: string | null, code: string | null) => {
  const all = values
    .flatMap((value) => value.split(JOINED_NUMBERS))
    .map((value) => oneLine(value).replace(NUMBER_SIGN, ''))
    .filter((value) => value !== '')
    .map(docketWithDot)
  const unique = [...new Set(all)]
  return code === 'fr.cc' ? unique.map((value) => constitutionalNumber(value, kind)) : unique
}

const kindOf = (type: string | null, celex: string | undefined): DecisionKind | null =>
  KINDS[type ?? ''] ?? CELEX_KINDS[CELEX.exec(celex ?? '')?.[1] ?? ''] ?? null

const JURISDICTIONS: Readonly<Record<string, Jurisdiction>> = {
  fr: 'FR',
  lu: 'LU',
  mc: 'MC',
  ad: 'AD',
  eu: 'EU',
  coe: 'EU',
}

const courtNameOf = (names: Readonly<Record<string, string>> | null): string | null => {
  const name = oneLine(names?.['fr'] ?? names?.['en'] ?? Object.values(names ?? {})[0] ?? '')
  return name === '' ? null : name
}

/** Null for a text that is no decision. */
export const decisionParts = (text: CitedText): DecisionParts | null => {
  const { judicialDecision: decision } = text
  if (decision === null) return null
  const parsed = decision.ecli === null ? null : parseEcli(decision.ecli)
  const values = (scheme: string): string[] =>
    decision.identifiers.filter((one) => one.scheme === scheme).map(({ value }) => value)
  const given = [...values('docket'), ...values('echr_app')]
  const stated = decision.courtCode ?? (parsed === null ? null : courtOfEcli(parsed))
  const isAppeal = given.some((value) =>
    value.split(JOINED_NUMBERS).some((one) => IS_APPEAL.test(one)),
  )
  const courtName = courtNameOf(decision.courtName)
  // Only appeals to the Cour de cassation have such numbers.
  const courtCode = stated ?? (isAppeal && courtName === null ? 'fr.ccass' : null)
  const type = decision.type === null ? null : folded(decision.type)
  const dockets = docketsOf(given, type, courtCode)
  const isCassation = courtCode === 'fr.ccass'
  return {
    courtCode,
    courtName,
    seat: courtCode !== null && SEATED.has(courtCode) ? seatName(decision.seat) : null,
    chamber: isCassation
      ? (decision.chamber ?? (parsed === null ? null : chamberOfEcli(parsed)))
      : decision.chamber,
    sitting: courtCode !== null && SITTING.test(courtCode) ? sittingIn(text.title) : null,
    kind: kindOf(type, values('celex')[0]),
    day: isoDay(decision.decisionDate),
    dockets,
    name: EUROPEAN.has(courtCode ?? '') ? caseNameIn(text.title, dockets) : null,
    ecli: parsed === null || decision.ecli === null ? null : decision.ecli.trim().toUpperCase(),
    jurisdiction: JURISDICTIONS[courtCode?.split('.')[0] ?? ''] ?? text.jurisdiction[0] ?? null,
  }
}

/** Whether the court and something else names it; else its title does. */
export const isNamed = ({ courtCode, courtName, day, dockets, ecli }: DecisionParts): boolean =>
  (courtCode !== null || courtName !== null) &&
  (day !== null || dockets.length > 0 || ecli !== null)

const elided = (name: string, seat: string): string => {
  if (seat.startsWith('Les ')) return `${name} des ${seat.slice('Les '.length)}`
  if (seat.startsWith('Le ')) return `${name} du ${seat.slice('Le '.length)}`
  return /^[AEIOUYÀÂÉÈÊÎÔÛ]/u.test(seat) ? `${name} d'${seat}` : `${name} de ${seat}`
}

/** The name of the court in full, with its seat: `Cour d'appel d'Aix-en-Provence`. */
export const courtInFull = ({ courtCode, courtName, seat }: DecisionParts): string | null => {
  const other =
    courtCode === null || courtName === null ? null : otherName(courtCode, folded(courtName))
  const known = other?.name ?? COURTS.get(courtCode ?? '')?.name ?? null
  if (known !== null && seat !== null) return elided(known, seat)
  return courtName ?? known
}
