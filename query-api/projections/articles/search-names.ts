/** The names by which a wording can be found: its own, and those that it cites. */
import type { Citation, CitationTarget } from '#contracts/citation.ts'
import type { ContentRecord } from '#contracts/content.ts'
import { namesOfAct } from '#contracts/law/citations/filed-works.ts'
import { namesOfTarget, namesOfText } from '#contracts/law/citations/names.ts'
import { identifiersOf } from '../../search/query-citations.ts'

const WORK = 'work:'

const unique = (names: readonly string[]): string[] => [...new Set(names)].toSorted()

/** The names of a text: those that a query is matched with, and those that citations have. */
export const ownNames = (content: ContentRecord): string[] =>
  unique([...identifiersOf(content), ...namesOfText(content).map(({ name }) => name)])

/** The names of the texts that citations refer to, as the index of citations writes them. */
export const citedNames = (citations: readonly Citation[]): string[] =>
  unique(citations.flatMap(({ targets }) => targets.flatMap(namesOfTarget)))

/** What a citation of law refers to, and the work that holds it. */
const provisionsOfTarget = (target: CitationTarget): string[] => {
  switch (target.kind) {
    case 'article':
    case 'act': {
      const { work } = target
      const held = work === null ? [] : [WORK + work.id, ...namesOfAct(work.key)]
      return [...namesOfTarget(target), ...held]
    }
    case 'identifier':
      return target.scheme === 'ecli' ? [] : [target.normal]
    case 'decision':
    case 'gazette':
      return []
    default:
      return target satisfies never
  }
}

/**
 * Provisions and works that a wording is, is part of, or cites a part of:
 * `article:code-civil:1240`, `work:code-civil`, `celex:32016r0679`.
 */
export const provisionNames = (
  content: ContentRecord,
  citations: readonly Citation[],
): string[] => {
  const own =
    content.provision === null
      ? []
      : namesOfText(content).flatMap(({ name, scope }) =>
          scope.startsWith(WORK) ? [name, scope] : [name],
        )
  return unique([
    ...own,
    ...citations.flatMap(({ targets }) => targets.flatMap(provisionsOfTarget)),
  ])
}

/** A language tag and its prefixes, in lower case: `fr-lu` and `fr` (RFC 4647, basic filtering). */
export const languageWithPrefixes = (tag: string): string[] =>
  tag
    .toLowerCase()
    .split('-')
    .map((_, at, parts) => parts.slice(0, at + 1).join('-'))
