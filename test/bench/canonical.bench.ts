/**
 * Canonical form and hash of the real texts.
 *   node test/bench/canonical.bench.ts
 * Prints MB/s of RFC 8785 + SHA-256, and the ratio to SHA-256 alone over the same bytes in the same
 * run.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { sharedPath } from '../corpus/shared.ts'
import { round } from './figures.ts'

const ROUNDS = 5
const folder = sharedPath('corpus', 'import')
const records = readdirSync(folder)
  .filter((name) => name.endsWith('.jsonl'))
  .flatMap((name) =>
    readFileSync(sharedPath('corpus', 'import', name), 'utf8')
      .trim()
      .split('\n'),
  )
  .map((line) => JSON.parse(line) as unknown)
const forms = records.map(canonicalJson)
const megabytes = forms.reduce((sum, form) => sum + Buffer.byteLength(form), 0) / 1e6

const timed = (work: () => void): number => {
  const started = performance.now()
  work()
  return (performance.now() - started) / 1_000
}
const best = (work: () => void): number =>
  Math.min(...Array.from({ length: ROUNDS }, () => timed(work)))

const whole = best(() => {
  for (const record of records) sha256Hex(canonicalJson(record))
})
const hashOnly = best(() => {
  for (const form of forms) createHash('sha256').update(form).digest('hex')
})
console.log(
  JSON.stringify({
    texts: records.length,
    megabytes: round(megabytes),
    canonicaliseAndHashMBPerSecond: round(megabytes / whole, 1),
    hashAloneMBPerSecond: round(megabytes / hashOnly, 1),
    ratio: round(whole / hashOnly),
  }),
)
