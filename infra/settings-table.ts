/**
 * The table of settings in README.md and README.fr.md, made from the schema that reads them. `node
 * infra/settings-table.ts` writes it; a test says when it is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { withFrenchSpaces } from '#contracts/toolkit/french-spaces.ts'
import { Environment, SHIPPED_ENTAILMENT_DIR, SHIPPED_MODEL_DIR } from './settings.ts'

type Name = keyof typeof Environment.shape
type Language = 'en' | 'fr'

/** What each setting does, in both languages. */
const NOTES: Readonly<Record<Name, Readonly<Record<Language, string>>>> = {
  HOST: { en: 'address to listen on', fr: 'adresse d’écoute' },
  PORT: {
    en: 'port of the API and its pages; 0: any',
    fr: 'port de l’API et des pages ; 0 : au choix',
  },
  DESK_PORT: {
    en: 'port of the editors’ desk; 0: any',
    fr: 'port de la rédaction ; 0 : au choix',
  },
  PANDECT_DATA_DIR: {
    en: 'folder of the embedded database and of generated secrets',
    fr: 'dossier de la base embarquée et des secrets générés',
  },
  PANDECT_DEMONSTRATION: {
    en: 'demonstration corpus and key on the first start',
    fr: 'fonds et clé de démonstration au premier démarrage',
  },
  SANDBOX: {
    en: 'whether sandbox keys are served, over the demonstration corpus in a database of its own beside the other',
    fr: 'active les clés d’essai, sur le fonds de démonstration dans une base à part, à côté de l’autre',
  },
  DATABASE_URL: {
    en: 'a PostgreSQL (15 or newer) in place of the embedded one',
    fr: 'un PostgreSQL (15 ou plus récent) à la place de la base embarquée',
  },
  KAFKA_BROKERS: {
    en: 'brokers that carry the log to the projector (host:port, …)',
    fr: 'serveurs Kafka qui portent le journal (hôte:port, …)',
  },
  TEMPORAL_ADDRESS: {
    en: 'a Temporal server that runs the steps of imports and publishes at an hour',
    fr: 'un serveur Temporal qui exécute les étapes des imports et publie à l’heure dite',
  },
  TYPESENSE_URL: {
    en: 'a Typesense server in place of the index in memory',
    fr: 'un serveur Typesense à la place de l’index en mémoire',
  },
  TYPESENSE_API_KEY: { en: 'its administration key', fr: 'sa clé d’administration' },
  TYPESENSE_COLLECTION: { en: 'name of its collections', fr: 'nom de ses collections' },
  METRICS_PORT: { en: 'port of the Prometheus metrics', fr: 'port des mesures Prometheus' },
  EMBEDDINGS_MODEL_DIR: {
    en: 'folder of an ONNX model that embeds texts; `builtin`: words only',
    fr: 'dossier d’un modèle ONNX qui calcule les vecteurs des textes ; `builtin` : les mots seuls',
  },
  ENTAILMENT_MODEL_DIR: {
    en: 'folder of an ONNX model that judges claims; `none`: rules alone',
    fr: 'dossier d’un modèle ONNX qui juge les affirmations ; `none` : les règles seules',
  },
  PANDECT_STAFF_TOKEN: {
    en: 'access token of the member of staff who acts on the command line',
    fr: 'jeton d’accès du membre de la rédaction qui agit en ligne de commande',
  },
  KEY_PEPPER: {
    en: 'secret under which keys are stored and texts sealed, 32 characters or more; generated if not set, never in a backup',
    fr: 'secret qui protège les clés et les textes scellés, 32 caractères au moins ; généré à défaut, jamais dans une sauvegarde',
  },
  KEY_BACKUP_DAYS: {
    en: 'days for which files `.keys` of backups are kept, for certificates of erasures',
    fr: 'jours de conservation des fichiers `.keys` des sauvegardes, pour les certificats d’effacement',
  },
  LIMIT_ANONYMOUS: { en: 'requests a minute without a key', fr: 'requêtes par minute sans clé' },
  LIMIT_REST: { en: 'requests a minute of a key', fr: 'requêtes par minute d’une clé' },
  LIMIT_MCP: { en: 'MCP requests a minute of a key', fr: 'requêtes MCP par minute d’une clé' },
  LIMIT_MCP_FIRM: {
    en: 'MCP requests a minute of a firm’s key',
    fr: 'requêtes MCP par minute d’une clé de cabinet',
  },
  CALLS_IN_FLIGHT: {
    en: 'calls served at once; more are answered 503; default: two for each core, at least 4',
    fr: 'appels servis à la fois ; au-delà, réponse 503 ; par défaut, deux par cœur, au moins 4',
  },
  CALLS_IN_FLIGHT_PER_KEY: {
    en: 'calls of one key served at once; default: `CALLS_IN_FLIGHT`',
    fr: 'appels d’une même clé servis à la fois ; par défaut, `CALLS_IN_FLIGHT`',
  },
  COMPUTATIONS_IN_FLIGHT: {
    en: 'verifications and answers computed at once; default: two for each computing thread',
    fr: 'vérifications et réponses calculées à la fois ; par défaut, deux par fil de calcul',
  },
  COMPUTING_THREADS: {
    en: 'threads that verify and answer; default: all cores but one',
    fr: 'fils de calcul, qui vérifient et répondent ; par défaut, les cœurs moins un',
  },
  MCP_TOOLSET: {
    en: 'which list of tools is served: `union`, `a`, `b` or `core`',
    fr: 'liste d’outils servie : `union`, `a`, `b` ou `core`',
  },
  MCP_ALLOWED_ORIGINS: {
    en: 'origins of web pages that may call, besides this machine',
    fr: 'origines des pages web qui peuvent appeler, outre cette machine',
  },
  RESERVATION_SECONDS: {
    en: 'how long the price of an abandoned call is held: above 50, with a model above `LLM_TIMEOUT_SECONDS` + 50',
    fr: 'durée de réservation du prix d’un appel abandonné : plus de 50, avec un modèle plus de `LLM_TIMEOUT_SECONDS` + 50',
  },
  TRUST_PROXY: {
    en: 'addresses of proxies in front, with commas between, or `true`',
    fr: 'adresses des serveurs mandataires (proxys) placés en amont, séparées par des virgules, ou `true`',
  },
  STRIPE_API_KEY: {
    en: 'also meters charges at Stripe',
    fr: 'transmet aussi la consommation à Stripe',
  },
  STRIPE_API_BASE: { en: 'another address of that API', fr: 'autre adresse de cette API' },
  STRIPE_WEBHOOK_SECRET: {
    en: 'accepts events about payments',
    fr: 'accepte les événements relatifs aux paiements',
  },
  STRIPE_METER_EVENT_NAME: {
    en: 'name of the meter’s events',
    fr: 'nom des événements du compteur',
  },
  STRIPE_SUMMARY_LAG_SECONDS: {
    en: 'how late its sums may be',
    fr: 'retard admis de ses totaux',
  },
  LLM_BASE_URL: {
    en: 'an OpenAI-compatible endpoint that words answers',
    fr: 'un service compatible OpenAI qui rédige les réponses',
  },
  LLM_MODEL: { en: 'its model', fr: 'son modèle' },
  LLM_API_KEY: { en: 'its key', fr: 'sa clé' },
  LLM_TIMEOUT_SECONDS: { en: 'its time limit', fr: 'son délai' },
  LLM_STREAM: { en: 'whether it streams', fr: 'réponse en flux' },
  WEBHOOK_PORTS: {
    en: 'ports of https that webhooks are sent to, or `any`',
    fr: 'ports https auxquels les webhooks sont envoyés, ou `any`',
  },
  WEBHOOK_PRIVATE_NETWORKS: {
    en: 'whether webhooks may be sent to private networks, and to this machine by plain HTTP',
    fr: 'autorise l’envoi de webhooks à des réseaux privés, et en clair à cette machine',
  },
  SMTP_URL: {
    en: 'server that mails of saved searches are handed to: `smtp://user:password@host:587` (STARTTLS) or `smtps://…:465`; none: no mail',
    fr: 'serveur auquel sont remis les courriels des recherches enregistrées : `smtp://utilisateur:mot-de-passe@hôte:587` (STARTTLS) ou `smtps://…:465` ; à défaut, aucun courriel',
  },
  SMTP_FROM: {
    en: 'sender of mails: `Pandect <pandect@cabinet.example>`',
    fr: 'expéditeur des courriels : `Pandect <pandect@cabinet.example>`',
  },
  PUBLIC_URL: {
    en: 'address of this service in the links of mails',
    fr: 'adresse de ce service dans les liens des courriels',
  },
  ENGINES_WAIT_SECONDS: {
    en: 'how long a start waits for engines',
    fr: 'attente des moteurs au démarrage',
  },
  LOG_LEVEL: { en: 'lowest level that is logged', fr: 'niveau minimal du journal' },
}

