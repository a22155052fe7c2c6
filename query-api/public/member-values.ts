/** Values of members that two versions do not share, as people read them. */
import type { Article } from '#contracts/http/article.ts'
import { COURTS } from '#contracts/vocabulary/courts.ts'
import { domainLabel, LABELS } from '#contracts/vocabulary/labels.ts'
import { type Language, languageName, printersOf } from '#contracts/web/language.ts'

export type ConceptLabels = ReadonlyMap<string, string>

/** Labels of the concepts of some versions. */
export const conceptLabelsIn = (
  language: Language,
  articles: readonly Pick<Article, 'concepts'>[],
): ConceptLabels =>
  new Map(
    articles.flatMap(({ concepts }) =>
      concepts.flatMap(({ id, prefLabel }) => {
        const label = prefLabel[language] ?? prefLabel['fr'] ?? Object.values(prefLabel)[0]
        return label === undefined ? [] : [[id, label] as const]
      }),
    ),
  )

const DAY = /^\d{4}-\d{2}-\d{2}(?:T|$)/u

/** The name of a code of a closed vocabulary; another value as it is. */
const nameOf = (
  language: Language,
  member: string,
  value: string,
  concepts: ConceptLabels,
): string => {
  const labels = LABELS[language]
  const named = (names: Readonly<Record<string, string>>): string =>
    (Object.hasOwn(names, value) ? names[value] : undefined) ?? value
  switch (member) {
    case 'language':
      return languageName(language, value)
    case 'jurisdiction':
    case 'judicialDecision.jurisdiction':
      return named(labels.jurisdictions)
    case 'contentType':
      return named(labels.contentTypes)
    case 'doctrineSubtype':
      return named(labels.doctrineSubtypes)
    case 'legalDomain':
      return domainLabel(labels, value)
    case 'legalRuleType':
      return named(labels.legalRuleTypes)
    case 'concepts':
      return concepts.get(value) ?? value
    case 'judicialDecision.courtCode':
      return COURTS.get(value)?.name ?? value
    case 'judicialDecision.courtLevel':
      return named(labels.courtLevels)
    case 'judicialDecision.chamber':
      return named(labels.chambers)
    case 'judicialDecision.solution':
      return named(labels.solutions)
    default:
      return DAY.test(value) ? printersOf(language).date(value) : value
  }
}

const listIn = (value: string): readonly unknown[] | null => {
  if (!value.startsWith('[')) return null
  try {
    const list: unknown = JSON.parse(value)
    return Array.isArray(list) ? list : null
  } catch {
    return null
  }
}

/** Null: facts with members of their own, which have no short form. */
const memberValue = (
  language: Language,
  member: string,
  value: string,
  concepts: ConceptLabels,
): string | null => {
  const list = listIn(value)
  if (list === null) return value.startsWith('{') ? null : nameOf(language, member, value, concepts)
  if (!list.every((one) => typeof one === 'string')) return null
  const separator = member === 'provision.section' ? ' › ' : ', '
  return list.map((one) => nameOf(language, member, one, concepts)).join(separator)
}

type Value = string | null
/** Both values of a member; of two hours of one day also the hours. */
export const memberValues = (
  language: Language,
  member: string,
  [from, to]: readonly [Value, Value],
  concepts: ConceptLabels,
): readonly [Value, Value] => {
  const shown = (value: Value): Value =>
    value === null ? null : memberValue(language, member, value, concepts)
  const [before, after] = [shown(from), shown(to)]
  if (from === null || to === null || before === null || before !== after) return [before, after]
  if (!DAY.test(from) || !DAY.test(to)) return [from, to]
  const { time } = printersOf(language)
  // Less than a minute apart: that they differ is all there is to say.
  return time(from) === time(to) ? [null, null] : [time(from), time(to)]
}
