import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

/**
 * The name of a test file says what it needs, and so to which project it belongs:
 * - `x.test.ts` (fast): code alone. No database, no server of another program, no browser, no
 *   model, no process of its own.
 * - `x.engine.test.ts` (engines): any of these.
 * - `x.torture.test.ts` (torture): kills processes, runs long random sequences, or works on the
 *   whole corpus.
 */
const ENGINES = '**/*.engine.test.ts'
const TORTURE = '**/*.torture.test.ts'

export default defineConfig({
  test: {
    // The lexical embedder is enough for most tests, and loads no model. Tests that need the
    // shipped model name it.
    env: {
      EMBEDDINGS_MODEL_DIR: 'builtin',
      // The many processes that tests start load their code in half of the time.
      NODE_COMPILE_CACHE: join(tmpdir(), 'pandect-test-compile-cache'),
    },
    testTimeout: 60_000,
    hookTimeout: 180_000,
    // Vitest leaves one core free. Tests on engines wait for other processes half of their time, so
    // one worker more than there are cores keeps the cores busy.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['**/*.test.ts'],
          exclude: [...configDefaults.exclude, ENGINES, TORTURE],
          // Files share the modules that they import: loading them anew takes half of the time. So
          // no file may reset modules: schemas are registered by id, and a second one of the same
          // id makes the OpenAPI description depend on the order of the files.
          isolate: false,
          env: { PANDECT_TEST_ENGINES: 'none' },
        },
      },
      {
        extends: true,
        test: { name: 'engines', include: [ENGINES], globalSetup: 'test/engines/run-setup.ts' },
      },
      {
        extends: true,
        test: { name: 'torture', include: [TORTURE], globalSetup: 'test/engines/run-setup.ts' },
      },
    ],
  },
})
