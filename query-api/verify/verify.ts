import { groundednessScore, type Verdict, worstVerdict } from '#contracts/claim.ts'
import {
  VERIFY_LIMITS,
  type VerifiedCitation,
  type VerifiedClaim,
  type VerifiedQuote,
  type VerifyRequest,
  type VerifyResponse,
} from '#contracts/http/verify.ts'
import { Day, Instant, type Position, printPosition, Slug } from '#contracts/ids.ts'
import {
  type ClaimVerifier,
  isCheckable,
  isCheckWorthy,
  isOutsideCoverage,
  type Reading,
  readingOf,
  sentencesOf,
} from '#contracts/law/claims.ts'
import { checkStatement, type CheckedStatement } from '#contracts/law/claims/statement.ts'
import { judgedQuotations } from '#contracts/law/quotations.ts'
import { RequestInvalid } from '../http/validation.ts'
import type { Search } from '../search/search.ts'
import { currencyOfAll } from './currency.ts'
import { shownEvidence, shownQuote } from './evidence.ts'
import { integrityOf } from './flags.ts'
import { makeReader, slugsFor, stretchesOf } from './gather.ts'
import type { CheckedCitation, CitationChecker, CoverageReader, VerdictSuggester } from './ports.ts'
import { textSpan } from './spans.ts'
import type { HeldText, HeldTexts } from './texts.ts'

export type VerifyDeps = {
  readonly search: Search
  readonly texts: HeldTexts
  readonly citations: CitationChecker
  readonly verifier: ClaimVerifier
  readonly coverage: CoverageReader
  /** Null: no model suggests anything. */
  readonly suggester: VerdictSuggester | null
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Milliseconds, from any origin, never going back. */
  readonly clock: () => number
}

export type VerifyOutcome = { readonly response: VerifyResponse; readonly position: Position }
export type Verify = (request: VerifyRequest) => Promise<VerifyOutcome>

/** A sentence of the document: UTF-16 units, `end` exclusive. */
type Statement = { readonly text: string; readonly start: number; readonly end: number }

/** What is known of one request before a sentence is judged. */
type Round = {
  readonly request: VerifyRequest
  readonly document: string
  readonly asOf: Day
  readonly citations: readonly CheckedCitation[]
  readonly read: (slugs: readonly Slug[]) => Promise<HeldText[]>
  /** Texts that the request names; null: it names none. */
  readonly given: readonly HeldText[] | null
  readonly alone: boolean
}

type Judged = {
  readonly statement: Statement
  readonly checkWorthy: boolean
  readonly verdict: Verdict
  readonly checked: CheckedStatement | null
  readonly held: ReadonlyMap<string, HeldText>
}

const statementsOf = ({ claim, text }: VerifyRequest): Statement[] => {
  if (claim !== undefined) return [{ text: claim, start: 0, end: claim.length }]
  const document = text ?? ''
  return sentencesOf(document)
    .filter(({ heading }) => !heading)
    .map(({ start, end }) => ({ text: document.slice(start, end), start, end }))
}

const within = ({ start, end }: Statement, citation: CheckedCitation): boolean =>
  citation.start >= start && citation.end <= end

const citedSlugs = (citations: readonly CheckedCitation[]): Slug[] =>
  citations.flatMap(({ candidates }) => candidates.map(({ slug }) => slug))

/** Looked for among what is held of its court, and not found: what is not held may well exist. */
const plainNumber = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/gu, '')

/** Texts whose docket number a sentence names, whatever it calls their court. */
const namedIn = (reading: Reading, texts: readonly HeldText[]): string[] => {
  const numbers = new Set(reading.authorities.flatMap(({ names }) => names.map(plainNumber)))
  return texts
    .filter(({ article }) =>
      (article.judicialDecision?.identifiers ?? []).some(
        ({ scheme, value }) => scheme === 'docket' && numbers.has(plainNumber(value)),
      ),
    )
    .map(({ source }) => source.key)
}

