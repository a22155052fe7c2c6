#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// Threads, and the processes that this one starts, take their code from the same cache.
const { directory } = enableCompileCache()
if (directory !== undefined) process.env['NODE_COMPILE_CACHE'] ??= directory

// After that, so that these modules are cached too.
const { runProgram } = await import('#infra/cli/program.ts')
const { reportCrashes } = await import('#infra/terminal.ts')
const { default: packageJson } = await import('./package.json', { with: { type: 'json' } })

reportCrashes()
// A write beyond the file size limit then fails with an error instead of ending the process.
process.on('SIGXFSZ', () => undefined)
await runProgram(process.argv.slice(2), process.env, packageJson.version)
