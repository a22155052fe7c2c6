#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { runProgram } from '#infra/cli/program.ts'
import { reportCrashes } from '#infra/terminal.ts'
import packageJson from './package.json' with { type: 'json' }

enableCompileCache()
reportCrashes()
// A write beyond the file size limit then fails with an error instead of ending the process.
process.on('SIGXFSZ', () => undefined)
await runProgram(process.argv.slice(2), process.env, packageJson.version)
