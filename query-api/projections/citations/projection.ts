import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Citation } from '#contracts/citation.ts'
import { recogniseCitations } from '#contracts/law/citations/recognise.ts'
import type { TextProjection } from '../projection.ts'
import type { CitationRecogniser, CitationTables } from './ports.ts'
import { citationsOfText } from './text-citations.ts'

/**
 * Recognises citations on this thread and yields after each text, so that the process stays
 * responsive.
 */
export const recogniseInTurns: CitationRecogniser = async (texts) => {
  const read: Citation[][] = []
  for (const { text, options } of texts) {
    read.push(recogniseCitations(text, options))
    await nextTurn()
  }
  return read
}

/** The names of each text and the citations in its current wording. */
export const citationProjection = (tables: CitationTables): TextProjection => ({
  name: 'citations',
  handles: 'texts',
  apply: async (generation, texts) => tables.write(generation, texts.map(citationsOfText)),
  documents: tables.documents,
  drop: tables.drop,
})
