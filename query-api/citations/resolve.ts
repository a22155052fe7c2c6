import {
  CITATION_INDEX,
  type CitationCandidate,
  type CitationCoverage,
  type CitationResolution,
  type TargetResolution,
} from '#contracts/citation-index.ts'
import type { Citation, CitationTarget } from '#contracts/citation.ts'
import type { Day } from '#contracts/ids.ts'
import { disagreements, faultOfTarget, type CitationFault } from './citation-faults.ts'
import { namesOfTarget, scopeOfTarget } from '#contracts/law/citations/names.ts'
import type { Jurisdiction } from '#contracts/vocabulary/texts.ts'
import type { FiledText, NameAsked, NamedTexts } from './ports.ts'

/** The answers of the index, by name and by scope. */
export type Answers = {
  readonly texts: ReadonlyMap<string, readonly FiledText[]>
  readonly coverage: ReadonlyMap<string, Omit<CitationCoverage, 'held'>>
}

const COUNTRIES: ReadonlySet<string> = new Set(['FR', 'LU', 'MC', 'AD'])
/** Two countries can have laws of the same day; names of EU acts and decisions are unique. */
const jurisdictionOf = (target: CitationTarget): Jurisdiction | null => {
  if (target.kind !== 'article' && target.kind !== 'act') return null
  const jurisdiction = target.work?.jurisdiction ?? null
  return jurisdiction !== null && COUNTRIES.has(jurisdiction) ? jurisdiction : null
}

/** The key in `Answers.texts` of a target's name. */
const answerKey = ({ name, jurisdiction }: NameAsked): string => `${name}|${jurisdiction ?? ''}`

const askedFor = (target: CitationTarget): NameAsked[] =>
  namesOfTarget(target).map((name) => ({ name, jurisdiction: jurisdictionOf(target) }))

const malformed = (target: CitationTarget, { code, hint }: CitationFault): TargetResolution => ({
  normal: target.normal,
  status: 400,
  code,
  candidates: [],
  coverage: null,
  hint,
})

/**
 * Whether the corpus covers the day of a decision; without a day, whether it holds the scope at
 * all.
 */
const isHeld = (
  target: CitationTarget,
  { documents, from, to }: Omit<CitationCoverage, 'held'>,
): boolean => {
  if (documents === 0) return false
  const day = target.kind === 'decision' ? target.date : null
  return day === null || from === null || to === null || (from <= day && day <= to)
}

const absent = (target: CitationTarget, { coverage }: Answers): TargetResolution => {
  const scope = scopeOfTarget(target)
  const known = coverage.get(scope) ?? { scope, documents: 0, from: null, to: null }
  const held = isHeld(target, known)
  return {
    normal: target.normal,
    status: 404,
    code: held ? 'not_found' : 'not_held',
    candidates: [],
    coverage: { ...known, held },
    hint: null,
  }
}

const candidateOf = ({
  name,
  articleId,
  slug,
  version,
  validFrom,
  validTo,
}: FiledText): CitationCandidate => ({
  articleId,
  slug,
  version,
  normal: name,
  validFrom,
  validTo,
})

const unique = (texts: readonly FiledText[]): FiledText[] => [
  ...new Map(texts.map((text) => [text.articleId, text])).values(),
]

/** The fault of a decision that is cited with the number of one and the day of another. */
const dateFault = (target: CitationTarget, found: readonly FiledText[]): CitationFault | null => {
  if (target.kind !== 'decision' || target.number === null || target.date === null) return null
  const days = found.flatMap(({ day }) => day ?? [])
  return days.length < found.length || days.includes(target.date)
    ? null
    : {
        code: 'decision_date_disagrees',
        hint: `the decision of this number is of ${[...new Set(days)].join(' or ')}: look at the number and the date`,
      }
}

const resolvedTarget = (
  target: CitationTarget,
  answers: Answers,
  beside: CitationFault | undefined,
): TargetResolution => {
  const wrong = faultOfTarget(target) ?? beside
  if (wrong !== undefined && wrong !== null) return malformed(target, wrong)
  const names = askedFor(target)
  const found = unique(names.flatMap((asked) => answers.texts.get(answerKey(asked)) ?? []))
  if (found.length === 0) return absent(target, answers)
  const misdated = dateFault(target, found)
  if (misdated !== null) return malformed(target, misdated)
  // A range names several texts and resolves to all of them.
  const single = names.every(
    (asked) => unique(answers.texts.get(answerKey(asked)) ?? []).length <= 1,
  )
  return {
    normal: target.normal,
    status: single ? 200 : 300,
    code: single ? 'resolved' : 'ambiguous',
    candidates: found.slice(0, CITATION_INDEX.candidatesMax).map(candidateOf),
    coverage: null,
    hint: null,
  }
}

const SEVERITY: readonly TargetResolution['status'][] = [400, 404, 300, 200]
const worst = (targets: readonly TargetResolution[]): TargetResolution | undefined =>
  targets.toSorted((a, b) => SEVERITY.indexOf(a.status) - SEVERITY.indexOf(b.status))[0]

/** The statuses of citations from the answers of the index. Pure. */
export const judged = (
  citations: readonly Citation[],
  asOf: Day | null,
  answers: Answers,
): CitationResolution[] => {
  const beside = disagreements(citations)
  return citations.map((citation, index) => {
    const targets = citation.targets.map((target) =>
      resolvedTarget(target, answers, beside.get(index)),
    )
    const { status, code } = worst(targets) ?? { status: 404 as const, code: 'not_found' as const }
    return { citation, asOf, status, code, targets }
  })
}

const isOf = ({ jurisdiction }: FiledText, asked: NameAsked): boolean =>
  jurisdiction === null || asked.jurisdiction === null || jurisdiction === asked.jurisdiction

const textsByKey = (asked: readonly NameAsked[], found: readonly FiledText[]): Answers['texts'] => {
  const byName = Map.groupBy(found, ({ name }) => name)
  return new Map(
    asked.map((one) => [
      answerKey(one),
      (byName.get(one.name) ?? []).filter((text) => isOf(text, one)),
    ]),
  )
}

/**
 * Resolves citations in the corpus on a day (null: today): 200 one text, 300 several, 400
 * malformed, 404 none, with the coverage of its court or work. Always makes two queries to the
 * index. Throws its Faults.
 */
export const resolveCitations = async (
  index: NamedTexts,
  citations: readonly Citation[],
  asOf: Day | null,
): Promise<CitationResolution[]> => {
  const targets = citations.flatMap((citation) => citation.targets)
  const asked = [...new Map(targets.flatMap(askedFor).map((one) => [answerKey(one), one])).values()]
  const texts = textsByKey(asked, await index.textsNamed(asked, asOf, CITATION_INDEX.candidatesMax))
  const missing = targets.filter((target) =>
    askedFor(target).every((one) => (texts.get(answerKey(one)) ?? []).length === 0),
  )
  const coverage = await index.coverage([...new Set(missing.map(scopeOfTarget))])
  return judged(citations, asOf, { texts, coverage })
}
