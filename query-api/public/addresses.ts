/** Addresses of the public pages. */
import { asLanguage } from '#contracts/web/language.ts'

/** The pages that somebody who reads comes from to sign in; what is below them too. */
export const PAGES_OF_READERS = ['/search', '/t'] as const

/** The sign-in page of the account area, which leads back to this page. */
export const signInHref = (from: URL): string =>
  linkTo(
    `/account/sign-in?${new URLSearchParams({ next: `${from.pathname}${from.search}` }).toString()}`,
    from,
  )

/** The permanent address of a text, or of one of its versions. */
export const textPath = (slug: string, version: string | null = null): string =>
  version === null ? `/t/${slug}` : `/t/${slug}@${version}`

export const comparePath = (slug: string, from: string, to: string): string =>
  `/t/${slug}/compare?${new URLSearchParams({ from, to }).toString()}`

/** The canonical form of a version, whose SHA-256 is its hash. */
export const canonicalPath = (slug: string, version: string): string =>
  `${textPath(slug, version)}/canonical`

/** The citation of a version as a file: `…/cite.ris`. */
export const citePath = (slug: string, version: string, ending: string): string =>
  `${textPath(slug, version)}/cite.${ending}`

/** A version as a file that people take along. */
export const filePath = (slug: string, version: string, format: 'akn' | 'html' | 'pdf'): string =>
  `${textPath(slug, version)}/${format}`

/** A link that keeps the language if the reader chose one. */
export const linkTo = (path: string, from: URL): string => {
  const chosen = asLanguage(from.searchParams.get('lang'))
  if (chosen === null) return path
  const [address = '', fragment] = path.split('#')
  const separator = address.includes('?') ? '&' : '?'
  return `${address}${separator}lang=${chosen}${fragment === undefined ? '' : `#${fragment}`}`
}

/** Characters that have a meaning of their own in a text directive. */
const directiveText = (text: string): string => encodeURIComponent(text).replaceAll('-', '%2D')
const DIRECTIVE_WORDS = 5
const DIRECTIVE_WHOLE_WORDS = 12

/**
 * A fragment that leads a browser to quoted words (WICG, URL Fragment Text Directives): short
 * quotations whole, long ones by their first and last words.
 */
export const textFragment = (quote: string): string => {
  const words = quote.trim().split(/\s+/u)
  if (words.length <= DIRECTIVE_WHOLE_WORDS) return `#:~:text=${directiveText(words.join(' '))}`
  const first = words.slice(0, DIRECTIVE_WORDS).join(' ')
  const last = words.slice(-DIRECTIVE_WORDS).join(' ')
  return `#:~:text=${directiveText(first)},${directiveText(last)}`
}
