import { defineConfig } from 'vitest/config'

const TEST_TIMEOUT_MS = 30_000

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    // Words are enough for most tests, and cost no start of a model; those that need the model name
    // it.
    env: { EMBEDDINGS_MODEL_DIR: 'builtin' },
    exclude: ['**/node_modules/**'],
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: 180_000,
  },
})
