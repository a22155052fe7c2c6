import type { Jurisdiction } from './texts.ts'

/**
 * A code, treaty or charter that is cited by its name: whose it is, its name, and how else it is
 * written.
 */
export type NamedLaw = {
  /**
   * Names it in a normal form; unique in the table. A law of France has the slug of its name,
   * others may have a prefix.
   */
  readonly id: string
  /**
   * The slug of its full name, or its CELEX number: what a text of it is filed under, together with
   * the jurisdiction.
   */
  readonly key: string
  readonly jurisdiction: Jurisdiction
  readonly kind: 'code' | 'treaty' | 'act'
  /** As written with its accents. */
  readonly name: string
  /**
   * Other names, and abbreviations: those with a full stop are read with or without stops and
   * blanks.
   */
  readonly aliases: readonly string[]
}

/**
 * `name | alias | alias`, one law a line. A name with `+` is read in queries and in the titles of
 * texts as well as in running text; a name with `?` only there, because running text uses the same
 * letters for other things. A text is filed under the key of the name that its title holds, so a
 * new `+` or `?` changes names that are stored.
 */
const FRANCE = `
+Code civil | +C. civ. | +CCiv
+Code du travail | +C. trav. | +C. travail | CT
+Code pénal | +C. pén. | +C. pénal | CP
+Code de procédure civile | +CPC | +C. pr. civ. | +C. proc. civ.
+Nouveau code de procédure civile | +NCPC
+Code de procédure pénale | +CPP | +C. pr. pén. | +C. proc. pén.
+Code de commerce | +C. com.
+Code de la consommation | +C. conso. | +C. consom.
+Code de la sécurité sociale | +CSS | +C. séc. soc. | CSéc. soc.
Code de l'organisation judiciaire | COJ | C. org. jud.
+Code des relations entre le public et l'administration | +CRPA
+Code général des impôts | +CGI
Livre des procédures fiscales | LPF
+Code général des collectivités territoriales | +CGCT
Code général de la propriété des personnes publiques | CGPPP | CG3P
Code général de la fonction publique | CGFP
+Code de justice administrative | +CJA
+Code de la commande publique | C. com. publ. | ?CCP
+Code de la propriété intellectuelle | +CPI | C. propr. intell.
+Code monétaire et financier | +CMF | +C. mon. fin. | COMOFI
+Code des assurances | +C. assur. | C. ass.
Code de la mutualité | C. mut.
+Code de l'environnement | +C. envir. | C. env.
+Code de l'urbanisme | +C. urb.
+Code de la santé publique | +CSP | C. santé publ.
+Code de la construction et de l'habitation | +CCH | C. constr.
+Code de l'entrée et du séjour des étrangers et du droit d'asile | +CESEDA
+Code de l'action sociale et des familles | +CASF
+Code des procédures civiles d'exécution | +CPCE | C. pr. civ. exéc. | CPC exéc.
+Code de la route | +C. route
Code rural et de la pêche maritime | code rural | CRPM | C. rur.
Code rural ancien | ancien code rural
Code de l'expropriation pour cause d'utilité publique | code de l'expropriation | C. expr.
Code de l'éducation | C. éduc.
Code de la recherche | C. rech.
Code du patrimoine | C. patr.
Code du tourisme | C. tourisme
Code du sport | C. sport
Code des transports | C. transp.
Code de l'aviation civile | C. aviation | C. av. civ.
Code de la voirie routière | C. voirie
Code de l'énergie | C. énergie
Code minier | C. minier
Code forestier | C. for.
Code électoral | C. élect. | C. élec.
Code de la défense | C. défense
Code de la sécurité intérieure | CSI | C. séc. int.
Code de justice militaire | CJM
Code de la justice pénale des mineurs | CJPM
Code pénitentiaire | C. pénit.
Code des douanes | C. douanes | C. douan.
Code des juridictions financières | CJF | C. jur. fin.
Code des postes et des communications électroniques | code des postes et communications électroniques | CPCE électroniques
Code du cinéma et de l'image animée | CCIA
Code du domaine de l'État
Code de la famille et de l'aide sociale
Code des pensions civiles et militaires de retraite | CPCMR
Code des pensions de retraite des marins français du commerce, de pêche ou de plaisance | code des pensions de retraite des marins
Code des pensions militaires d'invalidité et des victimes de guerre | CPMIVG
Code de déontologie des avocats
Code de l'artisanat
Code des impositions sur les biens et services | CIBS
Code des communes | C. communes
Code de la nationalité | C. nat.
Code de la Légion d'honneur, de la Médaille militaire et de l'ordre national du Mérite
Code des instruments monétaires et des médailles
Code de la propriété industrielle
Code des débits de boissons
Code des marchés publics | CMP
Code du service national | C. serv. nat.
Code disciplinaire et pénal de la marine marchande
Code du travail maritime | C. trav. mar.
Code du travail applicable à Mayotte
Code des ports maritimes
Code du domaine public fluvial et de la navigation intérieure
Code de déontologie des architectes
Code des communes de la Nouvelle-Calédonie
+Code général des impôts, annexe 1 | +Code général des impôts, annexe I | annexe I au code général des impôts | annexe I du code général des impôts | annexe I au CGI | annexe I du CGI | CGI, ann. I
+Code général des impôts, annexe 2 | +Code général des impôts, annexe II | annexe II au code général des impôts | annexe II du code général des impôts | annexe II au CGI | annexe II du CGI | CGI, ann. II
+Code général des impôts, annexe 3 | +Code général des impôts, annexe III | annexe III au code général des impôts | annexe III du code général des impôts | annexe III au CGI | annexe III du CGI | CGI, ann. III
+Code général des impôts, annexe 4 | +Code général des impôts, annexe IV | annexe IV au code général des impôts | annexe IV du code général des impôts | annexe IV au CGI | annexe IV du CGI | CGI, ann. IV
`

