/**
 * Annotates, previews, merges and assesses texts that editors write, so that no manuscript delays
 * others.
 */
import { workerData } from 'node:worker_threads'
import { Fault } from '#contracts/fault.ts'
import type { EntailmentModel } from '#contracts/law/claims/entailment.ts'
import { makeVerifier } from '#contracts/law/claims/judge.ts'
import { judgedBefore } from '#ingest/editorial/annotate/judged-before.ts'
import { editorWork } from '#ingest/editorial/desk/editor/work.ts'
import { assessWording } from '#ingest/groundedness/assess-text.ts'
import { preparedSources } from '#ingest/groundedness/prepared-sources.ts'
import type { CitedTexts } from '#ingest/ports.ts'
import { goLast } from '../../threads/priority.ts'
import { serveRequests } from '../../threads/serve.ts'
import type { EditingCalls, EditingStart, OwnedCalls } from './calls.ts'

goLast()
const { entailmentModel } = workerData as EditingStart

const { call } = serveRequests<EditingCalls, OwnedCalls>(
  {
    annotate: (request) => work.annotate(request),
    preview: (request) => work.preview(request),
    merge: (sides) => work.merge(sides),
    assess: ({ content, about }) => assessWording(assessing, content, about),
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

const cited: CitedTexts = {
  citationsOf: ({ contentClean, jurisdiction, provision }) =>
    call('citationsOf', { contentClean, jurisdiction, provision }),
  read: (slugs) => call('read', slugs),
  reach: () => call('reach', null),
}
const prepared = preparedSources()

const assessing: Parameters<typeof assessWording>[0] = {
  cited,
  prepared,
  // Nothing is published without the model that the settings name.
  verifier: makeVerifier(entailment),
}
const work = editorWork({
  cited,
  // What is shown while somebody writes goes on without the model; publication asks it again.
  verifier: makeVerifier(entailment, () => undefined),
  prepared,
  judged: judgedBefore(),
  clock: () => performance.now(),
})
