/** Reads the commands of a README and the outputs that it promises. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '../..')

/** A block of commands, and the output that the README shows below it. */
export type Step = {
  readonly commands: string
  readonly output: { readonly language: 'json' | 'text'; readonly text: string } | null
  /** Marked `not run`: it needs what a test has not, such as Docker. */
  readonly isRun: boolean
}

const BLOCK = /^```(sh|sh not run|json|text)\n([^]*?)\n```$/gm

export const stepsOf = (file: string): readonly Step[] => {
  const steps: Step[] = []
  for (const [, kind = '', text = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(BLOCK)) {
    const last = steps.at(-1)
    if (kind === 'json' || kind === 'text') {
      if (last === undefined || last.output !== null)
        throw new Error(`an output of nothing: ${text}`)
      steps[steps.length - 1] = { ...last, output: { language: kind, text } }
    } else steps.push({ commands: text, output: null, isRun: kind === 'sh' })
  }
  return steps
}

const NUMBERED = /^\d+\. (.+)$/gm

/** The numbered steps for a person with a browser. */
export const numberedStepsOf = (file: string): readonly string[] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(NUMBERED)].map(([, step = '']) => step)

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** The pattern of an output: `…` stands for anything, over several lines where it is alone. */
export const patternOf = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split('\n')
      .map((line) => (line === '…' ? '[^]*?' : line.split('…').map(literal).join('[^\\n]*')))
      .join('\n')
      .replaceAll('[^]*?\n', '[^]*?')}$`,
    'u',
  )

/** What differs from run to run. */
const VOLATILE = new Set(['latencyMs'])

/** An answer without what differs from run to run. */
export const settled = (text: string): unknown =>
  JSON.parse(text, (name, value: unknown) => (VOLATILE.has(name) ? 0 : value))
