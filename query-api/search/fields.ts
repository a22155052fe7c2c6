/** Answers that hold a part of their members. */
import { HIT_FIELDS_ALWAYS, type SearchHit, type SearchResponse } from '#contracts/http/search.ts'

type Fields = readonly string[] | undefined

const chosenOf = (hit: SearchHit, fields: ReadonlySet<string>): object => ({
  ...Object.fromEntries(Object.entries(hit).filter(([name]) => fields.has(name))),
  ...('headnotes' in hit ? { headnotes: hit.headnotes?.map((one) => chosenOf(one, fields)) } : {}),
  ...(hit.explanation === undefined ? {} : { explanation: hit.explanation }),
})

/**
 * An answer whose hits have these members only, beside those that let a reader check them. What the
 * request asked for by a member of its own comes too.
 */
export const withFields = (response: SearchResponse, fields: Fields): object => {
  if (fields === undefined) return response
  const all = new Set([...fields, ...HIT_FIELDS_ALWAYS])
  return { ...response, hits: response.hits.map((hit) => chosenOf(hit, all)) }
}
