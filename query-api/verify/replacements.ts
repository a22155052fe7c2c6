/** Which text took the place of one that is no longer good law. */
import type { ArticleId, Slug } from '#contracts/ids.ts'
import type { CitatorReader } from '../citator/ports.ts'

/** A text, and the treatments that its colour rests on. */
type Treated = { readonly id: ArticleId; readonly because: readonly string[] }

/** The held text that treated each of them last. Texts without one are left out. */
export type Replacements = (texts: readonly Treated[]) => Promise<ReadonlyMap<ArticleId, Slug>>

/** Reads the facts of all texts at once. */
export const makeReplacements =
  (citator: Pick<CitatorReader, 'factsOf'>): Replacements =>
  async (texts) => {
    if (texts.length === 0) return new Map()
    const facts = await citator.factsOf(texts.map(({ id }) => id))
    return new Map(
      texts.flatMap(({ id, because }) => {
        const slugs = (facts.get(id) ?? []).flatMap((fact) =>
          fact.type === 'TreatmentRecorded' && because.includes(fact.data.treatment.id)
            ? (fact.data.treatment.source.slug ?? [])
            : [],
        )
        const last = slugs.at(-1)
        return last === undefined ? [] : [[id, last] as const]
      }),
    )
  }
