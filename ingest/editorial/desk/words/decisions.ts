/** Codes of decisions in words: what a court ruled, its chambers, what a decision is. */
import type { JudicialDecision, Solution } from '#contracts/decision.ts'
import type { Language } from '#contracts/web/language.ts'

type Chamber = NonNullable<JudicialDecision['chamber']>
type Names<Code extends string> = Readonly<Record<Code, Readonly<Record<Language, string>>>>

const SOLUTIONS: Names<Solution> = {
  cassation: { fr: 'cassation', en: 'quashed' },
  rejet: { fr: 'rejet', en: 'appeal dismissed' },
  annulation: { fr: 'annulation', en: 'annulled' },
  avis: { fr: 'avis', en: 'opinion' },
  decheance: { fr: 'déchéance', en: 'appeal lapsed' },
  designation: { fr: 'désignation de juridiction', en: 'court designated' },
  irrecevabilite: { fr: 'irrecevabilité', en: 'inadmissible' },
  nonlieu: { fr: 'non-lieu à statuer', en: 'no need to rule' },
  qpc: { fr: 'renvoi de la QPC', en: 'constitutional question referred' },
  qpcother: { fr: 'non-renvoi de la QPC', en: 'constitutional question not referred' },
  rabat: { fr: 'rabat d’arrêt', en: 'judgment recalled' },
  reglement: { fr: 'règlement de juges', en: 'conflict of jurisdiction settled' },
  renvoi: { fr: 'renvoi', en: 'remitted' },
  other: { fr: 'autre', en: 'other' },
  cassation_partielle: { fr: 'cassation partielle', en: 'quashed in part' },
  confirmation: { fr: 'confirmation', en: 'upheld' },
  infirmation: { fr: 'infirmation', en: 'reversed' },
  infirmation_partielle: { fr: 'infirmation partielle', en: 'reversed in part' },
  reformation: { fr: 'réformation', en: 'varied' },
  conformite: { fr: 'conformité à la Constitution', en: 'constitutional' },
  non_conformite: { fr: 'non-conformité à la Constitution', en: 'unconstitutional' },
  desistement: { fr: 'désistement', en: 'withdrawn by the party' },
  satisfaction_totale: { fr: 'satisfaction totale', en: 'granted in full' },
  satisfaction_partielle: { fr: 'satisfaction partielle', en: 'granted in part' },
  annulled: { fr: 'annulation', en: 'annulled' },
  dismissed: { fr: 'rejet', en: 'dismissed' },
  preliminary_ruling: { fr: 'réponse à une question préjudicielle', en: 'preliminary ruling' },
  failure_established: { fr: 'manquement constaté', en: 'failure to fulfil obligations' },
  violation: { fr: 'violation', en: 'violation' },
  no_violation: { fr: 'non-violation', en: 'no violation' },
}

const CHAMBERS: Names<Chamber> = {
  pl: { fr: 'assemblée plénière', en: 'plenary assembly' },
  mi: { fr: 'chambre mixte', en: 'mixed chamber' },
  civ1: { fr: 'première chambre civile', en: 'first civil chamber' },
  civ2: { fr: 'deuxième chambre civile', en: 'second civil chamber' },
  civ3: { fr: 'troisième chambre civile', en: 'third civil chamber' },
  comm: { fr: 'chambre commerciale', en: 'commercial chamber' },
  soc: { fr: 'chambre sociale', en: 'labour chamber' },
  cr: { fr: 'chambre criminelle', en: 'criminal chamber' },
  creun: { fr: 'chambres réunies', en: 'joined chambers' },
  ordo: { fr: 'ordonnance du premier président', en: 'order of the first president' },
}

/** A ruling or a chamber in words; a code that is neither stays as it is. */
export const nameOfDecisionCode = (language: Language, code: string): string => {
  const names: Readonly<Record<string, Readonly<Record<Language, string>> | undefined>> = {
    ...SOLUTIONS,
    ...CHAMBERS,
  }
  return (Object.hasOwn(names, code) ? names[code] : undefined)?.[language] ?? code
}
