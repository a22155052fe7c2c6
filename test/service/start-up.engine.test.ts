/** Starting is paid by every process, so what few of them use is loaded when it is used. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { refuseInFastTests } from '../engines/required.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Imports a module and prints the addresses of all that came with it. */
const program = (module: string): string => `
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
  await import(${JSON.stringify(join(ROOT, module))})
  console.log(loaded.join('\\n'))
  process.exit()`

const loadedBy = async (module: string): Promise<string> => {
  refuseInFastTests('a process of Node')
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    program(module),
  ])
  return stdout
}

const RARELY_USED = /fr-compromise|@temporalio/u
const LEXICON = /law\/lexicon\//u

// Whoever decides about versions needs the opposites of the lexicon.
test.each(['infra/processes/serve.ts', 'infra/cli/acts.ts', 'infra/cli/doctor.ts'])(
  '%s loads neither the tagger nor Temporal',
  async (module) => {
    const loaded = await loadedBy(module)
    expect(loaded).toContain(module)
    expect(loaded).not.toMatch(RARELY_USED)
  },
)

test('a command that decides nothing loads no lexicon', async () => {
  expect(await loadedBy('infra/cli/doctor.ts')).not.toMatch(LEXICON)
})

test('though the tagger is seen where claims are judged', async () => {
  expect(await loadedBy('contracts/law/claims/judge.ts')).toMatch(/fr-compromise/u)
})
