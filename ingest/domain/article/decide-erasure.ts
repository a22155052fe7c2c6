/** Decisions that let the words of a text be forgotten (contracts/conventions/erasure.md). Pure. */
import { ERASED_VERSIONS_MAX, ERASURE_REQUEST_MAX } from '#contracts/events/article.ts'
import type { ArticleEvent } from '#contracts/events/event.ts'
import { isRefusal } from '#contracts/fault.ts'
import type { SemVer } from '#contracts/ids.ts'
import { isVisible } from '#contracts/toolkit/visible.ts'
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
  const versions = versionsOf(state, wanted.versions)
  if (isRefusal(versions)) return versions
  const whole = wanted.versions === 'all'
  if (versions.length === 0 && !whole) return refuse('erasure-empty')
  if (versions.length > ERASED_VERSIONS_MAX) return refuse('erasure-too-large')
  const request = wanted.request.trim()
  if (!isVisible(request) || request.length > ERASURE_REQUEST_MAX)
    return refuse('erasure-reference-invalid')
  return { versions, whole, ground: wanted.ground, request }
}

const hashOfEntry = ({ sha256Hash }: ArticleState['versions'][number]) => sha256Hash

/** Why these words have to stay; null: they may go. */
const keepRefusal = (
  { publicStatus, published, erasure, versions: all }: ArticleState,
  { versions, whole }: RequestedErasure,
  { unsealed }: Erase['plan'],
): DomainRefusal | null => {
  if (erasure.whole) return refuse('already-erased')
  if (whole && publicStatus !== 'deleted') return refuse('erasure-not-deleted')
  if (publicStatus === 'published' && published && versions.includes(published.version))
    return refuse('version-live', published.version)
  const going = new Set(all.filter((one) => versions.includes(one.version)).map(hashOfEntry))
  const same = all.find((one) => !versions.includes(one.version) && going.has(hashOfEntry(one)))
  if (same !== undefined) return refuse('version-live', same.version)
  return unsealed > 0 ? refuse('facts-unsealed') : null
}

const isSame = (a: RequestedErasure, b: RequestedErasure): boolean =>
  a.whole === b.whole &&
  a.ground === b.ground &&
  a.request === b.request &&
  a.versions.join() === b.versions.join()

const erase = (command: Erase, state: ArticleState): Decision => {
  if (state.streamVersion === 0) return refuse('text-unknown')
  const wanted = asked(state, command)
  if (isRefusal(wanted)) return wanted
  const refused = keepRefusal(state, wanted, command.plan)
  if (refused !== null) return refused
  const { requested } = state.erasure
  const data = { ...wanted, versions: [...wanted.versions] }
  if (requested === null) return [{ type: 'ErasureRequested', data }]
  // The second person confirms what they saw.
  if (!isSame(requested, wanted)) return refuse('request-pending', requested.request)
  if (requested.by === command.actor) return refuse('same-person')
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

/** Nothing happens where the erasure has its certificate: the attempt before was killed late. */
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
