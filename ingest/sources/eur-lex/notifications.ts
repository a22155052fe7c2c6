/**
 * The feed of notifications of the Publications Office (`/webapi/notification/ingestion`), as Atom
 * or RSS: what was created, updated and deleted in its repository.
 */
import { type Refusal, refusalByCode } from '#contracts/fault.ts'
import { type DocumentContext, noteHere } from '../document.ts'
import type { SourceItem } from '../source-item.ts'
import type { XmlElement } from '../xml/tree.ts'
import { allNamed, childNamed, textOrNull } from '../xml/walk.ts'
import { type Celex, parseCelex } from './act.ts'

/** Namespaces of the members of an entry, in Atom and in RSS. */
const ENTRY = /^http:\/\/publications\.europa\.eu\/(?:atom|rss)\/notificationEntry$/
/** The same in the beginning of a file, which may be any other feed. */
const IN_HEAD = /publications\.europa\.eu\/(?:atom|rss)\/notificationEntry/
const ROOTS: readonly (string | null)[] = ['feed', 'rss']
/** Nothing but the number follows, so that a hostile text takes linear time. */
const CELEX = /(?<![^/])celex[:/](\w+(?:\(\d+\))?)$/i
const ACTIONS: readonly (string | null)[] = ['create', 'update', 'delete']

const SHAPE: Refusal = refusalByCode('notifications-shape')
const MORE: Refusal = refusalByCode('notifications-go-on')
const NONE: Refusal = refusalByCode('removal-list-empty')

export const isNotifications = (xmlRoot: string | null, start: string): boolean =>
  ROOTS.includes(xmlRoot) && IN_HEAD.test(start)

export const isFeed = ({ name }: XmlElement): boolean => ROOTS.includes(name)

type Notification = {
  readonly line: number
  readonly isDeleted: boolean
  /** RFC 3339, in UTC. */
  readonly at: string
  /** The act itself; null: no act, one consolidation of it, or a part of it. */
  readonly act: Celex['act'] | null
}

const member = (entry: XmlElement, name: string): string | null =>
  textOrNull(
    entry.children.find(
      (one): one is XmlElement =>
        typeof one !== 'string' && one.name === name && ENTRY.test(one.uri),
    ) ?? null,
  )

/** `celex:32016R0679`, or an address that ends with it; a consolidation has sector 0. */
const actOf = (entry: XmlElement): Celex['act'] | null => {
  // The deletion may concern one language or one file of an act that remains.
  if (member(entry, 'cellarId') !== member(entry, 'rootCellarId')) return null
  for (const identifier of allNamed(entry, 'identifier')) {
    const celex = parseCelex(CELEX.exec(textOrNull(identifier) ?? '')?.[1] ?? '')
    if (celex !== null && celex.celex === celex.act) return celex.act
  }
  return null
}

const instantOf = (text: string | null): string | null => {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

const notificationOf = (entry: XmlElement): Notification | null => {
  const action = member(entry, 'type')?.toLowerCase() ?? null
  const at = instantOf(member(entry, 'date') ?? textOrNull(childNamed(entry, 'updated')))
  if (!ACTIONS.includes(action) || at === null || member(entry, 'cellarId') === null) return null
  return { line: entry.line, isDeleted: action === 'delete', at, act: actOf(entry) }
}

/** The last notification of each act; of two at the same time the later one in the file. */
const lastOf = (notifications: readonly Notification[]): Notification[] => {
  const last = new Map<string, Notification>()
  for (const one of notifications) {
    if (one.act === null) continue
    const before = last.get(one.act)
    if (before === undefined || before.at <= one.at) last.set(one.act, one)
  }
  return [...last.values()]
}

/**
 * The acts whose last notification is a deletion: all their articles. What was created or updated
 * is fetched as an act, since a feed has no text. One entry that cannot be read refuses the file.
 */
export const notifiedItems = (
  root: XmlElement,
  context: DocumentContext,
): readonly SourceItem[] | Refusal => {
  const entries = [...allNamed(root, 'entry'), ...allNamed(root, 'item')]
  const read = entries.map(notificationOf)
  const notifications = read.filter((one) => one !== null)
  if (notifications.length < read.length) return SHAPE
  if (allNamed(root, 'moreEntries').some((one) => textOrNull(one) === 'true'))
    noteHere(context, root.line, MORE)
  const deleted = lastOf(notifications).filter(({ isDeleted }) => isDeleted)
  if (deleted.length === 0) noteHere(context, root.line, NONE)
  return deleted.map(({ line, act, at }) => ({
    file: context.file,
    line,
    removal: { kind: 'work', id: `eu-eurlex:${(act ?? '').toLowerCase()}`, path: null, at },
  }))
}
