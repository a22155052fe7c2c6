import { join, resolve } from 'node:path'
import { z } from 'zod'
import { Fault } from '#contracts/fault.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const perMinute = z.coerce.number().int().min(1).max(1_000_000)
const url = (...protocols: string[]) =>
  z.string().refine((text) => protocols.some((protocol) => text.startsWith(`${protocol}://`)), {
    error: `must start with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`,
  })

/** Every setting that this version reads, with its default (DESIGN, Settings). */
const Environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(8080),
  PANDECT_DATA_DIR: z.string().min(1).default('./.pandect'),
  PANDECT_DEMONSTRATION: z.enum(['on', 'off']).default('on'),
  DATABASE_URL: url('postgres', 'postgresql').optional(),
  KAFKA_BROKERS: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .pipe(
      z.array(z.string().regex(/^\S+:\d+$/, { error: 'must be host:port, with commas between' })),
    )
    .optional(),
  TEMPORAL_ADDRESS: z.string().min(1).optional(),
  METRICS_PORT: port.default(9464),
  EMBEDDINGS_MODEL_DIR: z.string().min(1).optional(),
  KEY_PEPPER: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
  LIMIT_ANONYMOUS: perMinute.default(30),
  LIMIT_REST: perMinute.default(120),
  LIMIT_MCP: perMinute.default(60),
  LIMIT_MCP_FIRM: perMinute.default(600),
  TRUST_PROXY: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
})

export type Settings = {
  readonly host: string
  readonly port: number
  /** Absolute. */
  readonly dataDir: string
  /** Whether the first start on an embedded engine imports the demonstration corpus. */
  readonly demonstration: boolean
  /** null: the embedded PostgreSQL in the data folder. */
  readonly databaseUrl: string | null
  /** null: the log itself is followed. */
  readonly kafkaBrokers: readonly string[] | null
  /** null: the steps run in process. */
  readonly temporalAddress: string | null
  /** Prometheus metrics, on a port of their own; 0: any free one. */
  readonly metricsPort: number
  /** null: the built-in deterministic embedder. */
  readonly embeddingsModelDir: string | null
  /** null: generated once into the data folder. */
  readonly keyPepper: string | null
  readonly limits: {
    readonly anonymous: number
    readonly rest: number
    readonly mcp: number
    readonly mcpFirm: number
  }
  readonly trustProxy: string | null
  readonly logLevel: string
}

/**
 * Reads the settings from environment variables. All faults are reported together.
 * An empty variable counts as not set. Throws Fault `settings-invalid`.
 */
export const parseSettings = (environment: Record<string, string | undefined>): Settings => {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Fault('settings-invalid', `these settings can't be read: ${faults.join('; ')}`, {
      mend: 'correct or unset these environment variables',
    })
  }
  const read = parsed.data
  return {
    host: read.HOST,
    port: read.PORT,
    dataDir: resolve(read.PANDECT_DATA_DIR),
    demonstration: read.PANDECT_DEMONSTRATION === 'on',
    databaseUrl: read.DATABASE_URL ?? null,
    kafkaBrokers: read.KAFKA_BROKERS ?? null,
    temporalAddress: read.TEMPORAL_ADDRESS ?? null,
    metricsPort: read.METRICS_PORT,
    embeddingsModelDir: read.EMBEDDINGS_MODEL_DIR ?? null,
    keyPepper: read.KEY_PEPPER ?? null,
    limits: {
      anonymous: read.LIMIT_ANONYMOUS,
      rest: read.LIMIT_REST,
      mcp: read.LIMIT_MCP,
      mcpFirm: read.LIMIT_MCP_FIRM,
    },
    trustProxy: read.TRUST_PROXY ?? null,
    logLevel: read.LOG_LEVEL,
  }
}

/** Where a secret that was generated once is kept. */
export const pepperFile = (dataDir: string): string => join(dataDir, 'key-pepper')
