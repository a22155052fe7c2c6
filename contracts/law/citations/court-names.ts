import { slugOfName } from '../../vocabulary/codes.ts'
import type { Jurisdiction } from '../../vocabulary/texts.ts'
import { matchAt, sticky, type Flat } from './flat.ts'

/** A court named in a text, and where its name ends. */
export type NamedCourt = {
  readonly code: string
  readonly seat: string | null
  readonly chamber: string | null
  readonly end: number
}

const NTH =
  '(?:premiere|deuxieme|troisieme|quatrieme|cinquieme|sixieme|[1-9]\\d?(?:re|ere|e|eme|er)?)'
const CIV_ORDINAL = '(?:premiere|deuxieme|troisieme|[123](?: ?(?:re|ere|e|eme)(?![a-z]))?)'
/** Chambers of the Cour de cassation, short and long. */
const CHAMBER =
  `(?:ass(?:emblee|\\.)? ?plen(?:iere|\\.)?|ch(?:ambre|\\.)? ?mixte|ch(?:ambres|\\.)? ?reun(?:ies|\\.)?|` +
  `${CIV_ORDINAL} ?(?:ch(?:ambre|\\.)? ?)?civ(?:ile|\\.)?|(?:ch(?:ambre|\\.)? ?)?civ(?:ile|\\.)? ?,? ?${CIV_ORDINAL}(?![a-z0-9-])|` +
  `(?:ch(?:ambre|\\.)? ?)(?:sociale?|soc\\.|commerciale?(?:,? financiere et economique)?|com\\.|criminelle?|crim\\.)|` +
  `soc\\.|comm?\\.|crim\\.|civ\\.|soc(?=,)|com(?=,)|crim(?=,)|civ(?=,)|req\\.)`

const CHAMBERS: readonly (readonly [pattern: RegExp, chamber: string])[] = [
  [/plen/u, 'pl'],
  [/mixte/u, 'mi'],
  [/reun/u, 'creun'],
  [/^(?=.*civ).*(?:premiere|1)/su, 'civ1'],
  [/^(?=.*civ).*(?:deuxieme|2)/su, 'civ2'],
  [/^(?=.*civ).*(?:troisieme|3)/su, 'civ3'],
  [/soc/u, 'soc'],
  [/com/u, 'comm'],
  [/crim/u, 'cr'],
]
const chamberOf = (text: string): string | null =>
  CHAMBERS.find(([pattern]) => pattern.test(text))?.[1] ?? null

