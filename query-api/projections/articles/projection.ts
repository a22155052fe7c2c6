import type { ConceptId } from '#contracts/ids.ts'
import type { TextProjection } from '../projection.ts'
import type { TextTables } from './ports.ts'
import { servedOf, type TextState } from './text-state.ts'

/** The concepts that the served wording names. */
export const conceptIdsOf = (state: TextState): ConceptId[] =>
  servedOf(state)?.concepts.map(({ id }) => id) ?? []

/** The state of each text and the article that is served of it. */
export const articleProjection = (tables: TextTables): TextProjection => ({
  name: 'articles',
  handles: 'texts',
  apply: async (generation, texts) =>
    tables.write(
      generation,
      texts.map((text) => ({ ...text, conceptIds: conceptIdsOf(text.state) })),
    ),
  documents: tables.documents,
  drop: tables.drop,
})
