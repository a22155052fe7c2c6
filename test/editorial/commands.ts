/** Commands in this process: many of them in the time that one takes to start. */
import { vi } from 'vitest'
import { runProgram } from '#infra/cli/program.ts'
import type { CommandResult } from '../service/service.ts'

const VERSION = '0.0.0'
/** Models that load at once; the service under test must have the same embedder. */
const LIGHT = { EMBEDDINGS_MODEL_DIR: 'builtin', ENTAILMENT_MODEL_DIR: 'none' } as const

const takeExitCode = (): number => {
  const code = Number(process.exitCode ?? 0)
  process.exitCode = undefined
  return code
}

/** Runs a command to its end. One at a time: it writes to the streams of this process. */
export const runHere = async (
  words: readonly string[],
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> => {
  const result = { code: 0, stdout: '', stderr: '' }
  const catching = (stream: 'stdout' | 'stderr') =>
    vi.spyOn(process[stream], 'write').mockImplementation((chunk) => {
      result[stream] += String(chunk)
      return true
    })
  const spies = [catching('stdout'), catching('stderr')]
  takeExitCode()
  try {
    await runProgram(words, { ...LIGHT, PANDECT_DATA_DIR: dataDir, ...env }, VERSION)
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  return { ...result, code: takeExitCode() }
}
