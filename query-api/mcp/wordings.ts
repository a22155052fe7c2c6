/** Earlier wordings for tools (contracts/conventions/versions-over-http.md). */
import { Day } from '#contracts/ids.ts'
import type { ToolError } from '#contracts/mcp/error.ts'
import { articleOf, type Read } from '../relations/texts.ts'
import { noWordingProblem, sentenceOfNoWording } from '../versions/problems.ts'
import { isNoWording, readOnDay, readVersion } from '../versions/versions.ts'
import type { ToolParts } from './ports.ts'
import { notFound } from './refusals.ts'

type WordingAsked = {
  readonly version?: string | undefined
  readonly asOf?: string | undefined
}

/** Another wording of a text that is there: of a version, or of a day. */
export const readWordingOf = async (
  { articles, versions }: Pick<ToolParts, 'articles' | 'versions'>,
  read: Read,
  { version, asOf }: WordingAsked,
): Promise<Read | { readonly refused: ToolError }> => {
  if (version === undefined && asOf === undefined) return read
  const { slug, title } = read.article
  const deps = { articles, versions }
  const { text, position } =
    version === undefined
      ? await readOnDay(deps, slug, Day.parse(asOf))
      : await readVersion(deps, slug, version)
  if (text !== null && !isNoWording(text)) return { article: articleOf(text), position }
  const candidates = [{ slug, label: title }]
  if (text === null) return { refused: notFound('The text is no longer public.', { candidates }) }
  const { reason, details, held } = noWordingProblem(text).body
  return {
    refused: notFound(sentenceOfNoWording(text), {
      ...(reason === undefined ? {} : { reason }),
      candidates,
      ...(details === undefined ? {} : { details }),
      ...(held === undefined ? {} : { held }),
    }),
  }
}
