/**
 * A computing thread: verifies and answers over texts that its process reads for it, so that no
 * document keeps other requests waiting.
 */
import { workerData } from 'node:worker_threads'
import { Fault } from '#contracts/fault.ts'
import type { EntailmentModel } from '#contracts/law/claims/entailment.ts'
import { meaningsOf } from '#contracts/law/claims/frames/meanings.ts'
import { tagWords } from '#contracts/law/claims/frames/tagging.ts'
import { makeVerifier } from '#contracts/law/claims/judge.ts'
import { RequestInvalid } from '#contracts/web/http/validation.ts'
import { makeAnswering } from '#query-api/rag/answer.ts'
import type { NamedTexts } from '#query-api/citations/ports.ts'
import { makeResolve } from '#query-api/citations/resolve-request.ts'
import { compareWordings } from '#query-api/versions/diff.ts'
import { verifyOver } from '#query-api/verify/verify.ts'
import { makeDocuments } from '#query-api/formats/make.ts'
import { goLast } from '../../threads/priority.ts'
import { serveRequests } from '../../threads/serve.ts'
import type { Computed, ComputingCalls, ComputingStart, OwnedCalls } from './calls.ts'

goLast()
// The first claim need not wait for the lexicon.
meaningsOf(tagWords('Le juge statue.'))
const { entailmentModel, chatModel } = workerData as ComputingStart

/** Few documents are asked for as PDF, and typesetting is a fifth of what a thread would load. */
const makeDocument = makeDocuments(async (document, signal) => {
  const { printPdf } = await import('../../pdf/print.ts')
  return printPdf(document, signal)
})

const computed = async <T>(work: Promise<T>): Promise<Computed<T>> => {
  try {
    return { outcome: await work }
  } catch (error) {
    if (error instanceof RequestInvalid) return { invalid: error.details }
    throw error
  }
}

const { call } = serveRequests<ComputingCalls, OwnedCalls>(
  {
    verify: (request, signal) => computed(verify(request, signal)),
    answer: (request, signal) => computed(answer(request, signal)),
    resolve: (request, signal) => computed(resolve(request, signal)),
    compareWordings: (sides, signal) => computed(compareWordings(sides, signal)),
    makeDocument: (request, signal) => computed(makeDocument(request, signal)),
  },
  { toFault: (cause) => new Fault('computation-failed', { cause }) },
)

const entailment: EntailmentModel | null =
  entailmentModel === null
    ? null
    : {
        model: entailmentModel,
        compare: (pairs, signal) => call('compare', pairs, signal),
      }
const parts = {
  search: (request) => call('search', request),
  articles: {
    bySlug: (slug) => call('textBySlug', slug),
    bySlugs: (slugs) => call('textsBySlug', slugs),
    position: () => call('position', null),
  },
  state: () => call('state', null),
  stateOf: (id) => call('textState', id),
  blobs: { get: (hashes) => call('blobs', hashes) },
  replacements: (texts) => call('replacements', texts),
  coverage: () => call('coverage', null),
  now: () => Date.now(),
  clock: () => performance.now(),
} satisfies Omit<Parameters<typeof verifyOver>[0], 'citations'> &
  Pick<Parameters<typeof makeAnswering>[0], 'articles'>

const citations = {
  textsNamed: (names, asOf, limit) => call('textsNamed', { names, asOf, limit }),
  coverage: (scopes) => call('citationCoverage', scopes),
} satisfies NamedTexts

const resolve = makeResolve({
  citations,
  heads: { headsOf: (ids) => call('headsOf', ids) },
  position: parts.articles.position,
})
const verify = verifyOver({
  ...parts,
  // What answers a request goes on without the model; the owner has counted its fault.
  verifier: makeVerifier(entailment, () => undefined),
  citations,
})
const answer = makeAnswering({
  ...parts,
  model:
    chatModel === null
      ? null
      : {
          name: chatModel,
          complete: (messages, signal) => call('complete', messages, signal),
        },
})
