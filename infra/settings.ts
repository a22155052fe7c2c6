import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { Fault } from '#contracts/fault.ts'
import { sayIssue } from '#contracts/web/http/schema-words.ts'
import type { TargetPolicy } from '#contracts/webhooks/target.ts'
import { COMPUTING_MS_MAX } from '#query-api/billing/ports.ts'

/** Digits only: `Number` also reads '0x50', '8e3' and blanks. */
const whole = (from: number, to: number) => {
  const error = `must be a whole number from ${from} to ${to}`
  return z
    .string()
    .trim()
    .regex(/^\d{1,15}$/, { error, abort: true })
    .transform(Number)
    .pipe(z.number().min(from, { error }).max(to, { error }))
}
const port = whole(0, 65_535)
const MS_PER_SECOND = 1_000
const perMinute = whole(1, 1_000_000)
const callCount = whole(1, 10_000)
const url = (...protocols: string[]) =>
  z.string().refine((text) => protocols.some((protocol) => text.startsWith(`${protocol}://`)), {
    error: `must start with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`,
  })

/** The shipped model, and the setting for the embedder that tests use without a model. */
export const SHIPPED_MODEL_DIR = fileURLToPath(new URL('./embeddings/model', import.meta.url))
const BUILTIN_EMBEDDER = 'builtin'
/** The shipped entailment model, and the settings that do without one. */
export const SHIPPED_ENTAILMENT_DIR = fileURLToPath(new URL('./entailment/model', import.meta.url))
/** A shorter secret could be guessed, and keys could be computed from it. */
export const KEY_PEPPER_CHARACTERS_MIN = 32
const NO_ENTAILMENT: ReadonlySet<string> = new Set(['', 'none'])