const MONACO = `
mc-code-civil | Code civil
mc-code-de-commerce | Code de commerce
mc-code-penal | Code pénal
mc-code-de-procedure-civile | Code de procédure civile
mc-code-de-procedure-penale | Code de procédure pénale
mc-code-de-la-mer | Code de la mer
mc-code-de-l-environnement | Code de l'environnement
mc-code-des-taxes-sur-le-chiffre-d-affaires | Code des taxes sur le chiffre d'affaires
code-de-droit-international-prive | Code de droit international privé
mc-constitution | Constitution | Constitution du 17 décembre 1962 | Const.
`

const LUXEMBOURG = `
lu-code-civil | Code civil
lu-code-du-travail | Code du travail
lu-code-penal | Code pénal
lu-code-de-commerce | Code de commerce
lu-code-de-la-consommation | Code de la consommation
lu-code-de-la-route | Code de la route
lu-code-de-l-environnement | Code de l'environnement
lu-code-de-la-sante | Code de la santé
lu-code-de-procedure-penale | Code de procédure pénale
lu-code-de-l-education-nationale | Code de l'éducation nationale
lu-code-administratif | Code administratif
lu-nouveau-code-de-procedure-civile | Nouveau code de procédure civile | NCPC
code-d-instruction-criminelle | Code d'instruction criminelle
code-des-assurances-sociales | Code des assurances sociales
lu-code-de-la-securite-sociale | Code de la sécurité sociale | CSS
code-communal | Code communal
lu-constitution | Constitution | Const.
`

const ANDORRA = `
constitucio-del-principat-d-andorra | +Constitució del Principat d'Andorra | +Constitució d'Andorra | +Constitució | +Constitution d'Andorre | +Constitution andorrane | Constitution | Const.
ad-codi-penal | Codi penal
ad-codi-de-procediment-penal | Codi de procediment penal
ad-codi-de-procediment-civil | Codi de procediment civil
ad-codi-de-l-administracio | Codi de l'Administració
ad-codi-de-duana | Codi de duana
ad-codi-de-la-circulacio | Codi de la circulació
`

/**
 * Treaties, charters and constitutional texts, with the jurisdiction that the corpus keeps them
 * under.
 */
