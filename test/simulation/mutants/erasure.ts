/** Faults of those who let words be forgotten. */
import type { Mutant } from './mutant.ts'

export const ERASURE_MUTANTS: readonly Mutant[] = [
  {
    name: 'erasure-destroys-no-keys',
    file: 'ingest/editorial/erasure/erase.ts',
    find: '{ ...decided, destroys: { keys, slugs, passages, digest } }',
    replace: '{ ...decided, destroys: { keys: [], slugs, passages, digest } }',
    needs: ['erase'],
    caughtBy: ['erased-forgotten'],
  },
  {
    name: 'erasure-takes-what-stays',
    file: 'ingest/domain/article/erasure-plan.ts',
    find: '    if (named !== undefined) return goes(named)',
    replace: '    if (named !== undefined) return true',
    needs: ['erase'],
    caughtBy: ['staying-kept', 'served-equals-log'],
  },
  {
    name: 'erasure-leaves-texts',
    file: 'infra/postgres/erasure/scrub.ts',
    find: "  await run('texts', 'sealed_texts', TEXTS, [erasure.texts])",
    replace: '',
    needs: ['erase'],
    caughtBy: ['erased-forgotten'],
  },
  {
    name: 'projector-folds-an-erased-text-onto-its-state',
    file: 'query-api/projections/streams.ts',
    find: 'const anew = isErased(stream)',
    replace: 'const anew = false',
    needs: ['erase'],
    caughtBy: ['erased-forgotten', 'rebuild-equals-live', 'parked-for-cause'],
  },
  {
    name: 'append-notes-no-use-of-texts',
    file: 'infra/postgres/log/event-store.ts',
    find: 'texts: [...textsOf(events)].map((hash) =>',
    replace: 'texts: [...textsOf(events)].slice(1).map((hash) =>',
    needs: ['erase', 'edit'],
    caughtBy: ['staying-kept', 'parked-for-cause', 'erased-forgotten'],
  },
]
