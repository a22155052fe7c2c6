/** The wordings of a text that can be read, each with its days. */
import type { z } from 'zod'
import type { Article } from '#contracts/http/article.ts'
import type { RelationsResult } from '#contracts/mcp/research.ts'
import { readVersions } from '../versions/versions.ts'
import type { ResearchParts } from './ports.ts'

export type Wording = z.infer<typeof RelationsResult>['versions'][number]

const UNKNOWN = { validFrom: null, validTo: null } as const

const currentOf = ({ version, sha256Hash, validity, publishedAt }: Article): Wording => ({
  version,
  sha256Hash,
  validity,
  inForce: validity.validFrom === null && validity.validTo === null ? [] : [validity],
  publishedAt,
  current: true,
})

/**
 * In the order of their publication, without those that were erased. Throws the Faults of the
 * ports.
 */
export const wordingsOf = async (
  parts: Pick<ResearchParts, 'articles' | 'versions'>,
  article: Article,
): Promise<Wording[]> => {
  const { response } = await readVersions(parts, article.slug)
  // The text may cease to be public meanwhile; the wording that was read stays.
  if (response === null) return [currentOf(article)]
  return response.versions.flatMap(
    ({ version, sha256Hash, inForce, publishedAt, current }): Wording[] =>
      sha256Hash === null
        ? []
        : [
            {
              version,
              sha256Hash,
              validity: current ? article.validity : (inForce.at(-1) ?? UNKNOWN),
              inForce,
              publishedAt,
              current,
            },
          ],
  )
}