const TREATIES = `
EU | charte-des-droits-fondamentaux-de-l-union-europeenne | +Charte des droits fondamentaux de l'Union européenne | Charte dr. fond. UE | +Charte des droits fondamentaux | +Charter of Fundamental Rights of the European Union | +Charter of Fundamental Rights
EU | traite-sur-le-fonctionnement-de-l-union-europeenne | +Traité sur le fonctionnement de l'Union européenne | +TFUE | +TFEU
EU | traite-sur-l-union-europeenne | +Traité sur l'Union européenne | +TUE | +TEU
EU | traite-instituant-la-communaute-europeenne | Traité instituant la Communauté européenne | Traité CE | TCE
EU | convention-europeenne-des-droits-de-l-homme | +Convention européenne des droits de l'homme | Convention de sauvegarde des droits de l'homme et des libertés fondamentales | Convention européenne de sauvegarde des droits de l'homme et des libertés fondamentales | Convention européenne de sauvegarde des droits de l'homme | Convention européenne de sauvegarde | Convention EDH | +Conv. EDH | +CESDH | Conv. ESDH | CEDH
EU | premier-protocole-additionnel-a-la-convention-europeenne-des-droits-de-l-homme | Premier protocole additionnel à la Convention de sauvegarde des droits de l'homme et des libertés fondamentales | Premier protocole additionnel à la Convention européenne de sauvegarde des droits de l'homme et des libertés fondamentales | Premier protocole additionnel à la Convention européenne des droits de l'homme | Protocole n° 1 à la Convention de sauvegarde des droits de l'homme et des libertés fondamentales | Protocole additionnel n° 1 à la Convention de sauvegarde des droits de l'homme et des libertés fondamentales | Protocole additionnel n° 1 à la Convention européenne des droits de l'homme | Premier protocole additionnel
FR | convention-internationale-des-droits-de-l-enfant | Convention internationale des droits de l'enfant | Convention internationale relative aux droits de l'enfant | Convention relative aux droits de l'enfant | Convention de New York relative aux droits de l'enfant | CIDE
FR | pacte-international-relatif-aux-droits-civils-et-politiques | Pacte international relatif aux droits civils et politiques | PIDCP
FR | pacte-international-relatif-aux-droits-economiques-sociaux-et-culturels | Pacte international relatif aux droits économiques, sociaux et culturels | PIDESC
FR | convention-n-158-de-l-organisation-internationale-du-travail | Convention n° 158 de l'Organisation internationale du travail | Convention n° 158 de l'OIT | Convention OIT n° 158
FR | charte-sociale-europeenne | Charte sociale européenne révisée | Charte sociale européenne
FR | convention-de-geneve-relative-au-statut-des-refugies | Convention de Genève du 28 juillet 1951 relative au statut des réfugiés | Convention de Genève du 28 juillet 1951
FR | convention-des-nations-unies-sur-les-contrats-de-vente-internationale-de-marchandises | Convention des Nations Unies sur les contrats de vente internationale de marchandises | Convention de Vienne du 11 avril 1980 | CVIM
FR | convention-de-montreal | Convention de Montréal du 28 mai 1999 | Convention de Montréal
FR | convention-de-la-haye-sur-les-aspects-civils-de-l-enlevement-international-d-enfants | Convention de La Haye du 25 octobre 1980
FR | declaration-universelle-des-droits-de-l-homme | Déclaration universelle des droits de l'homme | DUDH
FR | declaration-des-droits-de-l-homme-et-du-citoyen | Déclaration des droits de l'homme et du citoyen de 1789 | Déclaration des droits de l'homme et du citoyen du 26 août 1789 | +Déclaration des droits de l'homme et du citoyen | Déclaration des droits de 1789 | Déclaration de 1789 | +DDHC
FR | constitution-du-4-octobre-1958 | Constitution du 4 octobre 1958 | Constitution de 1958 | Constitution | Const.
FR | preambule-de-la-constitution-de-1946 | Préambule de la Constitution du 27 octobre 1946 | Préambule de la Constitution de 1946
FR | charte-de-l-environnement | Charte de l'environnement de 2004 | Charte de l'environnement
`

