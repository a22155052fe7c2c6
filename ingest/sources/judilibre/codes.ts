/** Judilibre gives codes, or their labels when asked with `resolve_references`; both are read. */
import { plainWords } from '../french-decisions.ts'

export const COURTS: Readonly<Record<string, string>> = {
  cc: 'Cour de cassation',
  ca: "Cour d'appel",
  tj: 'Tribunal judiciaire',
  tcom: 'Tribunal de commerce',
  cph: "Conseil de prud'hommes",
}

const FORMATIONS = {
  fp: 'fp',
  'formation pleniere': 'fp',
  'formation pleniere de chambre': 'fp',
  fm: 'fm',
  'formation mixte': 'fm',
  fs: 'fs',
  'formation de section': 'fs',
  f: 'f',
  'formation restreinte': 'f',
  frh: 'frh',
  'formation restreinte hors rnsm na': 'frh',
  frr: 'frr',
  'formation restreinte rnsm na': 'frr',
} as const
const PUBLICATIONS = {
  b: 'b',
  'publie au bulletin': 'b',
  r: 'r',
  'publie au rapport': 'r',
  l: 'l',
  'publie aux lettres de chambre': 'l',
  'publie aux lettres de chambres': 'l',
  c: 'c',
  communique: 'c',
  'publication communique': 'c',
  n: 'n',
  'non publie': 'n',
} as const
const ZONES = {
  introduction: 'introduction',
  expose: 'facts',
  moyens: 'pleas',
  motivations: 'reasons',
  dispositif: 'operative',
  annexes: 'annexes',
} as const

const lookUp = <Code extends string>(
  table: Readonly<Record<string, Code>>,
  given: string,
): Code | null => table[plainWords(given)] ?? null

export const formationNamed = (given: string) => lookUp(FORMATIONS, given)
export const publicationNamed = (given: string) => lookUp(PUBLICATIONS, given)
export const zoneNamed = (given: string) => lookUp(ZONES, given)
