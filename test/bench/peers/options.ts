import { parseArgs } from 'node:util'
import { PEERS } from './peers.ts'

export const USAGE = `usage: npm run bench:peers -- [--passages N[,N…]] [--peers NAME[,NAME…]] [--seconds N]
                              [--out FOLDER] [--ignore-memory] [--redraw]

Compares Pandect with other engines in one run: the same texts, vectors and questions, one after
the other, each in a process of its own. What is missing is installed into the cache outside of the
checkout (PANDECT_CACHE_DIR).

  --passages N      how many passages: 5000 by default; 50000, 200000 and 1000000 are the usual sizes
  --peers NAMES     some of them: ${PEERS.map(({ name }) => name).join(', ')}
  --seconds N       how long each kind of search is asked, for one client and for eight; default 3
  --out FOLDER      where results, table and plot are written; default: in the cache
  --ignore-memory   begin even if a corpus seems too large for the memory that is free
  --redraw          only write table and plot anew from the results that lie there
  --help            say this`

export const PASSAGES = { min: 100, max: 2_000_000, default: '5000' } as const
const SECONDS = { min: 1, max: 600, default: '3' } as const

export type Options = {
  readonly passages: readonly number[]
  readonly peers: readonly string[]
  readonly seconds: number
  /** null: in the cache. */
  readonly out: string | null
  readonly ignoreMemory: boolean
  readonly redraw: boolean
}
export type Read =
  | { readonly kind: 'run'; readonly options: Options }
  | { readonly kind: 'help' }
  | { readonly kind: 'refused'; readonly reason: string }

class Refused extends Error {}

const numberIn = (
  name: string,
  text: string,
  { min, max }: { min: number; max: number },
): number => {
  const value = /^\d{1,8}$/u.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw new Refused(`--${name} must be a whole number from ${min} to ${max}, not “${text}”`)
}

const listOf = (text: string): string[] => [...new Set(text.split(',').map((part) => part.trim()))]

const peersOf = (text: string | undefined): string[] => {
  const known = PEERS.map(({ name }) => name)
  if (text === undefined) return known
  const wanted = listOf(text)
  const wrong = wanted.find((name) => !known.includes(name))
  if (wrong !== undefined) throw new Refused(`--peers knows no “${wrong}”: ${known.join(', ')}`)
  return known.filter((name) => wanted.includes(name))
}

const parse = (words: readonly string[]) =>
  parseArgs({
    args: [...words],
    options: {
      passages: { type: 'string', default: PASSAGES.default },
      peers: { type: 'string' },
      seconds: { type: 'string', default: SECONDS.default },
      out: { type: 'string' },
      'ignore-memory': { type: 'boolean', default: false },
      redraw: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  }).values

export const readOptions = (words: readonly string[]): Read => {
  try {
    const given = parse(words)
    if (given.help) return { kind: 'help' }
    if (given.out === '') throw new Refused('--out must name a folder')
    return {
      kind: 'run',
      options: {
        passages: listOf(given.passages)
          .map((text) => numberIn('passages', text, PASSAGES))
          .toSorted((a, b) => a - b),
        peers: peersOf(given.peers),
        seconds: numberIn('seconds', given.seconds, SECONDS),
        out: given.out ?? null,
        ignoreMemory: given['ignore-memory'],
        redraw: given.redraw,
      },
    }
  } catch (error) {
    return { kind: 'refused', reason: error instanceof Error ? error.message : String(error) }
  }
}
