/**
 * Where an engine is missing, a suite is skipped by name, with the reason. In CI it fails instead,
 * so that a green run means that every suite ran.
 */
export const orFailInCi = (missing: string | null): string | null => {
  if (missing === null || process.env['CI'] !== 'true') return missing
  throw new Error(`engine-missing: ${missing}. In CI this suite must run; it may not be skipped.`)
}

/** Keeps the fast tests fast: their project sets this variable (vitest.config.ts). */
export const refuseInFastTests = (engine: string): void => {
  if (process.env['PANDECT_TEST_ENGINES'] !== 'none') return
  throw new Error(`a fast test opens ${engine}: name its file x.engine.test.ts`)
}
