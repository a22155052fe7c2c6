/**
 * Which words of a treatment go with the erased wordings of a text that it is about or comes from
 * (contracts/conventions/erasure.md). Pure.
 */
import type { EventData, StoredEvent } from '#contracts/events/event.ts'
import type { ArticleId, Slug } from '#contracts/ids.ts'
import { hasSealedMembers } from '#contracts/sealing/sealed-event.ts'
import type { SealKeys } from '../article/erasure-plan.ts'

type Struck = EventData<'TreatmentWordsErased'>
type Identity = Pick<Struck, 'source' | 'target'>

/** The text whose wordings go. */
export type ErasedText = {
  readonly articleId: ArticleId
  readonly slugs: ReadonlySet<Slug>
  /** Of these, those that nothing has afterwards. */
  readonly goneSlugs: ReadonlySet<Slug>
  /** Whether nothing of the text is left. */
  readonly whole: boolean
  readonly goesWith: (fact: Pick<StoredEvent, 'position' | 'appendId'>) => boolean
}

export type TreatmentPlan = {
  readonly struck: Struck
  /** Events that would have to go and were recorded before facts were sealed. */
  readonly unsealed: number
}

const NOBODY: Identity = { source: { slug: null, ecli: null, names: [] }, target: { names: [] } }

type Known = Identity & { readonly ends: ReadonlySet<ArticleId> }

/** The members that identify the texts of a treatment, except erased ones. */
const identityOf = (facts: readonly StoredEvent[]): Known => {
  let known: Known = { ...NOBODY, ends: new Set() }
  for (const { type, data } of facts) {
    if (type === 'TreatmentRecorded') {
      const { source, target } = data.treatment
      const { slug, ecli } = source
      known = {
        source: { slug, ecli, names: [] },
        target: { names: [] },
        ends: new Set([target.articleId]),
      }
    } else if (type === 'TreatmentStated') {
      const { source, target } = data
      known = {
        source: { slug: source.slug, ecli: null, names: source.names },
        target: { names: target.names },
        ends: new Set([source.articleId, target.articleId].flatMap((id) => id ?? [])),
      }
    } else if (type === 'TreatmentWordsErased') known = { ...data, ends: known.ends }
  }
  return known
}

const isSourceOf = ({ source }: Identity, { slugs }: ErasedText): boolean =>
  source.slug !== null && slugs.has(source.slug)

const WITH_WORDS: ReadonlySet<string> = new Set([
  'TreatmentRecorded',
  'TreatmentStated',
  'TreatmentRetracted',
])

/**
 * Whether words of a treatment go, all of whose facts are given, in order. Reasons were given later
 * and may quote what was quoted first: all words go together.
 */
export const hasGoingWords = (facts: readonly StoredEvent[], text: ErasedText): boolean => {
  const known = identityOf(facts)
  return (
    (isSourceOf(known, text) || known.ends.has(text.articleId)) &&
    facts.some((fact) => WITH_WORDS.has(fact.type) && text.goesWith(fact))
  )
}

/** The plan for one treatment whose words are erased; null: none are left. */
export const planTreatment = (
  facts: readonly StoredEvent[],
  keys: SealKeys,
  text: ErasedText,
): TreatmentPlan | null => {
  const known = identityOf(facts)
  const { source, target } = known
  const found = [...new Set(facts.flatMap(({ streamVersion }) => keys.get(streamVersion) ?? []))]
  const unsealed = facts.filter(
    (fact) => !keys.has(fact.streamVersion) && hasSealedMembers(fact),
  ).length
  if (found.length === 0 && unsealed === 0) return null
  return {
    struck: {
      keys: found,
      source: {
        slug: source.slug !== null && text.goneSlugs.has(source.slug) ? null : source.slug,
        ecli: text.whole && isSourceOf(known, text) ? null : source.ecli,
        names: [...source.names],
      },
      target: { names: [...target.names] },
    },
    unsealed,
  }
}
