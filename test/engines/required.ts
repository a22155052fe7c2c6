/**
 * What a suite does without its engine: skip by name, with the reason; except in CI, which runs on
 * machines that can have every engine that is asked for here. There a missing one fails the suite,
 * so that a green run means that it ran.
 */
export const orFailInCi = (missing: string | null): string | null => {
  if (missing === null || process.env['CI'] !== 'true') return missing
  throw new Error(`engine-missing: ${missing}. In CI this suite must run; it may not be skipped.`)
}
