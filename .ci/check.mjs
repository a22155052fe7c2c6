/**
 * Runs the gates side by side, and in CI, where tests run beside them, one after another: together
 * they take 6 GiB of memory. Prints what a failed one found, and the time that each took.
 */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

const IN_CI = process.env.CI === 'true'
const GATES = ['types', 'lint', 'format', 'layers', 'unused']
/** Gates that are tests, which CI runs anyhow. */
const TESTS = ['contracts']

const run = async (gate) => {
  const started = performance.now()
  const child = spawn('npm', ['run', '--silent', `check:${gate}`], {
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  const [output, problems, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ])
  const seconds = Math.round((performance.now() - started) / 1_000)
  if (code !== 0) console.log(`${output}${problems}`)
  console.log(`check:${gate} ${code === 0 ? 'passed' : 'FAILED'} (${seconds} s)`)
  return code === 0
}

const runInTurn = async () => {
  const passed = []
  for (const gate of GATES) passed.push(await run(gate))
  return passed
}

const passed = await (IN_CI ? runInTurn() : Promise.all([...GATES, ...TESTS].map(run)))
process.exitCode = passed.every(Boolean) ? 0 : 1
