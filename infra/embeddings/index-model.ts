import { z } from 'zod'
import { Fault } from '#contracts/fault.ts'
import { VECTOR_DIMENSIONS } from '../postgres/log/vectors.ts'
import type { Queryable } from '../postgres/platform/pool.ts'

type Model = { readonly model: string; readonly dimensions: number }

const OWN = {
  name: 'vectors-own-model',
  text: `select ${VECTOR_DIMENSIONS} as dimensions from vectors where model = $1 limit 1`,
}
const OTHER = {
  name: 'vectors-other-model',
  text: 'select model from vectors where model > $1 or model < $1 limit 1',
}
const OwnRow = z.object({ dimensions: z.number() })
const OtherRow = z.object({ model: z.string() })

const changed = (from: string, to: string): Fault =>
  new Fault(
    'embedding-model-changed',
    `the texts were embedded with ${from}, EMBEDDINGS_MODEL_DIR now names ${to}`,
    { hint: 'run `pandect reembed` and start again; or set EMBEDDINGS_MODEL_DIR back' },
  )

const ofOtherSize = ({ model, dimensions }: Model, kept: number): Fault =>
  new Fault(
    'embedding-dimensions-differ',
    `the index has ${kept} dimensions for ${model}, the model gives ${dimensions}`,
    {
      hint: 'give the model another name in its pandect.json and run `pandect reembed`; or set EMBEDDINGS_MODEL_DIR back',
    },
  )

/**
 * Refuses a model if all stored vectors are of other models: questions and passages of two models
 * can't be compared, and no error would show it. An empty corpus accepts any model. Throws Fault
 * `embedding-model-changed` or `embedding-dimensions-differ`.
 */
export const requireModelOfIndex = async (database: Queryable, given: Model): Promise<void> => {
  const own = (await database.query(OWN, [given.model])).rows.map((row) => OwnRow.parse(row))[0]
  if (own !== undefined) {
    if (own.dimensions !== given.dimensions) throw ofOtherSize(given, own.dimensions)
    return
  }
  const { rows } = await database.query(OTHER, [given.model])
  const other = rows.map((row) => OtherRow.parse(row))[0]
  if (other !== undefined) throw changed(other.model, given.model)
}

/** Each model by a look-up in the index, since there are millions of vectors. */
const MODELS = {
  name: 'vectors-models',
  text: `with recursive found as (
      (select model from vectors order by model limit 1)
      union all select (select model from vectors where model > found.model order by model limit 1)
        from found where found.model is not null)
    select model from found where model is not null`,
}

/**
 * Refuses the name of a model that embedded none of the texts: an index that is built with it finds
 * nothing by meaning. An empty corpus accepts any. Throws Fault `embedding-model-unknown`.
 */
export const requireEmbeddedModel = async (database: Queryable, model: string): Promise<void> => {
  const known = (await database.query(MODELS)).rows.map((row) => OtherRow.parse(row).model)
  if (known.length === 0 || known.includes(model)) return
  throw new Fault('embedding-model-unknown', `none of the texts was embedded with ${model}`, {
    hint: `one of: ${known.join(', ')}; or run \`pandect reembed\` with it first`,
  })
}
