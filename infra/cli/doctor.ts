import type { Command } from '@commander-js/extra-typings'
import { existsSync } from 'node:fs'
import { Fault } from '#contracts/fault.ts'
import { openEmbedder } from '../processes/wiring/embedder.ts'
import { NO_ENTAILMENT_NOTICE, openEntailment } from '../processes/wiring/entailment.ts'
import { openChatModel } from '../processes/wiring/chat-model.ts'
import { kafkaApiOf } from '../kafka/api-versions.ts'
import { probeKafka, wantedPartitions } from '../kafka/probe.ts'
import { type LastBackup, readLastBackup } from '../postgres/backup/last-backup.ts'
import type { PostgresPool } from '../postgres/platform/pool.ts'
import { withDatabase } from '../processes/wiring/database.ts'
import { readModelsOf } from '../processes/wiring/read-models.ts'
import { keyPepper } from '../secrets.ts'
import {
  pepperFile,
  SHIPPED_ENTAILMENT_DIR,
  SHIPPED_MODEL_DIR,
  type Settings,
} from '../settings.ts'
import { checkSmtp } from '../mail/check.ts'
import { checkStripeMeter } from '../stripe/meter.ts'
import { printResult } from './output.ts'
import { jsonOption, type ReadSettings } from './reading.ts'
import { EXIT, repairLine } from '../terminal.ts'
import { checkTypesense } from '../typesense/check.ts'

/** What was found out about one engine. */
type Check = {
  readonly engine: string
  /** The setting that chooses it, or why none is needed. */
  readonly setting: string
  readonly ok: boolean
  readonly version: string | null
  /** What is there, or what to do. */
  readonly note: string
}

const ONCE = { waitMs: 0 } as const
/** Above this number of entries an external search engine is quicker. */
const EMBEDDED_ENTRIES_MAX = 300_000

const missing = (engine: string, setting: string, error: unknown): Check => {
  if (!(error instanceof Fault)) throw error
  return { engine, setting, ok: false, version: null, note: repairLine(error) }
}

const notSet = (engine: string, setting: string, note: string): Check => ({
  engine,
  setting: `${setting} is not set`,
  ok: true,
  version: null,
  note,
})

type Database = {
  version: string
  head: number
  entries: number
  keys: number
  /** The newest key of facts that is left, wrapped. */
  sealKey: Buffer | null
}

const SECONDS = { minute: 60, hour: 3_600, day: 86_400 } as const
const MS_PER_SECOND = 1_000

const ageOf = (thenMs: number): string => {
  const seconds = Math.max(0, Math.round((Date.now() - thenMs) / MS_PER_SECOND))
  if (seconds < 2 * SECONDS.minute) return `${seconds} seconds`
  if (seconds < 2 * SECONDS.hour) return `${Math.round(seconds / SECONDS.minute)} minutes`
  if (seconds < 2 * SECONDS.day) return `${Math.round(seconds / SECONDS.hour)} hours`
  return `${Math.round(seconds / SECONDS.day)} days`
}

const backupCheck = (last: LastBackup | null, head: number): Check => ({
  engine: 'backup',
  setting: 'pandect backup',
  ok: true,
  version: null,
  note:
    last === null
      ? 'none is known of: `pandect backup FOLDER` makes one'
      : `the last one is ${ageOf(last.madeAtMs)} old, at position ${last.position}, ${head - last.position} events ago`,
})

