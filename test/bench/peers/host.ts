/**
 * One peer in a process of its own, started by run.ts with a job as its argument: builds, measures
 * and tells its parent. SIGTERM ends what it started.
 */
import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { round } from '../figures.ts'
import { timed } from './measure.ts'
import type { Asked, Engine, Question } from './peer.ts'
import { peerNamed } from './peers.ts'
import {
  CHECKED,
  embeddedPassages,
  passes,
  type Prepared,
  preparedQuestions,
  readExact,
  similarity,
  vectorsOf,
} from './prepared.ts'
import { Passages } from './passages.ts'
import {
  CLIENTS,
  EQUAL_RECALL,
  type Measured,
  type Operation,
  OPERATIONS,
  type Row,
  type Widened,
} from './result.ts'

export type Job = {
  readonly peer: string
  readonly passages: number
  readonly seconds: number
  readonly folder: string
  readonly cache: string
  readonly prepared: Prepared
}

export type Told =
  | { readonly kind: 'say'; readonly line: string }
  | { readonly kind: 'phase'; readonly phase: 'building' | 'serving' | 'checking' }
  | {
      readonly kind: 'measured'
      readonly measured: Omit<Measured, 'buildingMb' | 'servingMb'>
    }
  | { readonly kind: 'failed'; readonly reason: string }

/** As near as this counts as equally near: engines round. */
const NEAR = 1e-4
/** Numbers of candidates by which a peer tries to reach the recall that is asked of all. */
const WIDTHS = [200, 400, 800, 1_600, 3_200, 6_400] as const
const WARM_UP_MS = 1_000
const TOTALS_CHECKED = 20
const SAID_EVERY_MS = 10_000
const BYTES_PER_MB = 1_048_576
const REASON_CHARACTERS = 300

const job = JSON.parse(process.argv[2] ?? '{}') as Job
const tell = (told: Told): Promise<void> =>
  new Promise((resolve) => {
    if (process.send === undefined) resolve()
    else process.send(told, () => resolve())
  })
const say = (line: string): void => void tell({ kind: 'say', line })

/** Reasons stand in a table: one line, without paths of this machine. */
const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && typeof error.cause === 'string' ? error.cause : ''
  const text = error instanceof Error ? `${error.message} ${cause}` : String(error)
  return text
    .replaceAll(/\/[\w.+@-]+(?:\/[\w.+@-]+)+/gu, '…')
    .replaceAll(/\s+/gu, ' ')
    .slice(0, REASON_CHARACTERS)
    .trim()
}

const diskMb = async (folder: string): Promise<number> => {
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0
  return round(bytes / BYTES_PER_MB, 1)
}

const build = async (engine: Engine): Promise<number> => {
  let [spent, said] = [0, performance.now()]
  for await (const batch of embeddedPassages(job.prepared, job.passages)) {
    const before = performance.now()
    await engine.add(batch)
    const now = performance.now()
    spent += now - before
    if (now - said < SAID_EVERY_MS) continue
    said = now
    say(`${(batch.at(-1)?.passage.id ?? 0) + 1} of ${job.passages} passages given`)
  }
  const before = performance.now()
  await engine.finish()
  return round((spent + performance.now() - before) / 1_000, 1)
}

const asking = (
  engine: Engine,
): Record<Operation, ((question: Question) => Promise<unknown>) | null> => {
  const { vector, total } = engine
  return {
    lexical: (question) => engine.lexical({ question, filter: null }),
    vector: vector === null ? null : (question) => vector({ question, filter: null }),
    hybrid: (question) => engine.hybrid({ question, filter: null }),
    filtered: (question) => engine.hybrid({ question, filter: question.filter }),
    total: total === null ? null : (question) => total({ question, filter: question.filter }),
  }
}

const time = async (
  engine: Engine,
  questions: readonly Question[],
  operations: readonly Operation[],
): Promise<Row[]> => {
  const rows: Row[] = []
  const ask = asking(engine)
  for (const operation of operations) {
    const one = ask[operation]
    try {
      if (one !== null) await timed(questions, { clients: 1, ms: WARM_UP_MS }, one)
      for (const clients of CLIENTS) {
        const ms = job.seconds * 1_000
        const timing = one === null ? 'not offered' : await timed(questions, { clients, ms }, one)
        rows.push({ operation, clients, timing })
      }
    } catch (error) {
      say(`${operation} failed: ${reasonOf(error)}`)
      const known = rows.filter((row) => row.operation === operation).length
      for (const clients of CLIENTS.slice(known))
        rows.push({ operation, clients, timing: reasonOf(error) })
    }
    say(`${operation} timed`)
  }
  return rows
}

