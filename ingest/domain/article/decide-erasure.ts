/** Decisions that let the words of a text be forgotten (contracts/conventions/erasure.md). Pure. */
import { ERASED_VERSIONS_MAX } from '#contracts/events/article.ts'
import type { ArticleEvent } from '#contracts/events/event.ts'
import { isRefusal } from '#contracts/fault.ts'
import type { SemVer } from '#contracts/ids.ts'
import type {
  CancelErasure,
  CertifyErasure,
  Erase,
  ErasureCommand,
  ErasureWanted,
} from './commands.ts'
import { statedReason } from './reasons.ts'
import type { ArticleState, RequestedErasure } from './state.ts'
import { type DomainRefusal, refuse } from '../refusals.ts'
import { isSameReason, roleOf, statedReference } from '../two-persons.ts'

type Decision = ArticleEvent[] | DomainRefusal

/** The wanted versions in the order of the text, each once; a refusal where one is not there. */
const versionsOf = (
  { versions, erasure }: ArticleState,
  wanted: ErasureWanted['versions'],
): readonly SemVer[] | DomainRefusal => {
  const known = versions.map(({ version }) => version)
  if (wanted === 'all') return known
  const missing = wanted.find((version) => !known.includes(version))
  if (missing !== undefined) return refuse('version-unknown', missing)
  const gone = wanted.find((version) => erasure.versions.has(version))
  if (gone !== undefined) return refuse('already-erased', gone)
  return known.filter((version) => wanted.includes(version))
}

const asked = (state: ArticleState, wanted: ErasureWanted): RequestedErasure | DomainRefusal => {
  const { ground, thread = null } = wanted
  const versions = versionsOf(state, wanted.versions)
  if (isRefusal(versions)) return versions
  const whole = wanted.versions === 'all'
  if (thread === null && versions.length === 0 && !whole) return refuse('erasure-empty')
  if (thread !== null && (versions.length > 0 || whole)) return refuse('erasure-of-both')
  if (versions.length > ERASED_VERSIONS_MAX) return refuse('erasure-too-large')
  const request = statedReference(wanted.request)
  return isRefusal(request) ? request : { versions, whole, thread, ground, request }
}

const hashOfEntry = ({ sha256Hash }: ArticleState['versions'][number]) => sha256Hash

/** Why a comment with its answers has to stay; null: it may go. */
const threadRefusal = (
  { comments }: ArticleState,
  thread: string,
  { keys, unsealed }: Erase['plan'],
): DomainRefusal | null => {
  if (!comments.has(thread)) return refuse('comment-unknown')
  if (unsealed > 0) return refuse('facts-unsealed')
  return keys.length === 0 ? refuse('already-erased') : null
}

/** Why these words have to stay; null: they may go. */
const keepRefusal = (
  state: ArticleState,
  { versions, whole, thread }: RequestedErasure,
  plan: Erase['plan'],
): DomainRefusal | null => {
  const { publicStatus, published, erasure, versions: all } = state
  const { unsealed } = plan
  if (erasure.whole) return refuse('already-erased')
  if (thread !== null) return threadRefusal(state, thread, plan)
  if (whole && publicStatus !== 'deleted') return refuse('erasure-not-deleted')
  if (publicStatus === 'published' && published && versions.includes(published.version))
    return refuse('version-live', published.version)
  const going = new Set(all.filter((one) => versions.includes(one.version)).map(hashOfEntry))
  const same = all.find((one) => !versions.includes(one.version) && going.has(hashOfEntry(one)))
  if (same !== undefined) return refuse('version-live', same.version)
  return unsealed > 0 ? refuse('facts-unsealed') : null
}

const isSame = (a: RequestedErasure, b: RequestedErasure): boolean =>
  isSameReason(a, b) &&
  a.whole === b.whole &&
  a.thread === b.thread &&
  a.versions.join() === b.versions.join()

const erase = (command: Erase, state: ArticleState): Decision => {
  if (state.streamVersion === 0) return refuse('text-unknown')
  const wanted = asked(state, command)
  if (isRefusal(wanted)) return wanted
  const refused = keepRefusal(state, wanted, command.plan)
  if (refused !== null) return refused
  const { requested } = state.erasure
  const data = { ...wanted, versions: [...wanted.versions] }
  const role = roleOf(requested, wanted, isSame, command.actor)
  if (isRefusal(role)) return role
  if (role === 'asks' || requested === null) return [{ type: 'ErasureRequested', data }]
  const { keys, fingerprints } = command.plan
  return [
    {
      type: 'WordingErased',
      data: {
        ...data,
        requestedBy: requested.by,
        keys: [...keys],
        fingerprints: [...fingerprints],
      },
    },
  ]
}

const cancel = (command: CancelErasure, { erasure }: ArticleState): Decision => {
  if (erasure.requested === null) return refuse('nothing-pending')
  const reason = statedReason(command.reason)
  return isRefusal(reason) ? reason : [{ type: 'ErasureCancelled', data: { reason } }]
}

/**
 * Nothing happens if the erasure has its certificate: an earlier attempt recorded it before it was
 * killed.
 */
const certify = (
  { erasure: streamVersion, certificate, signature }: CertifyErasure,
  { erasure }: ArticleState,
): Decision =>
  erasure.uncertified.has(streamVersion)
    ? [{ type: 'ErasureCertified', data: { erasure: streamVersion, certificate, signature } }]
    : []

export const decideErasure = (command: ErasureCommand, state: ArticleState): Decision => {
  switch (command.type) {
    case 'Erase':
      return erase(command, state)
    case 'CancelErasure':
      return cancel(command, state)
    case 'CertifyErasure':
      return certify(command, state)
    default:
      return command satisfies never
  }
}
