/** Publication and unpublication. */
import {
  ApplicationFailure,
  condition,
  defineQuery,
  defineUpdate,
  proxyActivities,
  setHandler,
} from '@temporalio/workflow'
import type { ErrorCode } from '#contracts/errors/codes.ts'
import { type Refusal, refusalByCode } from '#contracts/fault.ts'
import type { EditorialActivities } from './editorial-activities.ts'
import type { Approval, PublishRequest, UnpublishRequest } from './payloads.ts'
import { ACT } from './policies.ts'

const { publishText, unpublishText, authorsOf, approveText } =
  proxyActivities<EditorialActivities>(ACT)

/** A publication that is not approved in this time ends; the draft is kept. */
export const APPROVAL_WAIT = '30 days'

const APPROVAL_EXPIRED: Refusal = refusalByCode('approval-expired')

type Outcome = Awaited<ReturnType<EditorialActivities['publishText']>>

/** Whether a publication waits for a reviewer. */
export const waitsQuery = defineQuery<boolean>('waits')

/** Approves the draft; returns the refusal of the domain, or null. */
export const approveUpdate = defineUpdate<Refusal | null, [Approval]>('approve')

const isRefused = (value: object): value is Refusal => 'refused' in value

const rejected = (code: ErrorCode, message: string): ApplicationFailure =>
  ApplicationFailure.nonRetryable(message, code)

const SHA256 = /^[0-9a-f]{64}$/

/**
 * Publishes a text at once if it is approved or official, or else after the approval of its draft.
 * The update is validated first; the domain decides on the draft of that moment.
 */
export const publishArticle = async (request: PublishRequest): Promise<Outcome> => {
  let waits = false
  let authors: readonly string[] = []
  let approval: Approval | null = null
  setHandler(waitsQuery, () => waits)
  setHandler(
    approveUpdate,
    async (given) => {
      const { slug, context } = request
      const { correlationId } = context
      const refused = await approveText({ slug, approval: given, correlationId })
      if (refused === null) approval = given
      return refused
    },
    {
      validator: ({ reviewer, sha256Hash }) => {
        if (!waits) throw rejected('not-in-review', 'the publication waits for no approval')
        if (reviewer.trim() === '') throw rejected('reviewer-missing', 'no reviewer is named')
        if (!SHA256.test(sha256Hash)) throw rejected('hash-invalid', 'this is no SHA-256 hash')
        if (authors.includes(reviewer)) {
          throw rejected('reviewer-is-author', 'the reviewer wrote or submitted this draft')
        }
      },
    },
  )
  const first = await publishText(request)
  if (!isRefused(first) || first.refused !== 'not-approved') return first
  const known = await authorsOf(request)
  if (isRefused(known)) return known
  ;({ authors } = known)
  waits = true
  const isApproved = await condition(() => approval !== null, APPROVAL_WAIT)
  waits = false
  return isApproved ? publishText(request) : APPROVAL_EXPIRED
}

export const unpublishArticle = (request: UnpublishRequest): Promise<Outcome> =>
  unpublishText(request)
