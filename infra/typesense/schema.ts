import { createHash } from 'node:crypto'
import { type TagField, TAG_FIELDS } from '#contracts/search/document.ts'
import type { Generation } from '#query-api/ports.ts'
import type { Model } from './head.ts'

/**
 * One collection holds a generation: its head, for each text a guard, and for each search document
 * a verbatim copy, a hit (its words) and its passages (their vectors). A replaced row stays for a
 * while; `from` and `to` identify it.
 */
export const ROW = { head: 1, text: 2, document: 3, hit: 4, passage: 5 } as const

/** `to` of a row that nothing replaced: the largest integer that JSON carries safely. */
export const FOREVER = Number.MAX_SAFE_INTEGER
export const HEAD_ID = 'head'

export const collectionName = (name: string, generation: Generation): string =>
  `${name}_g${generation}`

/** `legalDomains` → `tag_legalDomains` */
export const tagField = (field: TagField): string => `tag_${field}`

export type Field = {
  readonly name: string
  readonly type: string
  readonly optional?: boolean
  readonly facet?: boolean
  readonly sort?: boolean
  readonly num_dim?: number
  readonly vec_dist?: string
}

const optional = (name: string, type: string, more: Partial<Field> = {}): Field => ({
  name,
  type,
  optional: true,
  ...more,
})

/**
 * The indexed fields; other members of a row are only stored. We analyse text ourselves: no locale,
 * stems or separators.
 */
export const FIELDS: readonly Field[] = [
  { name: 'row', type: 'int32' },
  { name: 'from', type: 'int64' },
  { name: 'to', type: 'int64' },
  optional('article', 'string'),
  optional('order1', 'int64'),
  optional('order2', 'int64'),
  optional('order3', 'int64'),
  optional('kind', 'int32'),
  optional('current', 'int32'),
  optional('date', 'int32'),
  optional('name1', 'int64'),
  optional('name2', 'int64'),
  optional('validity', 'string[]'),
  optional('names', 'string[]'),
  optional('title', 'string'),
  optional('body', 'string'),
  optional('hit', 'string', { facet: true }),
  ...TAG_FIELDS.map((field) => optional(tagField(field), 'string[]', { facet: true })),
]

const NAME_DIGITS = 12

/** Each model has its own field, so vectors of two models can't be compared by mistake. */
export const modelOf = (model: string, dimensions: number): Model => ({
  model,
  dimensions,
  field: `vector_${createHash('sha256').update(model).digest('hex').slice(0, NAME_DIGITS)}_${dimensions}`,
})

export const vectorField = ({ field, dimensions }: Model): Field =>
  optional(field, 'float[]', { num_dim: dimensions, vec_dist: 'cosine' })
