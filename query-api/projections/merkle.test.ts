import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeMerkleTree } from './merkle.ts'

const sha256 = (...parts: Uint8Array[]): Buffer =>
  createHash('sha256').update(Buffer.concat(parts)).digest()

/** RFC 6962, section 2.1, word for word. */
const reference = (leaves: readonly string[]): Buffer => {
  const [only] = leaves
  if (only === undefined) return sha256()
  if (leaves.length === 1) return sha256(Uint8Array.of(0), Buffer.from(only))
  const split = 2 ** Math.ceil(Math.log2(leaves.length) - 1)
  return sha256(Uint8Array.of(1), reference(leaves.slice(0, split)), reference(leaves.slice(split)))
}

const rootOf = (leaves: readonly string[]): string => {
  const tree = makeMerkleTree()
  for (const leaf of leaves) tree.add(leaf)
  return tree.root()
}

test('the root of nothing is the hash of nothing', () => {
  expect(rootOf([])).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
})

test('a single empty leaf has the root that the certificate transparency logs publish', () => {
  expect(rootOf([''])).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
})

test('leaf after leaf gives the tree of RFC 6962, for every number of leaves', () => {
  for (let count = 0; count <= 130; count += 1) {
    const leaves = Array.from({ length: count }, (_, index) => `leaf ${index}`)
    expect(rootOf(leaves)).toBe(reference(leaves).toString('hex'))
  }
})

test('any other character and any other order is another root', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 2, maxLength: 20 }),
      fc.nat(),
      (leaves, seed) => {
        const at = seed % leaves.length
        const changed = leaves.with(at, `${leaves[at] ?? ''}x`)
        expect(rootOf(changed)).not.toBe(rootOf(leaves))
        expect(rootOf(leaves.toReversed())).not.toBe(rootOf(leaves))
      },
    ),
  )
})

test('a tree that is taken up again at any leaf has the same root', () => {
  const leaves = Array.from({ length: 70 }, (_, index) => `leaf ${index}`)
  for (const at of leaves.keys()) {
    const begun = makeMerkleTree()
    for (const leaf of leaves.slice(0, at)) begun.add(leaf)
    const rest = makeMerkleTree(begun.state())
    for (const leaf of leaves.slice(at)) rest.add(leaf)
    expect(rest.root()).toBe(rootOf(leaves))
    expect(rest.state().leaves).toBe(leaves.length)
  }
  expect(() => makeMerkleTree({ leaves: 3, hashes: [] })).toThrow(RangeError)
})
