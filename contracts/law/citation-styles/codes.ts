/** Codes, treaties and acts of the Union that are cited by a name. */
import type { Jurisdiction } from '../../vocabulary/texts.ts'
import { NAMED_LAWS, type NamedLaw, slugOfName } from '../../vocabulary/codes.ts'

/** Abbreviations by id; a code that has none is cited by its name. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  'code-civil': 'C. civ.',
  'code-du-travail': 'C. trav.',
  'code-penal': 'C. pén.',
  'code-de-procedure-civile': 'CPC',
  'nouveau-code-de-procedure-civile': 'NCPC',
  'code-de-procedure-penale': 'CPP',
  'code-de-commerce': 'C. com.',
  'code-de-la-consommation': 'C. consom.',
  'code-de-la-securite-sociale': 'CSS',
  'code-de-l-organisation-judiciaire': 'COJ',
  'code-des-relations-entre-le-public-et-l-administration': 'CRPA',
  'code-general-des-impots': 'CGI',
  'livre-des-procedures-fiscales': 'LPF',
  'code-general-des-collectivites-territoriales': 'CGCT',
  'code-general-de-la-propriete-des-personnes-publiques': 'CGPPP',
  'code-general-de-la-fonction-publique': 'CGFP',
  'code-de-justice-administrative': 'CJA',
  'code-de-la-commande-publique': 'CCP',
  'code-de-la-propriete-intellectuelle': 'CPI',
  'code-monetaire-et-financier': 'C. mon. fin.',
  'code-des-assurances': 'C. assur.',
  'code-de-la-mutualite': 'C. mut.',
  'code-de-l-environnement': 'C. envir.',
  'code-de-l-urbanisme': 'C. urb.',
  'code-de-la-sante-publique': 'CSP',
  'code-de-la-construction-et-de-l-habitation': 'CCH',
  'code-de-l-entree-et-du-sejour-des-etrangers-et-du-droit-d-asile': 'CESEDA',
  'code-de-l-action-sociale-et-des-familles': 'CASF',
  'code-des-procedures-civiles-d-execution': 'C. pr. civ. exéc.',
  'code-de-la-route': 'C. route',
  'code-rural-et-de-la-peche-maritime': 'C. rur.',
  'code-de-l-expropriation-pour-cause-d-utilite-publique': 'C. expr.',
  'code-de-l-education': 'C. éduc.',
  'code-de-la-recherche': 'C. rech.',
  'code-du-patrimoine': 'C. patr.',
  'code-du-tourisme': 'C. tourisme',
  'code-du-sport': 'C. sport',
  'code-des-transports': 'C. transp.',
  'code-de-l-aviation-civile': 'C. aviation',
  'code-de-la-voirie-routiere': 'C. voirie',
  'code-de-l-energie': 'C. énergie',
  'code-minier': 'C. minier',
  'code-forestier': 'C. for.',
  'code-electoral': 'C. élect.',
  'code-de-la-defense': 'C. défense',
  'code-de-la-securite-interieure': 'CSI',
  'code-de-justice-militaire': 'CJM',
  'code-de-la-justice-penale-des-mineurs': 'CJPM',
  'code-penitentiaire': 'C. pénit.',
  'code-des-douanes': 'C. douanes',
  'code-des-juridictions-financieres': 'CJF',
  'constitution-du-4-octobre-1958': 'Const.',
  'declaration-des-droits-de-l-homme-et-du-citoyen': 'DDHC',
  'convention-internationale-des-droits-de-l-enfant': 'CIDE',
  'pacte-international-relatif-aux-droits-civils-et-politiques': 'PIDCP',
  'charte-des-droits-fondamentaux-de-l-union-europeenne': 'Charte dr. fond. UE',
  'traite-sur-le-fonctionnement-de-l-union-europeenne': 'TFUE',
  'traite-sur-l-union-europeenne': 'TUE',
  'traite-instituant-la-communaute-europeenne': 'Traité CE',
  'convention-europeenne-des-droits-de-l-homme': 'Conv. EDH',
  'lu-constitution': 'Const. lux.',
  'mc-constitution': 'Const. mon.',
  'constitucio-del-principat-d-andorra': 'Const. and.',
}

/** The adjective behind what another country's law is abbreviated to. */
export const ADJECTIVES: Readonly<Partial<Record<Jurisdiction, string>>> = {
  LU: 'lux.',
  MC: 'mon.',
  AD: 'and.',
}

const PREFIX: Readonly<Partial<Record<Jurisdiction, RegExp>>> = { LU: /^lu-/u, MC: /^mc-/u }

/** How a named law is abbreviated; null: by its name. */
export const abbreviationOf = ({ id, jurisdiction }: NamedLaw): string | null => {
  const own = ABBREVIATIONS[id]
  if (own !== undefined) return own
  const prefix = PREFIX[jurisdiction]
  const french = prefix === undefined ? undefined : ABBREVIATIONS[id.replace(prefix, '')]
  return french === undefined ? null : `${french} ${ADJECTIVES[jurisdiction] ?? ''}`.trim()
}

