import { readFileSync } from 'node:fs'
import { NO_WORDINGS } from '#query-api/versions/wording-article.testing.ts'
import type { ArticleContent } from '#contracts/content.ts'
import { isRefusal } from '#contracts/fault.ts'
import { VerifyRequest, type VerifyResponse } from '#contracts/http/verify.ts'
import { Day, Instant, printPosition } from '#contracts/ids.ts'
import { ImportRecord } from '#ingest/sources/import-record.ts'
import { type ClaimVerifier, deterministicVerifier } from '#contracts/law/claims/judge.ts'
import {
  type PreparedSource,
  prepareSource,
  checkSentence,
} from '#contracts/law/claims/sentence-check.ts'
import { builtinVector, makeBuiltinEmbedder } from '#infra/embeddings/builtin.ts'
import { embeddedPassage, passagesOf } from '#ingest/enrich/passages.ts'
import { recordToContent } from '#ingest/enrich/record-to-content.ts'
import { makeSearch } from '#query-api/search/search.ts'
import { makeIndexCitations } from '#query-api/verify/verify.ts'
import type { Replacements } from '#query-api/verify/replacements.ts'
import { type Verify, verifyOver } from '#query-api/verify/verify.ts'
import { makeHeldTexts } from '#query-api/verify/texts.ts'
import { sharedPath } from '../corpus/shared.ts'
import { naiveIndex, type NaiveText } from '../relevance/naive-index.ts'
import { currentTexts, demonstrationTexts } from './demonstration.ts'
import { articleOf, citationIndexOf, POSITION, readerOf } from './held.ts'
import { type Half, halves, labelRows } from './split.ts'

/** A labelled case and the result of the code under test. */
export type Judged = {
  readonly set: 'groundedness' | 'claims' | 'strength' | 'fresh' | 'quotes' | 'citations'
  readonly label: string
  readonly kind: string
  readonly half: Half
  readonly result: string
  readonly text: string
}

const NOW = Date.parse('2026-01-01T00:00:00.000Z')

const naiveTextsOf = (content: ArticleContent): NaiveText[] => {
  const { slug, title, contentClean, headnotes, provision, judicialDecision } = content
  const docket = judicialDecision?.identifiers.find(({ scheme }) => scheme === 'docket')?.value
  const common = { slug, title, text: contentClean }
  return [
    {
      ...common,
      ...(provision?.number == null
        ? {}
        : { provision: { work: provision.work, number: provision.number } }),
      ...(docket === undefined ? {} : { decision: { ecli: null, docket } }),
      vectors: passagesOf(contentClean).map((span) =>
        builtinVector(embeddedPassage(title, contentClean, span)),
      ),
    },
    ...headnotes.map(({ summary }) => ({
      ...common,
      headnote: summary,
      vectors: [builtinVector(summary)],
    })),
  ]
}

/** No text of these sets was treated by another. */
const NONE_REPLACED: Replacements = async () => new Map()

/**
 * `POST /verify` over texts in memory: the search side and the resolver of citations as they are.
 */
export const verifyOf = (
  contents: readonly ArticleContent[],
  verifier: ClaimVerifier = deterministicVerifier,
): Verify => {
  const articles = contents.map(articleOf)
  const reader = readerOf(articles)
  const index = naiveIndex(contents.flatMap(naiveTextsOf))
  const search = makeSearch({
    index,
    embedder: makeBuiltinEmbedder(),
    clock: () => 0,
    today: () => Day.parse('2026-11-22'),
  })
  return verifyOver({
    search,
    articles: reader,
    citations: citationIndexOf(articles),
    replacements: NONE_REPLACED,
    ...NO_WORDINGS,
    coverage: async () => ({
      corpusPosition: printPosition(POSITION),
      jurisdictions: [],
      details: '',
    }),
    now: () => NOW,
    clock: () => 0,
    verifier,
  })
}

const groundedness = async (verifier: ClaimVerifier): Promise<Judged[]> => {
  const sources = new Map<string, PreparedSource>(
    demonstrationTexts().map(({ key, content }) => [key, prepareSource(key, content)]),
  )
  const rows = labelRows('groundedness.tsv')
  const half = halves(rows, ({ kind = '', text = '' }) => ({ kind, text }))
  const judged: Judged[] = []
  for (const row of rows) {
    const { label = '', kind = '', source = '', text = '' } = row
    const held = sources.get(source)
    if (held === undefined) throw new Error(`no such text: ${source}`)
    const { judgement } = await checkSentence(text, {
      verifier,
      sources: [held],
      cited: new Set([source]),
      citesNothing: false,
      threshold: 0.6,
    })
    judged.push({
      set: 'groundedness',
      label,
      kind,
      half: half.get(row) ?? 'tuned',
      result: judgement.verdict,
      text,
    })
  }
  return judged
}

