/**
 * Style and scripts of the editor. The scripts are modules that a bundler joins with the packages
 * that they import, when the desk begins to serve.
 */
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { type Asset, assetOf, readAsset } from '#contracts/web/assets.ts'
import { DESK_PATH } from '../visit.ts'

const FOLDER = join(import.meta.dirname, 'assets')

/** Their licences ask for it in every copy. */
const NOTICE =
  '/*! CodeMirror, Lezer, style-mod, w3c-keyname, crelt: (c) Marijn Haverbeke and others, MIT licence */'

const bundle = (name: string): Asset => {
  const { outputFiles } = buildSync({
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
}

export type EditorAssets = { readonly style: Asset; readonly script: Asset }

let made: EditorAssets | null = null
/** Made once in a process: the bundle takes a tenth of a second. */
export const editorAssets = (): EditorAssets =>
  (made ??= {
    style: readAsset(DESK_PATH, 'css', join(FOLDER, 'editor.css')),
    script: bundle('editor.mjs'),
  })
