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
  /** For all texts of a length; a linear expression takes a tenth, also on a busy machine. */
  timeoutMs: [4_000, 10_000, 30_000],
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

/** The same texts are written for every expression, so they are kept. */
const kept = new Map<string, string>()
const textOf = (attack: Attack, characters: number): string => {
  const key = `${characters} ${JSON.stringify(attack)}`
  const text = kept.get(key) ?? written(attack, characters)
  kept.set(key, text)
  return text
}

const nowMs = (): number => process.threadCpuUsage().user / 1_000
const context = vm.createContext({ expression: /x/, texts: [], times: [], nowMs })
// One run takes all texts: a run with a timeout starts a thread, which costs more than the work.
const RUN = new vm.Script(`
  for (const text of texts) {
    const before = nowMs()
    if (expression.global) text.replaceAll(expression, "")
    else expression.exec(text)
    times.push(nowMs() - before)
  }
`)

/** The processor time of each text in ms; Infinity for the one that does not end in time. */
const runMs = (expression: RegExp, texts: readonly string[], timeout: number): number[] => {
  const times: number[] = []
  Object.assign(context, { expression, texts, times })
  try {
    RUN.runInContext(context, { timeout })
  } catch {
    times.push(Infinity)
  }
  return times
}

/** Other work may slow one of two measurements: the fastest of some says what the texts cost. */
const AGAIN = 3

const growsTooFast = (ms: number, beforeMs: number): boolean =>
  ms > MEASURE.noticedMs && ms > beforeMs * MEASURE.growthMax

/** Whether one text is slow for its length, measured again. */
const isSlowAgain = (expression: RegExp, attack: Attack, step: number): boolean => {
  const fastest = (at: number): number => {
    const text = textOf(attack, MEASURE.characters[at] ?? 0)
    const times = Array.from({ length: AGAIN }, () =>
      Math.max(runMs(expression, [text], MEASURE.timeoutMs[at] ?? 0)[0] ?? Infinity, FLOOR_MS),
    )
    return Math.min(...times)
  }
  const ms = fastest(step)
  return ms === Infinity || growsTooFast(ms, fastest(step - 1))
}

/** How it grows where it grows too fast: `2 to 131 ms on "aaaa"`; null if it is linear. */
export const superLinear = (
  { source, flags }: { readonly source: string; readonly flags: string },
  attack: Attack | null,
): string | null => {
  const expression = new RegExp(source, flags)
  const attacks = attacksOn(source, attack)
  let before: readonly number[] = []
  // The short texts come first: what is slow on them need not be run on the long ones.
  for (const [step, characters] of MEASURE.characters.entries()) {
    const texts = attacks.map((one) => textOf(one, characters))
    const times = runMs(expression, texts, MEASURE.timeoutMs[step] ?? 0)
    for (const [at, ms] of times.entries()) {
      const beforeMs = before[at] ?? Infinity
      const one = attacks[at]
      if (one === undefined) continue
      if (ms === Infinity || (growsTooFast(ms, beforeMs) && isSlowAgain(expression, one, step)))
        return `${beforeMs} to ${ms} ms on ${JSON.stringify(written(one, 20).slice(0, 40))}`
    }
    before = times.map((ms) => Math.max(ms, FLOOR_MS))
  }
  return null
}
