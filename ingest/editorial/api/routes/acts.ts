/** The acts of the life cycle, one path each. */
import { z } from 'zod'
import { isRefusal } from '#contracts/fault.ts'
import { REASON_MAX } from '#contracts/events/article.ts'
import { Sha256Hex, Slug } from '#contracts/ids.ts'
import { StaffId } from '#contracts/staff.ts'
import type { EditorialAct } from '../../acts.ts'
import { carryOutAct } from '../../carry-out.ts'
import { readTime } from '../../schedule/local-time.ts'
import { ACT_RULES } from '../../table.ts'
import type { Refused } from '../answer.ts'
import type { EditorialDeps } from '../deps.ts'
import { defineWrite, type Endpoint } from '../endpoint.ts'
import { problemOf } from '../problem.ts'
import { WriteOutcome } from '../schemas/outcome.ts'
import { SlugParams } from '../schemas/parameters.ts'
import { slugIn, streamOfSlug, writtenOf } from '../slugs.ts'

const reason = z.string().min(1).max(REASON_MAX)
const reasonIfAny = reason
  .nullable()
  .default(null)
  .describe('Needed where no sentence of the text is supported by a source.')

type ActBody<B> = {
  readonly act: EditorialAct['act']
  readonly summary: string
  readonly description: string
  readonly body?: z.ZodType<B>
  readonly toAct: (body: B) => EditorialAct | Refused
}

/** `request-changes` → `requestChanges`. */
const operationIdOf = (act: string): string =>
  act.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

const defineAct =
  <B = undefined>({ act, summary, description, body, toAct }: ActBody<B>) =>
  (deps: EditorialDeps): Endpoint => {
    const { scope, orScopes } = ACT_RULES[act]
    return defineWrite<B, SlugParams>({
      operationId: operationIdOf(act),
      method: 'POST',
      path: `/texts/:slug/acts/${act}`,
      scopes: [scope, ...orScopes],
      summary,
      description,
      tag: 'Acts',
      params: SlugParams,
      ...(body === undefined ? {} : { body }),
      answer: WriteOutcome,
      refusals: { 404: '`not_found`: there is no such text.' },
      streamOf: streamOfSlug(deps.write.slugs),
      handle: async ({ person, params, body: given }, stamp) => {
        const slug = slugIn(params)
        if (isRefusal(slug)) return slug
        const asked = toAct(given)
        if (!('act' in asked)) return asked
        return writtenOf(await carryOutAct(deps.write, person, slug, asked, stamp))
      },
    })
  }

const ReasonBody = z.strictObject({ reason })
const PublishBody = z.strictObject({ reason: reasonIfAny })

const ScheduleBody = z.strictObject({
  at: z
    .string()
    .max(100)
    .describe(
      'An instant with its offset, `2026-12-01T08:00:00+01:00`, or a local time, `2026-12-01T08:00`, with `timeZone`.',
    ),
  timeZone: z
    .string()
    .min(1)
    .max(100)
    .nullable()
    .default(null)
    .describe('A zone of the IANA list, such as `Europe/Paris`; needed for a local time.'),
  reason: reasonIfAny,
})

/** A local time that the clock change skips or repeats is refused with both instants. */
const scheduleOf = ({ at, timeZone, reason: why }: z.infer<typeof ScheduleBody>) => {
  const time = readTime(at, timeZone)
  if (!isRefusal(time)) return { act: 'schedule', at: time.at, reason: why } as const
  const { choices } = time
  return { problem: problemOf(time, choices.length === 0 ? {} : { choices: [...choices] }) }
}

export const ACTS = [
  defineAct({
    act: 'submit',
    summary: 'Submit a draft for review',
    description: 'By an author; a reviewer who did not write it decides.',
    toAct: () => ({ act: 'submit' }),
  }),
  defineAct({
    act: 'request-changes',
    summary: 'Ask the authors for changes',
    description: 'By a reviewer who did not write it.',
    body: z.strictObject({ reasons: z.array(reason).min(1).max(50) }),
    toAct: ({ reasons }) => ({ act: 'request-changes', reasons }),
  }),
  defineAct({
    act: 'approve',
    summary: 'Approve a wording',
    description:
      'By a reviewer who did not write it. `sha256Hash` is the hash of the wording that was read: if the draft is another one by now, nothing is approved (409, `another-wording`). Of two approvals at once one wins.',
    body: z.strictObject({ sha256Hash: Sha256Hex }),
    toAct: ({ sha256Hash }) => ({ act: 'approve', sha256Hash }),
  }),
  defineAct({
    act: 'publish',
    summary: 'Publish an approved draft, or an unpublished text again',
    description:
      'By a publisher with a second factor. Refused while a critical doubt is open; the sentences are compared with the texts that they cite first.',
    body: PublishBody,
    toAct: ({ reason: why }) => ({ act: 'publish', reason: why }),
  }),
  defineAct({
    act: 'schedule',
    summary: 'Publish an approved draft at an hour',
    description:
      'By a publisher with a second factor. At the hour the gate is asked again; if it refuses, the draft is approved again and its row of the list says why (`stopped`).',
    body: ScheduleBody,
    toAct: scheduleOf,
  }),
  defineAct({
    act: 'cancel-schedule',
    summary: 'Cancel a scheduled publication',
    description: 'The draft is approved again.',
    body: ReasonBody,
    toAct: ({ reason: why }) => ({ act: 'cancel-schedule', reason: why }),
  }),
  defineAct({
    act: 'discard-draft',
    summary: 'Discard the draft beside a version',
    description:
      'By an author. The last version stays as it is, and a new revision begins from it. A draft that was never published is deleted instead (409, `nothing-to-discard`).',
    body: ReasonBody,
    toAct: ({ reason: why }) => ({ act: 'discard-draft', reason: why }),
  }),
  defineAct({
    act: 'unpublish',
    summary: 'Take a text out of public sight',
    description: '`publish` brings the same version back.',
    body: ReasonBody,
    toAct: ({ reason: why }) => ({ act: 'unpublish', reason: why }),
  }),
  defineAct({
    act: 'withdraw',
    summary: 'Withdraw a text for a legal cause or a fault',
    description:
      'By two persons: the first one asks, a second one confirms by the same request. `replacement` is the text to read in its place.',
    body: z.strictObject({ cause: reason, replacement: Slug.nullable().default(null) }),
    toAct: ({ cause, replacement }) => ({ act: 'withdraw', cause, replacement }),
  }),
  defineAct({
    act: 'delete',
    summary: 'Delete a text',
    description: 'By two persons, as `withdraw`. The history stays, and `restore` undoes it.',
    body: ReasonBody,
    toAct: ({ reason: why }) => ({ act: 'delete', reason: why }),
  }),
  defineAct({
    act: 'cancel-request',
    summary: 'Take back a request to withdraw or delete',
    description: 'As long as nobody confirmed it.',
    body: ReasonBody,
    toAct: ({ reason: why }) => ({ act: 'cancel-request', reason: why }),
  }),
  defineAct({
    act: 'restore',
    summary: 'Bring back a deleted or withdrawn text',
    description:
      'A deleted text comes back with what it had, unpublished; of a withdrawn one a draft of its last version is opened.',
    body: ReasonBody,
    toAct: ({ reason: why }) => ({ act: 'restore', reason: why }),
  }),
  defineAct({
    act: 'assign',
    summary: 'Assign a text to a person',
    description: 'null: to nobody.',
    body: z.strictObject({ person: StaffId.nullable() }),
    toAct: ({ person }) => ({ act: 'assign', person }),
  }),
] as const
