import { parseArgs } from 'node:util'

export const USAGE = `usage: npm run bench -- [CORPUS] [--seconds N] [--load-minutes N] [--write]

Measures the whole service as it is shipped: default model, embedded engines, one key that is
charged, over HTTP; 64 calls are admitted at once. Prints Markdown.

  CORPUS            records.jsonl or a folder; default: ../shared/corpus/import
  --seconds N       how long each kind of call is made, for one client and for eight; default 8
  --load-minutes N  how long a mix of calls comes at 70 % of the measured limit; default 10, 0: not
  --write           put the figures into test/bench/RESULTS.md
  --help            say this`

export type Options = {
  /** null: the records beside the checkout. */
  readonly corpus: string | null
  readonly seconds: number
  readonly loadMinutes: number
  readonly isWritten: boolean
}
type Read =
  | { readonly kind: 'run'; readonly options: Options }
  | { readonly kind: 'help' }
  | { readonly kind: 'refused'; readonly reason: string }

const LIMITS = { seconds: [1, 600], 'load-minutes': [0, 600] } as const

const wholeNumber = (name: keyof typeof LIMITS, text: string): number => {
  const [min, max] = LIMITS[name]
  const number = /^\d{1,4}$/u.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  throw new Error(`--${name} must be a whole number from ${min} to ${max}, not “${text}”`)
}

export const readOptions = (words: readonly string[]): Read => {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        seconds: { type: 'string', default: '8' },
        'load-minutes': { type: 'string', default: '10' },
        write: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    if (values.help) return { kind: 'help' }
    const [corpus = null, ...more] = positionals
    if (more.length > 0) throw new Error('one corpus at a time')
    const seconds = wholeNumber('seconds', values.seconds)
    const loadMinutes = wholeNumber('load-minutes', values['load-minutes'])
    return { kind: 'run', options: { corpus, seconds, loadMinutes, isWritten: values.write } }
  } catch (error) {
    return { kind: 'refused', reason: error instanceof Error ? error.message : String(error) }
  }
}
