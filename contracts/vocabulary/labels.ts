/**
 * Names of the values of closed vocabularies, in both languages: the same on the pages for readers
 * and at the desk.
 */
import type { JudicialDecision, Solution } from '../decision.ts'
import type { StatusFlag, TreatmentType } from './citator.ts'
import type { CourtLevel } from './courts.ts'
import type { ContentType, DoctrineSubtype, Jurisdiction, LegalRuleType } from './texts.ts'

type Zone = JudicialDecision['zones'][number]['name']
type Chamber = NonNullable<JudicialDecision['chamber']>
type Names<Value extends string> = Readonly<Record<Value, string>>

export type Labels = {
  readonly contentTypes: Names<ContentType>
  readonly statusFlags: Names<StatusFlag>
  readonly jurisdictions: Names<Jurisdiction>
  readonly courtLevels: Names<CourtLevel>
  readonly chambers: Names<Chamber>
  readonly solutions: Names<Solution>
  readonly doctrineSubtypes: Names<DoctrineSubtype>
  readonly legalRuleTypes: Names<LegalRuleType>
  /** By the whole code: `civil`, `civil.contracts`. */
  readonly domains: ReadonlyMap<string, string>
  readonly zones: Names<Zone>
  /** What a later text did: begins a sentence that the later text ends. */
  readonly treatments: Names<TreatmentType>
}

/** Fields of law, one a line: code, French, English. */
const DOMAINS = `
civil|Droit civil|Civil law
civil.persons|personnes|persons
civil.family|famille|family
civil.property|biens|property
civil.obligations|obligations|obligations
civil.contracts|contrats|contracts
civil.tort|responsabilité extracontractuelle|tort
civil.succession|successions|succession
civil.security_interests|sûretés|security interests
civil.procedure|procédure civile|civil procedure
commercial|Droit commercial|Commercial law
commercial.companies|sociétés|companies
commercial.insolvency|procédures collectives|insolvency
commercial.competition|concurrence|competition
commercial.banking_finance|banque et finance|banking and finance
commercial.insurance|assurances|insurance
commercial.distribution|distribution|distribution
commercial.transport|transports|transport
public|Droit public|Public law
public.administrative|droit administratif|administrative law
public.public_procurement|commande publique|public procurement
public.urban_planning|urbanisme|urban planning
public.environment|environnement|environment
public.health|santé|health
public.education|enseignement|education
public.immigration_asylum|étrangers et asile|immigration and asylum
public.civil_service|fonction publique|civil service
public.elections|élections|elections
labour|Droit social|Labour law
labour.individual|relations individuelles|individual relations
labour.collective|relations collectives|collective relations
labour.social_security|sécurité sociale|social security
tax|Droit fiscal|Tax law
tax.direct|impôts directs|direct taxes
tax.indirect|impôts indirects|indirect taxes
tax.customs|douanes|customs
tax.procedure|procédure fiscale|tax procedure
ip|Propriété intellectuelle|Intellectual property
ip.copyright|droit d’auteur|copyright
ip.trademark|marques|trade marks
ip.patent|brevets|patents
ip.design|dessins et modèles|designs
eu|Droit de l’Union européenne|European Union law
eu.institutions|institutions|institutions
eu.internal_market|marché intérieur|internal market
eu.state_aid|aides d’État|State aid
criminal|Droit pénal|Criminal law
criminal.substantive|droit pénal général et spécial|substantive criminal law
criminal.procedure|procédure pénale|criminal procedure
criminal.enforcement|exécution des peines|enforcement of sentences
constitutional|Droit constitutionnel|Constitutional law
constitutional.fundamental_rights|droits fondamentaux|fundamental rights
constitutional.qpc|question prioritaire de constitutionnalité|priority question of constitutionality
international|Droit international|International law
international.private|droit international privé|private international law
international.public|droit international public|public international law
digital|Droit du numérique|Digital law
digital.data_protection|données personnelles|data protection
digital.platforms|plateformes|platforms
digital.ai|intelligence artificielle|artificial intelligence
digital.telecom|communications électroniques|telecommunications`

