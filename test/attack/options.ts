import { parseArgs } from 'node:util'

export const USAGE = `usage: npm run attack:api -- [CASES] [--seed N] [--only OPERATION[,…]]

Attacks the described interface of a service of its own: Schemathesis makes good and bad requests of
the description and holds every answer against it. Exit 1 for a finding, 2 for wrong options.

  CASES              cases an operation; default 2000
  --seed N           what the cases are drawn from; default 18
  --only OPERATIONS  some operations by their id, such as searchUnified,getArticle; default: all
  --help             say this`

const CASES = { min: 1, max: 1_000_000 } as const
const SEED = { min: 0, max: 2 ** 32 - 1 } as const
const OPERATION = /^[A-Za-z]{1,60}$/u

export type Options = {
  readonly cases: number
  readonly seed: number
  /** Ids of operations; empty: all. */
  readonly only: readonly string[]
}
export type Read =
  | { readonly kind: 'run'; readonly options: Options }
  | { readonly kind: 'help' }
  | { readonly kind: 'refused'; readonly reason: string }

class Refused extends Error {}

const numberIn = (
  name: string,
  text: string,
  { min, max }: { readonly min: number; readonly max: number },
): number => {
  const value = /^\d{1,10}$/u.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw new Refused(`${name} must be a whole number from ${min} to ${max}, not “${text}”`)
}

const operationsOf = (text: string | undefined): string[] => {
  const names = text === undefined ? [] : [...new Set(text.split(','))]
  const wrong = names.find((name) => !OPERATION.test(name))
  if (wrong !== undefined) throw new Refused(`--only takes ids of operations, not “${wrong}”`)
  return names
}

const parse = (words: readonly string[]) =>
  parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      seed: { type: 'string', default: '18' },
      only: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })

/** Reads the words after the name of the program. */
export const readOptions = (words: readonly string[]): Read => {
  try {
    const { values, positionals } = parse(words)
    if (values.help) return { kind: 'help' }
    const [cases = '2000', ...more] = positionals
    if (more[0] !== undefined) throw new Refused(`nothing is known of “${more[0]}”`)
    return {
      kind: 'run',
      options: {
        cases: numberIn('CASES', cases, CASES),
        seed: numberIn('--seed', values.seed, SEED),
        only: operationsOf(values.only),
      },
    }
  } catch (error) {
    return { kind: 'refused', reason: error instanceof Error ? error.message : String(error) }
  }
}
