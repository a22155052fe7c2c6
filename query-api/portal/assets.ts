/** Static files of the pages, named by their content, so that browsers may cache them forever. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Asset = { readonly path: string; readonly type: string; readonly bytes: Buffer }
export type Assets = { readonly style: Asset; readonly script: Asset; readonly icon: Asset }

export const ASSETS_PATH = '/account/assets'
const NAME_CHARACTERS = 16

const asset = (file: string, extension: string, type: string): Asset => {
  const bytes = readFileSync(join(import.meta.dirname, 'assets', file))
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, NAME_CHARACTERS)
  return { path: `${ASSETS_PATH}/${hash}.${extension}`, type, bytes }
}

/** Read once, when the account area is set up. */
export const readAssets = (): Assets => ({
  style: asset('account.css', 'css', 'text/css; charset=utf-8'),
  script: asset('account.mjs', 'js', 'text/javascript; charset=utf-8'),
  icon: asset('icon.svg', 'svg', 'image/svg+xml'),
})