/** All settings and their defaults (contracts/conventions/settings.md). */
export const Environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(8080),
  PANDECT_DATA_DIR: z.string().min(1).default('./.pandect'),
  PANDECT_DEMONSTRATION: z.enum(['on', 'off']).default('on'),
  SANDBOX: z.enum(['on', 'off']).default('off'),
  DATABASE_URL: url('postgres', 'postgresql')
    .refine((text) => URL.canParse(text), { error: 'is not an address' })
    .optional(),
  KAFKA_BROKERS: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .pipe(
      z.array(z.string().regex(/^\S+:\d+$/, { error: 'must be host:port, with commas between' })),
    )
    .optional(),
  TEMPORAL_ADDRESS: z.string().min(1).optional(),
  TYPESENSE_URL: url('http', 'https')
    .refine((text) => URL.canParse(text), { error: 'must be an address' })
    .optional(),
  TYPESENSE_API_KEY: z.string().min(1).optional(),
  TYPESENSE_COLLECTION: z
    .string()
    .regex(/^pandect_[a-z0-9_]{1,60}$/, { error: 'must be pandect_ and small letters or digits' })
    .default('pandect_search'),
  DESK_PORT: port.default(8081),
  METRICS_PORT: port.default(9464),
  EMBEDDINGS_MODEL_DIR: z.string().min(1).default(SHIPPED_MODEL_DIR),
  ENTAILMENT_MODEL_DIR: z.string().default(SHIPPED_ENTAILMENT_DIR),
  PANDECT_STAFF_TOKEN: z.string().min(1).optional(),
  KEY_PEPPER: z
    .string()
    .refine((text) => text.trim().length >= KEY_PEPPER_CHARACTERS_MIN, {
      error: `must have at least ${KEY_PEPPER_CHARACTERS_MIN} characters besides blanks`,
    })
    .optional(),
  KEY_BACKUP_DAYS: whole(0, 36_500).optional(),
  LIMIT_ANONYMOUS: perMinute.default(30),
  LIMIT_REST: perMinute.default(120),
  LIMIT_MCP: perMinute.default(60),
  LIMIT_MCP_FIRM: perMinute.default(600),
  CALLS_IN_FLIGHT: callCount.optional(),
  CALLS_IN_FLIGHT_PER_KEY: callCount.optional(),
  COMPUTATIONS_IN_FLIGHT: callCount.optional(),
  COMPUTING_THREADS: whole(1, 64).optional(),
  MCP_TOOLSET: z.enum(['union', 'a', 'b', 'core']).default('union'),
  MCP_ALLOWED_ORIGINS: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .pipe(z.array(url('http', 'https')))
    .default([]),
  RESERVATION_SECONDS: whole(1, 3_600).default(90),
  TRUST_PROXY: z.string().min(1).optional(),
  STRIPE_API_KEY: z.string().min(1).optional(),
  STRIPE_API_BASE: url('https', 'http').optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  STRIPE_METER_EVENT_NAME: z.string().min(1).max(100).default('api_usage_micro_usd'),
  STRIPE_SUMMARY_LAG_SECONDS: whole(0, 86_400).default(900),
  LLM_BASE_URL: url('http', 'https')
    .refine((text) => URL.canParse(text), { error: 'must be an address' })
    .refine((text) => !/[@?#]/u.test(text), { error: 'must have no user, query or fragment' })
    .optional(),
  LLM_MODEL: z.string().min(1).max(200).optional(),
  LLM_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, { error: 'has characters that no header can carry' })
    .optional(),
  LLM_TIMEOUT_SECONDS: whole(1, 600).default(30),
  LLM_STREAM: z.enum(['on', 'off']).default('off'),
  WEBHOOK_PORTS: z
    .string()
    .transform((text) => (text.trim() === 'any' ? null : text.split(',')))
    .pipe(z.array(whole(1, 65_535)).nullable())
    .default([443, 8443]),
  WEBHOOK_PRIVATE_NETWORKS: z.enum(['on', 'off']).default('off'),
  SMTP_URL: url('smtp', 'smtps')
    .refine((text) => URL.canParse(text) && new URL(text).hostname !== '', {
      error: 'must be an address',
    })
    .refine((text) => /^smtps?:\/\/[^/?#\s]+\/?$/u.test(text), {
      error: 'must have no path or query; write special characters of a password as %XX',
    })
    .optional(),
  SMTP_FROM: z
    .string()
    .regex(/^(?:[^\p{Cc}<>"]{0,100}<)?[^\s\p{Cc}<>@",;]{1,64}@[^\s\p{Cc}<>@",;]{1,253}>?$/u, {
      error: 'must be an address such as Pandect <pandect@cabinet.example>',
    })
    .refine((text) => text.includes('<') === text.endsWith('>'), {
      error: 'must be an address such as Pandect <pandect@cabinet.example>',
    })
    .optional(),
  PUBLIC_URL: url('https', 'http')
    .refine((text) => URL.canParse(text), { error: 'must be an address' })
    .refine((text) => !/[@?#]/u.test(text), { error: 'must have no user, query or fragment' })
    .optional(),
  ENGINES_WAIT_SECONDS: whole(0, 86_400).default(600),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
})

export type StripeSettings = {
  readonly apiKey: string
  /** null: Stripe's own address. */
  readonly apiBase: string | null
  /** Event name of the meter that sums micro-dollars. */
  readonly eventName: string
  /** How long its sums may lag behind the events it accepted. */
  readonly summaryLagSeconds: number
}

/** An OpenAI-compatible endpoint that writes answers. */
export type GenerationSettings = {
  readonly baseUrl: string
  readonly model: string
  /** null: the endpoint needs no key. */
  readonly apiKey: string | null
  /** Time limit of a whole call. */
  readonly timeoutMs: number
  /** Whether to request server-sent events. */
  readonly stream: boolean
}

/** The server that takes mail, and what mails say of the service. */
export type MailSettings = {
  readonly url: string
  readonly from: string
  /** Public address of the service, without a slash at its end. */
  readonly publicUrl: string
}

export type Settings = {
  readonly host: string
  readonly port: number
  /** Of the editors' desk; 0: any free one. */
  readonly deskPort: number
  /** Absolute path. */
  readonly dataDir: string
  /** Whether the first start on an embedded engine imports the demonstration corpus. */
  readonly demonstration: boolean
  /** Whether sandbox keys are served, over a database of their own. */
  readonly sandbox: boolean
  /** null: the embedded PostgreSQL in the data folder. */
  readonly databaseUrl: string | null
  /** null: the projector reads the log itself. */
  readonly kafkaBrokers: readonly string[] | null
  /** null: imports run in the process of the command. */
  readonly temporalAddress: string | null
  /** null: the index in memory. Never without the key. */
  readonly typesenseUrl: string | null
  readonly typesenseApiKey: string | null
  /** The alias, and the prefix of its collections' names. */
  readonly typesenseCollection: string
  /** Prometheus metrics, on a port of their own; 0: any free one. */
  readonly metricsPort: number
  /** null: the built-in embedder, which compares words only (`EMBEDDINGS_MODEL_DIR=builtin`). */
  readonly embeddingsModelDir: string | null
  /** null: the rules judge alone. */
  readonly entailmentModelDir: string | null
  /** Who acts on the command line; null: whoever signed in there. */
  readonly staffToken: string | null
  /** null: generated once into the data folder. */
  readonly keyPepper: string | null
  /** How long `FILE.keys` of a backup is kept; null: certificates of erasures say it is unknown. */
  readonly keyBackupDays: number | null
  readonly limits: {
    readonly anonymous: number
    readonly rest: number
    readonly mcp: number
    readonly mcpFirm: number
  }
  /** Calls that a process of the read API works on at once; others are refused (503). */
  readonly calls: {
    /** Searches, texts and agents' calls. */
    readonly inFlight: number
    /** The same, of one key. */
    readonly perKey: number
    /** Verifications and answers. */
    readonly computations: number
  }
  /** Threads that verify and answer, apart from the one that takes requests. */
  readonly computingThreads: number
  readonly mcp: {
    /** Which published list of tools is served (contracts/conventions/mcp.md). */
    readonly toolset: 'union' | 'a' | 'b' | 'core'
    /** Origins of web pages that may call the MCP endpoint, besides those of this machine. */
    readonly allowedOrigins: readonly string[]
  }
  /**
   * After this time the price held for an abandoned call is released. Longer than any call takes.
   */
  readonly reservationSeconds: number
  readonly trustProxy: string | null
  /** null: charges are only in the ledger. */
  readonly stripe: StripeSettings | null
  /** Secret of the webhook endpoint; null: the provider's events are not accepted. */
  readonly stripeWebhookSecret: string | null
  /** Where webhooks may be sent (contracts/conventions/webhooks.md). */
  readonly webhookTargets: TargetPolicy
  /** null: the service sends no mail. */
  readonly mail: MailSettings | null
  /** Where readers reach this service; null: nobody said. */
  readonly publicUrl: string | null
  /** null: answers consist of quotes that rules choose. */
  readonly generation: GenerationSettings | null
  /** How long a starting process waits for engines; a command waits at most 20 seconds. */
  readonly enginesWaitMs: number
  readonly logLevel: string
}

const stripeOf = (read: z.infer<typeof Environment>): StripeSettings | null =>
  read.STRIPE_API_KEY === undefined
    ? null
    : {
        apiKey: read.STRIPE_API_KEY,
        apiBase: read.STRIPE_API_BASE ?? null,
        eventName: read.STRIPE_METER_EVENT_NAME,
        summaryLagSeconds: read.STRIPE_SUMMARY_LAG_SECONDS,
      }

const generationOf = (read: z.infer<typeof Environment>): GenerationSettings | null =>
  read.LLM_BASE_URL === undefined || read.LLM_MODEL === undefined
    ? null
    : {
        baseUrl: read.LLM_BASE_URL,
        model: read.LLM_MODEL,
        apiKey: read.LLM_API_KEY ?? null,
        timeoutMs: read.LLM_TIMEOUT_SECONDS * MS_PER_SECOND,
        stream: read.LLM_STREAM === 'on',
      }

/** What a core works on without a call waiting for another for longer than it takes itself. */
const CALLS_PER_CORE = 2
const CALLS_MIN = 4

/** A core is left to the thread that takes requests. */
const computingThreadsOf = (read: z.infer<typeof Environment>): number =>
  read.COMPUTING_THREADS ?? Math.max(1, availableParallelism() - 1)

const callsOf = (read: z.infer<typeof Environment>): Settings['calls'] => {
  const inFlight =
    read.CALLS_IN_FLIGHT ?? Math.max(CALLS_MIN, CALLS_PER_CORE * availableParallelism())
  const computations = read.COMPUTATIONS_IN_FLIGHT ?? CALLS_PER_CORE * computingThreadsOf(read)
  return { inFlight, computations, perKey: read.CALLS_IN_FLIGHT_PER_KEY ?? inFlight }
}

/** Settings that only work together. */
const PAIRS = [
  ['TYPESENSE_URL', 'TYPESENSE_API_KEY'],
  ['LLM_BASE_URL', 'LLM_MODEL'],
  ['SMTP_URL', 'SMTP_FROM'],
] as const

const mailOf = (read: z.infer<typeof Environment>): MailSettings | null => {
  const { SMTP_URL: address, SMTP_FROM: from, PUBLIC_URL: publicUrl } = read
  if (address === undefined || from === undefined) return null
  if (publicUrl === undefined)
    throw new Fault('settings-invalid', 'PUBLIC_URL: is required, since SMTP_URL is set', {
      hint: 'set the address of this service, such as https://pandect.cabinet.example',
    })
  return { url: address, from, publicUrl: publicUrl.replace(/\/$/u, '') }
}

/** Time for the search before a computation and the charge after it. */
const BESIDE_COMPUTING_SECONDS = 10

/** A reservation must outlast the call, or the money could be spent twice. */
const refuseLongCalls = (read: z.infer<typeof Environment>): void => {
  const writing = generationOf(read) === null ? 0 : read.LLM_TIMEOUT_SECONDS
  const longest = COMPUTING_MS_MAX / MS_PER_SECOND + writing + BESIDE_COMPUTING_SECONDS
  if (read.RESERVATION_SECONDS > longest) return
  throw new Fault('settings-invalid', `RESERVATION_SECONDS: must be above ${longest}`, {
    hint: `a call may take ${longest} seconds: set more${writing === 0 ? '' : ', or a shorter LLM_TIMEOUT_SECONDS'}`,
  })
}

/**
 * Reads the settings from environment variables and reports all errors together. An empty variable
 * counts as not set. Throws Fault `settings-invalid`.
 */
export const parseSettings = (environment: Record<string, string | undefined>): Settings => {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given, { error: sayIssue })
  for (const pair of PAIRS) {
    const [half, other] = pair.filter((name) => given[name] !== undefined)
    const missing = pair.find((name) => name !== half)
    if (half !== undefined && other === undefined && parsed.success)
      throw new Fault('settings-invalid', `${missing}: is required, since ${half} is set`, {
        hint: 'set both, or neither',
      })
  }
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Fault('settings-invalid', `these settings can't be read: ${faults.join('; ')}`, {
      hint: 'correct or unset these environment variables',
    })
  }
  const read = parsed.data
  refuseLongCalls(read)
  return {
    host: read.HOST,
    port: read.PORT,
    dataDir: resolve(read.PANDECT_DATA_DIR),
    demonstration: read.PANDECT_DEMONSTRATION === 'on',
    sandbox: read.SANDBOX === 'on',
    databaseUrl: read.DATABASE_URL ?? null,
    kafkaBrokers: read.KAFKA_BROKERS ?? null,
    temporalAddress: read.TEMPORAL_ADDRESS ?? null,
    typesenseUrl: read.TYPESENSE_URL ?? null,
    typesenseApiKey: read.TYPESENSE_API_KEY ?? null,
    typesenseCollection: read.TYPESENSE_COLLECTION,
    deskPort: read.DESK_PORT,
    metricsPort: read.METRICS_PORT,
    entailmentModelDir: NO_ENTAILMENT.has(read.ENTAILMENT_MODEL_DIR)
      ? null
      : resolve(read.ENTAILMENT_MODEL_DIR),
    embeddingsModelDir:
      read.EMBEDDINGS_MODEL_DIR === BUILTIN_EMBEDDER ? null : resolve(read.EMBEDDINGS_MODEL_DIR),
    staffToken: read.PANDECT_STAFF_TOKEN ?? null,
    keyPepper: read.KEY_PEPPER ?? null,
    keyBackupDays: read.KEY_BACKUP_DAYS ?? null,
    limits: {
      anonymous: read.LIMIT_ANONYMOUS,
      rest: read.LIMIT_REST,
      mcp: read.LIMIT_MCP,
      mcpFirm: read.LIMIT_MCP_FIRM,
    },
    calls: callsOf(read),
    computingThreads: computingThreadsOf(read),
    mcp: { toolset: read.MCP_TOOLSET, allowedOrigins: read.MCP_ALLOWED_ORIGINS },
    reservationSeconds: read.RESERVATION_SECONDS,
    trustProxy: read.TRUST_PROXY ?? null,
    stripe: stripeOf(read),
    stripeWebhookSecret: read.STRIPE_WEBHOOK_SECRET ?? null,
    webhookTargets: {
      allowsPrivate: read.WEBHOOK_PRIVATE_NETWORKS === 'on',
      ports: read.WEBHOOK_PORTS,
    },
    mail: mailOf(read),
    publicUrl: read.PUBLIC_URL?.replace(/\/$/u, '') ?? null,
    generation: generationOf(read),
    enginesWaitMs: read.ENGINES_WAIT_SECONDS * MS_PER_SECOND,
    logLevel: read.LOG_LEVEL,
  }
}

/** The file of the sealed search index of a large corpus. */
export const searchIndexFile = (dataDir: string): string => join(dataDir, 'search-index')

/** Path of the file that keeps the generated secret. */
export const pepperFile = (dataDir: string): string => join(dataDir, 'key-pepper')

/** Says that the demonstration corpus is imported, or not wanted. */
export const demonstrationMark = (dataDir: string): string =>
  join(dataDir, 'demonstration-imported')

/** Path of the access token of whoever signed in on the command line. */
export const staffTokenFile = (dataDir: string): string => join(dataDir, 'staff-token')
