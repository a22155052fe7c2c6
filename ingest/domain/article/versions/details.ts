/** What a text says of itself outside its hash: licence, author, address of the source, themes. */
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import type { ArticleContent } from '#contracts/content.ts'

/** A wording or its record: the text itself is of no account here. */
type Described = Omit<ArticleContent, 'contentClean'>
type Details = Readonly<Record<string, unknown>>

/** `retrievedAt` tells when a file was fetched, and says nothing of the decision. */
const decisionDetails = (decision: Described['judicialDecision']): Details => {
  if (decision === null) return {}
  const {
    ecli: _ecli,
    identifiers: _identifiers,
    courtCode: _courtCode,
    decisionDate: _decisionDate,
    solution: _solution,
    type: _type,
    retrievedAt: _retrievedAt,
    ...details
  } = decision
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [`judicialDecision.${name}`, value]),
  )
}

/** `source.version` names the statement, so it differs with each one. */
const detailsOf = (content: Described): Details => ({
  publishedAt: content.publishedAt,
  provision: content.provision,
  citations: content.citations,
  'source.url': content.source.url,
  author: content.author,
  licence: content.licence,
  ...decisionDetails(content.judicialDecision),
})

/** An absent member and an empty list both say nothing. */
const stated = (value: unknown): unknown =>
  value === undefined || (Array.isArray(value) && value.length === 0) ? null : value

const isSame = (one: unknown, other: unknown): boolean =>
  canonicalJson(stated(one)) === canonicalJson(stated(other))

/** The details that differ between two wordings, by name; of a part with its whole before it. */
export const changedDetails = (old: Described, next: Described): string[] => {
  const before = detailsOf(old)
  const after = detailsOf(next)
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => !isSame(before[name], after[name]))
}

/** Canonical JSON of the details, for a name that is the same for the same details. */
export const printDetails = (content: Described): string =>
  canonicalJson(
    Object.entries(detailsOf(content))
      .map(([name, value]) => [name, stated(value)] as const)
      .filter(([, value]) => value !== null),
  )
