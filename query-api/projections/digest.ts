import { canonicalJson } from '#contracts/canonical/canonical.ts'
import { Fault } from '#contracts/fault.ts'
import type { Position } from '#contracts/ids.ts'
import { pollUntil } from '#contracts/toolkit/poll.ts'
import type { Generation, KeyedDocument } from '../ports.ts'
import { makeMerkleTree } from './merkle.ts'
import type { Generations } from './ports.ts'
import type { Projection } from './projection.ts'

/** How often and how long a digest waits for a generation that is being written. */
export const DIGEST = { readingsMax: 5, restMsMax: 10_000, pollMs: 100 } as const

/** The digest of a generation at one position. Equal roots: equal documents, member by member. */
export type Digest = {
  /**
   * Merkle root (RFC 6962, SHA-256), 64 hex digits, of every document but the changes. The order in
   * which an import records texts plays no part in it.
   */
  readonly root: string
  /** The same of the changes, which have the ids and positions of their facts. */
  readonly changesRoot: string
  readonly counts: { readonly articles: number; readonly searchDocuments: number }
  readonly position: Position
}

export type DigestDeps = {
  readonly generations: Pick<Generations, 'progress'>
  readonly projections: readonly Pick<Projection, 'name' | 'documents'>[]
}

/** Every document of a generation in key order: `article/…`, `citation/…`, … of each projection. */
export async function* readDocuments(
  { projections }: Pick<DigestDeps, 'projections'>,
  generation: Generation,
): AsyncGenerator<KeyedDocument> {
  let last = ''
  const byName = projections.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  for (const { documents } of byName)
    for await (const one of documents(generation)) {
      if (one.key <= last)
        throw new Fault('digest-order', `${one.key} came after ${last}, out of key order`)
      last = one.key
      yield one
    }
}

/** The leaf of a document: its key and its RFC 8785 form, so that documents cannot swap places. */
export const leafOf = ({ key, document }: KeyedDocument): string =>
  leafOfForm(key, canonicalJson(document))

/** The leaf of a document whose RFC 8785 form is there already. */
export const leafOfForm = (key: string, form: string): string => `${key}\n${form}`

/** Whether two generations at one position have the same documents. */
export const isSameDigest = (a: Digest, b: Digest): boolean =>
  a.root === b.root && a.changesRoot === b.changesRoot

/** Roots and counts of documents in key order, in bounded memory. */
export const digestOf = async (
  documents: AsyncIterable<KeyedDocument> | Iterable<KeyedDocument>,
): Promise<Omit<Digest, 'position'>> => {
  const tree = makeMerkleTree()
  const changes = makeMerkleTree()
  const counts = { articles: 0, searchDocuments: 0 }
  for await (const one of documents) {
    const isChange = one.key.startsWith('change/')
    ;(isChange ? changes : tree).add(leafOf(one))
    // Documents of other projections count towards the root only.
    if (one.key.startsWith('article/')) counts.articles += 1
    else if (one.key.startsWith('search/')) counts.searchDocuments += 1
  }
  return { root: tree.root(), changesRoot: changes.root(), counts }
}

/** The position of the generation; null while a batch is being written. */
const restingAt = async (
  { generations }: DigestDeps,
  generation: Generation,
): Promise<Position | null> => {
  const { position, reaching } = await generations.progress(generation)
  return reaching > position ? null : position
}

const awaitRest = async (deps: DigestDeps, generation: Generation): Promise<Position> => {
  let position: Position | null = null
  const isResting = async (): Promise<boolean> => {
    position = await restingAt(deps, generation)
    return position !== null
  }
  await pollUntil(isResting, { everyMs: DIGEST.pollMs, timeMsMax: DIGEST.restMsMax })
  if (position !== null) return position
  throw new Fault('digest-moving', 'the read models are still in the middle of a batch', {
    hint: 'start the projector, so that it completes the interrupted batch',
    retryAfterMs: 1_000,
  })
}

/**
 * The digest of a generation at one position. If a projector writes meanwhile, it is read again at
 * the new position. Throws Fault `digest-moving` if the generation never stays unchanged long
 * enough.
 */
export const generationDigest = async (
  deps: DigestDeps,
  generation: Generation,
): Promise<Digest> => {
  for (let reading = 1; reading <= DIGEST.readingsMax; reading += 1) {
    const position = await awaitRest(deps, generation)
    const found = await digestOf(readDocuments(deps, generation))
    if ((await restingAt(deps, generation)) === position) return { ...found, position }
  }
  throw new Fault('digest-moving', 'the read models changed while they were read', {
    hint: 'try again when the running import has ended',
    retryAfterMs: 1_000,
  })
}
