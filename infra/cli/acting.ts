/** What commands that act on texts share: who acts, and on which texts. */
import type { Actor } from '#contracts/audit.ts'
import { Fault, type Refusal } from '#contracts/fault.ts'
import { Slug } from '#contracts/ids.ts'
import { commandActor } from './actor.ts'
import { type Json, refuse } from './output.ts'

export type ActingOptions = Json & { readonly as?: Actor | undefined }

/** Who acts. */
export const actingOf = ({ as }: ActingOptions): { readonly author: Actor } => ({
  author: as ?? commandActor(),
})

const NO_SLUG: Refusal = {
  refused: 'slug-invalid',
  reason: 'this is not a slug',
  hint: 'take the slug of a search hit or of an article',
}

/** The slugs among the names; every other name is refused, and does not stop the rest. */
export const namedSlugs = (names: readonly string[]): Slug[] => {
  if (names.length === 0) throw new Fault('texts-missing')
  return names.flatMap((name) => {
    const slug = Slug.safeParse(name)
    if (slug.success) return [slug.data]
    refuse(NO_SLUG, name)
    return []
  })
}
