import { isRefusal } from '#contracts/fault.ts'
import { isSlug } from '#contracts/canonical/identity.ts'
import type { Slug, StreamId } from '#contracts/ids.ts'
import { type DomainRefusal, refuse } from '../../domain/refusals.ts'
import type { SlugRegistry } from '../../ports.ts'
import type { ActOutcome } from '../carry-out.ts'
import type { Refused, Written } from './answer.ts'
import type { SlugParams } from './schemas/parameters.ts'

/** The slug of a path; what cannot be one belongs to no text. */
export const slugIn = ({ slug }: SlugParams): Slug | DomainRefusal =>
  isSlug(slug) ? slug : refuse('text-unknown')

/** The text of a path, for the log of an interrupted write. */
export const streamOfSlug =
  (slugs: SlugRegistry) =>
  async ({ params }: { readonly params: SlugParams }): Promise<StreamId | null> => {
    const slug = slugIn(params)
    return isRefusal(slug) ? null : slugs.ownerOf(slug)
  }

/** The answer to an act on a text. */
export const writtenOf = (
  outcome: ActOutcome | Refused,
  { httpStatus = 200, id = null }: { httpStatus?: 200 | 201; id?: string | null } = {},
): Written | Refused => ('slug' in outcome ? { httpStatus, outcome: { ...outcome, id } } : outcome)
