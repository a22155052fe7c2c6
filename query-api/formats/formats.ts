/** What the forms of an article are called, and how they are sent. */
import type { Format } from '#contracts/http/format.ts'

export type MadeFormat = Exclude<Format, 'json' | 'markdown'>

type About = {
  /** Without parameters (RFC 6838). */
  readonly mediaType: string
  /** As it is sent. */
  readonly contentType: string
  /** The ending of a file. */
  readonly extension: string
  /** How a browser takes it; null: as a page. */
  readonly disposition: 'attachment' | 'inline' | null
}

export const ABOUT: Readonly<Record<Format, About>> = {
  json: {
    mediaType: 'application/json',
    contentType: 'application/json; charset=utf-8',
    extension: 'json',
    disposition: null,
  },
  markdown: {
    mediaType: 'text/markdown',
    contentType: 'text/markdown; charset=utf-8',
    extension: 'md',
    disposition: null,
  },
  html: {
    mediaType: 'text/html',
    contentType: 'text/html; charset=utf-8',
    extension: 'html',
    disposition: null,
  },
  akn: {
    mediaType: 'application/akn+xml',
    contentType: 'application/akn+xml; charset=utf-8',
    extension: 'akn.xml',
    disposition: 'attachment',
  },
  pdf: {
    mediaType: 'application/pdf',
    contentType: 'application/pdf',
    extension: 'pdf',
    disposition: 'inline',
  },
}

export const isMade = (format: Format): format is MadeFormat =>
  format !== 'json' && format !== 'markdown'

/** Longer file names cause trouble on some systems. */
const NAME_CHARACTERS_MAX = 120

/** `slug-1.0.0.pdf`; a slug has only small letters, digits and hyphens. */
export const fileNameOf = (
  format: Format,
  { slug, version }: { readonly slug: string; readonly version: string },
): string => `${slug.slice(0, NAME_CHARACTERS_MAX)}-${version}.${ABOUT[format].extension}`

/** The header that names the file; null: none. */
export const dispositionOf = (
  format: Format,
  text: { readonly slug: string; readonly version: string },
): string | null => {
  const { disposition } = ABOUT[format]
  return disposition === null ? null : `${disposition}; filename="${fileNameOf(format, text)}"`
}
