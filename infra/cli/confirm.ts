import { type Interface, createInterface } from 'node:readline/promises'
import { Fault } from '#contracts/fault.ts'
import { say } from '../terminal.ts'

const YES = /^(?:y|yes|o|oui)$/iu

const ask = async (question: string): Promise<string> => {
  const lines: Interface = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await lines.question(`${question} [y/N] `)
  } finally {
    lines.close()
  }
}

/**
 * Shows what is about to happen and asks, unless `--yes` answered. Throws Fault
 * `confirmation-missing` where nobody can be asked.
 */
export const isConfirmed = async (
  shown: readonly string[],
  question: string,
  yes = false,
): Promise<boolean> => {
  for (const line of shown) say(line)
  if (yes) return true
  if (!process.stdin.isTTY) throw new Fault('confirmation-missing')
  return YES.test((await ask(question)).trim())
}
