/** Assembles `<name>.wat` into `<name>-wasm.ts` beside it; tests compare the two. */
import { writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { assembleWat } from './assemble.ts'

const LINE_CHARACTERS = 92

const [, , path] = process.argv
if (path?.endsWith('.wat') !== true) {
  console.error('usage: node infra/wasm/write.ts FILE.wat')
  process.exit(2)
}
const name = basename(path, '.wat')
const lines = (await assembleWat(path)).match(new RegExp(`.{1,${LINE_CHARACTERS}}`, 'g')) ?? []
const literal = lines.map((line) => `  '${line}',`).join('\n')
await writeFile(
  join(dirname(path), `${name}-wasm.ts`),
  `/** Written from ${name}.wat by \`infra/wasm/write.ts\`. */\nexport const ${name.toUpperCase()}_WASM = [\n${literal}\n].join('')\n`,
)
