import type { CitationResolution } from '#contracts/citation-index.ts'
import type { VerifiedCitation } from '#contracts/http/verify.ts'
import { recogniseCitations } from '#contracts/law/citations/recognise.ts'
import type { CitationIndex } from '../citations/ports.ts'
import { resolveCitations } from '../citations/resolve.ts'
import type { CheckedCitation, CitationChecker } from './ports.ts'
import type { HeldTexts } from './texts.ts'

type Candidate = VerifiedCitation['candidates'][number]

/** Candidates of one citation that are shown. */
const CANDIDATES_MAX = 10

const candidatesOf = async (
  { targets }: CitationResolution,
  held: HeldTexts,
): Promise<Candidate[]> => {
  const slugs = [
    ...new Set(targets.flatMap(({ candidates }) => candidates.map(({ slug }) => slug))),
  ]
  const texts = await Promise.all(slugs.slice(0, CANDIDATES_MAX).map((slug) => held.bySlug(slug)))
  return texts.flatMap((text) =>
    text === null
      ? []
      : [
          {
            slug: text.article.slug,
            statusFlag: text.article.statusFlag,
            ecli: text.article.judicialDecision?.ecli ?? null,
            replacedBy: null,
          },
        ],
  )
}

/** Citations as the index of citations resolves them on a day: two questions to it, whatever their number. */
export const makeIndexCitations = (index: CitationIndex, held: HeldTexts): CitationChecker => ({
  check: async (text, { asOf, max }) => {
    const citations = recogniseCitations(text)
    const resolved = await resolveCitations(index, citations.slice(0, max), asOf)
    const checked: CheckedCitation[] = []
    for (const resolution of resolved) {
      const { citation, status, code } = resolution
      const { start, end, kind, normalized } = citation
      const candidates = await candidatesOf(resolution, held)
      checked.push({ start, end, kind, normalized, status, code, candidates })
    }
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
