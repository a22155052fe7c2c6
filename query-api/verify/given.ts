import type { VerifyRequest } from '#contracts/http/verify.ts'
import { Slug } from '#contracts/ids.ts'
import { RequestInvalid } from '../http/validation.ts'
import type { HeldText } from './texts.ts'

/**
 * The texts that a request names. Throws RequestInvalid where one is not held, or not in the
 * wording named.
 */
export const givenTexts = async (
  bySlug: (slug: Slug) => Promise<HeldText | null>,
  { sources }: VerifyRequest,
): Promise<HeldText[] | null> => {
  if (sources.length === 0) return null
  const read = await Promise.all(
    sources.map(async ({ slug, version, sha256Hash }, index) => {
      const parsed = Slug.safeParse(slug)
      const held = parsed.success ? await bySlug(parsed.data) : null
      const refuse = (member: string, code: string, message: string): never => {
        throw new RequestInvalid([{ path: `sources.${index}.${member}`, code, message }])
      }
      if (held === null) return refuse('slug', 'not_found', 'no public text has this slug')
      if (version !== undefined && version !== held.article.version)
        return refuse('version', 'not_current', `the current version is ${held.article.version}`)
      if (sha256Hash !== undefined && sha256Hash !== held.article.sha256Hash)
        return refuse('sha256Hash', 'not_current', `the current hash is ${held.article.sha256Hash}`)
      return held
    }),
  )
  return [...new Map(read.map((text) => [text.article.slug, text])).values()]
}
