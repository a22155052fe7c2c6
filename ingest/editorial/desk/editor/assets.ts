/**
 * Style and script of the editor. The script is made of modules that a bundler joins with the
 * packages that they import.
 */
import { join } from 'node:path'
import { type Asset, assetOf, readAsset } from '#contracts/web/assets.ts'
import { DESK_PATH } from '../visit.ts'

const FOLDER = join(import.meta.dirname, 'assets')

/** Their licences ask for it in every copy. */
const NOTICE =
  '/*! CodeMirror, Lezer, style-mod, w3c-keyname, crelt: (c) Marijn Haverbeke and others, MIT licence */'

const bundle = async (name: string): Promise<Asset> => {
  const { build, stop } = await import('esbuild')
  try {
    const { outputFiles } = await build({
      entryPoints: [join(FOLDER, name)],
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      target: 'es2022',
      legalComments: 'eof',
      banner: { js: NOTICE },
      logLevel: 'silent',
    })
    return assetOf(DESK_PATH, 'js', Buffer.from(outputFiles[0]?.contents ?? []))
  } finally {
    await stop()
  }
}

export type EditorAssets = { readonly style: Asset; readonly script: Asset }

export const editorStyle = readAsset(DESK_PATH, 'css', join(FOLDER, 'editor.css'))

let making: Promise<Asset> | null = null
/** Made once in a process, for the first editor that opens: that takes a tenth of a second. */
export const editorScript = (): Promise<Asset> => {
  making ??= bundle('editor.mjs').catch((error: unknown) => {
    making = null
    throw error
  })
  return making
}
