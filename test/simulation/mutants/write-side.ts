/** Faults of the event store, the command handler and the steps of an import. */
import type { Mutant } from './mutant.ts'

const STORE = 'infra/postgres/log/event-store.ts'
const HANDLER = 'ingest/command-handler/command-handler.ts'
const STEPS = 'workflows/import-corpus.ts'
const IMPORT = 'ingest/import/import-texts.ts'

export const WRITE_SIDE_MUTANTS: readonly Mutant[] = [
  {
    name: 'store-takes-a-conflict-for-an-append',
    file: STORE,
    find: 'if (lastPosition === null) return { conflict: moved ?? [] }',
    replace:
      'if (lastPosition === null) return { lastPosition: Position.parse(1), eventCount: count }',
    needs: ['import'],
    caughtBy: ['facts-kept', 'refusals-counted'],
  },
  {
    name: 'store-swallows-its-faults',
    file: STORE,
    find: 'throw appendFault(error)',
    replace: 'return { lastPosition: Position.parse(1), eventCount: count }',
    needs: ['import'],
    caughtBy: ['facts-kept', 'refusals-counted'],
  },
  {
    name: 'store-leaves-out-a-version',
    file: STORE,
    find: '(version += 1), event, key)',
    replace: '(version += version === 2 ? 2 : 1), event, key)',
    needs: ['import'],
    caughtBy: ['positions-dense', 'no-unhandled-error', 'comes-to-rest'],
  },
  {
    name: 'store-hashes-another-form',
    file: STORE,
    find: 'payloadHash: payloadHashOf(clear, sealed)',
    replace: 'payloadHash: payloadHashOf({ ...clear, more: 1 }, sealed)',
    needs: ['import'],
    caughtBy: ['facts-kept'],
  },
  {
    name: 'store-says-the-first-position',
    file: STORE,
    find: 'return { lastPosition, eventCount: count }',
    replace: 'return { lastPosition: Position.parse(lastPosition - count + 1), eventCount: count }',
    needs: ['import', 'edit'],
    caughtBy: ['facts-kept'],
  },
  {
    name: 'handler-takes-a-conflict-for-no-change',
    file: HANDLER,
    find: "return 'conflict' in answer ? 'moved-on' :",
    replace: "return 'conflict' in answer ? { position: null } :",
    needs: ['import'],
    caughtBy: ['refusals-counted', 'facts-kept'],
  },
  {
    name: 'handler-appends-under-the-version-it-finds',
    file: HANDLER,
    find: 'expectedVersion: facts.length, state',
    replace: 'expectedVersion: facts.length + Number(facts.length > 3), state',
    needs: ['import'],
    caughtBy: ['comes-to-rest', 'refusals-counted'],
  },
  {
    name: 'import-keeps-no-texts',
    file: IMPORT,
    find: 'await keepTexts(deps, streams, texts)',
    replace: '',
    needs: ['read'],
    caughtBy: ['parked-for-cause', 'served-equals-log', 'comes-to-rest'],
  },
  {
    name: 'import-goes-on-after-a-conflict',
    file: STEPS,
    find: "return recorded === 'moved-on' ? recorded : { batch, position: recorded.position }",
    replace: "return { batch, position: recorded === 'moved-on' ? null : recorded.position }",
    needs: ['import'],
    caughtBy: ['refusals-counted'],
  },
  {
    name: 'import-counts-refusals-as-unchanged',
    file: STEPS,
    find: "  refused: 'refused',",
    replace: "  refused: 'unchanged',",
    needs: ['import'],
    caughtBy: ['refusals-counted'],
  },
  {
    name: 'import-counts-batches',
    file: STEPS,
    find: 'read: summary.read + outcomes.length',
    replace: 'read: summary.read + 1',
    needs: ['import'],
    caughtBy: ['refusals-counted'],
  },
  {
    name: 'import-reports-no-refusals',
    file: STEPS,
    find: 'await activities.report(batch, summary)',
    replace:
      "await activities.report({ ...batch, outcomes: batch.outcomes.filter((one) => one.classification !== 'refused') }, summary)",
    needs: ['import'],
    caughtBy: ['refusals-counted'],
  },
  {
    name: 'import-records-a-known-state-again',
    file: 'ingest/domain/article/decide-import.ts',
    find: '  if (state.importedStates.has(command.sourceState)) return decideRecorded',
    replace: '  if (state.importedStates.size < 0) return decideRecorded',
    needs: ['import'],
    caughtBy: ['recorded-once', 'comes-to-rest'],
  },
]
