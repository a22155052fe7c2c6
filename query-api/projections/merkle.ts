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

/**
 * The Merkle tree hash of leaves that arrive one after the other (RFC 6962: SHA-256; the left part
 * of each node is the largest full tree). Holds one hash per level, whatever the number of leaves.
 */
export const makeMerkleTree = () => {
  const full: Subtree[] = [] // heights fall from left to right
  return {
    add: (text: string): void => {
      let subtree: Subtree = { height: 0, hash: leafHash(text) }
      for (let left = full.at(-1); left?.height === subtree.height; left = full.at(-1)) {
        full.pop()
        subtree = { height: subtree.height + 1, hash: nodeHash(left.hash, subtree.hash) }
      }
      full.push(subtree)
    },
    /** 64 hex digits; without leaves the hash of the empty string. */
    root: (): string => {
      const hashes = full.map(({ hash }) => hash)
      const root =
        hashes.length === 0
          ? createHash('sha256').digest()
          : hashes.reduceRight((right, left) => nodeHash(left, right))
      return root.toString('hex')
    },
  }
}
