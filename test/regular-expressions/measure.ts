/** Runs an expression on long texts that were made to be slow, and measures the processor. */
import vm from 'node:vm'
import type { Attack } from './checked.ts'

export const MEASURE = {
  /** Lengths of the texts, each eight times as long: a slow expression is found on a short one. */
  characters: [1_560, 12_500, 100_000],
  /** A shorter time says nothing about how it grows. */
  noticedMs: 40,
  /** A linear one takes 8 times as long on a text 8 times as long, a quadratic one 64 times. */
  growthMax: 24,
  timeoutMs: 20_000,
} as const

/** Characters and words that texts repeat. */
const REPEATED = [
  ...' \n\t\u00A0aA01.-,;:!?()[]<>&*_#="\'’/\\«»éÉ',
  ...' \n|a |A |a.|A.|1.|1-|1 |a-|a, |1, |.\n|<!--|<a>'.split('|'),
  ...'art. |article 1|L. 1|loi |de |l’|de la |Cour |« | »'.split('|'),
]
const WORDS_MAX = 6
const LAST = '\u0001'

const written = ({ pumps, suffix }: Attack, characters: number): string => {
  const length = pumps.reduce((sum, { pump }) => sum + pump.length, 0)
  const times = Math.max(1, Math.floor(characters / Math.max(1, length)))
  return pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + suffix
}
const repeated = (piece: string): Attack => ({ pumps: [{ prefix: '', pump: piece }], suffix: LAST })

/** The attack of the checker, repeated characters, and repeated words of the expression itself. */
const attacksOn = (source: string, attack: Attack | null): readonly Attack[] => {
  const words = [...new Set(source.match(/\p{L}{2,}/gu) ?? [])].slice(0, WORDS_MAX)
  const pieces = [...REPEATED, ...words, ...words.map((word) => `${word} `)]
  return [...(attack === null ? [] : [attack]), ...pieces.map(repeated)]
}

/** Below it, the clock says little. */
const FLOOR_MS = 0.2

const context = vm.createContext({ expression: /x/, text: '' })
const RUN = new vm.Script(
  'expression.global ? text.replaceAll(expression, "") : expression.exec(text)',
)

const runMs = (expression: RegExp, text: string): number => {
  Object.assign(context, { expression, text })
  const before = process.threadCpuUsage().user
  try {
    RUN.runInContext(context, { timeout: MEASURE.timeoutMs })
  } catch {
    return Infinity
  }
  return (process.threadCpuUsage().user - before) / 1_000
}

/** How it grows where it grows too fast: `2 to 131 ms on "aaaa"`; null if it is linear. */
export const superLinear = (
  { source, flags }: { readonly source: string; readonly flags: string },
  attack: Attack | null,
): string | null => {
  const expression = new RegExp(source, flags)
  for (const one of attacksOn(source, attack)) {
    let beforeMs = Infinity
    for (const characters of MEASURE.characters) {
      const ms = runMs(expression, written(one, characters))
      const isSlow = ms > MEASURE.noticedMs && ms > beforeMs * MEASURE.growthMax
      if (isSlow || ms === Infinity)
        return `${beforeMs} to ${ms} ms on ${JSON.stringify(written(one, 20).slice(0, 40))}`
      beforeMs = Math.max(ms, FLOOR_MS)
    }
  }
  return null
}
