/** A change of a text's headnotes or concepts in its draft, by an author. */
import type { Act } from '#contracts/audit.ts'
import { isRefusal } from '#contracts/fault.ts'
import type { ArticleId } from '#contracts/ids.ts'
import { type SignedPerson, staffActor } from '#contracts/staff.ts'
import { refuse } from '../../domain/refusals.ts'
import type { Change } from '../../handlers/revise-text.ts'
import { reviseAudited } from '../revise.ts'
import { personRefusal } from '../table.ts'
import type { Refused, Written } from './answer.ts'
import type { EditorialDeps } from './deps.ts'
import type { Stamp } from './once.ts'
import type { SlugParams } from './schemas/parameters.ts'
import { slugIn, writtenOf } from './slugs.ts'

/** A line of the audit without its actor and subject. */
type Line = Act extends infer One
  ? One extends { readonly kind: string; readonly data: unknown }
    ? Pick<One, 'kind' | 'data'>
    : never
  : never
type LineOf<Kind extends Act['kind']> = Extract<Line, { readonly kind: Kind }>

export type AuditedChange = {
  readonly change: Change
  readonly line: LineOf<
    'concept.assigned' | 'concept.unassigned' | 'headnote.accepted' | 'headnote.rejected'
  >
}

export const reviseBy = async (
  { write, record }: Pick<EditorialDeps, 'write' | 'record'>,
  person: SignedPerson,
  params: SlugParams,
  { change, line }: AuditedChange,
  { time, correlationId }: Stamp,
): Promise<Written | Refused> => {
  const refused = personRefusal('revise', person)
  if (refused !== null) return refuse(refused)
  const slug = slugIn(params)
  if (isRefusal(slug)) return slug
  const actor = staffActor(person.id)
  const context = { actor, time, correlationId, causationId: null }
  const actOn = (subject: ArticleId): Act => ({ ...line, actor, subject })
  return writtenOf(await reviseAudited(write, record, { slug, change, context, actOn }))
}
