import { defineConfig } from 'vitest/config'

const TEST_TIMEOUT_MS = 30_000

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: 60_000,
  },
})
