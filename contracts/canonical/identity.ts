import { sha256Hex, URL_NAMESPACE, uuidV5 } from './hash.ts'
import { type ArticleId, type ConceptId, type HeadnoteId, Slug } from '../ids.ts'

/** UUID v5 of `source.id` in the URL namespace. */
export const articleIdOf = (sourceId: string): ArticleId =>
  uuidV5(URL_NAMESPACE, sourceId) as ArticleId

/** UUID v5 of `<source.id>#headnote-<sequence>`, which a new summary does not change. */
export const headnoteIdOf = (sourceId: string, sequence: number): HeadnoteId =>
  uuidV5(URL_NAMESPACE, `${sourceId}#headnote-${sequence}`) as HeadnoteId

/**
 * UUID v5 of `externalId`, the URI of a concept in its vocabulary
 * (contracts/conventions/concepts.md).
 */
export const conceptIdOf = (uri: string): ConceptId => uuidV5(URL_NAMESPACE, uri) as ConceptId

const TITLE_CHARACTERS_MAX = 80
const SOURCE_HASH_DIGITS = 8
/** Slug of a title without any ASCII letter or digit. */
const TITLE_FALLBACK = 'text'

// Letters that compatibility decomposition does not split. The Catalan dot of `l·l` is part of the
// letter.
const TRANSLITERATION: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
  ƒ: 'f',
  '·': '',
}
const TRANSLITERATED = new RegExp(`[${Object.keys(TRANSLITERATION).join('')}]`, 'gu')

const asciiWords = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(TRANSLITERATED, (letter) => TRANSLITERATION[letter] ?? '')
    .replaceAll(/[^a-z0-9]+/g, '-')

/**
 * The slug of a new text (contracts/conventions/canonical-form.md): the title in ASCII, cut to 80
 * characters without a hyphen at either end, then `-` and 8 hex digits of SHA-256 of the source id.
 * Fixed at first import.
 */
export const slugFor = (title: string, sourceId: string): Slug => {
  const words = asciiWords(title).replace(/^-/, '').slice(0, TITLE_CHARACTERS_MAX).replace(/-$/, '')
  const digits = sha256Hex(sourceId).slice(0, SOURCE_HASH_DIGITS)
  return Slug.parse(`${words === '' ? TITLE_FALLBACK : words}-${digits}`)
}

export const isSlug = (text: string): text is Slug => Slug.safeParse(text).success