/** Acts of the Union that have a name; the number alone identifies them. */
const UNION = `
32016r0679 | +règlement général sur la protection des données | +RGPD | +GDPR | +General Data Protection Regulation
32022r2554 | règlement DORA | +DORA
32014r0910 | règlement eIDAS | +eIDAS
32022r2065 | règlement sur les services numériques | +DSA | +Digital Services Act
32022r1925 | règlement sur les marchés numériques | +DMA | +Digital Markets Act
32022l2555 | directive NIS 2 | +NIS2 | +NIS 2
32023r1114 | règlement MiCA | +MiCA
32023r2854 | règlement sur les données | +Data Act
32024r1689 | +règlement sur l'intelligence artificielle | +AI Act | ?RIA
32024r2847 | règlement sur la cyberrésilience | +Cyber Resilience Act | ?CRA
32013r0575 | règlement CRR | +CRR
32015l2366 | directive DSP 2 | +DSP2 | +PSD2
32014l0065 | directive MiFID II | +MiFID II | +MiFID 2
32019r2088 | ?SFDR
32012r1215 | règlement Bruxelles I bis | Bruxelles I bis
32008r0593 | règlement Rome I | Rome I
32007r0864 | règlement Rome II | Rome II
32019r1111 | règlement Bruxelles II ter | Bruxelles II ter
32012r0650 | règlement successions
`

const rowsOf = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(' | '))

/** ASCII, lower case, hyphens: `Code de l'éducation` is `code-de-l-education`. */
export const slugOfName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-|-$/gu, '')

type WrittenName = { readonly name: string; readonly inTexts: boolean; readonly inQueries: boolean }
const nameOf = (written: string): WrittenName => ({
  name: written.replace(/^[+?]/u, ''),
  inTexts: !written.startsWith('?'),
  inQueries: /^[+?]/u.test(written),
})

const kindOf = (name: string): NamedLaw['kind'] =>
  /^(?:code|nouveau code|codi|livre)\b/iu.test(name) ? 'code' : 'treaty'

/** A law with all names of its line, before they are sorted by where they are read. */
type LawOfLine = Pick<NamedLaw, 'id' | 'key' | 'jurisdiction' | 'kind'> & {
  readonly names: readonly WrittenName[]
}

const french = (): LawOfLine[] =>
  rowsOf(FRANCE).map((row) => {
    const names = row.map(nameOf)
    const key = slugOfName(names[0]?.name ?? '')
    return { id: key, key, jurisdiction: 'FR', kind: 'code', names }
  })

const foreign = (jurisdiction: Jurisdiction, table: string): LawOfLine[] =>
  rowsOf(table).map(([id = '', ...row]) => {
    const names = row.map(nameOf)
    const name = names[0]?.name ?? ''
    return { id, key: slugOfName(name), jurisdiction, kind: kindOf(name), names }
  })

const treaties = (): LawOfLine[] =>
  rowsOf(TREATIES).map(([jurisdiction = '', id = '', ...row]) => ({
    id,
    key: id,
    jurisdiction: jurisdiction as Jurisdiction,
    kind: 'treaty',
    names: row.map(nameOf),
  }))

const union = (): LawOfLine[] =>
  rowsOf(UNION).map(([id = '', ...row]) => ({
    id,
    key: id,
    jurisdiction: 'EU',
    kind: 'act',
    names: row.map(nameOf),
  }))

/** A French code comes before another country's of the same name. */
const LAWS: readonly LawOfLine[] = [
  ...new Map(
    [
      ...french(),
      ...treaties(),
      ...union(),
      ...foreign('LU', LUXEMBOURG),
      ...foreign('MC', MONACO),
      ...foreign('AD', ANDORRA),
    ].map((law): [string, LawOfLine] => [law.id, law]),
  ).values(),
]

/** Codes, treaties and named acts with the names that running text gives them. */
export const NAMED_LAWS: readonly NamedLaw[] = LAWS.flatMap(({ names, ...law }) => {
  const [name, ...aliases] = names.flatMap((one) => (one.inTexts ? [one.name] : []))
  return name === undefined ? [] : [{ ...law, name, aliases }]
})

/** The names by which queries and titles mean a law, each with the key of the law. */
export const QUERY_NAMES: readonly { readonly key: string; readonly name: string }[] = LAWS.flatMap(
  ({ key, names }) => names.flatMap(({ name, inQueries }) => (inQueries ? [{ key, name }] : [])),
)