const HEADS = {
  en: ['setting', 'without it', 'what it does'],
  fr: ['réglage', 'à défaut', 'effet'],
} as const
const SHIPPED = { en: 'the shipped model', fr: 'le modèle livré' } as const
const NOTHING = '–'

const isName = (name: string): name is Name => Object.hasOwn(NOTES, name)

const defaultOf = (name: Name, language: Language): string => {
  const read = Environment.shape[name].safeParse(undefined)
  const value = String(read.data ?? '')
  if (value === SHIPPED_MODEL_DIR || value === SHIPPED_ENTAILMENT_DIR) return SHIPPED[language]
  return value === '' ? NOTHING : `\`${value}\``
}

const noteOf = (name: Name, language: Language): string => {
  const note = NOTES[name][language]
  return language === 'fr' ? withFrenchSpaces(note) : note
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** One line for each setting, in the order of the schema. */
export const settingsTable = (language: Language): string => {
  const head = HEADS[language]
  const rows = Object.keys(Environment.shape)
    .filter(isName)
    .map((name) => [`\`${name}\``, defaultOf(name, language), noteOf(name, language)])
  return [head, head.map(() => '---'), ...rows].map(line).join('\n')
}

const REGION = /(<!-- settings -->)[^]*?(<!-- end of settings -->)/u
const FILES = { en: 'README.md', fr: 'README.fr.md' } as const
const pathOf = (language: Language): string => join(dirname(import.meta.dirname), FILES[language])

/** The table that a README contains now, without the padding of the formatter. */
export const writtenTable = (language: Language): string =>
  (REGION.exec(readFileSync(pathOf(language), 'utf8'))?.[0] ?? '')
    .split('\n')
    .filter((text) => text.startsWith('|'))
    .map((text) => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---'))
    .join('\n')

if (import.meta.main)
  for (const language of ['en', 'fr'] as const) {
    const text = readFileSync(pathOf(language), 'utf8')
    const table = settingsTable(language)
    writeFileSync(
      pathOf(language),
      text.replace(REGION, (_, begin: string, end: string) => `${begin}\n\n${table}\n\n${end}`),
    )
  }
