/**
 * Wordings that a publisher took names out of, and whose earlier forms still have them
 * (contracts/conventions/deletions.md). A list over the log: a proposal is no fact, and what is
 * erased is decided by two persons.
 */
import type { Instant, SemVer, Slug } from '#contracts/ids.ts'
import { loadStreams } from '../../command-handler/command-handler.ts'
import { OFFICIAL_IMPORT } from '../../domain/article/commands.ts'
import { articleDecider } from '../../domain/article/decide.ts'
import type { ArticleState } from '../../domain/article/state.ts'
import type { EventStore } from '../../ports.ts'
import type { AnonymisedTexts } from './ports.ts'

export type ErasureProposal = {
  readonly slug: Slug
  /** The version without the names. */
  readonly version: SemVer
  readonly recordedAt: Instant
  /** The versions before it. */
  readonly earlier: readonly SemVer[]
  readonly ground: 'court-occultation'
}

/** Open proposals, for the desk and the command line. */
export type ErasureProposals = {
  list(limit: number): Promise<readonly ErasureProposal[]>
}

/** The proposal of one text; null: it has none. The last anonymisation is about all before it. */
export const proposalOf = ({
  slug,
  versions,
  published,
  erasure,
}: ArticleState): ErasureProposal | null => {
  // Somebody asked already: the request is what waits.
  if (
    erasure.requested !== null ||
    slug === null ||
    published?.content.contentType !== 'jurisprudence'
  )
    return null
  const at = versions.findLastIndex(
    ({ changeClass, policy }) => changeClass === 'anonymisation' && policy === OFFICIAL_IMPORT,
  )
  const anonymised = versions[at]
  const earlier = versions
    .slice(0, Math.max(0, at))
    .map(({ version }) => version)
    .filter((version) => !erasure.versions.has(version))
  if (anonymised === undefined || earlier.length === 0) return null
  const { version, recordedAt } = anonymised
  return { slug, version, recordedAt, earlier, ground: 'court-occultation' }
}

export const erasureProposals = (
  store: Pick<EventStore, 'append' | 'readStreams'>,
  anonymised: AnonymisedTexts,
): ErasureProposals => ({
  list: async (limit) => {
    const ids = await anonymised.list(limit)
    const streams = await loadStreams(store, articleDecider, ids)
    return ids.flatMap((id) => {
      const text = streams.get(id)
      return text === undefined ? [] : (proposalOf(text.state) ?? [])
    })
  },
})
