/** The whole service as it is shipped: `npm run bench` (see options.ts). */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { dirname, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { HEADERS } from '#contracts/service.ts'
import { sharedPath } from '../../corpus/shared.ts'
import {
  ask,
  makeDataDir,
  makeOfficial,
  runPandect,
  type Service,
  startService,
} from '../../service/service.ts'
import { quantile, underLoad } from '../figures.ts'
import { type Call, mixOf, type NamedCall, openCalls } from './calls.ts'
import { measureDisk } from './disk.ts'
import { loadOpenly } from './load.ts'
import { type Options, readOptions, USAGE } from './options.ts'
import { type CallFigures, pageOf, withFigures } from './page.ts'

const RESULTS = resolve(import.meta.dirname, '../RESULTS.md')
const WARM_UP_MS = 2_000
const CLIENTS = [1, 8] as const
const LIMIT_MS = 20_000
const LOAD_SHARE = 0.7
const POLL_MS = 50
const NO_LIMIT = '1000000'
/** By default two calls a core are admitted, and eight clients would be refused in part. */
const ADMITTED = { CALLS_IN_FLIGHT: '64', COMPUTATIONS_IN_FLIGHT: '64' } as const
const GIB = 1_073_741_824

const say = (line: string): void => void process.stderr.write(`${line}\n`)
const load = (): number => loadavg()[0] ?? 0

const answered =
  (call: Call): ((turn: number) => Promise<void>) =>
  async (turn) => {
    const status = await call(turn)
    if (status !== 200) throw new Error(`a call was answered ${status}`)
  }

const measureCall = async ({ name, call }: NamedCall, seconds: number): Promise<CallFigures[]> => {
  const figures: CallFigures[] = []
  await underLoad(1, WARM_UP_MS, answered(call))
  for (const clients of CLIENTS) {
    const durations = await underLoad(clients, seconds * 1_000, answered(call))
    const sorted = durations.toSorted((a, b) => a - b)
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => quantile(sorted, share))
    const perSecond = durations.length / seconds
    figures.push({ name, clients, p50: p50 ?? 0, p95: p95 ?? 0, p99: p99 ?? 0, perSecond })
    say(`${name}, ${clients} at a time: p50 ${p50?.toFixed(2)} ms, ${perSecond.toFixed(0)}/s`)
  }
  return figures
}

const readiness = async ({ origin }: Service): Promise<{ lagEvents: number }> => {
  const answer = await fetch(`${origin}/health/ready`)
  if (!answer.ok) throw new Error(`the readiness was answered ${answer.status}`)
  return (await answer.json()) as { lagEvents: number }
}

/** The models that a hybrid search names in its receipt. */
const modelsOf = async (service: Service): Promise<string> => {
  const { headers } = await ask(service, '/search', { body: { text: 'bail' } })
  const [, payload = ''] = (headers.get(HEADERS.receipt) ?? '').split('.')
  const { models } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
    models: string[]
  }
  return models.join(', ')
}

/** Imports the corpus, and waits until the read models have its last fact. */
const importCorpus = async (corpus: string, dataDir: string, service: Service) => {
  await makeOfficial(statSync(corpus).isDirectory() ? corpus : dirname(corpus), dataDir)
  const started = performance.now()
  const words = ['import', corpus, '--publish', '--json']
  const { code, stdout, stderr } = await runPandect(words, dataDir)
  if (code !== 0) throw new Error(stderr.slice(-2_000))
  const seconds = (performance.now() - started) / 1_000
  const ended = performance.now()
  const counts = JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as { read: number }
  while ((await readiness(service)).lagEvents > 0) await setTimeout(POLL_MS)
  return {
    imported: { records: counts.read, seconds },
    projectedSeconds: (performance.now() - ended) / 1_000,
  }
}

const residentMb = ({ child }: Service): number =>
  Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) /
  1_024

const gitCommit = (): string =>
  execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  }).trim()

const machine = (): string =>
  `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), ${(totalmem() / GIB).toFixed(0)} GiB, Node ${process.versions.node}`

const measure = async ({ corpus, seconds, loadMinutes }: Options): Promise<string> => {
  const from = corpus ?? sharedPath('corpus', 'import')
  if (!existsSync(from)) throw new Error(`${from} is not there`)
  const loadBefore = load()
  const disk = await measureDisk()
  const { dataDir, remove } = await makeDataDir()
  const service = await startService(dataDir, {
    LIMIT_REST: NO_LIMIT,
    LIMIT_ANONYMOUS: NO_LIMIT,
    PANDECT_DEMONSTRATION: 'off',
    LOG_LEVEL: 'warn',
    EMBEDDINGS_MODEL_DIR: '',
    ...ADMITTED,
  })
  try {
    const imports = await importCorpus(from, dataDir, service)
    say(`imported ${imports.imported.records} records in ${imports.imported.seconds.toFixed(1)} s`)
    const kinds = await openCalls(service)
    const calls: CallFigures[] = []
    for (const kind of kinds) calls.push(...(await measureCall(kind, seconds)))
    const mix = mixOf(kinds)
    const limit = (await underLoad(8, LIMIT_MS, answered(mix))).length / (LIMIT_MS / 1_000)
    say(`the mix: ${limit.toFixed(0)} a second`)
    const ofMix =
      loadMinutes === 0 ? null : await loadOpenly(mix, limit * LOAD_SHARE, loadMinutes * 60_000)
    const words = corpus === null ? '' : ` ${corpus.split('/').at(-1) ?? ''}`
    return pageOf({
      command: `npm run bench --${words} --seconds ${seconds} --load-minutes ${loadMinutes}`,
      day: new Date().toISOString().slice(0, 10),
      commit: gitCommit(),
      machine: machine(),
      load: [loadBefore, load()],
      disk,
      model: await modelsOf(service),
      readySeconds: service.readyAfterMs / 1_000,
      ...imports,
      residentMb: residentMb(service),
      calls,
      limit,
      underLoad: ofMix,
    })
  } finally {
    await service.stop()
    await remove()
  }
}

const read = readOptions(process.argv.slice(2))
if (read.kind === 'help') console.log(USAGE)
else if (read.kind === 'refused') {
  say(`${read.reason}\n\n${USAGE}`)
  process.exitCode = 2
} else {
  const page = await measure(read.options)
  console.log(page)
  if (read.options.isWritten)
    writeFileSync(RESULTS, withFigures(readFileSync(RESULTS, 'utf8'), page))
}
