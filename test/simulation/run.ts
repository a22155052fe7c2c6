/**
 * The service in a simulated world: `npm run test:simulation -- --seeds N`. Says for each failing
 * seed which invariant broke, what happened last, and how to run it again. Exit 1 for a failure,
 * 2 for wrong options.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { MUTANTS } from './mutants/mutants.ts'
import { type CaughtAt, keepCaughtAt, readCaughtAt } from './mutants/caught-at.ts'
import type { Mutant } from './mutants/mutant.ts'
import type { Asked, Told } from './protocol.ts'
import type { SeedResult } from './scenario.ts'

const USAGE = `usage: npm run test:simulation -- [--seeds N] [--seed S] [--workers N] [--verbose]
       npm run test:simulation -- --mutants [--only NAME]

  --seeds N    how many worlds to run; default 300, or 1 with --seed
  --seed S     the first of them, a whole number from 0 to 4294967295; default: drawn
  --workers N  processes; default: one for each core
  --mutants    plant each known fault and require that an invariant notices it
  --only NAME  that fault alone
  --verbose    say the trace of each seed`

const SEED_MAX = 2 ** 32 - 1
const SEEDS_DEFAULT = 300
const FAILURES_SHOWN = 5
/** Seeds that a mutant may survive. */
const MUTANT_SEEDS = 2_400
/** A mutant may keep a process busy for good. */
const MUTANT_MS_MAX = 240_000

const refuse = (message: string): never => {
  console.error(`${message}\n\n${USAGE}`)
  process.exit(2)
}
const numberOf = (option: string, text: string, min: number, max: number): number => {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  return number >= min && number <= max
    ? number
    : refuse(`--${option} must be a whole number from ${min} to ${max}, not “${text}”`)
}

