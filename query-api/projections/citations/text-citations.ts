import type { CitationEdge, CitedName } from '#contracts/citation-index.ts'
import type { Citation } from '#contracts/citation.ts'
import type { Article } from '#contracts/http/article.ts'
import { isErasedContent } from '#contracts/sealing/sealed-members.ts'
import { namesOfTarget, namesOfText } from '#contracts/law/citations/names.ts'
import { timelineOfText, type TextState, type Wording } from '../articles/text-state.ts'
import type { ProjectedText } from '../articles/ports.ts'
import type { StoredCitations } from './ports.ts'

type Days = { readonly from: CitedName['validFrom']; readonly to: CitedName['validTo'] }
const ANY_DAY: Days = { from: null, to: null }

const namesOfWording = (
  { content, version }: Wording,
  days: readonly Days[],
  current: boolean,
): CitedName[] => {
  const [jurisdiction = null] = content.jurisdiction
  const names = namesOfText(content)
  return (days.length === 0 ? [ANY_DAY] : days).flatMap(({ from, to }) =>
    names.map((one) => ({
      ...one,
      jurisdiction,
      version,
      validFrom: from,
      validTo: to,
      day: content.judicialDecision?.decisionDate ?? null,
      current,
    })),
  )
}

/** Names of every searchable wording, with its days. */
export const namesOf = (state: TextState): CitedName[] => {
  const { current, intervals } = timelineOfText(state)
  return state.wordings.flatMap((wording, index) => {
    const days = intervals[index] ?? []
    const isSearchable = index === current || days.length > 0
    return isSearchable && !isErasedContent(wording.content)
      ? namesOfWording(wording, days, index === current)
      : []
  })
}

const edgesOfCitation = (version: Article['version'], citation: Citation): CitationEdge[] =>
  citation.targets.map((target) => ({
    version,
    start: citation.start,
    end: citation.end,
    kind: citation.kind,
    confidence: citation.confidence,
    normal: target.normal,
    jurisdiction: citation.jurisdiction,
    names: namesOfTarget(target),
  }))

/**
 * The names of a text and its edges, from the citations recognised in it. They depend on the text's
 * own events alone: the target of an edge is looked up when it is read, so a new text changes no
 * row of another.
 */
export const citationsOfText = ({
  articleId,
  streamVersion,
  article,
  state,
  citations,
}: ProjectedText): StoredCitations => ({
  articleId,
  streamVersion,
  names: article === null ? [] : namesOf(state),
  edges: article === null ? [] : citations.flatMap((one) => edgesOfCitation(article.version, one)),
})
