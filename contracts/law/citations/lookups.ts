import { CITATION_INDEX } from '../../citation-index.ts'
import type { CitationTarget } from '../../citation.ts'

const LAST_NUMBER = /^(.*?)(\d+)$/u

/**
 * `l145-8` to `l145-11`: the whole numbers between; null where the ends don't run in one row, or
 * run backwards.
 */
export const numbersBetween = (first: string, last: string): string[] | null => {
  const [from, to] = [LAST_NUMBER.exec(first), LAST_NUMBER.exec(last)]
  if (from === null || to === null) return null
  const [, head = '', low = ''] = from
  const [, tail = '', high = ''] = to
  if (head !== tail || Number(high) < Number(low)) return null
  const count = Math.min(Number(high) - Number(low) + 1, CITATION_INDEX.rangeMax)
  return Array.from({ length: count }, (_, index) => `${head}${Number(low) + index}`)
}

const articleNames = (workId: string, number: string, last: string | null): string[] => {
  const numbers = last === null ? [number] : (numbersBetween(number, last) ?? [number, last])
  return numbers.map((one) => `article:${workId}:${one}`)
}

/**
 * The names under which the target of a citation may be filed. None for an article without its work
 * and for a page of a gazette: they say where something is printed, not what it is.
 */
export const namesOfTarget = (target: CitationTarget): string[] => {
  switch (target.kind) {
    case 'article':
      return target.work === null ? [] : articleNames(target.work.id, target.number, target.last)
    case 'act':
    case 'decision':
    case 'identifier':
      return [target.normal]
    case 'gazette':
      return []
    default:
      return target satisfies never
  }
}

/**
 * What the corpus must hold for a target to be found: `work:code-civil`, `court:fr.ccass`,
 * `scheme:nor`.
 */
export const scopeOfTarget = (target: CitationTarget): string => {
  switch (target.kind) {
    case 'article':
      return target.work === null ? 'work:unknown' : `work:${target.work.id}`
    case 'act':
      return `work:${target.work.id}`
    case 'decision':
      return `court:${target.court}`
    case 'identifier':
      return `scheme:${target.scheme}`
    case 'gazette':
      return `gazette:${target.gazette}`
    default:
      return target satisfies never
  }
}
