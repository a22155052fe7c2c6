/** Magistrates and lawyers that a publisher names in a decision. Pure. */
import { URL_NAMESPACE, uuidV5 } from '#contracts/canonical/hash.ts'
import type { ArticleContent } from '#contracts/content.ts'
import { foldedLabel } from '#contracts/law/analysis/labels.ts'
import type { PersonOffice } from '../domain/person/decide.ts'
import type { NamedPerson } from '../sources/source-item.ts'

/** Longer values are not names. */
const NAME_MAX = 200

export type PersonInDecision = PersonOffice & {
  readonly id: string
  /** Whether a magistrate; lawyers are recorded, but not linked to the case. */
  readonly isBench: boolean
}

/** Drops a function in brackets: `M. Huglo (conseiller doyen faisant fonction de président)`. */
const plainName = (name: string): string =>
  name
    .replaceAll(/\([^()]*\)/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()

const CIVILITY = /^(?:m|mm|mr|mme|mmes|mlle|me|monsieur|madame|maitre)$/
const MASCULINE = /^(?:m|mm|mr|monsieur)$/

/** The folded name with the gender of its civility, since decisions give last names only. */
const identityOf = (name: string): string => {
  const [first = '', ...rest] = foldedLabel(name).split(' ')
  if (!CIVILITY.test(first) || rest.length === 0) return foldedLabel(name)
  const isMan = MASCULINE.test(first)
  return `${isMan ? 'm' : first === 'me' || first === 'maitre' ? 'me' : 'f'}:${rest.join(' ')}`
}

const LAWYERS: NamedPerson['office'] = 'lawyers'

/**
 * The persons of one decision, each office once. The same name and civility in the same court is
 * one person; lawyers plead in all courts, so their court does not count.
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
