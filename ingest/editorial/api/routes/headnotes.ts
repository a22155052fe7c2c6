/** Headnotes: proposals of the machine, and the list of a draft. */
import { z } from 'zod'
import { TEXT_LIMITS } from '#contracts/content.ts'
import { isRefusal } from '#contracts/fault.ts'
import { Slug } from '#contracts/ids.ts'
import { LegalRuleType } from '#contracts/vocabulary/texts.ts'
import { accepting, proposalsOf, rejecting } from '../../../handlers/headnotes.ts'
import type { EditorialDeps } from '../deps.ts'
import { ANYBODY, defineRead, defineWrite, type Endpoint } from '../endpoint.ts'
import { reviseBy } from '../revise-by.ts'
import { WriteOutcome } from '../schemas/outcome.ts'
import { SlugParams } from '../schemas/parameters.ts'
import { slugIn, streamOfSlug } from '../slugs.ts'

const Proposal = z
  .object({
    id: z.string(),
    summary: z.string(),
    sourceText: z.string(),
    legalRuleType: LegalRuleType.nullable(),
    outcome: z.enum(['accepted', 'rejected']).nullable().describe('null: nobody decided yet.'),
  })
  .meta({ id: 'HeadnoteProposal' })
const Proposals = z.object({ slug: Slug, proposals: z.array(Proposal) })

const listProposals = ({ write }: EditorialDeps): Endpoint =>
  defineRead({
    operationId: 'listHeadnoteProposals',
    method: 'GET',
    path: '/texts/:slug/headnote-proposals',
    scopes: ANYBODY,
    summary: 'Headnotes that the machine proposes',
    description: 'No proposal is public; a person accepts or rejects it.',
    tag: 'Headnotes',
    params: SlugParams,
    answer: Proposals,
    refusals: { 404: '`not_found`: there is no such text.' },
    handle: async ({ params }) => {
      const slug = slugIn(params)
      const found = isRefusal(slug) ? slug : await proposalsOf(write, slug)
      return isRefusal(found) ? found : { body: Proposals.parse({ slug, proposals: found }) }
    },
  })

const ProposalParams = SlugParams.extend({ id: z.uuid() })
type ProposalParams = z.infer<typeof ProposalParams>

const AcceptBody = z.strictObject({
  summary: z
    .string()
    .min(1)
    .max(TEXT_LIMITS.summaryCharactersMax)
    .nullable()
    .default(null)
    .describe('In other words than the proposal.'),
  legalRuleType: LegalRuleType.nullable().default(null),
})

const acceptProposal = (deps: EditorialDeps): Endpoint =>
  defineWrite<z.infer<typeof AcceptBody>, ProposalParams>({
    operationId: 'acceptHeadnoteProposal',
    method: 'POST',
    path: '/texts/:slug/headnote-proposals/:id/accept',
    scopes: ['editorial:draft'],
    summary: 'Take a proposed headnote into the draft',
    description: 'Its source text must still be in the text. The draft is submitted as any other.',
    tag: 'Headnotes',
    params: ProposalParams,
    body: AcceptBody,
    answer: WriteOutcome,
    refusals: { 404: '`not_found`: there is no such text or proposal.' },
    streamOf: streamOfSlug(deps.write.slugs),
    handle: ({ person, params, body }, stamp) => {
      const line = { kind: 'headnote.accepted', data: { proposalId: params.id } } as const
      return reviseBy(deps, person, params, { change: accepting(params.id, body), line }, stamp)
    },
  })

const RejectBody = z.strictObject({ reason: z.string().min(1).max(2_000).nullable().default(null) })

const rejectProposal = (deps: EditorialDeps): Endpoint =>
  defineWrite<z.infer<typeof RejectBody>, ProposalParams>({
    operationId: 'rejectHeadnoteProposal',
    method: 'POST',
    path: '/texts/:slug/headnote-proposals/:id/reject',
    scopes: ['editorial:draft'],
    summary: 'Reject a proposed headnote for good',
    description: 'It is not proposed again for the same wording.',
    tag: 'Headnotes',
    params: ProposalParams,
    body: RejectBody,
    answer: WriteOutcome,
    refusals: { 404: '`not_found`: there is no such text or proposal.' },
    streamOf: streamOfSlug(deps.write.slugs),
    handle: ({ person, params, body: { reason } }, stamp) => {
      const line = { kind: 'headnote.rejected', data: { proposalId: params.id } } as const
      return reviseBy(deps, person, params, { change: rejecting(params.id, reason), line }, stamp)
    },
  })

export const HEADNOTES = [listProposals, acceptProposal, rejectProposal] as const
