/**
 * The news of a saved search as Atom (RFC 4287). Readers of feeds send no key, so the path holds a
 * secret that is derived from the search; it is kept nowhere.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { html } from 'ghtml'
import type { SavedSearch, SearchNews } from '#contracts/http/saved-searches.ts'
import { PRODUCT } from '#contracts/service.ts'
import { textPath } from '../public/addresses.ts'
import type { KeptSearch } from './ports.ts'

/** The beginning of the paths of all feeds. */
export const SEARCH_FEEDS_PATH = '/feeds/searches'

type Numbered = Pick<KeptSearch, 'id' | 'feedNumber'>

const secretOf = (pepper: string, { id, feedNumber }: Numbered): string =>
  createHmac('sha256', pepper)
    .update(`saved search, feed\n${id}\n${feedNumber}`)
    .digest('base64url')

export const feedPathOf = (pepper: string, search: Numbered): string =>
  `${SEARCH_FEEDS_PATH}/${search.id}/${secretOf(pepper, search)}.atom`

/** Whether this is the secret of the feed; takes the same time whatever is wrong. */
export const isFeedSecret = (pepper: string, search: Numbered, given: string): boolean => {
  const [own, other] = [Buffer.from(secretOf(pepper, search)), Buffer.from(given)]
  return own.length === other.length && timingSafeEqual(own, other)
}

const entryOf = (news: SearchNews, origin: string): string => {
  const { id, state, at, slug, version, sha256Hash } = news
  const link = html`<link rel="alternate" type="text/html" href="${origin}${textPath(slug)}" />`
  return html`<entry>
    <id>urn:uuid:${id}</id>
    <title>${slug}</title>
    <updated>${at}</updated>
    !${version === null ? '' : link}
    <category term="${state}" />
    <summary>${sha256Hash === null ? state : `${state} sha256:${sha256Hash}`}</summary>
  </entry> `
}

/** `news`: newest first. It holds the name of the search, and no words of a text. */
export const searchFeed = (
  { id, name, createdAt, feed }: SavedSearch,
  news: readonly SearchNews[],
  origin: string,
): string => `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:uuid:${id}</id>
<title>${html`${PRODUCT}: ${name}`}</title>
<updated>${news[0]?.at ?? createdAt}</updated>
<author><name>${PRODUCT}</name></author>
${html`<link rel="self" href="${origin}${feed}" />`}
${news.map((one) => entryOf(one, origin)).join('')}</feed>
`