const lawsBySlug = new Map<string, NamedLaw[]>()
for (const law of NAMED_LAWS)
  for (const name of [law.name, ...law.aliases]) {
    const slug = slugOfName(name)
    lawsBySlug.set(slug, [...(lawsBySlug.get(slug) ?? []), law])
  }

/** The law of which this is the whole name or abbreviation; null: none. */
export const lawNamed = (name: string, jurisdiction: Jurisdiction | null): NamedLaw | null =>
  lawsBySlug.get(slugOfName(name))?.find((law) => law.jurisdiction === jurisdiction) ?? null

/**
 * Names of treaties in both languages, and where the Official Journal has the consolidated text.
 */
export const TREATIES: Readonly<
  Record<string, { readonly fr: string; readonly en: string; readonly page: number | null }>
> = {
  'charte-des-droits-fondamentaux-de-l-union-europeenne': {
    fr: "Charte des droits fondamentaux de l'Union européenne",
    en: 'Charter of Fundamental Rights of the European Union',
    page: 389,
  },
  'traite-sur-le-fonctionnement-de-l-union-europeenne': {
    fr: "Traité sur le fonctionnement de l'Union européenne",
    en: 'Treaty on the Functioning of the European Union',
    page: 47,
  },
  'traite-sur-l-union-europeenne': {
    fr: "Traité sur l'Union européenne",
    en: 'Treaty on European Union',
    page: 13,
  },
  'convention-europeenne-des-droits-de-l-homme': {
    fr: "Convention européenne des droits de l'homme",
    en: 'European Convention on Human Rights',
    page: null,
  },
}
/** The consolidated versions of 2016 of the treaties and of the Charter. */
export const TREATIES_JOURNAL = { series: 'C 202', day: '7.6.2016' } as const

type Institution = 'both' | 'council'
export type UnionAct = {
  /** As English writes it: `(EU) 2016/679`, `2014/65/EU`. */
  readonly number: string
  readonly by: Institution
  readonly day: string
  /** `L 119, 4.5.2016, p. 1`; since October 2023 `L, 2024/1689, 12.7.2024`. */
  readonly journal: readonly [series: string, day: string, page: number | null]
}

/** CELEX number | number | institution | day | series | day of the journal | page (EUR-Lex). */
const ACTS = `
32016r0679 | (EU) 2016/679 | both | 2016-04-27 | L 119 | 4.5.2016 | 1
32022r2554 | (EU) 2022/2554 | both | 2022-12-14 | L 333 | 27.12.2022 | 1
32014r0910 | (EU) No 910/2014 | both | 2014-07-23 | L 257 | 28.8.2014 | 73
32022r2065 | (EU) 2022/2065 | both | 2022-10-19 | L 277 | 27.10.2022 | 1
32022r1925 | (EU) 2022/1925 | both | 2022-09-14 | L 265 | 12.10.2022 | 1
32022l2555 | (EU) 2022/2555 | both | 2022-12-14 | L 333 | 27.12.2022 | 80
32023r1114 | (EU) 2023/1114 | both | 2023-05-31 | L 150 | 9.6.2023 | 40
32023r2854 | (EU) 2023/2854 | both | 2023-12-13 | L, 2023/2854 | 22.12.2023 |
32024r1689 | (EU) 2024/1689 | both | 2024-06-13 | L, 2024/1689 | 12.7.2024 |
32024r2847 | (EU) 2024/2847 | both | 2024-10-23 | L, 2024/2847 | 20.11.2024 |
32013r0575 | (EU) No 575/2013 | both | 2013-06-26 | L 176 | 27.6.2013 | 1
32015l2366 | (EU) 2015/2366 | both | 2015-11-25 | L 337 | 23.12.2015 | 35
32014l0065 | 2014/65/EU | both | 2014-05-15 | L 173 | 12.6.2014 | 349
32019r2088 | (EU) 2019/2088 | both | 2019-11-27 | L 317 | 9.12.2019 | 1
32012r1215 | (EU) No 1215/2012 | both | 2012-12-12 | L 351 | 20.12.2012 | 1
32008r0593 | (EC) No 593/2008 | both | 2008-06-17 | L 177 | 4.7.2008 | 6
32007r0864 | (EC) No 864/2007 | both | 2007-07-11 | L 199 | 31.7.2007 | 40
32019r1111 | (EU) 2019/1111 | council | 2019-06-25 | L 178 | 2.7.2019 | 1
32012r0650 | (EU) No 650/2012 | both | 2012-07-04 | L 201 | 27.7.2012 | 107
`

/** Known acts of the Union by CELEX number in small letters. */
export const UNION_ACTS: ReadonlyMap<string, UnionAct> = new Map(
  ACTS.trim()
    .split('\n')
    .map((line): [string, UnionAct] => {
      const [celex = '', number = '', by, day = '', series = '', on = '', page = ''] = line
        .split('|')
        .map((part) => part.trim())
      const institution: Institution = by === 'council' ? 'council' : 'both'
      const journal = [series, on, page === '' ? null : Number(page)] as const
      return [celex, { number, by: institution, day, journal }]
    }),
)
