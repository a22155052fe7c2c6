import { nextVersion } from '#ingest/domain/article/versions/classify.ts'
import type { DeskText } from '#ingest/editorial/text-view.ts'

/** What publishing the draft would make of the text, and why. */
export const publicationLines = ({ draft, next, published }: DeskText): string[] => {
  if (draft === null) return []
  if (next === null) return ['publishing it changes nothing']
  const { bump, changeClass, reasons } = next
  const kind = changeClass === null ? bump : `${bump}, ${changeClass}`
  const makes =
    bump === 'none'
      ? `publishing it keeps version ${published?.version ?? ''} (${kind})`
      : `publishing it makes version ${nextVersion(published?.version ?? null, bump)} (${kind})`
  return [makes, ...reasons.map((reason) => `    ${reason}`)]
}
