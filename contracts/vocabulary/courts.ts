import { z } from 'zod'
import type { Jurisdiction } from './texts.ts'

/** Levels of a court (contracts/conventions/courts.md). A court has one primary level. */
export const CourtLevel = z.enum([
  'constitutional',
  'supreme',
  'appeal',
  'first_instance',
  'specialised',
  'supranational',
  'authority',
])
export type CourtLevel = z.infer<typeof CourtLevel>

export type Court = {
  readonly code: string
  readonly jurisdiction: Jurisdiction
  readonly level: CourtLevel
  readonly name: string
}

const LEVEL_CODES: Record<CourtLevel, string> = {
  constitutional: 'fr.cc lu.cc mc.ts ad.tc',
  supreme: 'fr.ccass fr.ce fr.tc lu.ccass lu.cadm mc.crev ad.tsj',
  appeal: 'fr.ca fr.caa lu.ca mc.ca',
  first_instance:
    'fr.tj fr.ta fr.tcom lu.tal lu.tad lu.jp lu.ta mc.tpi mc.jp ad.bat ad.tcorts eu.gc',
  specialised:
    'fr.cph fr.cnda fr.ccomptes fr.tpe lu.tt lu.csss lu.cass mc.tt mc.cal mc.tcrim eu.cst',
  supranational: 'eu.cj coe.echr',
  authority: 'fr.cnil fr.autconc fr.ddd lu.cnpd mc.apdp ad.apda eu.edpb eu.com',
}

const NAMES: Record<string, string> = {
  'fr.cc': 'Conseil constitutionnel',
  'fr.ccass': 'Cour de cassation',
  'fr.ce': "Conseil d'État",
  'fr.tc': 'Tribunal des conflits',
  'fr.ca': "Cour d'appel",
  'fr.caa': "Cour administrative d'appel",
  'fr.tj': 'Tribunal judiciaire',
  'fr.ta': 'Tribunal administratif',
  'fr.tcom': 'Tribunal de commerce',
  'fr.cph': "Conseil de prud'hommes",
  'fr.cnda': "Cour nationale du droit d'asile",
  'fr.ccomptes': 'Cour des comptes',
  'fr.tpe': 'Tribunal pour enfants',
  'fr.cnil': "Commission nationale de l'informatique et des libertés",
  'fr.autconc': 'Autorité de la concurrence',
  'fr.ddd': 'Défenseur des droits',
  'lu.cc': 'Cour constitutionnelle',
  'lu.ccass': 'Cour de cassation',
  'lu.cadm': 'Cour administrative',
  'lu.ca': "Cour d'appel",
  'lu.tal': "Tribunal d'arrondissement de Luxembourg",
  'lu.tad': "Tribunal d'arrondissement de Diekirch",
  'lu.jp': 'Justice de paix',
  'lu.ta': 'Tribunal administratif',
  'lu.tt': 'Tribunal du travail',
  'lu.csss': 'Conseil supérieur de la sécurité sociale',
  'lu.cass': 'Conseil arbitral de la sécurité sociale',
  'lu.cnpd': 'Commission nationale pour la protection des données',
  'mc.ts': 'Tribunal Suprême',
  'mc.crev': 'Cour de révision',
  'mc.ca': "Cour d'appel",
  'mc.tpi': 'Tribunal de première instance',
  'mc.jp': 'Justice de paix',
  'mc.tt': 'Tribunal du travail',
  'mc.cal': 'Commission arbitrale des loyers',
  'mc.tcrim': 'Tribunal criminel',
  'mc.apdp': 'Autorité de protection des données personnelles',
  'ad.tc': 'Tribunal Constitucional',
  'ad.tsj': 'Tribunal Superior de Justícia',
  'ad.bat': 'Batllia',
  'ad.tcorts': 'Tribunal de Corts',
  'ad.apda': 'Agència Andorrana de Protecció de Dades',
  'eu.cj': "Cour de justice de l'Union européenne",
  'eu.gc': "Tribunal de l'Union européenne",
  'eu.cst': 'Tribunal de la fonction publique',
  'coe.echr': "Cour européenne des droits de l'homme",
  'eu.edpb': 'Comité européen de la protection des données',
  'eu.com': 'Commission européenne',
}

const jurisdictionOf = (code: string): Jurisdiction => {
  const prefix = code.slice(0, code.indexOf('.'))
  switch (prefix) {
    case 'fr':
      return 'FR'
    case 'lu':
      return 'LU'
    case 'mc':
      return 'MC'
    case 'ad':
      return 'AD'
    default:
      return 'EU' // the Council of Europe's court is served with the European texts
  }
}

const levels = Object.entries(LEVEL_CODES) as [CourtLevel, string][]
/**
 * The table of courts, by code (contracts/conventions/courts.md). ECLI court codes are identifiers,
 * not codes of ours.
 */
export const COURTS: ReadonlyMap<string, Court> = new Map(
  levels.flatMap(([level, codes]) =>
    codes
      .split(' ')
      .map((code): [string, Court] => [
        code,
        { code, level, jurisdiction: jurisdictionOf(code), name: NAMES[code] ?? code },
      ]),
  ),
)

export const CourtCode = z
  .string()
  .refine((code) => COURTS.has(code), { error: 'unknown court code' })
export type CourtCode = z.infer<typeof CourtCode>
