/** Labels and names as they are compared: one form for those who write and those who look up. */
import type { Concept } from '../../concept.ts'
import { fold } from './fold.ts'

/** A label in small letters without accents, its words one blank apart. */
export const foldedLabel = (label: string): string =>
  label
    .split(/[\s,;:()/’'-]+/u)
    .map(fold)
    .filter((word) => word !== '')
    .join(' ')

/**
 * What a concept is found by: its labels of every language and its URI, folded, one a line, each
 * once.
 */
export const foldedLabels = ({ prefLabel, altLabel, externalId }: Concept): string =>
  [
    ...new Set(
      [...Object.values(prefLabel), ...Object.values(altLabel).flat()]
        .map(foldedLabel)
        .concat(externalId.toLowerCase()),
    ),
  ]
    .filter((label) => label !== '')
    .join('\n')