/** Why the pepper does not open what is sealed. */
const whyClosed = ({ vault }: PostgresPool, sealKey: Buffer | null): Fault | null => {
  if (sealKey === null) return null
  try {
    vault.unwrap(sealKey)
    return null
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
}

type PepperUse = {
  /** How many API keys were made; null: the database does not say. */
  readonly keys: number | null
  readonly closed: Fault | null
}

const keyPepperCheck = async (settings: Settings, { keys, closed }: PepperUse): Promise<Check> => {
  const engine = 'key pepper'
  const isSet = settings.keyPepper !== null
  const setting = isSet ? 'KEY_PEPPER' : 'KEY_PEPPER is not set'
  const found = (ok: boolean, note: string): Check => ({ engine, setting, ok, version: null, note })
  if (closed?.code === 'sealing-secret-wrong') return missing(engine, setting, closed)
  if (isSet) return found(true, 'set; every process needs the same')
  const file = pepperFile(settings.dataDir)
  if (settings.databaseUrl === null && !existsSync(file))
    return (keys ?? 0) === 0 && closed === null
      ? found(true, `made at the first start, in ${file}`)
      : found(
          false,
          `API keys were made with a key pepper that is absent: ${keys ?? 0}${closed === null ? '' : '; texts are sealed with it'}. Repair: put ${file} back from a copy, or set KEY_PEPPER`,
        )
  try {
    await keyPepper(settings)
    return found(true, `in ${file}; keep a copy apart from the backups`)
  } catch (error) {
    return missing(engine, setting, error)
  }
}

const checkDatabase = async (settings: Settings): Promise<readonly Check[]> => {
  const engine = 'PostgreSQL'
  const setting =
    settings.databaseUrl === null ? 'embedded (DATABASE_URL is not set)' : 'DATABASE_URL'
  try {
    const found = await withDatabase(
      settings,
      'doctor',
      async ({ pool }) => {
        const { rows } = await pool.query<Database>(
          `select current_setting('server_version') as version, (select position from log_head) as head,
             (select greatest(reltuples, 0)::bigint from pg_class where oid = 'search_rows'::regclass) as entries,
             (select count(*) from api_keys) as keys,
             (select wrapped from events join keys.seal_keys on seal_keys.id = seal_key order by position desc limit 1)
               as "sealKey"`,
        )
        return {
          ...rows[0],
          closed: whyClosed(pool, rows[0]?.sealKey ?? null),
          last: await readLastBackup(pool),
        }
      },
      ONCE,
    )
    const many =
      (found.entries ?? 0) > EMBEDDED_ENTRIES_MAX
        ? `; some ${found.entries} entries: set TYPESENSE_URL for quicker searches`
        : ''
    const note = `reachable, schema is current, log at position ${found.head ?? 0}${many}`
    return [
      { engine, setting, ok: true, version: found.version ?? null, note },
      backupCheck(found.last, found.head ?? 0),
      await keyPepperCheck(settings, { keys: found.keys ?? null, closed: found.closed }),
    ]
  } catch (error) {
    return [
      missing(engine, setting, error),
      await keyPepperCheck(settings, { keys: null, closed: null }),
    ]
  }
}

/** Topics that are absent, or that have another number of partitions than the relay gives them. */
const topicFaults = (
  found: Readonly<Record<string, number | null>>,
  wanted: Readonly<Record<string, number>>,
): { absent: string[]; wrong: string[] } => {
  const names = Object.keys(wanted)
  return {
    absent: names.filter((name) => found[name] === null),
    wrong: names
      .filter((name) => found[name] !== null && found[name] !== wanted[name])
      .map((name) => `${name} has ${found[name]} partitions instead of ${wanted[name]}`),
  }
}

const checkKafka = async ({ kafkaBrokers }: Settings): Promise<Check> => {
  const engine = 'Kafka'
  if (kafkaBrokers === null)
    return notSet(engine, 'KAFKA_BROKERS', 'not needed: the projector follows the log itself')
  const setting = 'KAFKA_BROKERS'
  const options = { brokers: kafkaBrokers, clientId: 'pandect-doctor' }
  try {
    const probed = await probeKafka(options)
    const api = await kafkaApiOf(kafkaBrokers[0] ?? '')
    const { absent, wrong } = topicFaults(probed.partitions, wantedPartitions(options))
    const note = [
      `${probed.brokers} broker${probed.brokers === 1 ? '' : 's'}`,
      ...(api === null ? [] : [`Fetch versions ${api.fetch[0]} to ${api.fetch[1]}`]),
      ...(absent.length === 0
        ? []
        : [`no topic ${absent.join(', ')} yet: \`pandect relay\` makes it`]),
      ...wrong.map((one) => `${one}. Repair: delete the topic, the relay makes it anew`),
    ].join('; ')
    return { engine, setting, ok: wrong.length === 0, version: api?.generation ?? null, note }
  } catch (error) {
    return missing(engine, setting, error)
  }
}

const checkTemporal = async ({ temporalAddress }: Settings): Promise<Check> => {
  const engine = 'Temporal'
  if (temporalAddress === null)
    return notSet(engine, 'TEMPORAL_ADDRESS', 'not needed: imports run in the process of a command')
  const setting = 'TEMPORAL_ADDRESS'
  // The packages of Temporal are large, so they are imported only if needed.
  const { checkTemporalServer } = await import('../temporal/check.ts')
  try {
    const { version, namespace, taskQueue, workers } = await checkTemporalServer(temporalAddress)
    const about = `namespace ${namespace}, task queue ${taskQueue}`
    if (workers > 0) {
      const note = `${about}, ${workers} poller${workers === 1 ? '' : 's'}`
      return { engine, setting, ok: true, version, note }
    }
    const note = `${about}: no worker polls it. Repair: start \`pandect worker\``
    return { engine, setting, ok: false, version, note }
  } catch (error) {
    return missing(engine, setting, error)
  }
}

const LOST_NOTE =
  'reachable, but its index is absent or behind. `pandect serve` and `pandect projector` rebuild it; until then searches answer 503'

/** Whether the search engine holds less than was projected; false if the database is away. */
const isIndexLost = async (settings: Settings): Promise<boolean> => {
  try {
    return await withDatabase(
      settings,
      'doctor',
      async (database) => {
        const { models, isLost } = readModelsOf(settings, database)
        return isLost(await models.generations.live())
      },
      ONCE,
    )
  } catch (error) {
    if (error instanceof Fault) return false
    throw error
  }
}

const checkSearch = async (settings: Settings): Promise<Check> => {
  const found = await checkTypesense(settings)
  const engine = 'Typesense'
  if (settings.typesenseUrl === null)
    return { engine, setting: 'TYPESENSE_URL is not set', ...found }
  const setting = 'TYPESENSE_URL'
  if (found.ok && (await isIndexLost(settings)))
    return { engine, setting, ok: false, version: found.version, note: LOST_NOTE }
  return { engine, setting, ...found }
}

const modelSetting = ({ embeddingsModelDir }: Settings): string => {
  if (embeddingsModelDir === null) return 'EMBEDDINGS_MODEL_DIR=builtin'
  return embeddingsModelDir === SHIPPED_MODEL_DIR
    ? 'the shipped model (EMBEDDINGS_MODEL_DIR is not set)'
    : 'EMBEDDINGS_MODEL_DIR'
}

/** Opens the model and embeds a word, so that a folder that merely looks like a model fails. */
const checkEmbeddings = async (settings: Settings): Promise<Check> => {
  const engine = 'embeddings'
  const isModel = settings.embeddingsModelDir !== null
  const setting = modelSetting(settings)
  try {
    const embedder = await openEmbedder(settings)
    const [vector] = await embedder.embedPassages(['bail'])
    const note = isModel
      ? `loads, ${vector?.length ?? 0} dimensions`
      : 'compares words, not meaning; unset EMBEDDINGS_MODEL_DIR for the model that is shipped'
    return { engine, setting, ok: true, version: embedder.model, note }
  } catch (error) {
    return missing(engine, setting, error)
  }
}

const checkStripe = async ({ stripe, stripeWebhookSecret }: Settings): Promise<Check> => {
  const engine = 'Stripe'
  if (stripe === null)
    return notSet(engine, 'STRIPE_API_KEY', 'not needed: the ledger alone counts what is charged')
  const setting = 'STRIPE_API_KEY'
  try {
    await checkStripeMeter(stripe)
    const webhook =
      stripeWebhookSecret === null
        ? '; STRIPE_WEBHOOK_SECRET is not set: payments change the status of no account'
        : ''
    const note = `reachable, meter ${stripe.eventName} sums${webhook}`
    return { engine, setting, ok: true, version: null, note }
  } catch (error) {
    return missing(engine, setting, error)
  }
}

const SMTP_WAIT_MS = 15_000

/** Connects to the server of mail, agrees on TLS and signs in; sends nothing. */
const checkMail = async ({ mail }: Settings): Promise<Check> => {
  const engine = 'mail'
  const setting = 'SMTP_URL'
  if (mail === null) return notSet(engine, setting, 'saved searches send no mail')
  const { hostname } = new URL(mail.publicUrl)
  const found = await checkSmtp({ ...mail, hostname }, AbortSignal.timeout(SMTP_WAIT_MS))
  return { engine, setting, ok: found.ok, version: null, note: found.note }
}

/** Opens the model and compares two sentences. */
const checkEntailment = async (settings: Settings): Promise<Check> => {
  const engine = 'entailment'
  const { entailmentModelDir } = settings
  const setting =
    entailmentModelDir === SHIPPED_ENTAILMENT_DIR
      ? 'the shipped model (ENTAILMENT_MODEL_DIR is not set)'
      : 'ENTAILMENT_MODEL_DIR'
  try {
    const entailment = await openEntailment(settings)
    if (entailment === null)
      return notSet(engine, 'ENTAILMENT_MODEL_DIR', `not needed: ${NO_ENTAILMENT_NOTICE}`)
    await entailment.compare([{ premise: 'Le bail est nul.', hypothesis: 'Le bail est nul.' }])
    return { engine, setting, ok: true, version: entailment.model, note: 'loads and compares' }
  } catch (error) {
    return missing(engine, setting, error)
  }
}

/**
 * One short completion, so that the address, the name and the key are all tried; it costs a few
 * tokens.
 */
const checkChatModel = async (settings: Settings): Promise<Check> => {
  const engine = 'answers'
  const model = openChatModel(settings)
  if (model === null)
    return notSet(engine, 'LLM_BASE_URL', 'not needed: answers are quotes that rules choose')
  const setting = 'LLM_BASE_URL'
  try {
    await model.complete([{ role: 'user', content: 'Say yes.' }])
    return { engine, setting, ok: true, version: model.name, note: 'completes' }
  } catch (error) {
    return missing(engine, setting, error)
  }
}

type CheckSome = (settings: Settings) => Promise<Check | readonly Check[]>

const CHECKS: readonly CheckSome[] = [
  checkDatabase,
  checkKafka,
  checkTemporal,
  checkSearch,
  checkEmbeddings,
  checkEntailment,
  checkChatModel,
  checkStripe,
  checkMail,
]

/** Every engine of these settings, each tried once. */
const checkEngines = async (settings: Settings): Promise<readonly Check[]> =>
  (await Promise.all(CHECKS.map((check) => check(settings)))).flat()

const checkLines = ({ engine, setting, ok, version, note }: Check): string[] => {
  const named = version === null ? engine : `${engine} ${version}`
  return [`${ok ? 'ok     ' : 'MISSING'}  ${named}  ${setting}`, `         ${note}`]
}

/** Exit 1 if an engine that is configured does not answer, or not as it should. */
export const doctor = (command: Command, settings: ReadSettings): void =>
  void command.addOption(jsonOption()).action(async (options) => {
    const checks = await checkEngines(settings())
    if (checks.some(({ ok }) => !ok)) process.exitCode = EXIT.failed
    printResult(options, checks, checks.flatMap(checkLines))
  })