const isDead = ({ status, code, kind }: CheckedCitation): boolean =>
  status === 404 && code === 'not_found' && (kind === 'decision' || kind === 'identifier')

const judgeOne = (
  { verifier }: VerifyDeps,
  { request, citations, alone }: Round,
  statement: Statement,
  texts: readonly HeldText[],
): Judged => {
  const held = new Map(texts.map((text) => [text.source.key, text]))
  const reading = readingOf(statement.text)
  const own = citations.filter((citation) => within(statement, citation))
  const worthy = alone
    ? isCheckable(statement.text, reading)
    : isCheckWorthy(statement.text, reading)
  const unverifiable = !worthy || isOutsideCoverage(statement.text) || texts.length === 0
  if (unverifiable && judgedQuotations(statement.text).length === 0)
    return { statement, checkWorthy: worthy, verdict: 'unverifiable', checked: null, held }
  const checked = checkStatement(statement.text, {
    verifier,
    sources: texts.map(({ source }) => source),
    cited: new Set([...citedSlugs(own), ...namedIn(reading, texts)]),
    citesNothing: own.some(isDead),
    threshold: request.threshold,
  })
  const verdict = unverifiable ? 'unverifiable' : checked.judgement.verdict
  return { statement, checkWorthy: worthy, verdict, checked, held }
}

/** Each sentence with the texts found for its stretch, its quotations and its citations. */
const judgeAll = async (
  deps: VerifyDeps,
  round: Round,
  statements: readonly Statement[],
): Promise<Judged[]> => {
  const judged: Judged[] = []
  for (const stretch of stretchesOf(statements, ({ text }) => text)) {
    const cited = round.citations.filter((citation) =>
      stretch.items.some((item) => within(item, citation)),
    )
    const quotes = judgedQuotations(stretch.text).slice(0, 3)
    const texts =
      round.given ??
      (await round.read([
        ...citedSlugs(cited),
        ...(await slugsFor(deps.search, stretch.text, round.alone)),
        ...(await Promise.all(quotes.map(({ text }) => slugsFor(deps.search, text, false)))).flat(),
      ]))
    for (const statement of stretch.items) judged.push(judgeOne(deps, round, statement, texts))
  }
  return judged
}

const shownClaim = (
  document: string,
  asOf: Day,
  one: Judged,
  index: number,
  status: boolean,
): VerifiedClaim => {
  const { statement, checked, held, verdict } = one
  const judgement = checked?.judgement
  const evidence = (judgement?.evidence ?? []).flatMap((found) => {
    const text = held.get(found.key)
    const shown = text === undefined ? null : shownEvidence(found, text)
    return shown === null || text === undefined ? [] : [{ shown, article: text.article }]
  })
  const articles = evidence.map(({ article }) => article)
  return {
    id: `c${index + 1}`,
    text: statement.text,
    span: textSpan(document, statement.start, statement.end),
    checkWorthy: one.checkWorthy,
    verdict,
    score: Math.round((verdict === 'unverifiable' ? 0 : (judgement?.score ?? 0)) * 100) / 100,
    currency: status ? currencyOfAll(articles, asOf) : 'unknown',
    evidence: verdict === 'unverifiable' ? [] : evidence.map(({ shown }) => shown),
    correction: verdict === 'contradicted' ? (evidence[0]?.shown.quote ?? null) : null,
    conflicts:
      verdict === 'contradicted'
        ? (judgement?.conflicts ?? []).map(({ kind, said, source }) => ({ kind, said, source }))
        : [],
    suggested: [],
  }
}

const shownCitation = (document: string, citation: CheckedCitation): VerifiedCitation => ({
  text: document.slice(citation.start, citation.end),
  span: textSpan(document, citation.start, citation.end),
  status: citation.status,
  code: citation.code,
  normalized: [...citation.normalized],
  candidates: [...citation.candidates],
})

