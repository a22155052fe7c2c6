import { isUtf8 } from 'node:buffer'
import type { Refusal } from '#contracts/fault.ts'

const BOM = [0xef, 0xbb, 0xbf] as const
const NUL = 0

export const withoutBom = (bytes: Buffer): Buffer =>
  BOM.every((byte, index) => bytes[index] === byte) ? bytes.subarray(BOM.length) : bytes

const NOT_UTF8: Refusal = {
  refused: 'not-utf8',
  reason: 'these bytes are not UTF-8; they may be Latin-1 or Windows-1252',
  hint: 'convert the file first: iconv -f WINDOWS-1252 -t UTF-8 FILE',
}
const UTF16: Refusal = {
  refused: 'not-utf8',
  reason: 'the file is UTF-16',
  hint: 'convert the file first: iconv -f UTF-16 -t UTF-8 FILE',
}
const HAS_NUL: Refusal = {
  refused: 'nul-character',
  reason: 'there is a NUL character, which no text has',
  hint: 'remove it, and look at what wrote it: the text around it may be damaged too',
}

/** The text of bytes that must be UTF-8 without NUL. */
export const decodeUtf8 = (bytes: Buffer): { readonly text: string } | Refusal => {
  if (bytes.includes(NUL)) return HAS_NUL
  return isUtf8(bytes) ? { text: bytes.toString('utf8') } : NOT_UTF8
}

/** Signatures of common formats that are not text. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ['%PDF-', 'a PDF'],
  ['PK\u0003\u0004', 'a ZIP archive or an office document'],
  ['\u001f\u008b', 'compressed with gzip'],
  ['\u00d0\u00cf\u0011\u00e0', 'an old office document'],
  ['{\\rtf', 'an RTF document'],
  ['\u0089PNG', 'a picture'],
  ['\u00ff\u00d8\u00ff', 'a picture'],
  ['GIF8', 'a picture'],
  ['\u007fELF', 'a program'],
]
const notText = (what: string): Refusal => ({
  refused: 'not-text',
  reason: `the file is not text: ${what}`,
  hint: 'give JSON Lines or Markdown in UTF-8, or leave the file out',
})

/** Control characters that no text file needs; more than this share of them is a binary file. */
const CONTROLS_SHARE_MAX = 0.02
const isControl = (byte: number): boolean =>
  byte === 0x7f || (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d)

const count = (bytes: Buffer, which: (byte: number, index: number) => boolean): number =>
  bytes.reduce((sum, byte, index) => sum + (which(byte, index) ? 1 : 0), 0)

// Most letters of a European text have a zero in UTF-16, always on the same side.
const ZEROS_SHARE_MIN = 0.35
const looksLikeUtf16 = (head: Buffer): boolean => {
  const [first, second] = head
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true
  const odd = count(head, (byte, index) => byte === NUL && index % 2 === 1)
  const even = count(head, (byte, index) => byte === NUL && index % 2 === 0)
  return (
    Math.min(odd, even) === 0 && Math.max(odd, even) > head.length * ZEROS_SHARE_MIN && odd !== even
  )
}

/**
 * Why the file that begins with `head` can't be text, or null. A single control character is
 * refused on its line; a file full of them as a whole.
 */
export const refuseBinary = (head: Buffer): Refusal | null => {
  const latin1 = head.toString('latin1')
  const known = SIGNATURES.find(([start]) => latin1.startsWith(start))
  if (known !== undefined) return notText(`it is ${known[1]}`)
  if (looksLikeUtf16(head)) return UTF16
  const controls = count(head, isControl)
  if (controls <= 1 || controls < head.length * CONTROLS_SHARE_MAX) return null
  return notText('it holds bytes that no text has')
}
