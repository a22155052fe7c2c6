/** What was typed and is no fact yet, as the inbox of a person tells of it. */
import type { ErrorCode } from '#contracts/errors/codes.ts'
import type { Instant } from '#contracts/ids.ts'
import type { SignedPerson, StaffId } from '#contracts/staff.ts'
import type { BoardRow } from '../board/ports.ts'
import { readForm } from '../scratch/form.ts'
import { type ScratchListed, type Scratches, scratchOfText } from '../scratch/ports.ts'
import { DESK_PATH } from './visit.ts'

/** Notices of each kind that an inbox shows. */
const NOTICES_MAX = 12

type Unsaved = { readonly title: string; readonly path: string; readonly changedAt: Instant }
export type OwnUnsaved = Unsaved & {
  /** Why it did not become a fact when its person rested. */
  readonly notice: ErrorCode | null
}
export type OthersUnsaved = Unsaved & { readonly person: StaffId }

export type UnsavedWork = {
  readonly own: readonly OwnUnsaved[]
  /** On texts of the inbox. */
  readonly others: readonly OthersUnsaved[]
}

const NEW = 'new/'
const TEXT = 'text/'

const ownPath = (subject: string): string =>
  subject.startsWith(NEW)
    ? `${DESK_PATH}/${subject}`
    : `${DESK_PATH}/texts/${subject.slice(TEXT.length)}/edit`

const ownOf = ({ subject, members, changedAt, notice }: ScratchListed): OwnUnsaved => ({
  title: readForm(members).title,
  path: ownPath(subject),
  changedAt,
  notice,
})

/** What this person did not save, and what others did not save on these texts. */
export const unsavedWork = async (
  scratches: Pick<Scratches, 'list' | 'ofOthers'>,
  { id }: SignedPerson,
  rows: readonly BoardRow[],
): Promise<UnsavedWork> => {
  const titles = new Map(
    rows.map(({ slug, title }) => [String(scratchOfText(slug)), { slug, title }]),
  )
  const subjects = [...new Set(rows.map(({ slug }) => scratchOfText(slug)))]
  const [own, others] = await Promise.all([
    scratches.list(id, NOTICES_MAX),
    subjects.length === 0 ? [] : scratches.ofOthers(id, subjects, NOTICES_MAX),
  ])
  return {
    own: own.map(ownOf),
    others: others.flatMap(({ person, subject, changedAt }) => {
      const text = titles.get(subject)
      return text === undefined
        ? []
        : [{ person, title: text.title, path: `${DESK_PATH}/texts/${text.slug}`, changedAt }]
    }),
  }
}
