/** What commands that change a text's content share: who acts, who approves, what is told. */
import type { Actor } from '#contracts/audit.ts'
import { ArticleId, type Slug } from '#contracts/ids.ts'
import type { RevisionOutcome } from '../handlers/revise-text.ts'
import type { SlugRegistry } from '../ports.ts'

export type PersonOptions = {
  readonly json?: boolean
  /** Who did it. */
  readonly as?: string
  /** Who approved it: another person. */
  readonly approvedBy?: string
}

export type Acting = { readonly author: Actor; readonly approver: Actor | null }

/** The subject of an act's line in the audit. */
export const subjectOf = async (slugs: SlugRegistry, slug: Slug): Promise<ArticleId> =>
  ArticleId.parse((await slugs.ownerOf(slug))?.slice('article-'.length))

/** What a command says of its outcome; a draft waits for a reviewer. */
export const toldOf = ({ slug, status, version, changed }: RevisionOutcome): string => {
  if (!changed) return `${slug} unchanged`
  const waits = status === 'published' || status === 'approved' ? '' : ', waits for a reviewer'
  return `${slug} ${status}${version === null ? '' : ` ${version}`}${waits}`
}
