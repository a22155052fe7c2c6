/**
 * Pandect beside other engines: `npm run bench:peers -- --passages 5000,50000`. Writes
 * results.json, the page and the plot. Exit 1 if the corpus does not fit into memory or nothing
 * could be measured, 2 for wrong options.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, freemem, loadavg, tmpdir, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { hasShared } from '../../corpus/shared.ts'
import { cacheFolder } from '../../engines/install/cache.ts'
import { isAlive } from '../../engines/install/processes.ts'
import type { Job, Told } from './host.ts'
import { descendants, memoryMb } from './memory.ts'
import { type Options, readOptions, USAGE } from './options.ts'
import { readQuestions } from './passages.ts'
import { memoryNeeded, type PeerInfo, peerNamed } from './peers.ts'
import { drawPlot } from './plot.ts'
import { openModel, prepare, type Prepared } from './prepared.ts'
import { reportOf } from './report.ts'
import type { Measured, PeerResult, Run } from './result.ts'

const GB = 1_073_741_824
const SAMPLE_MS = 500
const STOP_GRACE_MS = 20_000
/** The account of a server of root must be able to walk here. */
const WALKABLE = 0o711
const STATUS = { failed: 1, usage: 2, interrupted: 130 } as const

const say = (line: string): void => void process.stderr.write(`${line}\n`)
const load = (): number => loadavg()[0] ?? 0

const refuse = (status: number, line: string): never => {
  say(line)
  process.exit(status)
}

/** A container may have less than the machine. */
const freeBytes = (): number => {
  const limit = process.constrainedMemory()
  const free = Math.max(freemem(), process.availableMemory())
  return limit > 0 && limit < totalmem() ? Math.min(limit, free) : free
}

const inGb = (bytes: number): string => `${(bytes / GB).toFixed(1)} GB`

/** The lines that say which peers do not fit, or nothing. */
const tooLarge = (peers: readonly PeerInfo[], passages: number, dimensions: number): string[] => {
  const free = freeBytes()
  return peers.flatMap((peer) => {
    const needed = memoryNeeded(peer, passages, dimensions)
    return needed <= free
      ? []
      : [
          `${peer.title} needs about ${inGb(needed)} for ${passages} passages; ${inGb(free)} are free`,
        ]
  })
}

type Phase = 'building' | 'serving' | 'checking'

/** The host that runs now, and the processes that were seen below it. */
let current: { readonly host: ChildProcess; readonly seen: Set<number> } | null = null

/** Ends the host politely; then, for good, whatever is left of it and of what it started. */
const endHost = async (): Promise<void> => {
  if (current === null) return
  const { host, seen } = current
  const { pid } = host
  if (pid === undefined) return
  for (const id of await descendants(pid)) seen.add(id)
  host.kill('SIGTERM')
  for (let waited = 0; waited < STOP_GRACE_MS && isAlive(pid); waited += SAMPLE_MS)
    await pause(SAMPLE_MS)
  for (const id of [pid, ...seen])
    if (isAlive(id))
      try {
        process.kill(id, 'SIGKILL')
      } catch {
        // It ended in between.
      }
  current = null
}

const startHost = (job: Job): ChildProcess =>
  fork(join(import.meta.dirname, 'host.ts'), [JSON.stringify(job)], {
    // A group of its own: Ctrl-C reaches this process alone, which then ends the host in order.
    detached: true,
    stdio: [
      'ignore',
      'ignore',
      process.env['PEERS_DEBUG'] === undefined ? 'ignore' : 'inherit',
      'ipc',
    ],
  })

type HostOutcome =
  | { readonly measured: Omit<Measured, 'buildingMb' | 'servingMb'> }
  | { readonly failed: string }
type Outcome = { readonly measured: Measured } | { readonly failed: string }

/** Runs one peer to its end and samples the memory of its processes meanwhile. */
const runHost = async (peer: PeerInfo, job: Job): Promise<Outcome> => {
  const host = startHost(job)
  const seen = new Set<number>()
  current = { host, seen }
  const highest: Record<Phase, number | null> = { building: null, serving: null, checking: null }
  const told: { phase: Phase | null; outcome: HostOutcome } = {
    phase: null,
    outcome: { failed: 'its process ended without a result (out of memory?)' },
  }
  host.on('message', (message) => {
    const news = message as Told
    if (news.kind === 'say') say(`  ${news.line}`)
    if (news.kind === 'phase') told.phase = news.phase
    if (news.kind === 'measured') told.outcome = { measured: news.measured }
    if (news.kind === 'failed') told.outcome = { failed: news.reason }
  })
  const state = { running: true }
  const ended = new Promise<void>((resolveEnd) => {
    const end = (): void => {
      state.running = false
      resolveEnd()
    }
    host.on('error', end)
    host.on('exit', end)
  })
  while (state.running) {
    await Promise.race([ended, pause(SAMPLE_MS)])
    const { pid } = host
    const { phase } = told
    if (pid === undefined || phase === null) continue
    const below = await descendants(pid)
    for (const id of below) seen.add(id)
    const now = await memoryMb(peer.kind === 'library' ? [pid, ...below] : below)
    if (now !== null) highest[phase] = Math.max(highest[phase] ?? 0, now)
  }
  await endHost()
  if ('failed' in told.outcome) return told.outcome
  const { building: buildingMb, serving: servingMb } = highest
  return { measured: { ...told.outcome.measured, buildingMb, servingMb } }
}