const askOf =
  (verify: Verify) =>
  async (text: string): Promise<VerifyResponse> =>
    (await verify(VerifyRequest.parse({ claim: text, asOf: '2026-01-01' }))).response

/** The sets of claims that are judged against the whole corpus, by their files. */
const CLAIM_SETS = {
  claims: 'verify-claims.tsv',
  strength: 'verify-strength.tsv',
  fresh: 'verify-fresh.tsv',
} as const

const claims = async (verify: Verify, set: keyof typeof CLAIM_SETS): Promise<Judged[]> => {
  const ask = askOf(verify)
  const rows = labelRows(CLAIM_SETS[set])
  const half = halves(rows, ({ label = '', kind = '', text = '' }) => ({
    kind: label + kind,
    text,
  }))
  const judged: Judged[] = []
  for (const row of rows) {
    const { label = '', kind = '', text = '' } = row
    const result = (await ask(text)).verdict
    const own = set === 'fresh' ? 'held-out' : (half.get(row) ?? 'tuned')
    judged.push({ set, label, kind, half: own, result, text })
  }
  return judged
}

const quotes = async (verify: Verify): Promise<Judged[]> => {
  const ask = askOf(verify)
  const rows = labelRows('verify-quotes.tsv')
  const half = halves(rows, ({ label = '', text = '' }) => ({ kind: label, text }))
  const judged: Judged[] = []
  for (const row of rows) {
    const { label = '', text = '' } = row
    const result = (await ask(text)).quotes[0]?.class ?? 'none'
    judged.push({ set: 'quotes', label, kind: label, half: half.get(row) ?? 'tuned', result, text })
  }
  return judged
}

const recordsOf = (name: string): ArticleContent[] =>
  readFileSync(sharedPath('corpus/import', name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const made = recordToContent(
        ImportRecord.parse(JSON.parse(line)),
        Instant.parse('2026-01-01T00:00:00.000Z'),
      )
      if (isRefusal(made)) throw new Error(made.reason)
      return made.content
    })

/**
 * Citations are looked up without the texts that only ../shared has where `withShared` is false.
 */
const citations = async (verify: Verify, withShared: boolean): Promise<Judged[]> => {
  const real = withShared
    ? recordsOf('decisions_fr.jsonl').concat(recordsOf('headnotes_fr.jsonl'))
    : []
  const slugs = new Map(real.map((content) => [content.source.id, content.slug]))
  const articles = real.map(articleOf)
  const realCitations = makeIndexCitations(
    citationIndexOf(articles),
    makeHeldTexts(readerOf(articles), NO_WORDINGS),
    NONE_REPLACED,
  )
  const demo = new Map(currentTexts().map(({ key, content }) => [key, content.slug]))
  const judged: Judged[] = []
  for (const { status = '', corpus, expected = '', text = '' } of labelRows(
    'verify-citations.tsv',
  )) {
    if (corpus === 'import' && !withShared) continue
    const found =
      corpus === 'import'
        ? await realCitations.check(text, { asOf: articlesDay, max: 10, state: STATE })
        : (await askOf(verify)(text)).citations
    const [first] = found
    const names = expected.split(' ').flatMap((name) => slugs.get(name) ?? demo.get(name) ?? [])
    const same =
      expected === '-' ||
      names.toSorted().join(' ') ===
        (first?.candidates ?? [])
          .map(({ slug }) => slug)
          .toSorted()
          .join(' ')
    const result = `${first?.status ?? 'none'}${same ? '' : ' other texts'}${found.length > 1 ? ' and more' : ''}`
    judged.push({
      set: 'citations',
      label: status,
      kind: corpus ?? '',
      half: 'held-out',
      result,
      text,
    })
  }
  return judged
}
const STATE = { position: POSITION, generation: null, builtAt: null }
const articlesDay = Instant.parse('2026-01-01T00:00:00.000Z').slice(0, 10) as Parameters<
  ReturnType<typeof makeIndexCitations>['check']
>[1]['asOf']

/** Every labelled case, judged by the rules as they are, with a model if the verifier has one. */
export const evaluate = async ({
  withShared,
  verifier = deterministicVerifier,
}: {
  readonly withShared: boolean
  readonly verifier?: ClaimVerifier
}): Promise<Judged[]> => {
  const verify = verifyOf(
    currentTexts().map(({ content }) => content),
    verifier,
  )
  return [
    ...(await groundedness(verifier)),
    ...(await claims(verify, 'claims')),
    ...(await claims(verify, 'strength')),
    ...(await claims(verify, 'fresh')),
    ...(await quotes(verify)),
    ...(await citations(verify, withShared)),
  ]
}
