import type { Vectors } from '#contracts/events/append.ts'
import { vectorsInContext } from '#contracts/search/context.ts'
import type { SearchDocument } from '#contracts/search/document.ts'
import type { Model } from './head.ts'
import type { PassageVectors } from './rows.ts'
import { modelOf, vectorField } from './schema.ts'
import type { Server } from './server.ts'

export type VectorDeps = {
  readonly server: Pick<Server, 'addField'>
  readonly vectors: Pick<Vectors, 'get'>
}

export type Vectored = {
  readonly of: ReadonlyMap<SearchDocument, PassageVectors>
  /** Models known before, followed by new ones. */
  readonly models: readonly Model[]
}

/** A zero vector can't be compared. */
const isDirected = (vector: Float32Array): boolean => vector.some((value) => value !== 0)

const hashesOf = (documents: readonly SearchDocument[]) => [
  ...new Set(documents.flatMap(({ passages }) => passages.map(({ textSha256 }) => textSha256))),
]

/**
 * Finds the known vectors of the documents' passages in their context; each new model gets a field
 * of its own in the collection.
 */
export const passageVectors = async (
  { server, vectors }: VectorDeps,
  collection: string,
  documents: readonly SearchDocument[],
  before: readonly Model[],
): Promise<Vectored> => {
  const models = [...before]
  const fieldFor = async (wanted: Model): Promise<Model> => {
    const held = models.find(({ field }) => field === wanted.field)
    if (held !== undefined) return held
    await server.addField(collection, vectorField(wanted))
    models.push(wanted)
    return wanted
  }
  const found = new Map<SearchDocument, PassageVectors>()
  for (const [model, some] of Map.groupBy(documents, (document) => document.model)) {
    if (model === null) continue
    const known = await vectors.get(model, hashesOf(some))
    for (const document of some) {
      const own = vectorsInContext(document.passages, known).filter(isDirected)
      const [first] = own
      if (first === undefined) continue
      const field = await fieldFor(modelOf(model, first.length))
      found.set(document, {
        model: field,
        vectors: own.filter(({ length }) => length === first.length),
      })
    }
  }
  return { of: found, models }
}
