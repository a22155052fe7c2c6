/** A served article as citations need it. */
import type { CitedText } from '#contracts/law/citation-styles/cited-text.ts'
import type { Article } from '#contracts/http/article.ts'
import type { VersionSources } from '../versions/ports.ts'

export type AuthorSource = Pick<VersionSources, 'stateOf'>

/** Who wrote a version, which the article does not say; null: no source names anybody. */
const authorOf = async (
  { stateOf }: AuthorSource,
  { id, version }: Pick<Article, 'id' | 'version'>,
): Promise<string | null> => {
  const state = await stateOf(id)
  return state?.wordings.find((one) => one.version === version)?.content.author ?? null
}

/** Throws the faults of the port. */
export const citedText = async (sources: AuthorSource, article: Article): Promise<CitedText> => ({
  ...article,
  author: await authorOf(sources, article),
})
