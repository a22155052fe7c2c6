/** Verification and answers on computing threads. */
import { Fault } from '#contracts/fault.ts'
import type { EntailmentModel } from '#contracts/law/claims/entailment.ts'
import type { NamedTexts } from '#query-api/citations/ports.ts'
import type { Resolve } from '#query-api/citations/resolve-request.ts'
import type { ArticleHeads } from '#query-api/lookup/ports.ts'
import type { CoverageSummaryReader } from '#query-api/coverage/ports.ts'
import { RequestInvalid } from '#contracts/web/http/validation.ts'
import type { ArticleReader } from '#query-api/ports.ts'
import type { WordingDeps } from '#query-api/rag/retrieval.ts'
import type { MakeDocument } from '#query-api/formats/ports.ts'
import type { Answering, ChatModel } from '#query-api/rag/ports.ts'
import type { Search } from '#query-api/search/search.ts'
import type { StateReader } from '#query-api/verify/ports.ts'
import type { Replacements } from '#query-api/verify/replacements.ts'
import type { CompareWordings } from '#query-api/versions/ports.ts'
import type { Verify } from '#query-api/verify/verify.ts'
import { makeThreadPool } from '../../threads/pool.ts'
import { servesThread } from '../../threads/thread.ts'
import type { Computed, ComputingCalls, ComputingStart, OwnedCalls } from './calls.ts'

/** What the threads ask of this process. */
type Owned = Required<Pick<WordingDeps, 'stateOf' | 'blobs'>> & {
  readonly search: Search
  readonly articles: Pick<ArticleReader, 'bySlug' | 'bySlugs' | 'position'>
  readonly state: StateReader
  readonly coverage: CoverageSummaryReader
  readonly citations: NamedTexts
  readonly heads: ArticleHeads
  readonly replacements: Replacements
  readonly entailment: EntailmentModel | null
  /** Told of each fault of the entailment model, without which verdicts go on. */
  readonly onModelFault: (fault: unknown) => void
  readonly model: ChatModel | null
}

export type Computing = {
  readonly verify: Verify
  readonly answer: Answering
  readonly compareWordings: CompareWordings
  readonly makeDocument: MakeDocument
  readonly resolve: Resolve
  close(): Promise<void>
}

/** A thread that needs more is replaced, and its requests fail. */
const HEAP_MB_MAX = 1_024

const required = <T>(model: T | null): T => {
  if (model === null) throw new Fault('computation-failed')
  return model
}

const servedBy = (owned: Owned) =>
  servesThread<OwnedCalls>({
    search: (request) => owned.search(request),
    textBySlug: (slug) => owned.articles.bySlug(slug),
    textsBySlug: (slugs) => owned.articles.bySlugs(slugs),
    position: () => owned.articles.position(),
    state: () => owned.state(),
    textState: (id) => owned.stateOf(id),
    blobs: (hashes) => owned.blobs.get(hashes),
    coverage: () => owned.coverage(),
    textsNamed: ({ names, asOf, limit }) => owned.citations.textsNamed(names, asOf, limit),
    headsOf: (ids) => owned.heads.headsOf(ids),
    replacements: (texts) => owned.replacements(texts),
    citationCoverage: (scopes) => owned.citations.coverage(scopes),
    compare: async (pairs, signal) => {
      try {
        return await required(owned.entailment).compare(pairs, signal)
      } catch (fault) {
        if (!signal.aborted) owned.onModelFault(fault)
        throw fault
      }
    },
    complete: (messages, signal) => required(owned.model).complete(messages, signal),
  })

const outcomeOf = <T>(computed: Computed<T>): T => {
  if ('invalid' in computed) throw new RequestInvalid(computed.invalid)
  return computed.outcome
}

/**
 * Starts so many threads. A request whose signal aborts ends at its next step. Faults: those of the
 * ports, `computation-failed` if a thread ends.
 */
export const openComputing = (threads: number, owned: Owned): Computing => {
  const pool = makeThreadPool<ComputingCalls>(threads, {
    program: new URL('./thread.ts', import.meta.url),
    data: (): ComputingStart => ({
      entailmentModel: owned.entailment?.model ?? null,
      chatModel: owned.model?.name ?? null,
    }),
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
    toFault: (_, cause) => new Fault('computation-failed', { cause }),
    serves: servedBy(owned),
  })
  pool.start()
  return {
    verify: async (request, signal) => outcomeOf(await pool.ask('verify', request, { signal })),
    answer: async (request, signal) => outcomeOf(await pool.ask('answer', request, { signal })),
    compareWordings: async (sides, signal) =>
      outcomeOf(await pool.ask('compareWordings', sides, { signal })),
    makeDocument: async (request, signal) =>
      outcomeOf(await pool.ask('makeDocument', request, { signal })),
    resolve: async (request, signal) => outcomeOf(await pool.ask('resolve', request, { signal })),
    close: () => pool.close(),
  }
}