const hitsOf = async (
  question: Question,
  found: readonly number[],
  exact: readonly number[],
): Promise<number> => {
  const needed = exact.at(-1)
  if (needed === undefined) return 0
  const [last] = await vectorsOf(job.prepared, [needed])
  const least = last === undefined ? 1 : similarity(question.vector, last) - NEAR
  const vectors = await vectorsOf(job.prepared, [...new Set(found)].slice(0, exact.length))
  return vectors.filter((vector) => similarity(question.vector, vector) >= least).length
}

/** The share of the exact answers that it found. */
const recall = async (
  search: (asked: Asked) => Promise<readonly number[]>,
  questions: readonly Question[],
  filtered: boolean,
): Promise<number> => {
  const passages = new Passages()
  const exact = await readExact(job.prepared, job.passages)
  let [hits, wanted] = [0, 0]
  for (const [at, question] of questions.slice(0, CHECKED).entries()) {
    const best = (filtered ? exact[at]?.filtered : exact[at]?.whole) ?? []
    const found = await search({ question, filter: filtered ? question.filter : null })
    if (filtered && found.some((id) => !passes(passages.passage(id), question.filter)))
      throw new Error('an answer breaks its filter')
    hits += await hitsOf(question, found, best)
    wanted += best.length
  }
  return round(hits / Math.max(1, wanted), 4)
}

/** Compares the number of matches that it gives with the matches that it lists. */
const totals = async (
  engine: Engine,
  questions: readonly Question[],
): Promise<Measured['totals']> => {
  if (engine.total === null || engine.matches === null) return null
  const passages = new Passages()
  let exact = 0
  const checked = questions.slice(0, TOTALS_CHECKED)
  for (const question of checked) {
    const asked = { question, filter: question.filter }
    const listed = new Set(await engine.matches(asked))
    const kept = [...listed].filter((id) => passes(passages.passage(id), question.filter))
    if (kept.length === listed.size && (await engine.total(asked)) === listed.size) exact += 1
  }
  return { exact, checked: checked.length }
}

/** Times it again with the fewest candidates that reach the recall, or with the most. */
const timeWidened = async (
  engine: Engine,
  questions: readonly Question[],
  first: number | null,
): Promise<Widened | null> => {
  const { vector, widen } = engine
  if (vector === null || widen === null || first === null || first >= EQUAL_RECALL) return null
  let [candidates, found] = [0, first]
  for (const width of WIDTHS) {
    if (found >= EQUAL_RECALL || width > job.passages) break
    await widen(width)
    candidates = width
    found = await recall(vector, questions, false)
    say(`recall ${found} by ${width} candidates`)
  }
  const rows = await time(engine, questions, ['vector', 'hybrid', 'filtered'])
  return { candidates, recall: found, rows }
}

const measure = async (engine: Engine): Promise<void> => {
  const buildSeconds = await build(engine)
  say(`built in ${buildSeconds} s`)
  const disk = await diskMb(job.folder)
  const questions = await preparedQuestions(job.prepared)
  await tell({ kind: 'phase', phase: 'serving' })
  const rows = await time(engine, questions, OPERATIONS)
  await tell({ kind: 'phase', phase: 'checking' })
  const { vector } = engine
  const nearest = vector === null ? null : await recall(vector, questions, false)
  const measured = {
    buildSeconds,
    diskMb: disk,
    recall: nearest,
    recallFiltered: vector === null ? null : await recall(vector, questions, true),
    totals: await totals(engine, questions),
    rows,
    widened: await timeWidened(engine, questions, nearest),
  }
  await tell({ kind: 'measured', measured })
}

let engine: Engine | null = null
const stop = async (status: number): Promise<never> => {
  await engine?.close().catch(() => undefined)
  process.exit(status)
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(1))
process.once('disconnect', () => void stop(1))

try {
  await mkdir(job.folder, { recursive: true })
  const open = await peerNamed(job.peer)?.load()
  if (open === undefined) throw new Error(`no peer is named ${job.peer}`)
  say('installing')
  const { passages, folder, cache } = job
  const { dimensions, model, floor } = job.prepared
  engine = await open({ folder, cache, passages, dimensions, model, floor, say })
  await tell({ kind: 'phase', phase: 'building' })
  say('building')
  await measure(engine)
  await stop(0)
} catch (error) {
  if (process.env['PEERS_DEBUG'] !== undefined) console.error(error)
  await tell({ kind: 'failed', reason: reasonOf(error) })
  await stop(1)
}
