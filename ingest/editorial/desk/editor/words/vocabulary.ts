/** Genres and subjects in words, one line each: code, French, English. */
import type { Language } from '#contracts/web/language.ts'

const GENRES = `
article|article|article
case_note|note sous décision|case note
case_commentary|commentaire de décision|case commentary
chronicle|chronique|chronicle
practice_note|note pratique|practice note
treatise|traité|treatise
textbook|manuel|textbook
encyclopedia_entry|notice d’encyclopédie|encyclopedia entry
thesis|thèse|thesis
report|rapport|report
advocate_general_opinion|conclusions de l’avocat général|Advocate General’s opinion
rapporteur_opinion|conclusions du rapporteur public|rapporteur’s opinion
conference_paper|communication de colloque|conference paper
book_review|compte rendu d’ouvrage|book review
editorial|éditorial|editorial
essay_collection|mélanges|essay collection
legislative_commentary|commentaire législatif|legislative commentary`

const SUBJECTS = `
civil|Droit civil|Civil law
civil.persons|personnes|persons
civil.family|famille|family
civil.property|biens|property
civil.obligations|obligations|obligations
civil.contracts|contrats|contracts
civil.tort|responsabilité|tort
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
public.public_procurement|marchés publics|public procurement
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
eu.state_aid|aides d’État|state aid
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
digital.data_protection|protection des données|data protection
digital.platforms|plateformes|platforms
digital.ai|intelligence artificielle|artificial intelligence
digital.telecom|communications électroniques|telecommunications`

const tableOf = (lines: string): ReadonlyMap<string, Readonly<Record<Language, string>>> =>
  new Map(
    lines
      .trim()
      .split('\n')
      .map((line) => {
        const [code = '', fr = code, en = code] = line.split('|')
        return [code, { fr, en }]
      }),
  )
const NAMES = new Map([...tableOf(GENRES), ...tableOf(SUBJECTS)])

/** A genre or a subject in words; a code that is none stays as it is. */
export const nameOfCode = (language: Language, code: string): string =>
  NAMES.get(code)?.[language] ?? code
