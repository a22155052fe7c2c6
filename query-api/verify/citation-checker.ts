import type { CitationResolution } from '#contracts/citation-index.ts'
import type { VerifiedCitation } from '#contracts/http/verify.ts'
import type { Slug } from '#contracts/ids.ts'
import { recogniseCitations } from '#contracts/law/citations/recognise.ts'
import type { CitationIndex } from '../citations/ports.ts'
import { resolveCitations } from '../citations/resolve.ts'
import type { CheckedCitation, CitationChecker } from './ports.ts'
import { makeReader } from './texts.ts'
import type { HeldText, HeldTexts } from './texts.ts'

type ShownCandidate = VerifiedCitation['candidates'][number]

/** Candidates of one citation that are shown. */
const CANDIDATES_MAX = 10

const candidatesOf = async (
  { targets }: CitationResolution,
  read: (slugs: readonly Slug[]) => Promise<HeldText[]>,
): Promise<ShownCandidate[]> => {
  const slugs = [
    ...new Set(targets.flatMap(({ candidates }) => candidates.map(({ slug }) => slug))),
  ]
  return (await read(slugs.slice(0, CANDIDATES_MAX))).map(({ article }) => ({
    slug: article.slug,
    statusFlag: article.statusFlag,
    ecli: article.judicialDecision?.ecli ?? null,
    replacedBy: null,
  }))
}

/** Resolves citations with the index of citations on a day, always with two queries. */
export const makeIndexCitations = (index: CitationIndex, held: HeldTexts): CitationChecker => ({
  check: async (text, { asOf, max, state }) => {
    const citations = recogniseCitations(text)
    const resolved = await resolveCitations(index, citations.slice(0, max), asOf)
    const { all: read } = makeReader(held, state)
    const checked = await Promise.all(
      resolved.map(async (resolution): Promise<CheckedCitation> => {
        const { citation, status, code } = resolution
        const { start, end, kind, normalized } = citation
        const candidates = await candidatesOf(resolution, read)
        return { start, end, kind, normalized, status, code, candidates }
      }),
    )
    const left = citations.slice(max).map(({ start, end, kind, normalized }): CheckedCitation => ({
      start,
      end,
      kind,
      normalized,
      status: 429,
      code: 'too_many',
      candidates: [],
    }))
    return [...checked, ...left]
  },
})
