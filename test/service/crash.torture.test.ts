/** A process that crashes says where, and nothing of what it was working on. */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const CANARY = 'canarywordofacrash'
const crash = (code: string) => {
  const script = `const { reportCrashes } = await import('#infra/terminal.ts'); reportCrashes(); ${code}`
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', script],
    { cwd: ROOT, encoding: 'utf8' },
  )
  return { status, output: stdout + stderr }
}

for (const [name, code] of [
  ['an error in a callback', `setTimeout(() => { throw new Error('${CANARY}') })`],
  [
    'an error of many lines',
    `setTimeout(() => { throw new Error('x\\n    at ${CANARY} (/a/${CANARY}.ts:1:1)\\n') })`,
  ],
  ['a rejection', `Promise.reject(new TypeError('${CANARY}', { cause: new Error('${CANARY}') }))`],
  ['a rejection with no error', `Promise.reject('${CANARY}')`],
  [
    'an error named after content',
    `setTimeout(() => { throw Object.assign(new Error('x'), { name: '${CANARY} ${CANARY}', query: '${CANARY}' }) })`,
  ],
] as const)
  test(`${name} that nobody caught ends the process without its words`, () => {
    const { status, output } = crash(code)
    expect(status).toBe(1)
    expect(output).toContain('internal-error')
    expect(output).not.toContain(CANARY)
  })
