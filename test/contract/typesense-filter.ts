/** The part of the engine's `filter_by` that the adapter uses, read from left to right. */
type Doc = Readonly<Record<string, unknown>>
type Test = (doc: Doc) => boolean

const TOKEN_MAX = 100

const known = new Map<string, readonly string[]>()

const cut = (text: string): readonly string[] => {
  const held = known.get(text)
  if (held !== undefined) return held
  const tokens = text
    .normalize('NFD')
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replaceAll(/[^a-z0-9]/g, '').slice(0, TOKEN_MAX))
    .filter((word) => word !== '')
  known.set(text, tokens)
  return tokens
}

/** Cuts text into tokens like the engine: letters folded, punctuation dropped. */
export const tokensOf = (value: unknown): string[] =>
  [value].flat().flatMap((text) => (typeof text === 'string' ? cut(text) : []))

const PARTS = /\s*(&&|\|\||\(|\)|(\w+):(=|<=|>=|<|>)?\s*(\[[^\]]*\]|`[^`]*`|[^\s()&|]+))\s*/y

type Part = { sign: string } | { field: string; comparator: string; value: string }

const partsOf = (filter: string): Part[] => {
  const parts: Part[] = []
  PARTS.lastIndex = 0
  while (PARTS.lastIndex < filter.length) {
    const at = PARTS.lastIndex
    const found = PARTS.exec(filter)
    if (found === null) throw new Error(`filter_by can't be read at ${filter.slice(at)}`)
    const [, whole = '', field, comparator = '', value = ''] = found
    parts.push(field === undefined ? { sign: whole } : { field, comparator, value })
  }
  return parts
}

const valuesOf = (value: string): string[] =>
  (value.startsWith('[') ? value.slice(1, -1).split(',') : [value]).map((one) =>
    one.trim().replaceAll('`', ''),
  )

const compare = (held: unknown, comparator: string, value: string): boolean => {
  if (typeof held === 'number') {
    const wanted = Number(value)
    if (comparator === '<=') return held <= wanted
    if (comparator === '>=') return held >= wanted
    if (comparator === '<') return held < wanted
    if (comparator === '>') return held > wanted
    return held === wanted
  }
  return tokensOf(value).every((token) => tokensOf(held).includes(token))
}

export type Condition = {
  readonly field: string
  readonly values: readonly string[]
  readonly isTrue: Test
}

const conditionOf = ({ field, comparator, value }: Extract<Part, { field: string }>): Condition => {
  const values = valuesOf(value)
  const holdsOne = (held: unknown): boolean => values.some((one) => compare(held, comparator, one))
  const isTrue: Test = (doc) =>
    field === 'id' ? values.includes(String(doc['id'])) : holdsOne(doc[field])
  return { field, values, isTrue }
}

/**
 * The rows that pass. Both operators bind alike, from left to right, as in the server: a filter
 * that means otherwise must use parentheses.
 */
export const evaluate = <Row>(
  filter: string,
  holding: (condition: Condition) => Set<Row>,
): Set<Row> => {
  const parts = partsOf(filter)
  const single = (): Set<Row> => {
    const part = parts.shift()
    if (part === undefined) throw new Error('filter_by ends too early')
    if ('field' in part) return holding(conditionOf(part))
    const inner = sequence()
    parts.shift()
    return inner
  }
  const sequence = (): Set<Row> => {
    let left = single()
    for (;;) {
      const [part] = parts
      if (part === undefined || 'field' in part || part.sign === ')') return left
      parts.shift()
      const right = single()
      left = part.sign === '&&' ? left.intersection(right) : left.union(right)
    }
  }
  return sequence()
}
