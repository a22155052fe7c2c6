/** The words of the start page and of the page of a text, in both languages. */
import type { StatusFlag } from '#contracts/vocabulary/citator.ts'
import type { ContentType } from '#contracts/vocabulary/texts.ts'
import type { Language } from '#contracts/web/language.ts'

export type Words = {
  readonly title: string
  readonly lead: string
  readonly search: {
    readonly label: string
    readonly submit: string
    readonly examplesTitle: string
    readonly examples: readonly string[]
    readonly cost: (usd: string) => string
    readonly found: (count: number, shown: number) => string
    readonly none: string
    readonly failed: string
    readonly busy: string
    readonly headnote: string
    readonly ended: string
    readonly withoutKey: string
  }
  readonly promises: readonly (readonly [title: string, text: string])[]
  readonly startTitle: string
  readonly starts: readonly (readonly [path: string, title: string, text: string])[]
  readonly programsTitle: string
  readonly programs: readonly (readonly [path: string, title: string, text: string])[]
  /** Between a link and what it leads to; French puts a no-break space before it. */
  readonly colon: string
  readonly text: {
    readonly back: string
    readonly facts: string
    readonly headnotes: string
    readonly text: string
    readonly kind: string
    readonly date: string
    readonly court: string
    readonly flag: string
    readonly version: string
    readonly hash: string
    readonly licence: string
    readonly rightsReserved: string
    readonly source: string
    readonly cost: (usd: string) => string
    readonly missing: string
    readonly missingText: string
  }
  readonly kinds: Readonly<Record<ContentType, string>>
  readonly flags: Readonly<Record<StatusFlag, string>>
}

const fr: Words = {
  title: 'Chercher, citer et vérifier le droit',
  lead: 'Un fonds juridique en accès programmé\u00a0: doctrine, jurisprudence, décisions commentées et législation (France, Union européenne, Luxembourg, Monaco, Andorre). Chaque texte porte un numéro de version et une empreinte que chacun peut recalculer\u00a0; chaque réponse dit ce qu’elle sait et ce qu’elle a coûté.',
  search: {
    label: 'Chercher dans le fonds de démonstration',
    submit: 'Chercher',
    examplesTitle: 'Par exemple\u00a0:',
    examples: [
      'clause limitative de responsabilité',
      'licenciement d’une salariée enceinte',
      'prescription de l’action en garantie',
    ],
    cost: (usd) =>
      `Recherche imputée au compte de démonstration\u00a0: ${usd}. Rien n’est à payer.`,
    found: (count, shown) =>
      count === 0
        ? 'Aucun résultat'
        : count === 1
          ? 'Un résultat'
          : shown < count
            ? `${count} résultats, dont voici les ${shown} premiers`
            : `${count} résultats`,
    none: 'Le fonds de démonstration ne compte qu’une centaine de textes. Essayez d’autres mots, ou importez les vôtres.',
    failed: 'La recherche n’a pas abouti. Réessayez dans quelques instants.',
    busy: 'Trop de recherches en une minute. Réessayez dans un instant.',
    headnote: 'Sommaire',
    ended: 'n’est plus en vigueur',
    withoutKey:
      'Toute recherche requiert une clé d’API. Créez-en une dans l’espace client, puis suivez la documentation.',
  },
  promises: [
    [
      'Chercher',
      'Par les mots et par le sens, avec des filtres par pays, juridiction, date, notion et valeur actuelle.',
    ],
    [
      'Citer',
      'Le texte intégral, sa version et son empreinte SHA-256\u00a0: la citation reste vérifiable lorsque le texte change.',
    ],
    [
      'Interroger',
      'Des réponses faites de citations exactes, rattachées à leur source, ou un refus motivé.',
    ],
    [
      'Vérifier',
      'Chaque phrase, citation et référence d’un projet d’écriture confrontée au fonds.',
    ],
  ],
  startTitle: 'Par où commencer',
  starts: [
    ['/docs/', 'Documentation', 'premiers pas, prix, versions, erreurs, et toutes les opérations'],
    ['/account', 'Espace client', 'clés d’API, plafonds, consommation et relevés'],
    ['/mcp', 'Agents d’IA', 'relier un assistant par le protocole MCP'],
  ],
  programsTitle: 'Pour les programmes',
  programs: [
    ['/api/v1/openapi.json', 'OpenAPI 3.1', 'description de l’interface'],
    ['/llms.txt', 'llms.txt', 'présentation pour les modèles de langage'],
    ['/health/ready', 'État du service', 'disponibilité et retard d’indexation'],
  ],
  colon: '\u00a0: ',
  text: {
    back: 'Retour à la recherche',
    facts: 'Fiche',
    headnotes: 'Sommaires',
    text: 'Texte',
    kind: 'Nature',
    date: 'Date',
    court: 'Juridiction',
    flag: 'Valeur actuelle',
    version: 'Version',
    hash: 'Empreinte SHA-256',
    licence: 'Licence',
    rightsReserved: 'Tous droits réservés',
    source: 'Source',
    cost: (usd) => `Lecture imputée au compte de démonstration\u00a0: ${usd}.`,
    missing: 'Texte introuvable',
    missingText: 'Ce texte n’existe pas ou n’est plus publié.',
  },
  kinds: {
    jurisprudence: 'Jurisprudence',
    legislation: 'Législation',
    doctrine: 'Doctrine',
    regulation: 'Règlement',
    convention_collective: 'Convention collective',
    soft_law: 'Droit souple',
    custom: 'Usages',
  },
  flags: {
    red: 'remis en cause',
    orange: 'fragilisé',
    yellow: 'discuté',
    green: 'confirmé',
    gray: 'non évalué',
  },
}

