/** Static files of the pages, named by their content, so that browsers may cache them forever. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Asset = { readonly path: string; readonly type: string; readonly bytes: Buffer }

const NAME_CHARACTERS = 16
const TYPES = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
} as const

/** Files that every area uses. */
const SHARED_FOLDER = join(import.meta.dirname, 'assets')
export const SHARED_ASSETS = {
  style: join(SHARED_FOLDER, 'web.css'),
  script: join(SHARED_FOLDER, 'web.mjs'),
  icon: join(SHARED_FOLDER, 'icon.svg'),
} as const

/** Folder of the assets of an area. */
export const assetsPathOf = (areaPath: string): string => `${areaPath}/assets`

export const assetOf = (areaPath: string, extension: keyof typeof TYPES, bytes: Buffer): Asset => {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, NAME_CHARACTERS)
  const path = `${assetsPathOf(areaPath)}/${hash}.${extension}`
  return { path, type: TYPES[extension], bytes }
}

/** Several files become one, in their order. Read once, when an area is set up. */
export const readAsset = (
  areaPath: string,
  extension: keyof typeof TYPES,
  ...files: readonly string[]
): Asset => assetOf(areaPath, extension, Buffer.concat(files.map((file) => readFileSync(file))))
