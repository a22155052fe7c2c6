/** What happens to a text next, and who does it. */
import type { DeskText } from '#ingest/editorial/text-view.ts'
import type { NameOf } from './people.ts'

export type NextStep = {
  readonly who: string
  readonly does: string
  /** Null: no command does it. */
  readonly command: string | null
}

const listed = (names: readonly string[]): string => names.join(', ')

const pendingStep = (
  { slug, pending }: Pick<DeskText, 'slug' | 'pending'>,
  nameOf: NameOf,
): NextStep | null =>
  pending === null
    ? null
    : {
        who: `somebody other than ${nameOf(pending.by)}`,
        does: `confirms the ${pending.request} or takes the request back`,
        command: `pandect ${pending.request === 'withdrawal' ? 'withdraw' : 'delete'} ${slug}`,
      }

const step = (who: string, does: string, command: string | null): NextStep => ({
  who,
  does,
  command,
})

/** The next step of the life cycle; null: the text is public, and nothing waits. */
export const nextStepOf = (text: DeskText, nameOf: NameOf): NextStep | null => {
  const { slug, status, draft } = text
  const authors = listed((draft?.authors ?? []).map(nameOf))
  const pending = pendingStep(text, nameOf)
  if (pending !== null) return pending
  switch (status) {
    case 'draft':
      return step('an author', 'submits it for review', `pandect submit ${slug}`)
    case 'changes_requested':
      return step(
        authors === '' ? 'an author' : authors,
        'changes it and submits it again',
        `pandect submit ${slug}`,
      )
    case 'in_review':
      return step(
        authors === '' ? 'a reviewer' : `a reviewer other than ${authors}`,
        'approves it or asks for changes',
        `pandect approve ${slug}`,
      )
    case 'approved':
      return step('a publisher', 'publishes it or sets the hour', `pandect publish ${slug}`)
    case 'scheduled':
      return step('the clock', `publishes it at ${draft?.scheduledAt ?? 'its hour'}`, null)
    case 'unpublished':
      return step('a publisher', 'makes it public again', `pandect publish ${slug}`)
    case 'withdrawn':
      return step('a publisher', 'opens its draft again', `pandect restore ${slug} --reason …`)
    case 'deleted':
      return step('a publisher', 'brings it back', `pandect restore ${slug} --reason …`)
    case 'published':
      return null
    default:
      return status satisfies never
  }
}

export const nextStepLine = (next: NextStep | null): string =>
  next === null
    ? 'next: nothing waits'
    : `next: ${next.who} ${next.does}${next.command === null ? '' : `: ${next.command}`}`