/** Patterns of courts that sit in many places, in flat text; the city follows. */
const SEATED: readonly (readonly [source: string, code: string])[] = [
  ["(?:cour administrative d'appel|caa)", 'fr.caa'],
  ["(?:cour d'appel|c\\. ?app\\.|c\\. ?a\\.|ca)", 'fr.ca'],
  ['(?:tribunal administratif|trib\\. ?adm\\.|ta)', 'fr.ta'],
  [
    "(?:tribunal judiciaire|tj|tribunal de grande instance|tgi|trib\\. ?jud\\.|tribunal d'instance|ti)",
    'fr.tj',
  ],
  [
    '(?:tribunal de commerce|tribunal des activites economiques|t\\. ?com\\.|trib\\. ?com\\.|tcom)',
    'fr.tcom',
  ],
  ["(?:conseil de prud'hommes|cons\\. prud'h\\.|cph)", 'fr.cph'],
]
const SEATED_HEAD = SEATED.map(([source]) => source).join('|')
const SEATED_NAME = sticky(`(${SEATED_HEAD}) ?,? ?(?:de la |de |d'|du |des |- )?(?=[a-z])`)
const CITY =
  /\p{Lu}[\p{L}'’-]*(?:[- ](?:(?:en|de|la|le|les|sur|sous|du|des)[- ])?(?:[dl]['’])?\p{Lu}[\p{L}'’-]*){0,3}(?: française)?/uy

/** One seat, so the name is enough. */
const SINGLE: readonly (readonly [source: string, code: string])[] = [
  ["(?:conseil d'etat|ce|c\\.e\\.)", 'fr.ce'],
  ['(?:conseil constitutionnel|cons\\. ?const\\.?|cc)', 'fr.cc'],
  ['(?:tribunal des conflits|t\\. ?confl\\.|tc)', 'fr.tc'],
  [
    "(?:cjue|cjce|c\\.j\\.u\\.e\\.|c\\.j\\.c\\.e\\.|cour de justice de l'union europeenne|cour de justice des communautes europeennes|cour de justice)",
    'eu.cj',
  ],
  ["(?:tribunal de l'union europeenne|tribunal de l'ue|trib\\. ?ue|tue|tpice|tpi ce)", 'eu.gc'],
  [
    "(?:cedh|c\\.e\\.d\\.h\\.|cour edh|cour eur\\. ?d\\. ?h\\.|cour europeenne des droits de l'homme)",
    'coe.echr',
  ],
  [
    '(?:tribunal supreme(?: de monaco)?|ts monaco|trib\\. supr(?:\\.|eme)(?: de)?(?: monaco)?)',
    'mc.ts',
  ],
  ['(?:cour de revision(?: de monaco)?|c\\. ?rev\\.(?: monaco)?)', 'mc.crev'],
  ["(?:tribunal constitucional(?: d'andorra)?|tribunal constitutionnel d'andorre)", 'ad.tc'],
  ["(?:tribunal superior de justicia(?: d'andorra)?|tsj(?: andorre)?)", 'ad.tsj'],
  [
    "(?:cour administrative(?! d'appel)(?: du luxembourg| lux\\.)?|cour adm\\.(?: lux\\.)?)",
    'lu.cadm',
  ],
  ["(?:cnil|commission nationale de l'informatique et des libertes)", 'fr.cnil'],
  ['(?:aut\\. ?conc\\.|autorite de la concurrence)', 'fr.autconc'],
  ['(?:cour const(?:itutionnelle|\\.)(?: du luxembourg| lux\\.)?)', 'lu.cc'],
  ["(?:tribunal d'arrondissement (?:de |et a )luxembourg|trib\\. arr\\. luxembourg)", 'lu.tal'],
  ["(?:tribunal d'arrondissement (?:de |et a )diekirch|trib\\. arr\\. diekirch)", 'lu.tad'],
  ['(?:tribunal de premiere instance(?: de monaco)?|tpi monaco)', 'mc.tpi'],
]
const CASSATION = `(?:cour de cassation|cass(?:ation)?\\.?)`
const LUX = '(?: lux\\.| luxembourgeoise| du luxembourg| du grand-duche de luxembourg)'

const HEADS = [
  `${CASSATION}${LUX}`,
  `${CASSATION},? ?(?:(?:civile|criminelle), ?)?(?:la )?${CHAMBER}(?:,? financiere et economique)?`,
  CHAMBER,
  CASSATION,
  ...SINGLE.map(([source]) => source),
]
const HEAD = sticky(`(?:${HEADS.join('|')})(?![a-z])`)
/** Where a court's name may begin. */
export const COURT_START = new RegExp(
  `(?<![a-z0-9./'-])(?=cass|cour |ass(?:emblee|\\.)? ?plen|ch(?:ambres?|\\.)? ?(?:mixte|(?<!\\d(?:re|ere|e|eme)? ch(?:ambres|\\.)? ?)reun|civ|soc|com|crim)|${CIV_ORDINAL} ?(?:ch|civ)|civ[., ]|soc[.,]|comm?[.,]|crim[.,]|req\\.|` +
    `ce[ ,]|c\\.e\\.[ ,]|conseil |cons\\.|cc[ ,]|t\\. ?|trib|tc[ ,]|cj[uc]e|c\\.j|tue[ ,]|tpi|cedh|c\\.e\\.d|caa? |c\\. ?a(?:pp|\\.)|c\\. ?rev|tsj[ ,]|cnil|commission nationale de l'inf|aut\\. ?conc|autorite de la conc|ta |tj |tgi |ti |cph |tcom |ts monaco)`,
  'gu',
)
const SINGLE_EXACT = SINGLE.map(([source, code]): [RegExp, string] => [
  new RegExp(`^${source}$`, 'u'),
  code,
])
const SEATED_EXACT = SEATED.map(([source, code]): [RegExp, string] => [
  new RegExp(`^${source}$`, 'u'),
  code,
])

/** A city in capitals at a place of the original, as a slug. Null: no city. */
export const cityAt = (
  flat: Flat,
  at: number,
): { readonly seat: string; readonly end: number } | null => {
  const match = matchAt(CITY, flat.original, at)
  if (match === null) return null
  const name = match[0].replace(/(?<!['’-])['’-]+$/u, '')
  return { seat: slugOfName(name), end: at + name.length }
}

const isAcronym = (flat: Flat, start: number, text: string): boolean =>
  text.length > 4 || flat.original.slice(start, start + text.length) !== text

/** Seats where only another country has the court: `CA Luxembourg`, `CA Monaco`. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'fr.ca:luxembourg': 'lu.ca',
  'fr.ta:luxembourg': 'lu.ta',
  'fr.ca:monaco': 'mc.ca',
}

/** Courts that have one seat in their country, where its texts name none. */
const WITHOUT_SEAT: Readonly<Partial<Record<Jurisdiction, Readonly<Record<string, string>>>>> = {
  LU: { 'fr.ta': 'lu.ta', 'fr.ca': 'lu.ca' },
  MC: { 'fr.ca': 'mc.ca' },
}
const SEATED_ALONE = sticky(`(${SEATED_HEAD})(?![a-z0-9])`)
/** `Cour d'appel, 3 mars 2020` in a text of a country that has one. */
const seatlessAt = (flat: Flat, at: number, home: Jurisdiction): NamedCourt | null => {
  const own = WITHOUT_SEAT[home]
  const match = own === undefined ? null : matchAt(SEATED_ALONE, flat.text, at)
  const head = match?.[1]
  if (head === undefined || !isAcronym(flat, at, head)) return null
  const general = SEATED_EXACT.find(([pattern]) => pattern.test(head))?.[1]
  const code = own?.[general ?? '']
  return code === undefined ? null : { code, seat: null, chamber: null, end: at + head.length }
}

/** Longer names of courts are words: a place follows them with `de`, and acronyms without. */
const ACRONYM_MAX = 4
const OF_PLACE = / (?:de |d'|du |des )/u

const seatedAt = (flat: Flat, at: number, home: Jurisdiction): NamedCourt | null => {
  const match = matchAt(SEATED_NAME, flat.text, at)
  const head = match?.[1]
  if (match === null || head === undefined || !isAcronym(flat, at, head)) return null
  const code = SEATED_EXACT.find(([pattern]) => pattern.test(head))?.[1]
  const city = cityAt(flat, at + match[0].length)
  if (code === undefined || city === null) return null
  const isOwn =
    WITHOUT_SEAT[home]?.[code] !== undefined && ELSEWHERE[`${code}:${city.seat}`] === undefined
  // `Cour d'appel Huitième chambre`: no place.
  if (isOwn && head.length > ACRONYM_MAX && !OF_PLACE.test(match[0].slice(head.length))) return null
  return { code, seat: city.seat, chamber: null, end: city.end }
}

/** Other countries have courts of such a name: ours is meant in its own texts, or if named. */
const OWN_ONLY: Readonly<Record<string, { readonly home: Jurisdiction; readonly said: RegExp }>> = {
  'lu.cc': { home: 'LU', said: /lux/u },
  'mc.tpi': { home: 'MC', said: /monaco/u },
}

/**
 * The court that is named at a place. `home`: in a text of Luxembourg a `Cour de cassation` is its
 * own.
 */
export const courtAt = (flat: Flat, at: number, home: Jurisdiction): NamedCourt | null => {
  const seated = seatedAt(flat, at, home)
  if (seated !== null) {
    const other = ELSEWHERE[`${seated.code}:${seated.seat}`]
    return other === undefined ? seated : { ...seated, code: other, seat: null }
  }
  const seatless = seatlessAt(flat, at, home)
  if (seatless !== null) return seatless
  const match = matchAt(HEAD, flat.text, at)
  const head = match?.[0]
  if (head === undefined || !isAcronym(flat, at, head)) return null
  const end = at + head.length
  const single = SINGLE_EXACT.find(([pattern]) => pattern.test(head))?.[1]
  const own = OWN_ONLY[single ?? '']
  if (own !== undefined && own.home !== home && !own.said.test(head)) return null
  if (single !== undefined) return { code: single, seat: null, chamber: null, end }
  const isLux = /lux|grand-duche/u.test(head) || (home === 'LU' && /cass/u.test(head))
  return { code: isLux ? 'lu.ccass' : 'fr.ccass', seat: null, chamber: chamberOf(head), end }
}

const INSIDE = sticky(
  `(?:la |le |l')?(?:(?:chambre [a-z' ]{3,40}?|${NTH} chambre(?: [a-z]{3,12}){0,3}|premier president|conseiller de la mise en etat|president|juge [a-z' ]{3,40}?|formation de jugement) (?:de la |du |de l'))?`,
)
const CHAMBER_OF = sticky(
  `(?:la )?(${CHAMBER}(?:,? financiere et economique)?) de la cour de cassation`,
)

/** `la chambre sociale de la Cour de cassation`. */
export const chamberOfCassationAt = (
  { text }: Flat,
  at: number,
  home: Jurisdiction,
): NamedCourt | null => {
  const chamber = matchAt(CHAMBER_OF, text, at)
  if (chamber === null) return null
  return {
    code: home === 'LU' ? 'lu.ccass' : 'fr.ccass',
    seat: null,
    chamber: chamberOf(chamber[1] ?? ''),
    end: at + chamber[0].length,
  }
}

/** A court in prose: `la cour d'appel de Lyon`, `le président du tribunal judiciaire de Lyon`. */
export const courtInProseAt = (flat: Flat, at: number, home: Jurisdiction): NamedCourt | null => {
  const chamber = chamberOfCassationAt(flat, at, home)
  if (chamber !== null) return chamber
  const inside = matchAt(INSIDE, flat.text, at)?.[0].length ?? 0
  // `la chambre mixte du 3 mai 2019`: what follows is no court, so the chamber is one.
  return courtAt(flat, at + inside, home) ?? courtAt(flat, at, home)
}
