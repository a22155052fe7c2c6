/**
 * Headnotes that a machine proposes, and what people make of them. Nothing that is proposed is
 * public.
 */
import type { ArticleContent } from '#contracts/content.ts'
import type { HeadnoteProposal } from '#contracts/events/article.ts'
import type { ArticleEvent } from '#contracts/events/event.ts'
import type { LegalRuleType } from '#contracts/vocabulary/texts.ts'
import { Fault, isRefusal } from '#contracts/fault.ts'
import type { Slug, StreamId } from '#contracts/ids.ts'
import { type ArticleState, type Proposed, stateOf } from '../domain/article/state.ts'
import { contentOf } from '../domain/article/content-record.ts'
import { type DomainRefusal, refuse } from '../domain/refusals.ts'
import { proposeHeadnotes, PROPOSAL_METHOD } from '../enrich/propose-headnotes.ts'
import { loadFacts } from './article-facts.ts'
import { loadText } from './load-text.ts'
import type { Change } from './revise-text.ts'
import { textCache } from './text-cache.ts'
import type { WriteContext, WriteDeps } from './write-deps.ts'

const DECISIONS_MAX = 5

/** Only what no publisher and no editor summed up already is proposed for. */
const readOf = (state: ArticleState) => {
  const record = state.published?.content ?? state.draft?.content ?? null
  return record === null || state.standing === 'deleted' ? null : record
}

/** A proposal is made once, whatever became of it. */
const newProposals = (content: ArticleContent, state: ArticleState): HeadnoteProposal[] =>
  content.headnotes.length > 0
    ? []
    : proposeHeadnotes(content).filter(({ id }) => !state.proposals.has(id))

export type ProposedText = {
  readonly slug: Slug
  readonly proposals: readonly HeadnoteProposal[]
}

/**
 * Reads texts and records what is proposed for them, or with `dryRun` only tells. Run again,
 * nothing is added.
 */
export const proposeFor = async (
  deps: WriteDeps,
  ids: readonly StreamId[],
  { context, dryRun }: { readonly context: WriteContext; readonly dryRun: boolean },
): Promise<ProposedText[]> => {
  for (let decision = 1; decision <= DECISIONS_MAX; decision += 1) {
    const texts = [...(await loadFacts(deps.store, ids))].flatMap(([streamId, facts]) => {
      const state = stateOf(facts)
      const record = readOf(state)
      return record === null ? [] : [{ streamId, state, record }]
    })
    const cache = textCache(deps.blobs)
    await cache.fetch(texts.map(({ record }) => record.contentClean))
    const proposed = texts.flatMap(({ streamId, state, record }) => {
      const proposals = newProposals(contentOf(record, cache.texts), state)
      return proposals.length === 0 ? [] : [{ streamId, state, record, proposals }]
    })
    const told = proposed.map(({ record, proposals }) => ({ slug: record.slug, proposals }))
    if (dryRun || proposed.length === 0) return told
    const appends = proposed.map(({ streamId, state, record, proposals }) => ({
      streamId,
      expectedVersion: state.streamVersion,
      events: [
        {
          type: 'HeadnotesProposed' as const,
          data: { method: PROPOSAL_METHOD, textSha256: record.contentClean.sha256, proposals },
        },
      ],
    }))
    if (!('conflict' in (await deps.store.append(appends, context)))) return told
  }
  throw new Fault('streams-busy', 'others keep writing to these texts', {
    retryAfterMs: 1_000,
    hint: 'run it again: what is proposed already is found',
  })
}

/** What was proposed for a text, and what became of it. */
export const proposalsOf = async (
  deps: WriteDeps,
  slug: Slug,
): Promise<readonly Proposed[] | DomainRefusal> => {
  const text = await loadText(deps, slug)
  return isRefusal(text) ? text : [...text.state.proposals.values()]
}

const settled = (
  id: string,
  outcome: 'accepted' | 'rejected',
  reason: string | null,
): ArticleEvent => ({ type: 'HeadnoteProposalSettled', data: { id, outcome, reason } })

const openProposal = ({ proposals }: ArticleState, id: string): Proposed | DomainRefusal => {
  const proposal = proposals.get(id)
  if (proposal === undefined) return refuse('proposal-unknown')
  return proposal.outcome === null ? proposal : refuse('proposal-settled', proposal.outcome)
}

/** What a person says otherwise than the machine; its words of the text stay. */
export type Edited = {
  readonly summary: string | null
  readonly legalRuleType: LegalRuleType | null
}

/**
 * A person makes a proposal a headnote of the draft, the last one. Its source text must still stand
 * in the text.
 */
export const accepting =
  (id: string, { summary, legalRuleType }: Edited): Change =>
  (content, { state }) => {
    const proposal = openProposal(state, id)
    if (isRefusal(proposal)) return proposal
    if (!content.contentClean.includes(proposal.sourceText)) return refuse('proposal-outdated')
    const sequence = Math.max(0, ...content.headnotes.map((one) => one.sequence)) + 1
    const headnote = {
      sequence,
      summary: summary ?? proposal.summary,
      sourceText: proposal.sourceText,
      legalRuleType: legalRuleType ?? proposal.legalRuleType,
    }
    return {
      content: { ...content, headnotes: [...content.headnotes, headnote] },
      facts: [settled(id, 'accepted', null)],
    }
  }

/** A person says no; it is not proposed again. */
export const rejecting =
  (id: string, reason: string | null): Change =>
  (content, { state }) => {
    const proposal = openProposal(state, id)
    if (isRefusal(proposal)) return proposal
    return { content, facts: [settled(id, 'rejected', reason)] }
  }