/** The texts that a request names. Throws RequestInvalid where one is not held, or not in the wording named. */
const givenTexts = async (
  texts: HeldTexts,
  { sources }: VerifyRequest,
): Promise<HeldText[] | null> => {
  if (sources.length === 0) return null
  const read = await Promise.all(
    sources.map(async ({ slug, version, sha256Hash }, index) => {
      const parsed = Slug.safeParse(slug)
      const held = parsed.success ? await texts.bySlug(parsed.data) : null
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
  return [...new Map(read.map((text) => [text.source.key, text])).values()]
}

const suggested = async (
  { suggester }: VerifyDeps,
  claims: readonly VerifiedClaim[],
): Promise<VerifiedClaim[]> => {
  if (suggester === null) return [...claims]
  return Promise.all(
    claims.map(async (claim) => {
      const opinion = await suggester
        .suggest(
          claim.text,
          claim.evidence.map(({ quote }) => quote),
        )
        .catch(() => null)
      return opinion === null
        ? claim
        : { ...claim, suggested: [{ ...opinion, by: suggester.model, suggested: true as const }] }
    }),
  )
}

const dayOf = (now: number): Day => Day.parse(new Date(now).toISOString().slice(0, 10))
const NEGATIVE: ReadonlySet<Verdict> = new Set(['not_supported', 'unverifiable'])

/**
 * Verifies a claim or a document (CONVENTIONS §2): citations first, then each sentence and its quotations against the texts
 * that it cites and those that a search finds for it. Deterministic: same request, same corpus, same answer, `latencyMs`
 * and the time of its flags aside. Throws the faults of its ports, and RequestInvalid for a source that is not held.
 */
export const makeVerify =
  (deps: VerifyDeps): Verify =>
  async (request) => {
    const begun = deps.clock()
    const now = deps.now()
    const checks = new Set(request.checks)
    const document = request.claim ?? request.text ?? ''
    const asOf = request.asOf === undefined ? dayOf(now) : Day.parse(request.asOf)
    const given = await givenTexts(deps.texts, request)
    const citations = await deps.citations.check(document, {
      asOf,
      max: VERIFY_LIMITS.citationsMax,
    })
    const round: Round = {
      request,
      document,
      asOf,
      citations,
      given,
      read: makeReader(deps.texts),
      alone: request.claim !== undefined,
    }
    const needsTexts = checks.has('claim') || checks.has('quote')
    const judged = needsTexts ? await judgeAll(deps, round, statementsOf(request)) : []
    const found = judged.map((one, index) =>
      shownClaim(document, asOf, one, index, checks.has('status')),
    )
    const claims = checks.has('claim') ? await suggested(deps, found) : []
    const quotes: VerifiedQuote[] = checks.has('quote')
      ? judged.flatMap(({ statement, checked, held }) =>
          (checked?.quotes ?? []).map((quote) =>
            shownQuote(document, statement.start, quote, held),
          ),
        )
      : []
    const shown = checks.has('citation') ? citations.map((one) => shownCitation(document, one)) : []
    const verdict = worstVerdict(claims.map((claim) => claim.verdict))
    const checkable = claims.filter((claim) => claim.verdict !== 'unverifiable').length
    const score = groundednessScore(
      claims.filter((claim) => claim.verdict === 'supported').length,
      checkable,
    )
    const position = await deps.texts.position()
    const missed = NEGATIVE.has(verdict) || shown.some(({ status }) => status === 404)
    return {
      position,
      response: {
        verdict,
        groundednessScore: score,
        claims,
        quotes,
        citations: shown,
        integrity: integrityOf(
          { claims, quotes, citations: shown, score },
          Instant.parse(new Date(now).toISOString()),
        ),
        coverage: missed ? await deps.coverage() : null,
        method: deps.verifier.method,
        corpus: { position: printPosition(position), asOf, builtAt: null, generation: null },
        latencyMs: Math.max(0, Math.round(deps.clock() - begun)),
      },
    }
  }
