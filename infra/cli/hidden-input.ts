/** What nobody may see: passwords and codes, from a prompt or from standard input. */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

const askHidden = async (question: string): Promise<string> => {
  process.stderr.write(question)
  // What is typed is read, and shown nowhere.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  const answer = await lines.question('')
  lines.close()
  process.stderr.write('\n')
  return answer
}

/**
 * Reads one line after another, each where it is asked for. Never from the command line's words:
 * histories and process lists keep those.
 */
export const openHiddenInput = (): {
  ask(question: string): Promise<string>
  close(): void
} => {
  if (process.stdin.isTTY) return { ask: askHidden, close: () => undefined }
  const input = createInterface({ input: process.stdin })
  const lines = input[Symbol.asyncIterator]()
  return {
    ask: async () => {
      const { value, done } = await lines.next()
      return done === true ? '' : value
    },
    close: () => input.close(),
  }
}

/** One hidden line. */
export const readHidden = async (question: string): Promise<string> => {
  const input = openHiddenInput()
  try {
    return await input.ask(question)
  } finally {
    input.close()
  }
}
