/** Headnotes proposed by a machine, and their review. No proposal is public. */
import type { ContentRecord } from '#contracts/content.ts'
import type { HeadnoteProposal } from '#contracts/events/article.ts'
import { isRefusal } from '#contracts/fault.ts'
import type { Slug, StreamId } from '#contracts/ids.ts'
import type { LegalRuleType } from '#contracts/vocabulary/texts.ts'
import { articleDecider } from '../domain/article/decide.ts'
import { openProposal } from '../domain/article/decide-findings.ts'
import type { ArticleState, Proposed } from '../domain/article/state.ts'
import { type DomainRefusal, refuse } from '../domain/refusals.ts'
import { proposeHeadnotes, PROPOSAL_METHOD } from '../enrich/propose-headnotes.ts'
import { handleBatch } from '../command-handler/command-handler.ts'
import type { Change } from './revise-text.ts'
import { type DecidedText, loadText, textDecisions } from '../command-handler/text-handler.ts'
import type { WriteContext, WriteDeps } from '../command-handler/write-deps.ts'

/** The newest wording; null: none, or the text was deleted. */
const recordToRead = ({ published, draft, publicStatus }: ArticleState): ContentRecord | null =>
  publicStatus === 'deleted' ? null : (published?.content ?? draft?.content ?? null)

export type ProposedText = {
  readonly slug: Slug
  readonly proposals: readonly HeadnoteProposal[]
}

const proposalsIn = ({ events }: DecidedText): readonly HeadnoteProposal[] =>
  events.flatMap(({ type, data }) => (type === 'HeadnotesProposed' ? data.proposals : []))

/** Records proposed headnotes of texts (with `dryRun` nothing); a second run adds nothing. */
export const proposeFor = async (
  deps: WriteDeps,
  ids: readonly StreamId[],
  { context, dryRun }: { readonly context: WriteContext; readonly dryRun: boolean },
): Promise<ProposedText[]> => {
  const decisions = textDecisions(deps, context)
  const { answer } = await handleBatch(
    deps.store,
    articleDecider,
    ids,
    context,
    async (streams) => {
      const texts = [...streams.values()].flatMap((text) => {
        const record = recordToRead(text.state)
        return record === null ? [] : [{ text, record }]
      })
      await decisions.cache.fetch(texts.map(({ record }) => record.contentClean))
      const decided: DecidedText[] = []
      const proposed: ProposedText[] = []
      for (const { text, record } of texts) {
        const content = await decisions.contentOf(record)
        if (content.headnotes.length > 0) continue
        const one = await decisions.decide(text, {
          type: 'ProposeHeadnotes',
          method: PROPOSAL_METHOD,
          textSha256: record.contentClean.sha256,
          proposals: proposeHeadnotes(content),
        })
        if (isRefusal(one) || one.events.length === 0) continue
        decided.push(one)
        proposed.push({ slug: record.slug, proposals: proposalsIn(one) })
      }
      return { streams: dryRun ? [] : decided, answer: proposed }
    },
  )
  return answer
}

/** The proposals for a text and their outcomes. */
export const proposalsOf = async (
  deps: WriteDeps,
  slug: Slug,
): Promise<readonly Proposed[] | DomainRefusal> => {
  const text = await loadText(deps, slug)
  return isRefusal(text) ? text : [...text.state.proposals.values()]
}

/** The changes of a person to a headnote or a proposal; null: as it is. Its source text is kept. */
export type EditedProposal = {
  readonly summary: string | null
  readonly legalRuleType: LegalRuleType | null
}

/**
 * Appends a proposal to the headnotes of the draft. The text must still contain its source text.
 */
export const accepting =
  (id: string, { summary, legalRuleType }: EditedProposal): Change =>
  (content, state) => {
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
      requests: [{ type: 'SettleProposal', id, outcome: 'accepted', reason: null }],
    }
  }

/** Rejects a proposal for good. */
export const rejecting =
  (id: string, reason: string | null): Change =>
  (content, state) => {
    const proposal = openProposal(state, id)
    if (isRefusal(proposal)) return proposal
    return { content, requests: [{ type: 'SettleProposal', id, outcome: 'rejected', reason }] }
  }

/** Changes the words or the type of a headnote. */
export const editing =
  (sequence: number, { summary, legalRuleType }: EditedProposal): Change =>
  (content) => {
    if (content.headnotes.every((one) => one.sequence !== sequence)) return refuse('point-unknown')
    const headnotes = content.headnotes.map((one) =>
      one.sequence === sequence
        ? {
            ...one,
            summary: summary ?? one.summary,
            legalRuleType: legalRuleType ?? one.legalRuleType,
          }
        : one,
    )
    return { content: { ...content, headnotes }, requests: [] }
  }
