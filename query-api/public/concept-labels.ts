import { ConceptId } from '#contracts/ids.ts'
import type { Language } from '#contracts/web/language.ts'
import type { ConceptReader } from '../vocabularies/ports.ts'

/** Labels are read one by one. */
const CONCEPTS_MAX = 30

/** Labels of concepts by id, as far as a page shows them. Throws the Faults of the reader. */
export const conceptLabels = async (
  concepts: Pick<ConceptReader, 'byId'>,
  language: Language,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, string>> => {
  const known = [...new Set(ids)]
    .slice(0, CONCEPTS_MAX)
    .flatMap((id) => ConceptId.safeParse(id).data ?? [])
  const found = await Promise.all(known.map((id) => concepts.byId(id)))
  return new Map(
    found.flatMap((concept) => {
      if (concept === null) return []
      const { prefLabel } = concept
      const label = prefLabel[language] ?? prefLabel['fr'] ?? Object.values(prefLabel)[0]
      return label === undefined ? [] : [[concept.id, label] as const]
    }),
  )
}
