/**
 * `npm run check:expressions`: lets recheck judge the expressions that it has not
 * judged yet, forgets those that are gone, and writes what it found. RECHECK_BACKEND=pure needs
 * neither Java nor a program of this platform, and is ten times slower.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { check } from 'recheck'
import { type Attack, CHECKED_FILE, keyOf, readChecked, type Verdict } from './checked.ts'
import { collectExpressions, type Found } from './collect.ts'

const TIMEOUT_MS = 15_000

const attackOf = (
  diagnostics: Extract<Awaited<ReturnType<typeof check>>, { status: 'vulnerable' }>,
): Attack => ({
  pumps: diagnostics.attack.pumps.map(({ prefix, pump }) => ({ prefix, pump })),
  suffix: diagnostics.attack.suffix,
})

const judge = async ({ source, flags }: Found): Promise<Verdict> => {
  const diagnostics = await check(source, flags.replaceAll(/[dv]/g, ''), { timeout: TIMEOUT_MS })
  return diagnostics.status === 'vulnerable' ? attackOf(diagnostics) : diagnostics.status
}

const before = existsSync(CHECKED_FILE) ? readChecked() : new Map<string, Verdict>()
const now: [string, Verdict][] = []
for (const found of await collectExpressions()) {
  const key = keyOf(found)
  now.push([key, before.get(key) ?? (await judge(found))])
}
const inOrder = now.toSorted(([a], [b]) => (a < b ? -1 : 1))
writeFileSync(CHECKED_FILE, `${JSON.stringify(Object.fromEntries(inOrder), null, 2)}\n`)
