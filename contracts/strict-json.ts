const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a

const isSpace = (code: number): boolean =>
  code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d

/** Index of the quotation mark that ends the string which begins at `start`. */
const endOfString = (json: string, start: number): number => {
  let end = json.indexOf('"', start + 1)
  for (; end >= 0; end = json.indexOf('"', end + 1)) {
    let before = end - 1
    while (json.charCodeAt(before) === BACKSLASH) before -= 1
    if ((end - before) % 2 === 1) return end
  }
  return json.length
}

const isMember = (json: string, endOfName: number): boolean => {
  let at = endOfName + 1
  while (isSpace(json.charCodeAt(at))) at += 1
  return json.charCodeAt(at) === COLON
}

const readName = (json: string, start: number, end: number): string => {
  const name = json.slice(start + 1, end)
  return name.includes('\\') ? String(JSON.parse(`"${name}"`)) : name
}

/**
 * Faults that JSON.parse accepts: a member that appears twice in one object, or excessive depth.
 */
export type JsonFinding = { readonly duplicate: string } | 'too-deep' | null

/**
 * Looks through JSON that is known to parse: RFC 8259 leaves repeated names open, and `JSON.parse`
 * takes the last one silently. Strings are jumped over, so it costs little beside the parsing.
 * `nestingMax` counts objects and lists in one another.
 */
export const inspectJson = (json: string, nestingMax: number): JsonFinding => {
  const open: Set<string>[] = []
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) {
      const end = endOfString(json, at)
      if (isMember(json, end)) {
        const name = readName(json, at, end)
        const names = open.at(-1)
        if (names?.has(name)) return { duplicate: name }
        names?.add(name)
      }
      at = end
    } else if (code === 0x7b || code === 0x5b) {
      if (open.length === nestingMax) return 'too-deep'
      open.push(new Set())
    } else if (code === 0x7d || code === 0x5d) open.pop()
  }
  return null
}
