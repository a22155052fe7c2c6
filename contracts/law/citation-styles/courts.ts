/** Short names of courts, as French publishers write them. */

/** By our code. Courts with seats of their own are followed by the seat. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  'fr.cc': 'Cons. const.',
  'fr.ccass': 'Cass.',
  'fr.ce': 'CE',
  'fr.tc': 'T. confl.',
  'fr.ca': 'CA',
  'fr.caa': 'CAA',
  'fr.tj': 'TJ',
  'fr.ta': 'TA',
  'fr.tcom': 'T. com.',
  'fr.cph': "Cons. prud'h.",
  'fr.cnda': 'CNDA',
  'fr.ccomptes': 'C. comptes',
  'fr.tpe': 'T. enfants',
  'fr.cnil': 'CNIL',
  'fr.autconc': 'Aut. conc.',
  'fr.ddd': 'Déf. droits',
  'lu.cc': 'Cour const. lux.',
  'lu.ccass': 'Cass. lux.',
  'lu.cadm': 'Cour adm. lux.',
  'lu.ca': 'CA Luxembourg',
  'lu.tal': 'Trib. arr. Luxembourg',
  'lu.tad': 'Trib. arr. Diekirch',
  'lu.jp': 'JP lux.',
  'lu.ta': 'Trib. adm. Luxembourg',
  'lu.tt': 'Trib. trav. lux.',
  'lu.csss': 'Cons. sup. séc. soc. lux.',
  'lu.cass': 'Cons. arb. séc. soc. lux.',
  'lu.cnpd': 'CNPD',
  'mc.ts': 'Trib. suprême Monaco',
  'mc.crev': 'C. rév. Monaco',
  'mc.ca': 'CA Monaco',
  'mc.tpi': 'TPI Monaco',
  'mc.jp': 'JP Monaco',
  'mc.tt': 'Trib. trav. Monaco',
  'mc.cal': 'Comm. arb. loyers Monaco',
  'mc.tcrim': 'T. crim. Monaco',
  'mc.apdp': 'APDP Monaco',
  'ad.tc': 'T. const. Andorre',
  'ad.tsj': 'TSJ Andorre',
  'ad.bat': "Batllia d'Andorre",
  'ad.tcorts': 'Trib. de Corts Andorre',
  'ad.apda': 'APDA Andorre',
  'eu.cj': 'CJUE',
  'eu.gc': 'Trib. UE',
  'eu.cst': 'TFPUE',
  'eu.edpb': 'CEPD',
  'eu.com': 'Comm. UE',
  'coe.echr': 'CEDH',
}

/** The Treaty of Lisbon renamed the courts of the Union on this day. */
const LISBON = '2009-12-01'
const BEFORE_LISBON: Readonly<Record<string, string>> = { 'eu.cj': 'CJCE', 'eu.gc': 'TPICE' }

/** Former and special names of courts that have one code, by how the name begins. */
const OTHER_NAMES: readonly (readonly [
  code: string,
  pattern: RegExp,
  short: string,
  name: string,
])[] = [
  ['fr.tj', /^tribunal de grande instance\b/u, 'TGI', 'Tribunal de grande instance'],
  ['fr.tj', /^tribunal d'instance\b/u, 'TI', "Tribunal d'instance"],
  [
    'fr.tcom',
    /^tribunal des activites economiques\b/u,
    'TAE',
    'Tribunal des activités économiques',
  ],
]

/** A court of that code with another name; `name` is folded. */
export const otherName = (
  code: string,
  name: string,
): { readonly short: string; readonly name: string } | null => {
  const found = OTHER_NAMES.find(([one, pattern]) => one === code && pattern.test(name))
  return found === undefined ? null : { short: found[2], name: found[3] }
}

/** Null for a court that the table does not have. */
export const shortNameOf = (code: string, day: string | null): string | null =>
  (day !== null && day < LISBON ? BEFORE_LISBON[code] : undefined) ?? SHORT_NAMES[code] ?? null

/** Chambers of the Cour de cassation. */
export const CHAMBERS: Readonly<Record<string, string>> = {
  pl: 'ass. plén.',
  mi: 'ch. mixte',
  civ1: '1re civ.',
  civ2: '2e civ.',
  civ3: '3e civ.',
  comm: 'com.',
  soc: 'soc.',
  cr: 'crim.',
  creun: 'ch. réun.',
  ordo: 'ord. 1er prés.',
}

/** Chambers of other courts that have the codes of the Cour de cassation. */
export const CHAMBERS_ELSEWHERE: Readonly<Record<string, string>> = {
  civ1: '1re ch. civ.',
  civ2: '2e ch. civ.',
  civ3: '3e ch. civ.',
  comm: 'ch. com.',
  soc: 'ch. soc.',
}
