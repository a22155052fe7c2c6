import { groundednessScore, type Verdict, worstVerdict } from '#contracts/claim.ts'
import {
  type VerifiedClaim,
  VERIFY_LIMITS,
  type VerifyRequest,
  type VerifyResponse,
  type VerifiedCitation,
} from '#contracts/http/verify.ts'
import { Day, Instant, type Position, printPosition, type Slug } from '#contracts/ids.ts'
import { type ClaimVerifier, deterministicVerifier } from '#contracts/law/claims/judge.ts'
import { CLAIM_METHOD } from '#contracts/law/claims/method.ts'
import type { NamedTexts } from '../citations/ports.ts'
import type { CoverageSummaryReader } from '../coverage/ports.ts'
import type { ArticleReader } from '../ports.ts'
import type { Search } from '../search/search.ts'
import type { WordingSources } from '../versions/wording-article.ts'
import { integrityOf } from './integrity.ts'
import { givenTexts, type HeldTexts, makeHeldTexts, makeReader, type HeldText } from './texts.ts'
import { judgeAll, sentencesToJudge } from './judge.ts'
import type { CitationChecker, ReadState, StateReader, CheckedCitation } from './ports.ts'
import { shownCitation, shownClaim, shownQuote } from './present.ts'
import type { CitationResolution } from '#contracts/citation-index.ts'
import { recogniseCitations } from '#contracts/law/citations/recognise.ts'
import type { Watch } from '#contracts/toolkit/watch.ts'
import { resolveCitations } from '../citations/resolve.ts'
import { watchOver } from './budget.ts'
import type { Replacements } from './replacements.ts'

type ShownCandidate = VerifiedCitation['candidates'][number]

/** Candidates of one citation that are shown. */
const CANDIDATES_MAX = 10

const candidatesOf = async (
  { targets }: CitationResolution,
  read: (slugs: readonly Slug[]) => Promise<HeldText[]>,
  replacementsOf: Replacements,
): Promise<ShownCandidate[]> => {
  const slugs = [
    ...new Set(targets.flatMap(({ candidates }) => candidates.map(({ slug }) => slug))),
  ]
  const texts = (await read(slugs.slice(0, CANDIDATES_MAX))).map(({ article }) => article)
  const ended = texts.filter(({ statusFlag }) => statusFlag === 'red')
  const replacements = await replacementsOf(
    ended.map(({ id, statusDerivation: { because } }) => ({ id, because })),
  )
  return texts.map(({ id, slug, statusFlag, statusDerivation, judicialDecision }) => {
    const replacement = replacements.get(id)
    return {
      slug,
      statusFlag,
      statusAsOf: statusDerivation.asOf,
      ecli: judicialDecision?.ecli ?? null,
      replacedBy: replacement === undefined ? null : { slug: replacement },
    }
  })
}