const domainsIn = (column: 1 | 2): ReadonlyMap<string, string> =>
  new Map(
    DOMAINS.trim()
      .split('\n')
      .map((line): [string, string] => {
        const columns = line.split('|')
        return [columns[0] ?? '', columns[column] ?? '']
      }),
  )

const fr: Labels = {
  contentTypes: {
    jurisprudence: 'Jurisprudence',
    legislation: 'Législation',
    doctrine: 'Doctrine',
    regulation: 'Règlement',
    convention_collective: 'Convention collective',
    soft_law: 'Droit souple',
    custom: 'Usages',
  },
  statusFlags: {
    red: 'ne fait plus autorité',
    orange: 'remis en cause',
    yellow: 'discuté',
    green: 'fait autorité',
    gray: 'non évalué',
  },
  jurisdictions: {
    FR: 'France',
    EU: 'Union européenne',
    LU: 'Luxembourg',
    MC: 'Monaco',
    AD: 'Andorre',
  },
  courtLevels: {
    constitutional: 'Juridictions constitutionnelles',
    supreme: 'Juridictions suprêmes',
    appeal: 'Juridictions d’appel',
    first_instance: 'Juridictions de première instance',
    specialised: 'Juridictions spécialisées',
    supranational: 'Juridictions européennes',
    authority: 'Autorités',
  },
  chambers: {
    pl: 'Assemblée plénière',
    mi: 'Chambre mixte',
    civ1: 'Première chambre civile',
    civ2: 'Deuxième chambre civile',
    civ3: 'Troisième chambre civile',
    comm: 'Chambre commerciale',
    soc: 'Chambre sociale',
    cr: 'Chambre criminelle',
    creun: 'Chambres réunies',
    ordo: 'Ordonnances du premier président',
  },
  solutions: {
    cassation: 'Cassation',
    rejet: 'Rejet',
    annulation: 'Annulation',
    avis: 'Avis',
    decheance: 'Déchéance',
    designation: 'Désignation de juridiction',
    irrecevabilite: 'Irrecevabilité',
    nonlieu: 'Non-lieu à statuer',
    qpc: 'Question prioritaire de constitutionnalité',
    qpcother: 'Question prioritaire de constitutionnalité, autre décision',
    rabat: 'Rabat d’arrêt',
    reglement: 'Règlement de juges',
    renvoi: 'Renvoi',
    other: 'Autre',
    cassation_partielle: 'Cassation partielle',
    confirmation: 'Confirmation',
    infirmation: 'Infirmation',
    infirmation_partielle: 'Infirmation partielle',
    reformation: 'Réformation',
    conformite: 'Conformité',
    non_conformite: 'Non-conformité',
    desistement: 'Désistement',
    satisfaction_totale: 'Satisfaction totale',
    satisfaction_partielle: 'Satisfaction partielle',
    annulled: 'Annulation',
    dismissed: 'Rejet du recours',
    preliminary_ruling: 'Décision préjudicielle',
    failure_established: 'Manquement constaté',
    violation: 'Violation',
    no_violation: 'Non-violation',
  },
  doctrineSubtypes: {
    article: 'Article',
    case_note: 'Note de jurisprudence',
    case_commentary: 'Commentaire d’arrêt',
    chronicle: 'Chronique',
    practice_note: 'Fiche pratique',
    treatise: 'Traité',
    textbook: 'Manuel',
    encyclopedia_entry: 'Fascicule d’encyclopédie',
    thesis: 'Thèse',
    report: 'Rapport',
    advocate_general_opinion: 'Conclusions de l’avocat général',
    rapporteur_opinion: 'Conclusions du rapporteur public',
    conference_paper: 'Communication de colloque',
    book_review: 'Recension',
    editorial: 'Éditorial',
    essay_collection: 'Mélanges',
    legislative_commentary: 'Commentaire de législation',
  },
  legalRuleTypes: {
    ratio: 'Motif décisif (ratio decidendi)',
    obiter: 'Obiter dictum',
    distinction: 'Distinction',
  },
  domains: domainsIn(1),
  zones: {
    introduction: 'En-tête',
    facts: 'Faits et procédure',
    pleas: 'Moyens',
    reasons: 'Motifs',
    operative: 'Dispositif',
    annexes: 'Annexes',
  },
  treatments: {
    overruled: 'Jurisprudence abandonnée par',
    reversed: 'Infirmé par',
    quashed: 'Cassé par',
    annulled: 'Annulé par',
    declared_unconstitutional: 'Déclaré contraire à la Constitution par',
    declared_incompatible: 'Déclaré incompatible par',
    repealed: 'Abrogé par',
    superseded_by_statute: 'Remplacé par',
    withdrawn: 'Retiré par',
    vacated: 'Mis à néant par',
    quashed_in_part: 'Cassé partiellement par',
    overruled_in_part: 'Jurisprudence abandonnée en partie par',
    reversed_in_part: 'Infirmé partiellement par',
    partially_repealed: 'Abrogé en partie par',
    appeal_pending: 'Recours pendant\u00a0:',
    constitutional_question_pending: 'Question de constitutionnalité pendante\u00a0:',
    preliminary_reference_pending: 'Question préjudicielle pendante\u00a0:',
    repeal_pending: 'Abrogation en cours\u00a0:',
    amendment_pending: 'Modification en cours\u00a0:',
    criticised: 'Critiqué par',
    questioned: 'Mis en doute par',
    limited: 'Limité par',
    distinguished: 'Distingué par',
    not_followed: 'Non suivi par',
    conflicting_authority: 'Contredit par',
    amended: 'Modifié par',
    followed: 'Suivi par',
    applied: 'Appliqué par',
    affirmed: 'Confirmé par',
    approved: 'Approuvé par',
    extended: 'Étendu par',
    codified: 'Codifié par',
    cited: 'Cité par',
    explained: 'Explicité par',
    discussed: 'Commenté par',
    related: 'À rapprocher de',
    history: 'Antécédent\u00a0:',
  },
}

