/** The normal form of labels and names for comparison. */
import type { Concept } from '../../concept.ts'
import { fold } from './fold.ts'

/** A label in lower case without accents, with single blanks. */
export const foldedLabel = (label: string): string =>
  label
    .split(/[\s,;:()/’'-]+/u)
    .map(fold)
    .filter((word) => word !== '')
    .join(' ')

/** The folded labels and the URI of a concept, one per line, without repetition. */
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
