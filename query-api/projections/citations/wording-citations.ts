/** Reads the citations in wordings of texts, and keeps what a batch of texts cites. */
import type { Citation } from '#contracts/citation.ts'
import type { ArticleId, Sha256Hex } from '#contracts/ids.ts'
import { namesOfTarget, recogniseOptionsOf } from '#contracts/law/citations/names.ts'
import type { Wording } from '../articles/text-state.ts'
import { wordingKey } from '../articles/wording-view.ts'
import type { CitationRecogniser, TextToRead } from './ports.ts'

/** A wording of a text. */
export type WordingOfText = { readonly articleId: ArticleId; readonly wording: Wording }

/** The names that the wordings of a batch cite, and the wordings that were read for them. */
export type CitedInBatch = { readonly names: Set<string>; readonly wordings: Set<string> }

const toRead = (
  { wording: { content } }: WordingOfText,
  long: ReadonlyMap<Sha256Hex, string>,
): TextToRead[] => {
  const text = long.get(content.contentClean.sha256)
  // As the served article lists them, so that its edges do not depend on the order of a source.
  const jurisdiction = [...new Set(content.jurisdiction)].toSorted()
  const options = recogniseOptionsOf({ provision: content.provision, jurisdiction })
  return text === undefined ? [] : [{ text, options }]
}

/**
 * The citations of each wording whose long text is given, by `wordingKey`. What they cite is added
 * to `cited`.
 */
export const citationsOfWordings = async (
  recognise: CitationRecogniser,
  wordings: readonly WordingOfText[],
  long: ReadonlyMap<Sha256Hex, string>,
  cited?: CitedInBatch,
): Promise<ReadonlyMap<string, readonly Citation[]>> => {
  const asked = wordings.flatMap((one) =>
    toRead(one, long).map((text) => ({
      text,
      key: wordingKey(one.articleId, one.wording.version),
    })),
  )
  const read = asked.length === 0 ? [] : await recognise(asked.map(({ text }) => text))
  const found = new Map(asked.map(({ key }, at) => [key, read[at] ?? []] as const))
  for (const [key, citations] of found) {
    cited?.wordings.add(key)
    for (const { targets } of citations)
      for (const name of targets.flatMap(namesOfTarget)) cited?.names.add(name)
  }
  return found
}