const en: Labels = {
  contentTypes: {
    jurisprudence: 'Case law',
    legislation: 'Legislation',
    doctrine: 'Doctrine',
    regulation: 'Regulation',
    convention_collective: 'Collective agreement',
    soft_law: 'Soft law',
    custom: 'Custom',
  },
  statusFlags: {
    red: 'no longer good law',
    orange: 'called into question',
    yellow: 'questioned',
    green: 'good law',
    gray: 'not assessed',
  },
  jurisdictions: {
    FR: 'France',
    EU: 'European Union',
    LU: 'Luxembourg',
    MC: 'Monaco',
    AD: 'Andorra',
  },
  courtLevels: {
    constitutional: 'Constitutional courts',
    supreme: 'Supreme courts',
    appeal: 'Courts of appeal',
    first_instance: 'Courts of first instance',
    specialised: 'Specialised courts',
    supranational: 'European courts',
    authority: 'Authorities',
  },
  chambers: {
    pl: 'Plenary assembly',
    mi: 'Mixed chamber',
    civ1: 'First civil chamber',
    civ2: 'Second civil chamber',
    civ3: 'Third civil chamber',
    comm: 'Commercial chamber',
    soc: 'Labour chamber',
    cr: 'Criminal chamber',
    creun: 'Joined chambers',
    ordo: 'Orders of the First President',
  },
  solutions: {
    cassation: 'Quashed',
    rejet: 'Appeal dismissed',
    annulation: 'Annulled',
    avis: 'Opinion',
    decheance: 'Appeal lapsed',
    designation: 'Court designated',
    irrecevabilite: 'Inadmissible',
    nonlieu: 'No need to adjudicate',
    qpc: 'Constitutional question',
    qpcother: 'Constitutional question (other)',
    rabat: 'Judgment recalled',
    reglement: 'Conflict of jurisdiction settled',
    renvoi: 'Referred',
    other: 'Other',
    cassation_partielle: 'Quashed in part',
    confirmation: 'Affirmed',
    infirmation: 'Reversed',
    infirmation_partielle: 'Reversed in part',
    reformation: 'Varied',
    conformite: 'Constitutional',
    non_conformite: 'Unconstitutional',
    desistement: 'Withdrawn',
    satisfaction_totale: 'Granted in full',
    satisfaction_partielle: 'Granted in part',
    annulled: 'Annulled',
    dismissed: 'Action dismissed',
    preliminary_ruling: 'Preliminary ruling',
    failure_established: 'Failure established',
    violation: 'Violation',
    no_violation: 'No violation',
  },
  doctrineSubtypes: {
    article: 'Article',
    case_note: 'Case note',
    case_commentary: 'Case commentary',
    chronicle: 'Chronicle',
    practice_note: 'Practice note',
    treatise: 'Treatise',
    textbook: 'Textbook',
    encyclopedia_entry: 'Encyclopedia entry',
    thesis: 'Thesis',
    report: 'Report',
    advocate_general_opinion: 'Opinion of the Advocate General',
    rapporteur_opinion: 'Opinion of the public rapporteur',
    conference_paper: 'Conference paper',
    book_review: 'Book review',
    editorial: 'Editorial',
    essay_collection: 'Collected essays',
    legislative_commentary: 'Commentary on legislation',
  },
  legalRuleTypes: {
    ratio: 'Ratio decidendi',
    obiter: 'Obiter dictum',
    distinction: 'Distinction',
  },
  domains: domainsIn(2),
  zones: {
    introduction: 'Introduction',
    facts: 'Facts and procedure',
    pleas: 'Pleas',
    reasons: 'Reasons',
    operative: 'Operative part',
    annexes: 'Annexes',
  },
  treatments: {
    overruled: 'Overruled by',
    reversed: 'Reversed by',
    quashed: 'Quashed by',
    annulled: 'Annulled by',
    declared_unconstitutional: 'Declared unconstitutional by',
    declared_incompatible: 'Declared incompatible by',
    repealed: 'Repealed by',
    superseded_by_statute: 'Superseded by',
    withdrawn: 'Withdrawn by',
    vacated: 'Vacated by',
    quashed_in_part: 'Quashed in part by',
    overruled_in_part: 'Overruled in part by',
    reversed_in_part: 'Reversed in part by',
    partially_repealed: 'Repealed in part by',
    appeal_pending: 'Appeal pending:',
    constitutional_question_pending: 'Constitutional question pending:',
    preliminary_reference_pending: 'Reference for a preliminary ruling pending:',
    repeal_pending: 'Repeal pending:',
    amendment_pending: 'Amendment pending:',
    criticised: 'Criticised by',
    questioned: 'Questioned by',
    limited: 'Limited by',
    distinguished: 'Distinguished by',
    not_followed: 'Not followed by',
    conflicting_authority: 'Contradicted by',
    amended: 'Amended by',
    followed: 'Followed by',
    applied: 'Applied by',
    affirmed: 'Affirmed by',
    approved: 'Approved by',
    extended: 'Extended by',
    codified: 'Codified by',
    cited: 'Cited by',
    explained: 'Explained by',
    discussed: 'Discussed by',
    related: 'Compare with',
    history: 'Earlier in the case:',
  },
}

export const LABELS: Readonly<Record<'fr' | 'en', Labels>> = { fr, en }

/** A field of law by its own name, such as `contrats`; a value that has none is shown as it is. */
export const domainName = ({ domains }: Labels, value: string): string =>
  domains.get(value) ?? value

/** A field of law with its root: `Droit civil – contrats`. */
export const domainLabel = (labels: Labels, value: string): string => {
  const [root = ''] = value.split('.')
  const name = domainName(labels, root)
  return root === value ? name : `${name}\u00a0– ${domainName(labels, value)}`
}
