import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import wabt from 'wabt'

/** Assembles scan.wat into WebAssembly, base64. */
export const assembleScan = async (): Promise<string> => {
  const source = await readFile(join(import.meta.dirname, 'scan.wat'), 'utf8')
  const toolkit = await wabt()
  const module = toolkit.parseWat('scan.wat', source, { simd: true, threads: true })
  try {
    return Buffer.from(module.toBinary({}).buffer).toString('base64')
  } finally {
    module.destroy()
  }
}