const runPeer = async (
  peer: PeerInfo,
  passages: number,
  prepared: Prepared,
  { seconds, cache }: { readonly seconds: number; readonly cache: string },
): Promise<PeerResult> => {
  const loadBefore = load()
  const missing = peer.missing?.() ?? null
  if (missing !== null)
    return { peer: peer.name, loadBefore, loadAfter: loadBefore, failed: missing }
  say(`${peer.title}, ${passages} passages`)
  const base = await mkdtemp(join(tmpdir(), 'pandect-peers-'))
  await chmod(base, WALKABLE)
  folders.add(base)
  const folder = join(base, 'data')
  try {
    const job = { peer: peer.name, passages, seconds, folder, cache, prepared }
    const outcome = await runHost(peer, job)
    if ('failed' in outcome) say(`  no figures: ${outcome.failed}`)
    return { peer: peer.name, loadBefore, loadAfter: load(), ...outcome }
  } finally {
    await rm(base, { recursive: true, force: true })
    folders.delete(base)
  }
}

const folders = new Set<string>()

const machineOf = (): Run['machine'] => ({
  processor: cpus()[0]?.model ?? process.arch,
  cores: availableParallelism(),
  memoryGb: Math.round(totalmem() / GB),
  node: process.version.slice(1),
})

const readRuns = async (path: string): Promise<Run[]> =>
  existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as Run[]) : []

const write = async (out: string, cache: string, runs: readonly Run[]): Promise<void> => {
  await writeFile(join(out, 'peers.json'), `${JSON.stringify(runs, null, 2)}\n`)
  const page = reportOf(runs)
  await writeFile(join(out, 'README.md'), page)
  try {
    await writeFile(join(out, 'peers.svg'), await drawPlot(cache, runs))
  } catch (error) {
    say(`no plot: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const measureAll = async (options: Options, cache: string, out: string): Promise<void> => {
  const peers = options.peers.map(peerNamed).filter((peer) => peer !== undefined)
  const largest = options.passages.at(-1) ?? 0
  const model = await openModel()
  const refused = tooLarge(peers, largest, model.dimensions)
  if (refused.length > 0 && !options.ignoreMemory)
    refuse(
      STATUS.failed,
      `${refused.join('\n')}\nset --passages lower, leave these out with --peers, or begin anyway with --ignore-memory`,
    )
  let measured = 0
  for (const passages of options.passages) {
    const sized = await prepare(cache, model, passages, say)
    const results: PeerResult[] = []
    for (const peer of peers) {
      const result = await runPeer(peer, passages, sized, { seconds: options.seconds, cache })
      results.push(result)
      if ('measured' in result) measured += 1
      const run: Run = {
        passages,
        model: sized.model,
        dimensions: sized.dimensions,
        questions: readQuestions().length,
        date: new Date().toISOString().slice(0, 10),
        machine: machineOf(),
        secondsEach: options.seconds,
        peers: results,
      }
      // Written after each peer: a run that is cut off keeps what it has.
      const others = (await readRuns(join(out, 'peers.json'))).filter(
        (other) => other.passages !== passages,
      )
      await write(
        out,
        cache,
        [...others, run].toSorted((a, b) => a.passages - b.passages),
      )
    }
  }
  if (measured === 0) refuse(STATUS.failed, 'no engine could be measured')
}

const main = async (): Promise<void> => {
  const read = readOptions(process.argv.slice(2))
  if (read.kind === 'help') {
    process.stdout.write(`${USAGE}\n`)
    return
  }
  if (read.kind === 'refused') return refuse(STATUS.usage, `${read.reason}\n\n${USAGE}`)
  if (!hasShared) return refuse(STATUS.failed, 'the texts lie in ../shared beside the checkout')
  const cache = cacheFolder(process.env)
  const out = resolve(read.options.out ?? join(cache, 'peers', 'results'))
  await mkdir(out, { recursive: true })
  if (read.options.redraw) await write(out, cache, await readRuns(join(out, 'peers.json')))
  else await measureAll(read.options, cache, out)
  process.stdout.write(await readFile(join(out, 'README.md'), 'utf8'))
  say(`written to ${out}`)
}

let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    say('ending what was started …')
    void endHost().then(async () => {
      for (const folder of folders) await rm(folder, { recursive: true, force: true })
      process.exit(STATUS.interrupted)
    })
  })

await main()
// The model's thread would keep the process.
process.exit()
