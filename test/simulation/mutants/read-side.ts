/** Faults of projector, replay, read models and search index. */
import type { Mutant } from './mutant.ts'

const PROJECTOR = 'query-api/projections/projector.ts'
const ENTRIES = 'query-api/projections/project-entries.ts'
const WRITE = 'query-api/projections/write-texts.ts'
const STATE = 'query-api/projections/articles/text-state.ts'
const STREAMS = 'query-api/projections/streams.ts'
const TEXTS = 'infra/postgres/read-models/texts.ts'
const ROWS = 'infra/embedded/search/rows.ts'
const FOLLOWER = 'infra/embedded/search/follower.ts'
const SERVED = ['served-equals-log', 'rebuild-equals-live'] as const
const SHOWN = [...SERVED, 'nothing-unpublished'] as const

export const READ_SIDE_MUTANTS: readonly Mutant[] = [
  {
    name: 'projector-moves-its-checkpoint-first',
    file: PROJECTOR,
    find: 'const { texts, parked } = await projectEntries(deps, events, batch)',
    replace:
      'await generations.advance(generation, last.position)\n  const { texts, parked } = await projectEntries(deps, events, batch)',
    needs: ['read'],
    caughtBy: [...SHOWN, 'assessments-current'],
  },
  {
    name: 'projector-begins-where-a-killed-one-was-going',
    file: PROJECTOR,
    find: 'repeatsUpTo: reaching }, position }',
    replace: 'repeatsUpTo: reaching }, position: reaching }',
    needs: ['read'],
    caughtBy: [...SHOWN, 'parked-for-cause', 'comes-to-rest'],
  },
  {
    name: 'projector-passes-over-an-event-after-a-full-batch',
    file: PROJECTOR,
    find: 'await generations.advance(generation, last.position)',
    replace:
      'await generations.advance(generation, (last.position + Number(events.length > 2)) as Position)',
    needs: ['read'],
    caughtBy: [...SHOWN, 'parked-for-cause', 'comes-to-rest'],
  },
  {
    name: 'projector-parks-nothing',
    file: PROJECTOR,
    find: 'if (parked.length > 0) await parkedStreams.park(generation, parked)',
    replace: '',
    needs: ['read'],
    caughtBy: ['parked-for-cause'],
  },
  {
    name: 'projector-never-follows-a-swap',
    file: PROJECTOR,
    find: 'isOver: async ({ setting }) => (await deps.models.generations.live()) !== setting.generation,',
    replace: '',
    needs: ['replay'],
    caughtBy: ['comes-to-rest', ...SERVED],
  },
  {
    name: 'projector-leaves-the-weight-of-cited-texts',
    file: ENTRIES,
    find: '...(await citedAnew(deps, batch, whole, cited, erased.length > 0)),',
    replace: '',
    needs: ['read', 'edit'],
    caughtBy: ['rebuild-equals-live'],
  },
  {
    name: 'projector-indexes-nothing',
    file: WRITE,
    find: 'await deps.models.writeTogether(await writesOf(deps, batch.generation, derived))\n  await index(deps, batch, derived)',
    replace: 'await deps.models.writeTogether(await writesOf(deps, batch.generation, derived))',
    needs: ['read'],
    caughtBy: SERVED,
  },
  {
    name: 'projector-indexes-all-but-one',
    file: WRITE,
    find: 'await one.apply(generation, texts, after)',
    replace: 'await one.apply(generation, texts.slice(0, Math.max(1, texts.length - 1)), after)',
    needs: ['read'],
    caughtBy: SERVED,
  },
  {
    name: 'projector-stores-nothing',
    file: WRITE,
    find: 'await deps.models.writeTogether(await writesOf(deps, batch.generation, derived))',
    replace: 'await writesOf(deps, batch.generation, derived)',
    needs: ['read'],
    caughtBy: SERVED,
  },
  {
    name: 'unpublished-texts-stay-visible',
    file: STATE,
    find: "return { ...state, visibility: 'unpublished' }\n    case 'Withdrawn'",
    replace: "return state\n    case 'Withdrawn'",
    needs: ['read', 'edit'],
    caughtBy: SHOWN,
  },
  {
    name: 'withdrawn-texts-stay-visible',
    file: STATE,
    find: "return { ...state, visibility: 'withdrawn' }",
    replace: 'return state',
    needs: ['read', 'edit'],
    caughtBy: SHOWN,
  },
  {
    name: 'deleted-texts-stay-visible',
    file: STATE,
    find: "return { ...state, visibility: 'deleted' }",
    replace: 'return state',
    needs: ['read', 'edit'],
    caughtBy: SHOWN,
  },
  {
    name: 'a-second-version-is-passed-over',
    file: STATE,
    find: 'before === undefined ? [...state.wordings, wording]',
    replace: 'before === undefined ? [wording, ...state.wordings]',
    needs: ['read'],
    caughtBy: SHOWN,
  },
  {
    name: 'every-gap-free-stream-is-parked',
    file: STATE,
    find: 'if (event.streamVersion > current.streamVersion + 1)',
    replace: 'if (event.streamVersion > current.streamVersion + Number(event.streamVersion < 8))',
    needs: ['read'],
    caughtBy: ['parked-for-cause', ...SHOWN],
  },
  {
    name: 'unreadable-events-are-passed-over',
    file: STREAMS,
    find: 'return parkedAt(unreadable, unreadable.reason)',
    replace: 'return null',
    needs: ['read'],
    caughtBy: ['parked-for-cause'],
  },
  {
    name: 'texts-that-are-gone-stay-stored',
    file: TEXTS,
    find: 'await SAVE.run(transaction, generation, texts)',
    replace:
      'await SAVE.run(transaction, generation, texts.filter(({ article }) => article !== null))',
    needs: ['read', 'edit'],
    caughtBy: SHOWN,
  },
  {
    name: 'pool-rolls-back-instead-of-committing',
    file: 'infra/postgres/platform/pool.ts',
    find: "await transaction.query('commit')",
    replace: "await transaction.query('rollback')",
    needs: ['read'],
    caughtBy: [...SERVED, 'comes-to-rest'],
  },
  {
    name: 'index-buries-nothing',
    file: ROWS,
    find: 'let changed = await BURY.run(transaction, apply, texts)',
    replace: 'let changed = 0',
    needs: ['read', 'edit'],
    caughtBy: SHOWN,
  },
  {
    name: 'index-in-memory-removes-nothing',
    file: FOLLOWER,
    find: 'if (document === null) engine.stageRemoval(id)',
    replace: 'if (document === null) engine.modelFor([])',
    needs: ['search', 'edit'],
    caughtBy: ['nothing-unpublished'],
  },
  {
    name: 'index-in-memory-hears-of-no-removal',
    file: 'infra/embedded/search/row-source.ts',
    find: 'READ.bytesPerPage, after > 0]',
    replace: 'READ.bytesPerPage, after < 0]',
    needs: ['search', 'edit'],
    caughtBy: ['nothing-unpublished'],
  },
  {
    name: 'replay-removes-what-is-served',
    file: 'query-api/replay/replay.ts',
    find: 'if (other !== live && other !== to) await removeGeneration(deps, other)\n  await records',
    replace: 'if (other !== to) await removeGeneration(deps, other)\n  await records',
    needs: ['replay'],
    caughtBy: ['comes-to-rest', 'rebuild-equals-live', 'no-unhandled-error'],
  },
  {
    name: 'digest-reads-while-others-write',
    file: 'query-api/projections/digest.ts',
    find: 'return reaching > position ? null : position',
    replace: 'return position',
    needs: ['replay', 'edit'],
    caughtBy: ['rebuild-equals-live'],
  },
]
