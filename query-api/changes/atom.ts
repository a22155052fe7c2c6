/**
 * The changes of texts as Atom (RFC 4287): a feed of the newest ones, and archives that no later
 * change touches but an erasure (RFC 5005), with tombstones (RFC 6721).
 */
import { html } from 'ghtml'
import { type Change, ChangeType, GONE_CHANGES } from '#contracts/changes/change.ts'
import { type ArticleId, Position } from '#contracts/ids.ts'
import { PRODUCT } from '#contracts/service.ts'
import { textPath } from '../public/addresses.ts'
import type { ChangePlaces, ChangesReader } from './ports.ts'

/** Positions of the log in one archive. */
export const ARCHIVE_POSITIONS = 1_000
const PER_READ = 500

export const FEED_PATH = '/feeds/articles.atom'
const archivePath = (number: number): string => `/feeds/articles/${number}.atom`

const TYPES = ChangeType.options.filter((type) => type !== 'concept.deprecated')

export type FeedSources = { readonly changes: ChangesReader; readonly places: ChangePlaces }

/** Archives are numbered from 1: the first one has the positions 1 to 1,000. */
const archiveOf = (position: number): number => Math.ceil(position / ARCHIVE_POSITIONS)
const startOf = (archive: number): number => (archive - 1) * ARCHIVE_POSITIONS

/** The newest change of each text above `after` and up to `through`, newest first. */
const newestOf = async (
  { changes }: FeedSources,
  after: number,
  through: number,
): Promise<Change[]> => {
  const newest = new Map<ArticleId, Change>()
  for (let from = after; from < through;) {
    const page = await changes.read({ after: Position.parse(from), limit: PER_READ, types: TYPES })
    for (const one of page.changes) {
      if (one.articleId === null || Number(one.position) > through) continue
      newest.delete(one.articleId)
      newest.set(one.articleId, one)
    }
    if (page.next <= from) break
    from = page.next
  }
  return [...newest.values()].toReversed()
}

const idOf = (uuid: string): string => `urn:uuid:${uuid}`

/** How a change is named for people who read the feed. */
const titleOf = ({ slug, type, version, headnote }: Change): string => {
  const what = headnote === null ? (version ?? '') : `${headnote.before} → ${headnote.after}`
  return `${slug ?? ''}: ${type} ${what}`.trimEnd()
}

const entryOf = (change: Change, origin: string): string => {
  const { articleId, slug, type, occurredAt, version, sha256Hash, reasons, replacement } = change
  const id = idOf(articleId ?? change.id)
  // Without a slug nothing of the text is left to link to.
  if (GONE_CHANGES.has(type) || slug === null) {
    const comment = replacement === null ? type : `${type}; see ${origin}${textPath(replacement)}`
    return html`<at:deleted-entry ref="${id}" when="${occurredAt}">
      <at:comment>${comment}</at:comment>
      !${slug === null ? '' : html`<link rel="alternate" href="${origin}${textPath(slug)}" />`}
    </at:deleted-entry> `
  }
  const summary = [...reasons, ...(sha256Hash === null ? [] : [`sha256:${sha256Hash}`])].join(' ')
  return html`<entry>
    <id>${id}</id>
    <title>${titleOf(change)}</title>
    <updated>${occurredAt}</updated>
    <link rel="alternate" type="text/html" href="${origin}${textPath(slug)}" />
    <link rel="via" type="text/html" href="${origin}${textPath(slug, version)}" />
    <category term="${type}" />
    <summary>${summary}</summary>
  </entry> `
}

type Links = Readonly<Partial<Record<string, string>>>

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACES =
  'xmlns="http://www.w3.org/2005/Atom" xmlns:fh="http://purl.org/syndication/history/1.0" xmlns:at="http://purl.org/atompub/tombstones/1.0"'
/** A feed needs a time even while nothing has changed yet. */
const NEVER = '1970-01-01T00:00:00.000Z'

const feedOf = (
  changes: readonly Change[],
  { origin, links, isArchive }: { origin: string; links: Links; isArchive: boolean },
): string => {
  const updated = changes.reduce(
    (last, { occurredAt }) => (occurredAt > last ? occurredAt : last),
    NEVER,
  )
  const related = Object.entries(links).flatMap(([rel, path]) =>
    path === undefined ? [] : [html`<link rel="${rel}" href="${origin}${path}" /> `],
  )
  return `${HEAD}<feed ${NAMESPACES}>
<id>${html`${origin}${FEED_PATH}`}</id>
<title>${PRODUCT}: texts</title>
<updated>${updated}</updated>
<author><name>${PRODUCT}</name></author>
${related.join('')}${isArchive ? '<fh:archive/>\n' : ''}${changes.map((one) => entryOf(one, origin)).join('')}</feed>
`
}

/** The archive before this one that has a change; absent: none has. */
const archiveBefore = async (
  { places }: FeedSources,
  archive: number,
): Promise<number | undefined> => {
  const last = await places.lastOfTexts(Position.parse(Math.max(0, startOf(archive))))
  return last === null ? undefined : archiveOf(last)
}

const pathOf = (archive: number | undefined): string | undefined =>
  archive === undefined ? undefined : archivePath(archive)

/** How far the live generation has come. */
const headOf = async ({ changes }: FeedSources): Promise<Position> =>
  (await changes.read({ after: Position.parse(0), limit: 1 })).head

/** The feed that readers subscribe to: the open archive and the last whole one. */
export const currentFeed = async (sources: FeedSources, origin: string): Promise<string> => {
  const head = await headOf(sources)
  const open = archiveOf(head + 1)
  const found = await newestOf(sources, startOf(Math.max(1, open - 1)), head)
  const before = pathOf(await archiveBefore(sources, open))
  const links = { self: FEED_PATH, first: FEED_PATH, 'prev-archive': before, next: before }
  return feedOf(found, { origin, links, isArchive: false })
}

/** A whole archive; null: there is none of this number yet. */
export const archivedFeed = async (
  sources: FeedSources,
  archive: number,
  origin: string,
): Promise<string | null> => {
  const end = startOf(archive + 1)
  if (end > (await headOf(sources))) return null
  const before = pathOf(await archiveBefore(sources, archive))
  const links = {
    self: archivePath(archive),
    current: FEED_PATH,
    first: FEED_PATH,
    'prev-archive': before,
    next: before,
  }
  const found = await newestOf(sources, startOf(archive), end)
  return feedOf(found, { origin, links, isArchive: true })
}
