import { createHash } from 'node:crypto'

/**
 * RFC 6962, section 2.1: prefixes of leaves and nodes differ, so that neither can pass for the
 * other.
 */
const LEAF_PREFIX = Uint8Array.of(0)
const NODE_PREFIX = Uint8Array.of(1)

type Subtree = { readonly height: number; readonly hash: Buffer }

/** Hash of one leaf: its text in UTF-8. */
export const leafHash = (text: string): Buffer =>
  createHash('sha256').update(LEAF_PREFIX).update(text, 'utf8').digest()

const nodeHash = (left: Buffer, right: Buffer): Buffer =>
  createHash('sha256').update(NODE_PREFIX).update(left).update(right).digest()

/** A tree so far: its number of leaves, and the hashes of its full subtrees from left to right. */
export type MerkleState = { readonly leaves: number; readonly hashes: readonly Buffer[] }

const NO_LEAVES: MerkleState = { leaves: 0, hashes: [] }

/** The heights of the full subtrees are the bits of the number of leaves. */
const heightsOf = (leaves: number): number[] => {
  const bits = leaves.toString(2)
  return [...bits].flatMap((bit, place) => (bit === '1' ? [bits.length - 1 - place] : []))
}

/**
 * The Merkle tree hash of leaves that arrive one after the other (RFC 6962: SHA-256; the left part
 * of each node is the largest full tree). Holds one hash per level, whatever the number of leaves.
 * It can begin with the state of another tree. Throws RangeError for a state that has not one hash
 * for each full subtree.
 */
export const makeMerkleTree = ({ leaves: before, hashes }: MerkleState = NO_LEAVES) => {
  const heights = heightsOf(before)
  if (heights.length !== hashes.length) throw new RangeError('not a state of a Merkle tree')
  const full: Subtree[] = hashes.map((hash, place) => ({ height: heights[place] ?? 0, hash }))
  let leaves = before
  return {
    add: (text: string): void => {
      leaves += 1
      let subtree: Subtree = { height: 0, hash: leafHash(text) }
      for (let left = full.at(-1); left?.height === subtree.height; left = full.at(-1)) {
        full.pop()
        subtree = { height: subtree.height + 1, hash: nodeHash(left.hash, subtree.hash) }
      }
      full.push(subtree) // heights fall from left to right
    },
    state: (): MerkleState => ({ leaves, hashes: full.map(({ hash }) => hash) }),
    /** 64 hex digits; without leaves the hash of the empty string. */
    root: (): string => {
      const tops = full.map(({ hash }) => hash)
      const root =
        tops.length === 0
          ? createHash('sha256').digest()
          : tops.reduceRight((right, left) => nodeHash(left, right))
      return root.toString('hex')
    },
  }
}
export type MerkleTree = ReturnType<typeof makeMerkleTree>
