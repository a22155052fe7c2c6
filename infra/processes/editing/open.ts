/** The heavy work of the editor, on a thread of its own. */
import { Fault } from '#contracts/fault.ts'
import type { EntailmentModel } from '#contracts/law/claims/entailment.ts'
import type { EditorWork } from '#ingest/editorial/desk/editor/work.ts'
import type { AssessWording } from '#ingest/groundedness/wording-found.ts'
import type { CitedTexts } from '#ingest/ports.ts'
import { makeThread, servesThread } from '../../threads/thread.ts'
import type { EditingCalls, EditingStart, OwnedCalls } from './calls.ts'

type Owned = { readonly cited: CitedTexts; readonly entailment: EntailmentModel | null }

export type Editing = {
  readonly work: EditorWork
  /** Fails where the model does, so that nothing is published without it. */
  readonly assess: AssessWording
  close(): Promise<void>
}

/** A manuscript that needs more is not shown beside the text; it is kept all the same. */
const BOUNDS = { memoryBytesMax: 1_024 * 1024 * 1024, processorMsMax: 30_000 } as const
const TIME_MS_MAX = 60_000

/** Work that takes too long fails with Fault `computation-failed`. */
export const openEditing = ({ cited, entailment }: Owned): Editing => {
  const thread = makeThread<EditingCalls>({
    program: new URL('./thread.ts', import.meta.url),
    data: (): EditingStart => ({ entailmentModel: entailment?.model ?? null }),
    bounds: BOUNDS,
    toFault: (_, cause) => new Fault('computation-failed', { cause }),
    serves: servesThread<OwnedCalls>({
      citationsOf: (text) => cited.citationsOf(text),
      read: (slugs) => cited.read(slugs),
      reach: () => cited.reach(),
      compare: async (pairs, signal) => {
        if (entailment === null) throw new Fault('computation-failed')
        return entailment.compare(pairs, signal)
      },
    }),
  })
  const options = { timeMsMax: TIME_MS_MAX }
  return {
    work: {
      annotate: (request) => thread.ask('annotate', request, options),
      preview: (request) => thread.ask('preview', request, options),
      merge: (sides) => thread.ask('merge', sides, options),
    },
    assess: (content, about) => thread.ask('assess', { content, about }, options),
    close: () => thread.close(),
  }
}