const en: Words = {
  title: 'Search, cite and verify the law',
  lead: 'A legal corpus with an interface for programs: doctrine, case law, commented decisions and legislation (France, European Union, Luxembourg, Monaco, Andorra). Every text has a version and a hash that anyone can recompute; every answer says what it knows and what it cost.',
  search: {
    label: 'Search the demonstration corpus',
    submit: 'Search',
    examplesTitle: 'For example:',
    examples: [
      'clause limitative de responsabilité',
      'dismissal of a pregnant employee',
      'prescription de l’action en garantie',
    ],
    cost: (usd) => `This search was charged to the demonstration account: ${usd}. Nobody pays it.`,
    found: (count, shown) =>
      count === 0
        ? 'No results'
        : count === 1
          ? 'One result'
          : shown < count
            ? `${count} results, of which these are the first ${shown}`
            : `${count} results`,
    none: 'The demonstration corpus has about a hundred texts. Try other words, or import texts of your own.',
    failed: 'The search failed. Please try again in a moment.',
    busy: 'Too many searches within a minute. Please try again in a moment.',
    headnote: 'Headnote',
    ended: 'no longer in force',
    withoutKey:
      'Every search needs an API key. Create one in the account area, then follow the documentation.',
  },
  promises: [
    [
      'Search',
      'By words and by meaning, filtered by country, court, date, concept and current authority.',
    ],
    [
      'Cite',
      'The whole text, its version and its SHA-256 hash: a quotation can still be checked when the text has changed.',
    ],
    [
      'Ask',
      'Answers made of exact quotations, each bound to its source, or a refusal with its reason.',
    ],
    ['Verify', 'Each sentence, quotation and reference of a draft compared with the corpus.'],
  ],
  startTitle: 'Where to begin',
  starts: [
    ['/docs/', 'Documentation', 'first steps, prices, versions, errors, and every operation'],
    ['/account', 'Account', 'API keys, spending caps, usage and statements'],
    ['/mcp', 'AI agents', 'connect an assistant by the Model Context Protocol'],
  ],
  programsTitle: 'For programs',
  programs: [
    ['/api/v1/openapi.json', 'OpenAPI 3.1', 'description of the interface'],
    ['/llms.txt', 'llms.txt', 'introduction for language models'],
    ['/health/ready', 'Service health', 'availability and indexing lag'],
  ],
  colon: ': ',
  text: {
    back: 'Back to the search',
    facts: 'Facts',
    headnotes: 'Headnotes',
    text: 'Text',
    kind: 'Kind',
    date: 'Date',
    court: 'Court',
    flag: 'Current authority',
    version: 'Version',
    hash: 'SHA-256 hash',
    licence: 'Licence',
    rightsReserved: 'All rights reserved',
    source: 'Source',
    cost: (usd) => `Reading it was charged to the demonstration account: ${usd}.`,
    missing: 'Text not found',
    missingText: 'This text does not exist or is no longer published.',
  },
  kinds: {
    jurisprudence: 'Case law',
    legislation: 'Legislation',
    doctrine: 'Doctrine',
    regulation: 'Regulation',
    convention_collective: 'Collective agreement',
    soft_law: 'Soft law',
    custom: 'Custom',
  },
  flags: {
    red: 'no longer good law',
    orange: 'weakened',
    yellow: 'questioned',
    green: 'good law',
    gray: 'not assessed',
  },
}

export const WORDS: Readonly<Record<Language, Words>> = { fr, en }
