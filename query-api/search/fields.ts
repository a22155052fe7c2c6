/** Answers that hold a part of their members. */
import {
  type ChosenHit,
  HIT_FIELDS_ALWAYS,
  type HeadnoteHit,
  type SearchHit,
  type SearchResponse,
  type SearchResponseOfFields,
} from '#contracts/http/search.ts'
import { pickMembers } from '#contracts/toolkit/pick-members.ts'

type Fields = readonly string[]

const explanationOf = ({ explanation }: SearchHit) =>
  explanation === undefined ? {} : { explanation }

const chosenHeadnote = (hit: HeadnoteHit, fields: Fields) => ({
  ...pickMembers(hit, HIT_FIELDS_ALWAYS, fields),
  ...explanationOf(hit),
})

const chosenHit = (hit: SearchHit, fields: Fields): ChosenHit => {
  if (hit.type === 'headnote') return chosenHeadnote(hit, fields)
  const { headnotes, ...article } = hit
  return {
    ...pickMembers(article, HIT_FIELDS_ALWAYS, fields),
    ...(headnotes === undefined
      ? {}
      : { headnotes: headnotes.map((one) => chosenHeadnote(one, fields)) }),
    ...explanationOf(hit),
  }
}

/**
 * An answer whose hits have these members only, beside those that let a reader check them. What the
 * request asked for by a member of its own comes too.
 */
export const withFields = (
  response: SearchResponse,
  fields: Fields | undefined,
): SearchResponseOfFields =>
  fields === undefined
    ? response
    : { ...response, hits: response.hits.map((hit) => chosenHit(hit, fields)) }
