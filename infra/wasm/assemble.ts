import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import wabt from 'wabt'

/** Assembles a file of WebAssembly text, base64. Throws an Error that names the line at fault. */
export const assembleWat = async (path: string): Promise<string> => {
  const toolkit = await wabt()
  const source = await readFile(path, 'utf8')
  const module = toolkit.parseWat(basename(path), source, { simd: true, threads: true })
  try {
    return Buffer.from(module.toBinary({}).buffer).toString('base64')
  } finally {
    module.destroy()
  }
}
