/** The thread that holds the index: follows the rows and answers the main thread's requests. */
import { workerData } from 'node:worker_threads'
import { Fault } from '#contracts/fault.ts'
import { plainOf } from '../../threads/messages.ts'
import { makeVault, NO_VAULT } from '../../postgres/platform/vault.ts'
import { makeTurns, Moved, serveRequests } from '../../threads/serve.ts'
import type { PackedAnswer, PackedBrowse, PackedEntries } from './engine/packed.ts'
import { followRows } from './follower.ts'
import type { IndexCalls, IndexNotice, IndexThreadStart } from './index-thread.ts'
import { LiveIndex } from './live-index.ts'
import { openRowSource } from './row-source.ts'
import { CrewScanner } from './scan/crew.ts'
import { makeSnapshots } from './snapshot/snapshots.ts'

const { connectionString, pepper, firstEntry, model, parameters, snapshotFile } =
  workerData as IndexThreadStart
const vault = pepper === null ? NO_VAULT : makeVault(pepper)

const buffersOf = ({ entries, kinds, sequences }: PackedEntries): ArrayBuffer[] => [
  entries.buffer,
  kinds.buffer,
  sequences.buffer,
]

const movedAnswer = (answer: PackedAnswer): Moved<PackedAnswer> =>
  new Moved(answer, [
    ...buffersOf(answer.lexical),
    answer.lexical.scores.buffer,
    answer.lexical.rare.buffer,
    ...buffersOf(answer.semantic),
    answer.semantic.scores.buffer,
    answer.matchesLexically.buffer,
    ...(answer.sorted === undefined ? [] : buffersOf(answer.sorted)),
  ])

const movedBrowse = (answer: PackedBrowse): Moved<PackedBrowse> =>
  new Moved(answer, buffersOf(answer.entries))

const scanner = new CrewScanner()
const live = new LiveIndex(firstEntry, { onReady: () => tell({ kind: 'ready' }) })
const inTurn = makeTurns()
const { notify } = serveRequests<IndexCalls>(
  {
    search: (query) => inTurn(() => movedAnswer(live.engine.search(query))),
    browse: (query) => inTurn(() => movedBrowse(live.engine.browse(query))),
    displays: ({ entries, nearTo }) => live.displays(entries, nearTo),
    knownValues: (field) => live.engine.knownValues(field),
    unknownValues: ({ field, values }) => live.engine.unknownValues(field, values),
    similarTerms: ({ term, edits }) => live.engine.similarTerms(term, edits),
    position: () => live.engine.position,
    waitFor: async ({ position, timeoutMs }) => {
      follower.wake()
      await live.waitFor(position, timeoutMs)
      return null
    },
  },
  {
    toFault: (cause) =>
      new Fault('search-index-failed', 'the search index failed on a request', { cause }),
    onEnd: async () => {
      await Promise.all([follower.close(), scanner.close()])
    },
  },
)
const tell: (notice: IndexNotice) => void = notify
const follower = followRows({
  open: () => openRowSource(connectionString, vault),
  live,
  engineOptions: { model, parameters, scanner },
  snapshots: snapshotFile === null ? null : makeSnapshots(snapshotFile),
  onFault: (fault) => tell({ kind: 'trouble', fault: plainOf(fault) }),
})
