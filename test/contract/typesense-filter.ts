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

const condition = ({ field, comparator, value }: Extract<Part, { field: string }>): Test => {
  const values = valuesOf(value)
  const holdsOne = (held: unknown): boolean => values.some((one) => compare(held, comparator, one))
  return (doc) => (field === 'id' ? values.includes(String(doc['id'])) : holdsOne(doc[field]))
}

/**
 * Both operators bind alike, from left to right, as in the server: a filter that means otherwise
 * must use parentheses.
 */
const parse = (parts: Part[]): Test => {
  const single = (): Test => {
    const part = parts.shift()
    if (part === undefined) throw new Error('filter_by ends too early')
    if ('field' in part) return condition(part)
    const inner = sequence()
    parts.shift()
    return inner
  }
  const sequence = (): Test => {
    let left = single()
    for (;;) {
      const [part] = parts
      if (part === undefined || 'field' in part || part.sign === ')') return left
      parts.shift()
      const [first, second] = [left, single()]
      left =
        part.sign === '&&' ? (doc) => first(doc) && second(doc) : (doc) => first(doc) || second(doc)
    }
  }
  return sequence()
}

const parsed = new Map<string, Test>()

export const matches = (filter: string, doc: Doc): boolean => {
  if (filter === '') return true
  const test = parsed.get(filter) ?? parse(partsOf(filter))
  parsed.set(filter, test)
  return test(doc)
}
