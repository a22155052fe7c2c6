type Node = { ends: boolean; readonly next: Map<string, Node> }

const newNode = (): Node => ({ ends: false, next: new Map() })

const sourceOf = (node: Node): string => {
  const branches = [...node.next].map(([unit, child]) => unit + sourceOf(child))
  if (branches.length === 0) return ''
  const body = branches.length === 1 ? branches.join('') : `(?:${branches.join('|')})`
  return node.ends ? `(?:${body})?` : body
}

/**
 * The source of one pattern for many names, each given as units (sources that stand for one
 * character or blank). Names share their beginnings, so a place is read once whatever their number,
 * and the longest name wins.
 */
export const trieSource = (names: readonly (readonly string[])[]): string => {
  const root = newNode()
  for (const units of names) {
    let node = root
    for (const unit of units) {
      const child = node.next.get(unit) ?? newNode()
      node.next.set(unit, child)
      node = child
    }
    node.ends = true
  }
  return sourceOf(root)
}
