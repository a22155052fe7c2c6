import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Citation } from '#contracts/citation.ts'
import { recogniseCitations } from '#contracts/law/citations/recognise.ts'
import type { TextProjection } from '../projection.ts'
import type { CitationRecogniser, CitationTables } from './ports.ts'
import { citationsOfText, textToRead } from './text-citations.ts'

/** Reads citations on this thread, one text a turn: this process may serve others meanwhile. */
export const recogniseInTurns: CitationRecogniser = async (texts) => {
  const read: Citation[][] = []
  for (const { text, options } of texts) {
    read.push(recogniseCitations(text, options))
    await nextTurn()
  }
  return read
}

/** What each text is filed under, and what it cites. */
export const citationProjection = (
  tables: Omit<CitationTables, 'textsNamed'>,
  recognise: CitationRecogniser,
): TextProjection => ({
  name: 'citations',
  handles: 'texts',
  apply: async (generation, texts) => {
    const asked = texts.map(textToRead)
    const read = (await recognise(asked.flat())).values()
    const citations = texts.map((text, index) =>
      citationsOfText(text, asked[index]?.flatMap(() => read.next().value ?? []) ?? []),
    )
    return tables.write(generation, citations)
  },
  documents: tables.documents,
  drop: tables.drop,
})