const read = () => {
  try {
    return parseArgs({
      options: {
        seeds: { type: 'string' },
        seed: { type: 'string' },
        workers: { type: 'string', default: String(availableParallelism()) },
        mutants: { type: 'boolean', default: false },
        only: { type: 'string' },
        verbose: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

type Worker = {
  /**
   * Asks for one thing after the other; `onResult` gets each result. 0: all was done; else the exit
   * code, null where it was stopped. Then the next thing is asked of a new process.
   */
  ask(
    asked: Asked,
    onResult: (result: SeedResult) => void,
    timeMsMax?: number,
  ): Promise<number | null>
  close(): void
}

const startWorker = (): ChildProcess =>
  fork(new URL('worker.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })

const makeWorker = (): Worker => {
  let running: ChildProcess | null = null
  return {
    ask: (asked, onResult, timeMsMax) =>
      new Promise((resolve) => {
        const isNew = running === null
        const worker = (running ??= startWorker())
        const timer =
          timeMsMax === undefined ? undefined : setTimeout(() => worker.kill('SIGKILL'), timeMsMax)
        const end = (code: number | null): void => {
          clearTimeout(timer)
          worker.removeAllListeners()
          resolve(code)
        }
        worker.on('message', (told: Told) => {
          if (told === 'ready') worker.send(asked)
          else if (told === 'done') end(0)
          else onResult(told)
        })
        worker.on('exit', (code) => {
          running = null
          end(code === 0 ? null : code)
        })
        if (!isNew) worker.send(asked)
      }),
    close: () => void running?.kill(),
  }
}

const describeFailure = ({ seed, themes, steps, hash, broken, last }: SeedResult): string =>
  [
    `seed ${seed} breaks ${broken?.detail ?? ''}`,
    `  takes part: ${themes.join(', ')}; ${steps} steps, trace ${hash}; the last ones:`,
    ...last.map((line) => `    ${line}`),
    `  again: npm run test:simulation -- --seed ${seed}`,
  ].join('\n')

const runSeeds = async (first: number, seeds: number, workers: number): Promise<boolean> => {
  const started = performance.now()
  let [done, steps] = [0, 0]
  const failures: SeedResult[] = []
  const step = Math.min(workers, seeds)
  const codes = await Promise.all(
    Array.from({ length: step }, async (_, own) => {
      const worker = makeWorker()
      const code = await worker.ask(
        { first: first + own, seeds: seeds - own, step, before: [], mutant: null },
        (result) => {
          done += 1
          steps += result.steps
          if (seeds === 1 || given.verbose)
            console.error(`seed ${result.seed}: ${result.steps} steps, trace ${result.hash}`)
          if (result.broken === null) return
          failures.push(result)
          if (failures.length <= FAILURES_SHOWN) console.error(describeFailure(result))
        },
      )
      worker.close()
      return code
    }),
  )
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  console.error(
    `${done} of ${seeds} seeds from ${first}, ${steps} steps in ${seconds} s: ${failures.length} failed`,
  )
  if (failures.length > FAILURES_SHOWN)
    console.error(
      `also: ${failures
        .slice(FAILURES_SHOWN)
        .map(({ seed }) => seed)
        .join(', ')}`,
    )
  return failures.length === 0 && done === seeds && codes.every((code) => code === 0)
}

/**
 * What became of a planted fault; null: an invariant of its list noticed it. The seed that showed
 * it last time comes first, so that most faults are found at once.
 */
const survivalOf = async (
  mutant: Mutant,
  caughtAt: CaughtAt,
  worker: Worker,
): Promise<string | null> => {
  const known = caughtAt.get(mutant.name)
  let failed: SeedResult | null = null
  let ran = 0
  const code = await worker.ask(
    {
      first: 1,
      seeds: MUTANT_SEEDS,
      step: 1,
      before: known === undefined ? [] : [known],
      mutant: mutant.name,
    },
    (result) => {
      ran += 1
      if (result.broken !== null) failed ??= result
    },
    MUTANT_MS_MAX,
  )
  const found = failed as SeedResult | null
  if (found === null)
    return code === 0 ? `survived ${ran} seeds` : `its worker ended with ${code ?? 'a timeout'}`
  const invariant = found.broken?.invariant ?? ''
  const how = `caught by ${invariant} at seed ${found.seed}, after ${ran} seeds`
  console.error(`${mutant.name}: ${how}`)
  if (mutant.caughtBy.includes(invariant)) {
    caughtAt.set(mutant.name, found.seed)
    return null
  }
  return `${how}, expected ${mutant.caughtBy.join(' or ')}: ${found.broken?.detail.slice(0, 400) ?? ''}`
}

const runMutants = async (mutants: readonly Mutant[], workers: number): Promise<boolean> => {
  const caughtAt = readCaughtAt()
  const waiting = [...mutants]
  const survivors: string[] = []
  const lane = async (): Promise<void> => {
    const worker = makeWorker()
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const survival = await survivalOf(next, caughtAt, worker)
      if (survival === null) continue
      survivors.push(next.name)
      console.error(`NOT CAUGHT ${next.name}: ${survival}`)
    }
    worker.close()
  }
  await Promise.all(Array.from({ length: workers }, lane))
  keepCaughtAt(caughtAt)
  console.error(`${mutants.length - survivors.length} of ${mutants.length} mutants were caught`)
  return survivors.length === 0
}

const given = read()
if (given.help) {
  console.log(USAGE)
  process.exit(0)
}
const workers = numberOf('workers', given.workers, 1, 64)
const mutants =
  given.only === undefined ? MUTANTS : MUTANTS.filter(({ name }) => name === given.only)
if (given.only !== undefined && mutants.length === 0)
  refuse(`there is no mutant named ${given.only ?? ''}`)
const seeds = numberOf(
  'seeds',
  given.seeds ?? String(given.seed === undefined ? SEEDS_DEFAULT : 1),
  1,
  SEED_MAX,
)
const first =
  given.seed === undefined
    ? Math.floor(Math.random() * 2 ** 31)
    : numberOf('seed', given.seed, 0, SEED_MAX)
const passed = given.mutants
  ? await runMutants(mutants, workers)
  : await runSeeds(first, seeds, workers)
process.exitCode = passed ? 0 : 1
