import {
  DEMONSTRATION_IMPORT,
  OFFICIAL_IMPORT,
  type ImportPolicy as NamedPolicy,
} from '../domain/article/commands.ts'

/** The rule under which an import publishes; null: a person has to review. */
export type ImportPolicy = NamedPolicy | null

/** The stated source of a record, without our default licence, which proves nothing. */
export type StatedSource = {
  readonly id: string
  readonly licence?: string | null | undefined
  readonly url?: string | null | undefined
}

/** Licences that only public bodies use. Compared without case, blanks and punctuation. */
const OFFICIAL_LICENCES: readonly (readonly [licence: string, reason: string])[] = [
  ['Licence Ouverte 2.0', 'France, open data of the State: DILA, Cour de cassation, ministries'],
  ['Licence Ouverte', 'the same, first version'],
  ['Licence Ouverte 1.0', 'the same, first version'],
  ['etalab-2.0', 'the same, by its SPDX identifier'],
  ['official text', 'norms and decisions of Monaco and Andorra, which no copyright covers'],
  ['Decision 2011/833/EU', 'EUR-Lex, Commission: reuse of the documents of the European Union'],
  ['© European Union', 'the same, by its notice'],
  ['Council of Europe', 'HUDOC, European Court of Human Rights: reuse with the source named'],
]

/**
 * CC BY 4.0 is what editors use too, so it counts only with the publisher's own identifiers or
 * address. A prefix is of `source.id`, a host is that of `source.url` or one below it.
 */
const OFFICIAL_PUBLISHERS: readonly {
  readonly name: string
  readonly idPrefixes: readonly string[]
  readonly hosts: readonly string[]
}[] = [
  { name: 'Luxembourg: Legilux, justice', idPrefixes: ['lu-legilux:'], hosts: ['public.lu'] },
  {
    name: 'France: Légifrance, Cour de cassation, administrative justice, data.gouv.fr',
    idPrefixes: [],
    hosts: ['legifrance.gouv.fr', 'courdecassation.fr', 'conseil-etat.fr', 'data.gouv.fr'],
  },
  { name: 'European Union', idPrefixes: [], hosts: ['europa.eu'] },
  { name: 'European Court of Human Rights', idPrefixes: [], hosts: ['coe.int'] },
  { name: 'Monaco', idPrefixes: [], hosts: ['legimonaco.mc', 'gouv.mc'] },
  { name: 'Andorra', idPrefixes: [], hosts: ['bopa.ad', 'portaljuridicandorra.ad', 'justicia.ad'] },
]
/** Licences under which a publisher's address or identifier counts. */
const OPEN_LICENCES = ['CC BY 4.0', 'CC0 1.0']

/** The demonstration texts of the project, which are not official. */
const DEMONSTRATION = { idPrefix: 'demo:', licence: 'CC BY 4.0' } as const

const folded = (licence: string): string =>
  licence.toLowerCase().replaceAll(/[^\p{L}\p{N}©/]+/gu, '')
const officialLicences = new Set(OFFICIAL_LICENCES.map(([licence]) => folded(licence)))
const openLicences = new Set(OPEN_LICENCES.map(folded))

const hostOf = (url: string | null | undefined): string => {
  try {
    return new URL(url ?? '').hostname
  } catch {
    return ''
  }
}
const isAt = (host: string, official: string): boolean =>
  host === official || host.endsWith(`.${official}`)

const isOfPublisher = ({ id, url }: StatedSource): boolean => {
  const host = hostOf(url)
  return OFFICIAL_PUBLISHERS.some(
    ({ idPrefixes, hosts }) =>
      idPrefixes.some((prefix) => id.startsWith(prefix)) || hosts.some((one) => isAt(host, one)),
  )
}

/**
 * Under which policy a record may be published without a person
 * (contracts/conventions/life-cycle.md). A record does not say whether it is official, so its
 * licence does: one that only public bodies use, or an open one together with the identifiers or
 * the address of a public publisher. A text that states no licence waits for its reviewer.
 */
export const importPolicyOf = (source: StatedSource): ImportPolicy => {
  const licence = folded(source.licence ?? '')
  const isDemonstration = source.id.startsWith(DEMONSTRATION.idPrefix)
  if (isDemonstration)
    return licence === folded(DEMONSTRATION.licence) ? DEMONSTRATION_IMPORT : null
  if (officialLicences.has(licence)) return OFFICIAL_IMPORT
  return openLicences.has(licence) && isOfPublisher(source) ? OFFICIAL_IMPORT : null
}
