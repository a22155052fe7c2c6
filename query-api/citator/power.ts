/**
 * Who can undo a point of law: hierarchies of courts, formations and legislatures
 * (contracts/conventions/citator.md; contracts/conventions/courts.md).
 */
import type { TreatmentType } from '#contracts/vocabulary/citator.ts'
import type { ContentType, Jurisdiction } from '#contracts/vocabulary/texts.ts'

/** The parts of the text that a treatment aims at which decide who has power over it. */
export type TargetContext = {
  readonly jurisdiction: readonly Jurisdiction[]
  readonly contentType: ContentType
  /** null: not a decision, or a court that the source did not name. */
  readonly courtCode: string | null
  /**
   * Chamber and formation as the decision names them; unknown names count as the ordinary
   * formation.
   */
  readonly formation: readonly string[]
}

/** Where a treatment comes from. `courtCode` null: not a court. */
export type TreatmentOrigin = {
  readonly type: TreatmentType
  readonly courtCode: string | null
  readonly formation: string | null
}

/** Why a source has power over a target. */
type Power =
  | 'same-court'
  | 'superior-court'
  | 'constitutional-or-european-court'
  | 'judge-of-regulations'
  | 'legislature'

/** The next courts above each court: appeal, cassation, or review. */
const NEXT_ABOVE: Readonly<Record<string, readonly string[]>> = {
  'fr.tj': ['fr.ca'],
  'fr.tcom': ['fr.ca'],
  'fr.cph': ['fr.ca'],
  'fr.tpe': ['fr.ca'],
  'fr.autconc': ['fr.ca'],
  'fr.ca': ['fr.ccass'],
  'fr.ta': ['fr.caa', 'fr.ce'],
  'fr.caa': ['fr.ce'],
  'fr.cnda': ['fr.ce'],
  'fr.ccomptes': ['fr.ce'],
  'fr.cnil': ['fr.ce'],
  'fr.ccass': ['fr.tc'],
  'fr.ce': ['fr.tc'],
  'lu.jp': ['lu.tal', 'lu.tad'],
  'lu.tt': ['lu.ca'],
  'lu.tal': ['lu.ca'],
  'lu.tad': ['lu.ca'],
  'lu.cass': ['lu.csss'],
  'lu.csss': ['lu.ccass'],
  'lu.ca': ['lu.ccass'],
  'lu.cnpd': ['lu.ta'],
  'lu.ta': ['lu.cadm'],
  'mc.jp': ['mc.tpi'],
  'mc.tt': ['mc.tpi'],
  'mc.cal': ['mc.tpi'],
  'mc.apdp': ['mc.tpi'],
  'mc.tpi': ['mc.ca'],
  'mc.ca': ['mc.crev'],
  'mc.tcrim': ['mc.crev'],
  'ad.apda': ['ad.bat'],
  'ad.bat': ['ad.tsj'],
  'ad.tcorts': ['ad.tsj'],
  'eu.cst': ['eu.gc'],
  'eu.edpb': ['eu.gc'],
  'eu.com': ['eu.gc'],
  'eu.gc': ['eu.cj'],
}

const closureOf = (court: string): ReadonlySet<string> => {
  const above = new Set<string>()
  const waiting = [...(NEXT_ABOVE[court] ?? [])]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (above.has(next)) continue
    above.add(next)
    waiting.push(...(NEXT_ABOVE[next] ?? []))
  }
  return above
}
const ABOVE: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.keys(NEXT_ABOVE).map((court) => [court, closureOf(court)]),
)

/**
 * Courts whose word binds every court and law of these jurisdictions. Monaco and Andorra are not in
 * the Union; all but the Union are before Strasbourg.
 */
const BINDS: Readonly<Record<string, readonly Jurisdiction[]>> = {
  'fr.cc': ['FR'],
  'lu.cc': ['LU'],
  'mc.ts': ['MC'],
  'ad.tc': ['AD'],
  'eu.cj': ['EU', 'FR', 'LU'],
  'coe.echr': ['FR', 'LU', 'MC', 'AD'],
}

/** Courts that annul regulations and administrative acts of a jurisdiction. */
const JUDGES_OF_REGULATIONS: Readonly<Record<string, Jurisdiction>> = {
  'fr.ce': 'FR',
  'lu.ta': 'LU',
  'lu.cadm': 'LU',
  'ad.tsj': 'AD',
  'eu.gc': 'EU',
}

/** What only a legislature or a regulator does. */
const LEGISLATIVE: ReadonlySet<TreatmentType> = new Set([
  'repealed',
  'partially_repealed',
  'superseded_by_statute',
  'repeal_pending',
  'amended',
  'amendment_pending',
  'codified',
])

/**
 * Formations of a court by rank, the smallest first; formations in one group are equal. Sources:
 * Judilibre; Code de justice administrative, R. 122; Rules of Procedure of the CJEU and ECtHR.
 */
const FORMATIONS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'fr.ccass': [['ordo'], ['frr', 'frh'], ['f'], ['fm'], ['fs'], ['fp'], ['mi'], ['pl', 'creun']],
  'fr.ce': [['ordo'], ['ch'], ['chr'], ['sect'], ['ass']],
  'eu.cj': [['ordo'], ['ch3'], ['ch5'], ['gc'], ['full']],
  'eu.gc': [['ordo'], ['single'], ['ch3'], ['ch5'], ['gc']],
  'coe.echr': [['single'], ['committee'], ['chamber'], ['gc']],
}
/** The formation that an unnamed one is taken for, by court. */
const ORDINARY: Readonly<Record<string, string>> = {
  'fr.ccass': 'f',
  'fr.ce': 'ch',
  'eu.cj': 'ch3',
  'eu.gc': 'ch3',
  'coe.echr': 'chamber',
}

const rankOfName = (court: string, name: string): number =>
  (FORMATIONS[court] ?? []).findIndex((equals) => equals.includes(name))

/**
 * Rank of a sitting: the highest formation that is named. An unknown name says nothing, so it is
 * the ordinary one.
 */
const rankOf = (court: string, names: readonly string[]): number => {
  const known = names.map((name) => rankOfName(court, name)).filter((rank) => rank >= 0)
  return known.length > 0 ? Math.max(...known) : rankOfName(court, ORDINARY[court] ?? '')
}

const binds = (court: string, { jurisdiction }: TargetContext): boolean =>
  jurisdiction.some((one) => BINDS[court]?.includes(one) === true)

const annulsRegulation = (court: string, { contentType, jurisdiction }: TargetContext): boolean => {
  const own = JUDGES_OF_REGULATIONS[court]
  return contentType === 'regulation' && own !== undefined && jurisdiction.includes(own)
}

/**
 * The power that a treatment's source has over its target, or null: the same court in a formation
 * that is not lower, a superior court of the same hierarchy, the constitutional, EU or Strasbourg
 * court of that jurisdiction, the judge of regulations, or the legislature. Pure.
 */
export const powerOver = (origin: TreatmentOrigin, target: TargetContext): Power | null => {
  const { courtCode, formation } = origin
  if (courtCode === null) return LEGISLATIVE.has(origin.type) ? 'legislature' : null
  if (courtCode === target.courtCode) {
    const own = rankOf(courtCode, formation === null ? [] : [formation])
    return own >= rankOf(courtCode, target.formation) ? 'same-court' : null
  }
  if (target.courtCode !== null && ABOVE.get(target.courtCode)?.has(courtCode) === true)
    return 'superior-court'
  if (binds(courtCode, target)) return 'constitutional-or-european-court'
  return annulsRegulation(courtCode, target) ? 'judge-of-regulations' : null
}
