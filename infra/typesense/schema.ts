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

/** Fields with so many values that the server does not count them. */
const UNLISTED: ReadonlySet<TagField> = new Set(['cites', 'identifiers', 'provisions'])
/** Whether the values of a field are listed and counted by the server. */
export const isListed = (field: TagField): boolean => !UNLISTED.has(field)

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
 * The fields of words. Those of current wordings and of former ones are apart, so that a search of
 * the current ones needs no filter. A vector field is doubled for the same reason.
 */
export const WORDS = {
  current: ['title', 'body'],
  former: ['former_title', 'former_body'],
} as const
export type Wording = keyof typeof WORDS

/** Words that a text says often: a second field that holds them ranks it higher. */
export const FREQUENT = { current: 'frequent', former: 'former_frequent' } as const

/** Passages have their own fields: only those of hits are counted for `knownValues`. */
export const passageTagField = (field: TagField): string => `passage_${field}`

/**
 * The indexed fields; other members of a row are only stored. We analyse text ourselves: no locale,
 * stems or separators. Only the numbers that lists are sorted by are kept for sorting.
 */
export const FIELDS: readonly Field[] = [
  { name: 'row', type: 'int32', sort: false },
  { name: 'from', type: 'int64', sort: false },
  { name: 'to', type: 'int64', sort: false },
  optional('article', 'string'),
  optional('order1', 'int64'),
  optional('order2', 'int64'),
  optional('order3', 'int64'),
  optional('kind', 'int32', { sort: false }),
  optional('current', 'int32', { sort: false }),
  optional('date', 'int32'),
  // The same, but what has no date comes last in ascending order.
  optional('day_asc', 'int32'),
  // Authority, then the date: one number, since the server sorts by three fields at most.
  optional('weight', 'int64'),
  optional('name1', 'int64'),
  optional('name2', 'int64'),
  optional('validity', 'string[]'),
  optional('names', 'string[]'),
  ...[...WORDS.current, ...WORDS.former, FREQUENT.current, FREQUENT.former].map((field) =>
    optional(field, 'string'),
  ),
  optional('hit', 'string', { facet: true }),
  // The text of a hit, to count texts instead of hits.
  optional('text', 'string', { facet: true }),
  ...TAG_FIELDS.map((field) =>
    optional(tagField(field), 'string[]', isListed(field) ? { facet: true } : {}),
  ),
  ...TAG_FIELDS.map((field) => optional(passageTagField(field), 'string[]')),
]

const NAME_DIGITS = 12

/** Each model has its own field, so vectors of two models can't be compared by mistake. */
export const modelOf = (model: string, dimensions: number): Model => ({
  model,
  dimensions,
  field: `vector_${createHash('sha256').update(model).digest('hex').slice(0, NAME_DIGITS)}_${dimensions}`,
})

/** The field of a model's vectors for passages of these wordings. */
export const vectorName = ({ field }: Pick<Model, 'field'>, wording: Wording): string =>
  wording === 'current' ? field : `${field}_former`

export const vectorFields = (model: Model): Field[] =>
  (['current', 'former'] as const).map((wording) =>
    optional(vectorName(model, wording), 'float[]', {
      num_dim: model.dimensions,
      vec_dist: 'cosine',
    }),
  )
