import { Fault } from '#contracts/fault.ts'
import type { Position } from '#contracts/ids.ts'
import { makePositionWaiters } from '#contracts/toolkit/wait.ts'
import type { Displays } from './engine/displays.ts'
import type { Engine } from './engine/engine.ts'

const RETIRED = {
  /** Entries of an answer can still be shown this long after their engine was replaced. */
  keepMs: 120_000,
  /** Replaced engines whose displays are kept, at most. */
  max: 4,
} as const

const indexBehind = (position: Position): Fault =>
  new Fault('index-behind', `the search index does not know position ${position} yet`, {
    retryAfterMs: 1_000,
  })

/** The engine that answers, the displays of earlier ones, and the waiters for a position. */
export class LiveIndex {
  readonly #now: () => number
  readonly #firstEntry: number
  readonly #onReady: () => void
  #engine: Engine | null = null
  #retired: { readonly displays: Displays; readonly at: number }[] = []
  readonly #waiters = makePositionWaiters()

  /**
   * `firstEntry`: higher than every entry number given out so far; `onReady` is called with the
   * first engine.
   */
  constructor(
    firstEntry: number,
    options: { readonly now?: () => number; readonly onReady?: () => void } = {},
  ) {
    this.#firstEntry = firstEntry
    this.#now = options.now ?? (() => performance.now())
    this.#onReady = options.onReady ?? (() => undefined)
  }

  /** Throws Fault `search-unavailable` before the first engine is built. */
  get engine(): Engine {
    if (this.#engine !== null) return this.#engine
    throw new Fault('search-unavailable', 'the search index is still being loaded', {
      retryAfterMs: 1_000,
      hint: 'try again in a few seconds',
    })
  }

  /** First entry number of the next engine; the present engine must not grow after this call. */
  nextFirstEntry(): number {
    return this.#engine?.displays.nextEntry ?? this.#firstEntry
  }

  /** Answers come from the given engine from now on. */
  replace(engine: Engine): void {
    const before = this.#engine
    this.#engine = engine
    if (before === null) this.#onReady()
    else this.#retired.push({ displays: before.displays, at: this.#now() })
    this.#forgetOld()
    this.moved()
  }

  /** JSON array of EntryDisplay. Throws Fault `search-entry-unknown`. */
  displays(entries: readonly number[], nearTo: Float32Array | null = null): string {
    this.#forgetOld()
    const passages = nearTo === null ? [] : this.engine.nearestPassages(entries, nearTo)
    const shown = entries.map((entry, at) => {
      const json = this.#display(entry)
      return `${json.slice(0, -1)},"passage":${passages[at] ?? null}}`
    })
    return `[${shown.join()}]`
  }

  /**
   * Returns when the index has reached the position. Throws Fault `index-behind` after the time
   * limit.
   */
  async waitFor(position: Position, timeMsMax: number): Promise<void> {
    if ((this.#engine?.position ?? -1) >= position) return
    await this.#waiters.reached(position, timeMsMax, () => indexBehind(position))
  }

  /** Call it whenever the engine's position may have moved. */
  moved(): void {
    if (this.#engine !== null) this.#waiters.moved(this.#engine.position)
  }

  #display(entry: number): string {
    for (const displays of [this.engine.displays, ...this.#retired.map((one) => one.displays)]) {
      const json = displays.json(entry)
      if (json !== null) return json
    }
    throw new Fault('search-entry-unknown', 'an entry of an answer is too old to be shown', {
      hint: 'search again',
    })
  }

  #forgetOld(): void {
    const oldest = this.#now() - RETIRED.keepMs
    this.#retired = this.#retired.filter(({ at }) => at >= oldest).slice(-RETIRED.max)
  }
}
