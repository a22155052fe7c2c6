/**
 * The typefaces of printed documents: Source Serif 4, and DejaVu Sans for letters and signs that it
 * lacks. Both are embedded; their licences allow it (SIL OFL 1.1; Bitstream Vera).
 */
import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'
import type { Style } from '#contracts/law/reading/runs.ts'
import { unpackWoff } from './woff.ts'

/** How words are set. */
export type Face = Style | 'fallback' | 'fallbackStrong'

const packaged = (path: string): URL => new URL(import.meta.resolve(`@fontsource/${path}`))
const serif = (subset: string, cut: string): URL =>
  packaged(`source-serif-4/files/source-serif-4-${subset}-${cut}.woff`)
const sans = (cut: string): URL => packaged(`dejavu-sans/files/dejavu-sans-latin-${cut}.woff`)

/** A file with some of the letters of a face. */
export type FontFile = { readonly name: string; readonly bytes: () => Buffer }
type Known = FontFile & { readonly has: (codePoint: number) => boolean }

const known = (name: string, file: URL): Known => {
  let read: Buffer | null = null
  let font: Font | null = null
  const bytes = (): Buffer => (read ??= unpackWoff(readFileSync(file)))
  const parsed = (): Font => {
    const made = create(bytes())
    if (!('hasGlyphForCodePoint' in made)) throw new RangeError(`${name} is a collection of fonts`)
    return made
  }
  return {
    name,
    bytes,
    has: (codePoint) => (font ??= parsed()).hasGlyphForCodePoint(codePoint),
  }
}

const cutsOf = (cut: string): readonly Known[] =>
  ['latin', 'latin-ext', 'greek'].map((subset) => known(`${subset}-${cut}`, serif(subset, cut)))

const FALLBACK = known('sans-400', sans('400-normal'))
const FALLBACK_STRONG = known('sans-700', sans('700-normal'))
const FACES: Readonly<Record<Face, readonly Known[]>> = {
  plain: [...cutsOf('400-normal'), FALLBACK],
  strong: [...cutsOf('600-normal'), FALLBACK_STRONG, FALLBACK],
  emphasis: [...cutsOf('400-italic'), FALLBACK],
  fallback: [FALLBACK],
  fallbackStrong: [FALLBACK_STRONG, FALLBACK],
}

/** Words that one file has all letters of. */
export type FontRun = {
  readonly text: string
  readonly font: FontFile
  /** The text to copy and read aloud where no font has its character (`ActualText`); else null. */
  readonly actual: string | null
}

/** Signs that show nothing: they join, hide or turn what is around them. */
const INVISIBLE = /[\p{Cf}\p{Cc}\p{Cn}\p{Co}\uFE00-\uFE0F]/u
const MISSING = '\uFFFD'

const found: Record<Face, Map<string, Known | null>> = {
  plain: new Map(),
  strong: new Map(),
  emphasis: new Map(),
  fallback: new Map(),
  fallbackStrong: new Map(),
}

const fontOf = (face: Face, sign: string): Known | null => {
  const before = found[face].get(sign)
  if (before !== undefined) return before
  const codePoint = sign.codePointAt(0) ?? 0
  const font = FACES[face].find((one) => one.has(codePoint)) ?? null
  found[face].set(sign, font)
  return font
}

/** Cuts a text where its font changes. Invisible signs are left out. */
export const fontRunsOf = (text: string, face: Face): FontRun[] => {
  const runs: { text: string; font: Known; actual: string | null }[] = []
  for (const sign of text) {
    const font = fontOf(face, sign)
    const last = runs.at(-1)
    if (font === null) {
      if (!INVISIBLE.test(sign)) runs.push({ text: MISSING, font: FALLBACK, actual: sign })
    } else if (INVISIBLE.test(sign)) continue
    else if (last !== undefined && last.font === font && last.actual === null) last.text += sign
    else runs.push({ text: sign, font, actual: null })
  }
  return runs
}
