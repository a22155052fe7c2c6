/** The words of the start page, in both languages. */
import type { Language } from '#contracts/web/language.ts'

type Link = readonly [path: string, title: string, text: string]

export type Words = {
  readonly title: string
  readonly lead: string
  readonly description: string
  readonly examples: readonly string[]
  readonly browseTitle: string
  readonly browse: readonly (readonly [path: string, title: string])[]
  readonly promises: readonly (readonly [title: string, text: string])[]
  readonly startTitle: string
  readonly starts: readonly Link[]
  readonly programsTitle: string
  readonly programs: readonly Link[]
}

const fr: Words = {
  title: 'Chercher, citer et vérifier le droit',
  lead: 'Doctrine, jurisprudence, décisions commentées et législation de France, de l’Union européenne, du Luxembourg, de Monaco et d’Andorre. Chaque texte porte sa valeur actuelle, un numéro de version et une empreinte que chacun peut recalculer.',
  description:
    'Doctrine, jurisprudence et législation : chercher, lire, citer et vérifier, pour les juristes et leurs programmes.',
  examples: [
    'clause limitative de responsabilité',
    'licenciement d’une salariée enceinte',
    'prescription de l’action en garantie',
    'article 1231-1 du code civil',
  ],
  browseTitle: 'Parcourir',
  browse: [
    ['/search?contentTypes=jurisprudence', 'Jurisprudence'],
    ['/search?contentTypes=legislation', 'Législation'],
    ['/search?contentTypes=doctrine', 'Doctrine'],
    ['/search?jurisdictions=FR', 'France'],
    ['/search?jurisdictions=EU', 'Union européenne'],
    ['/search?jurisdictions=LU', 'Luxembourg'],
    ['/search?jurisdictions=MC', 'Monaco'],
    ['/search?jurisdictions=AD', 'Andorre'],
  ],
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
      'Chaque phrase, citation et référence d’un projet de conclusions confrontée au fonds.',
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
}

const en: Words = {
  title: 'Search, cite and verify the law',
  lead: 'Doctrine, case law, commented decisions and legislation of France, the European Union, Luxembourg, Monaco and Andorra. Every text shows its current authority, a version and a hash that anyone can recompute.',
  description:
    'Doctrine, case law and legislation: search, read, cite and verify, for lawyers and their programs.',
  examples: [
    'clause limitative de responsabilité',
    'dismissal of a pregnant employee',
    'prescription de l’action en garantie',
    'article 1231-1 du code civil',
  ],
  browseTitle: 'Browse',
  browse: [
    ['/search?contentTypes=jurisprudence', 'Case law'],
    ['/search?contentTypes=legislation', 'Legislation'],
    ['/search?contentTypes=doctrine', 'Doctrine'],
    ['/search?jurisdictions=FR', 'France'],
    ['/search?jurisdictions=EU', 'European Union'],
    ['/search?jurisdictions=LU', 'Luxembourg'],
    ['/search?jurisdictions=MC', 'Monaco'],
    ['/search?jurisdictions=AD', 'Andorra'],
  ],
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
}

export const WORDS: Readonly<Record<Language, Words>> = { fr, en }
