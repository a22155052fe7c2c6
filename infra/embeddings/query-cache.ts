import type { QueryEmbedder } from '#query-api/ports.ts'

export const QUERY_CACHE = {
  /** Queries whose vectors are kept: some megabytes. */
  queriesMax: 1_000,
} as const

/** The values used last, up to a number. */
class Recent<Value> {
  readonly #values = new Map<string, Value>()
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key)
    if (value === undefined) return undefined
    this.#values.delete(key)
    this.#values.set(key, value)
    return value
  }

  set(key: string, value: Value): void {
    this.#values.delete(key)
    this.#values.set(key, value)
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= this.#max) return
      this.#values.delete(oldest)
    }
  }

  forget(key: string): void {
    this.#values.delete(key)
  }
}

/**
 * Keeps the vectors of the last queries in memory, nowhere else. Queries that ask the same at the
 * same moment are computed once; a fault is not kept. The vectors are shared: they must not be
 * written to.
 */
export const withQueryCache = <One extends QueryEmbedder>(
  embedder: One,
  { queriesMax }: { readonly queriesMax: number } = QUERY_CACHE,
): One => {
  const recent = new Recent<Promise<Float32Array>>(queriesMax)
  const embedQuery = (text: string): Promise<Float32Array> => {
    const known = recent.get(text)
    if (known !== undefined) return known
    const computed = embedder.embedQuery(text)
    recent.set(text, computed)
    computed.catch(() => recent.forget(text))
    return computed
  }
  return { ...embedder, embedQuery }
}