/** Resolves citations with the index of citations on a day, always with two queries. */
export const makeIndexCitations = (
  index: NamedTexts,
  held: HeldTexts,
  replacementsOf: Replacements,
): CitationChecker => ({
  check: async (text, { asOf, max, state }) => {
    const citations = recogniseCitations(text)
    const resolved = await resolveCitations(index, citations.slice(0, max), asOf)
    const read = makeReader((slug) => held.bySlug(slug, state))
    const checked = await Promise.all(
      resolved.map(async (resolution): Promise<CheckedCitation> => {
        const { citation, status, code } = resolution
        const { start, end, kind, normalized } = citation
        const candidates = await candidatesOf(resolution, read, replacementsOf)
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

type VerifyDeps = {
  readonly search: Search
  readonly texts: HeldTexts
  readonly citations: CitationChecker
  readonly verifier: ClaimVerifier
  readonly coverage: CoverageSummaryReader
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A monotonic clock in milliseconds. */
  readonly clock: () => number
}

type VerifyOutcome = { readonly response: VerifyResponse; readonly position: Position }
/** `signal` aborts when the client leaves. */
export type Verify = (request: VerifyRequest, signal?: AbortSignal) => Promise<VerifyOutcome>

const dayOf = (now: number): Day => Day.parse(new Date(now).toISOString().slice(0, 10))
const NEGATIVE: ReadonlySet<Verdict> = new Set(['not_supported', 'unverifiable'])

/** The corpus part of a response: the position and the build of the read models. */
const corpusOf = ({ position, generation, builtAt }: ReadState, asOf: Day) => ({
  position: printPosition(position),
  asOf,
  builtAt,
  generation: generation === null ? null : `g${generation}`,
})

type VerifyFindings = Pick<VerifyResponse, 'claims' | 'quotes' | 'citations' | 'method'>

/** What holds for one request: its day, the state of the corpus, and what it may cost. */
type Round = {
  readonly asOf: Day
  readonly today: Day
  readonly state: ReadState
  readonly watch: Watch
  readonly signal: AbortSignal | undefined
}

/** Checks the citations, then each sentence and its quotations, as the request asks. */
const findAll = async (
  deps: VerifyDeps,
  request: VerifyRequest,
  { asOf, today, state, watch, signal }: Round,
): Promise<VerifyFindings> => {
  const checks = new Set(request.checks)
  const document = request.claim ?? request.text ?? ''
  const { texts } = deps
  const given = await givenTexts(
    (slug, version) =>
      version === undefined
        ? texts.onDay(slug, asOf, state)
        : texts.ofVersion(slug, version, state),
    request,
  )
  const max = VERIFY_LIMITS.citationsMax
  const citations = await deps.citations.check(document, { asOf, max, state })
  const round = {
    request,
    citations,
    given,
    read: makeReader((slug) => texts.onDay(slug, asOf, state)),
    days: asOf === today ? [null] : [asOf, null],
    alone: request.claim !== undefined,
    watch,
    signal,
  }
  const needsTexts = checks.has('claim') || checks.has('quote')
  const judged = needsTexts ? await judgeAll(deps, round, sentencesToJudge(request)) : []
  const claims = judged.map((judgedOne, index) =>
    shownClaim(document, asOf, judgedOne, index, checks.has('status')),
  )
  const quotes = judged.flatMap(({ statement, checked, held }) =>
    (checked?.quotes ?? []).map((quote) => shownQuote(document, statement.start, quote, held)),
  )
  const methods = new Set(judged.flatMap(({ checked }) => checked?.judgement.method ?? []))
  return {
    // Where the model failed for one claim, the answer does not name it.
    method: methods.has(CLAIM_METHOD) ? CLAIM_METHOD : deps.verifier.method,
    claims: checks.has('claim') ? claims : [],
    quotes: checks.has('quote') ? quotes : [],
    citations: checks.has('citation')
      ? citations.map((citation) => shownCitation(document, citation))
      : [],
  }
}

const scoreOf = (claims: readonly VerifiedClaim[]): number | null => {
  const count = (is: (verdict: Verdict) => boolean): number =>
    claims.filter(({ verdict }) => is(verdict)).length
  return groundednessScore(
    count((verdict) => verdict === 'supported'),
    count((verdict) => verdict !== 'unverifiable'),
  )
}

/**
 * Verifies a claim or a document (contracts/conventions/verify.md): citations first, then each
 * sentence and its quotations against the texts that it cites and those that a search finds for it.
 * Deterministic: same request, same corpus, same answer, `latencyMs` and the time of its flags
 * aside. Throws the faults of its ports, and RequestInvalid for a source that is not held.
 */
const makeVerify =
  (deps: VerifyDeps): Verify =>
  async (request, signal) => {
    const begun = deps.clock()
    const watch = watchOver(request, signal)
    const now = deps.now()
    const today = dayOf(now)
    const asOf = request.asOf === undefined ? today : Day.parse(request.asOf)
    const state = await deps.texts.state()
    const found = await findAll(deps, request, { asOf, today, state, watch, signal })
    const verdict = worstVerdict(found.claims.map((claim) => claim.verdict))
    const score = scoreOf(found.claims)
    const missed = NEGATIVE.has(verdict) || found.citations.some(({ status }) => status === 404)
    return {
      position: state.position,
      response: {
        verdict,
        groundednessScore: score,
        claims: found.claims,
        quotes: found.quotes,
        citations: found.citations,
        integrity: integrityOf({ ...found, score }, Instant.parse(new Date(now).toISOString())),
        coverage: missed ? await deps.coverage() : null,
        method: found.method,
        corpus: corpusOf(state, asOf),
        latencyMs: Math.max(0, Math.round(deps.clock() - begun)),
      },
    }
  }

type VerifyParts = WordingSources & {
  readonly search: Search
  readonly articles: Pick<ArticleReader, 'bySlug' | 'position'>
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A monotonic clock in milliseconds. */
  readonly clock: () => number
  readonly citations: NamedTexts
  readonly replacements: Replacements
  readonly coverage: CoverageSummaryReader
  /** Reads the build of the read models; without it, answers name the position only. */
  readonly state?: StateReader
  /** Absent: claims are judged by rules alone. */
  readonly verifier?: ClaimVerifier
}

/** Verification over the search, the served texts and the index of citations. */
export const verifyOver = (parts: VerifyParts): Verify => {
  const { search, articles, now, clock } = parts
  const texts = makeHeldTexts(articles, parts, parts.state)
  return makeVerify({
    search,
    texts,
    now,
    clock,
    verifier: parts.verifier ?? deterministicVerifier,
    citations: makeIndexCitations(parts.citations, texts, parts.replacements),
    coverage: parts.coverage,
  })
}
