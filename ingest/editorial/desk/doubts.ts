/** The doubts about a text as its publication would find them now, and who may dismiss them. */
import type { ErrorCode } from '#contracts/errors/codes.ts'
import { Instant } from '#contracts/ids.ts'
import { type SignedPerson, staffActor } from '#contracts/staff.ts'
import type { WriteDeps } from '../../command-handler/write-deps.ts'
import { isOfAnotherWording } from '../../domain/article/integrity-events.ts'
import { type DescribedDoubt, describeDoubts } from '../../groundedness/describe-doubt.ts'
import type { Annotations } from '../annotate/annotate.ts'
import type { DeskText } from '../text-view.ts'
import { dismissedOf } from './editor/present.ts'
import { type EditorWork, orTooLong } from './editor/work.ts'
import type { DeskVisit } from './visit.ts'

export type DoubtDeps = {
  readonly write: WriteDeps
  readonly work: Pick<EditorWork, 'annotate'>
  readonly clock: () => number
}

type Draft = NonNullable<DeskText['draft']>

/** Drafts on which a reviewer or a publisher decides; what they cite is compared for them. */
const SUBMITTED: ReadonlySet<Draft['status']> = new Set(['in_review', 'approved', 'scheduled'])
export const isSubmitted = ({ draft }: Pick<DeskText, 'draft'>): boolean =>
  draft !== null && SUBMITTED.has(draft.status)

/** What the draft cites and claims; null: it took too long. */
export const annotationsOf = async (
  deps: DoubtDeps,
  { language }: DeskVisit,
  { content }: Draft,
): Promise<Annotations | null> =>
  orTooLong(
    deps.work.annotate({
      content,
      focus: null,
      language,
      dismissed: await dismissedOf(deps, content),
      time: Instant.parse(new Date(deps.clock()).toISOString()),
    }),
  )

/**
 * The recorded doubts, with those that the comparison of a submitted draft finds: they are recorded
 * only when it is published, and one of them may prevent that.
 */
export const doubtsNow = async (
  { write: { cited } }: Pick<DoubtDeps, 'write'>,
  { language }: DeskVisit,
  { draft, published, flags }: DeskText,
  annotations: Annotations | null,
): Promise<readonly DescribedDoubt[]> => {
  const wording = draft ?? published
  if (wording === null) return []
  const found = annotations?.flags ?? []
  const codes = new Set(found.map(({ code }) => code))
  const recorded = flags.filter(
    (flag) => !codes.has(flag.code) && !isOfAnotherWording(flag, wording.sha256Hash),
  )
  return [...(await describeDoubts({ cited }, wording.content, recorded, { language })), ...found]
}

/** Ids of what a person may dismiss of a doubt; none: it is about the whole text. */
export const dismissibleIn = ({ items }: DescribedDoubt): readonly string[] => [
  ...new Set(items.flatMap(({ id }) => (id === null ? [] : [id]))),
]

/** Why this person may not dismiss doubts about this text; null: they may. */
export const dismissalRefusal = (
  { draft, publicStatus }: Pick<DeskText, 'draft' | 'publicStatus'>,
  { id, scopes }: SignedPerson,
): ErrorCode | null => {
  if (publicStatus === 'deleted') return 'text-deleted'
  if (!scopes.has('editorial:review')) return 'scope-missing'
  return draft?.authors.includes(staffActor(id)) === true ? 'author-dismisses' : null
}

/** Whether a doubt prevents the publication that comes next. */
export const isStopped = (
  { draft, publicStatus }: Pick<DeskText, 'draft' | 'publicStatus'>,
  doubts: readonly Pick<DescribedDoubt, 'severity'>[],
): boolean => {
  const isNext =
    draft === null
      ? publicStatus === 'unpublished'
      : draft.status === 'approved' || draft.status === 'scheduled'
  return isNext && doubts.some(({ severity }) => severity === 'critical')
}
