/**
 * A Vitest reporter that writes what `.ci/run` prints at its end, as JSON to the file of
 * `CI_REPORT`: how many tests passed, the names of skipped ones, and what failed with its first
 * words. A hook that fails is a failure of its suite, since its tests only count as skipped.
 */
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

const MESSAGE_LINES = 4
const MESSAGE_CHARACTERS = 600

/** What a process that crashed wrote may begin with empty lines. */
const linesOf = (message) =>
  message
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const firstWords = (errors) =>
  errors
    .map(({ message = '' }) => linesOf(message).slice(0, MESSAGE_LINES).join(' | '))
    .join(' || ')
    .slice(0, MESSAGE_CHARACTERS)

const nameOf = (module) => relative(process.cwd(), module.moduleId)

export default class CiReporter {
  onTestRunEnd(modules, unhandled) {
    const report = { passed: 0, failed: [], skipped: [] }
    const fail = (name, errors) => report.failed.push(`${name}: ${firstWords(errors)}`)
    for (const module of modules) {
      const file = nameOf(module)
      if (module.errors().length > 0) fail(file, module.errors())
      for (const suite of module.children.allSuites())
        if (suite.errors().length > 0) fail(`${file}: ${suite.fullName}`, suite.errors())
      for (const test of module.children.allTests()) {
        const { state, errors = [] } = test.result()
        const name = `${file}: ${test.fullName}`
        if (state === 'passed') report.passed += 1
        else if (state === 'failed') fail(name, errors)
        else report.skipped.push(name)
      }
    }
    if (unhandled.length > 0) fail('outside of tests', unhandled)
    writeFileSync(process.env.CI_REPORT, JSON.stringify(report))
  }
}
