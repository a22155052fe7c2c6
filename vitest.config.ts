import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { useFoldersOfTests } from './test/engines/memory-folder.ts'

useFoldersOfTests()

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

/**
 * A file of minutes that begins last runs alone at the end, while the other cores wait: Vitest runs
 * projects by their names. Long files come first, and the many short ones fill the gaps.
 */
const LONGEST_FIRST = ['torture', 'engines', 'fast']

const place = ({ project }: TestSpecification): number => LONGEST_FIRST.indexOf(project.name)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of Vitest, not of an array
    const inProjects = await super.sort(files)
    return inProjects.toSorted((a, b) => place(a) - place(b))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // The lexical embedder is enough for most tests, and loads no model. Tests that need the
    // shipped model name it.
    env: { EMBEDDINGS_MODEL_DIR: 'builtin' },
    testTimeout: 180_000,
    hookTimeout: 300_000,
    // Vitest leaves one core free. Tests on engines wait for other processes half of their time, so
    // two workers more than there are cores keep the cores busy.
    maxWorkers: availableParallelism() + 2,
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
        test: {
          name: 'engines',
          include: [ENGINES],
          globalSetup: 'test/engines/run-setup.ts',
          // As above: a quarter of the time of a short file is loading modules.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'torture', include: [TORTURE], globalSetup: 'test/engines/run-setup.ts' },
      },
    ],
  },
})
