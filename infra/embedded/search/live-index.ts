import { Fault } from '#contracts/fault.ts'
import type { Position } from '#contracts/ids.ts'
import { makePositionWaiters } from '#contracts/toolkit/wait.ts'
import type { Displays } from './engine/displays.ts'
import type { Engine } from './engine/engine.ts'

const RETIRED = {
  /** Entries of an answer can be shown for so long after the engine that gave it was replaced. */
  keepMs: 120_000,
  /** Replaced engines whose displays are kept at most. */
  max: 4,
} as const

const indexBehind = (position: Position): Fault =>
  new Fault('index-behind', `the search index does not know position ${position} yet`, {
    retryAfterMs: 1_000,
  })

/**
 * The engine that answers, what is left of those before it, and who waits for it to come further.
 */
export class LiveIndex {
  readonly #now: () => number
  readonly #firstEntry: number
  readonly #onReady: () => void
  #engine: Engine | null = null
  #retired: { readonly displays: Displays; readonly at: number }[] = []
  readonly #waiters = makePositionWaiters()

  /**
   * `firstEntry`: above every entry number that was ever given out; `onReady` is called with the
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
    })
  }

  /**
   * Where the entry numbers of the next engine start; the present one must not grow any more then.
   */
  nextFirstEntry(): number {
    return this.#engine?.displays.nextEntry ?? this.#firstEntry
  }

  /** From here on the given engine answers. */
  replace(engine: Engine): void {
    const before = this.#engine
    this.#engine = engine
    if (before === null) this.#onReady()
    else this.#retired.push({ displays: before.displays, at: this.#now() })
    this.#forgetOld()
    this.moved()
  }

  /** JSON array of EntryDisplay. Throws Fault `search-entry-unknown`. */
  displays(entries: readonly number[]): string {
    this.#forgetOld()
    return `[${entries.map((entry) => this.#display(entry)).join()}]`
  }

  /** Returns when the index knows the position. Throws Fault `index-behind` after the time. */
  async waitFor(position: Position, timeMsMax: number): Promise<void> {
    if ((this.#engine?.position ?? -1) >= position) return
    await this.#waiters.reached(position, timeMsMax, () => indexBehind(position))
  }

  /** To be called whenever the engine's position may have moved. */
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
