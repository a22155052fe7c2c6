/**
 * Magistrates and lawyers as a publisher names them in a decision: who that is, and in which
 * office. Pure.
 */
import { URL_NAMESPACE, uuidV5 } from '#contracts/canonical/hash.ts'
import type { ArticleContent } from '#contracts/content.ts'
import { foldedLabel } from '#contracts/law/analysis/labels.ts'
import type { PersonOffice } from '../domain/person/decide.ts'
import type { NamedPerson } from '../sources/source-item.ts'

/** Longer names are none: a publisher's field that holds something else. */
const NAME_MAX = 200

export type PersonInDecision = PersonOffice & {
  readonly id: string
  /** Of the bench; lawyers are recorded, but not tied to the case. */
  readonly isBench: boolean
}

/**
 * `M. Huglo (conseiller doyen faisant fonction de président)`: the words in brackets are of this
 * one decision.
 */
const plainName = (name: string): string =>
  name
    .replaceAll(/\([^)]*\)/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()

const CIVILITY = /^(?:m|mm|mr|mme|mmes|mlle|me|monsieur|madame|maitre)$/
const MASCULINE = /^(?:m|mm|mr|monsieur)$/

/**
 * The name without its civility; which of the two it was stays a part of who it is, since decisions
 * give last names only. Capitals and accents are no difference.
 */
const identityOf = (name: string): string => {
  const [first = '', ...rest] = foldedLabel(name).split(' ')
  if (!CIVILITY.test(first) || rest.length === 0) return foldedLabel(name)
  const isMan = MASCULINE.test(first)
  return `${isMan ? 'm' : first === 'me' || first === 'maitre' ? 'me' : 'f'}:${rest.join(' ')}`
}

const LAWYERS: NamedPerson['office'] = 'lawyers'

/**
 * The persons of one decision, each office once. Who bears the same name, with the same civility,
 * in the same court is one person here; lawyers and their firms plead everywhere, so no court is a
 * part of them.
 */
export const personsIn = (
  { judicialDecision }: ArticleContent,
  named: readonly NamedPerson[],
): PersonInDecision[] => {
  const court = judicialDecision?.courtCode ?? null
  const persons = named.flatMap((person): PersonInDecision[] => {
    const name = plainName(person.name)
    if (name === '' || name.length > NAME_MAX) return []
    const isBench = person.office !== LAWYERS
    const scope = isBench ? `bench:${court ?? ''}` : 'bar'
    return [
      {
        id: uuidV5(URL_NAMESPACE, `person:${scope}:${identityOf(name)}`),
        name,
        office: isBench ? person.office : 'lawyer',
        courtCode: isBench ? court : null,
        from: null,
        to: null,
        isBench,
      },
    ]
  })
  return [...new Map(persons.map((one) => [`${one.id} ${one.office}`, one])).values()]
}
