import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { assembleScan } from './assemble.ts'

const LINE_CHARACTERS = 92

/** Assembles scan.wat into scan-wasm.ts; a test compares the two. */
const lines = (await assembleScan()).match(new RegExp(`.{1,${LINE_CHARACTERS}}`, 'g')) ?? []
const literal = lines.map((line) => `  '${line}',`).join('\n')
await writeFile(
  join(import.meta.dirname, 'scan-wasm.ts'),
  `/** scan.wat, assembled: \`node infra/embedded/search/scan/write-scan-wasm.ts\` writes this file. */\nexport const SCAN_WASM = [\n${literal}\n].join('')\n`,
)
