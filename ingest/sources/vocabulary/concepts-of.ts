/** Makes concepts of the read entries: ids, labels, relations in both directions, no loops. */
import { Concept, type VocabularyName } from '#contracts/concept.ts'
import { type Refusal, refusalByCode } from '#contracts/fault.ts'
import { conceptIdOf } from '#contracts/canonical/identity.ts'
import type { ConceptId } from '#contracts/ids.ts'
import type { ReadConcept, ReadVocabulary } from './read-concept.ts'

export type ConceptRefusal = Refusal & { readonly uri: string }

export type VocabularyConcepts = {
  readonly concepts: readonly Concept[]
  readonly refused: readonly ConceptRefusal[]
  /** References to concepts outside these files, which are kept. */
  readonly outside: number
}

const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const sorted = (map: ReadonlyMap<string, string>): Record<string, string> =>
  Object.fromEntries([...map].toSorted(([a], [b]) => byCodeUnit(a, b)))

/** `…norm.owl#Legal_Doctrine`, `…/LegalDoctrine` → Legal Doctrine. */
const nameInUri = (uri: string): string =>
  decodeURIComponent(uri.split(/[#/]/).at(-1) ?? '')
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .trim()

const isName = (text: string): boolean => /\p{L}{2}/u.test(text)

const idsOf = (uris: Iterable<string>): ConceptId[] =>
  [...new Set([...uris].map((uri) => conceptIdOf(uri)))].toSorted(byCodeUnit)

const labelsOf = ({ uri, labels }: ReadConcept): ReadonlyMap<string, string> => {
  if (labels.size > 0) return labels
  const name = nameInUri(uri)
  return isName(name) ? new Map([['en', name]]) : labels
}

const NO_LABEL: Refusal = refusalByCode('concept-without-label')

const conceptOf = (
  read: ReadConcept,
  vocabulary: VocabularyName,
  narrower: ReadonlySet<string>,
): Concept | Refusal => {
  const labels = labelsOf(read)
  if (labels.size === 0) return NO_LABEL
  const parsed = Concept.safeParse({
    id: conceptIdOf(read.uri),
    vocabulary,
    externalId: read.uri,
    prefLabel: sorted(labels),
    altLabel: Object.fromEntries(
      [...read.otherLabels]
        .map(([language, words]): [string, string[]] => [language, [...words].toSorted(byCodeUnit)])
        .toSorted(([a], [b]) => byCodeUnit(a, b)),
    ),
    definition: sorted(read.definitions),
    broader: idsOf(read.broader),
    narrower: idsOf([...read.narrower, ...narrower]),
    related: idsOf(read.related),
    exactMatch: [...read.exactMatch].toSorted(byCodeUnit),
    status: read.deprecated || read.replacedBy !== null ? 'deprecated' : 'current',
    replacedBy: read.replacedBy === null ? null : conceptIdOf(read.replacedBy),
  })
  if (parsed.success) return parsed.data
  return {
    refused: 'concept-invalid',
    reason: `${parsed.error.issues[0]?.path.join('.') ?? 'the concept'} is not as it should be`,
    hint: 'look at the bounds of a concept in the documentation',
  }
}

/**
 * The concepts in a loop of broader concepts, with the loop. Iterative, since a vocabulary may be
 * deep.
 */
const loopsOf = (concepts: ReadonlyMap<string, ReadConcept>): Map<string, readonly string[]> => {
  const loops = new Map<string, readonly string[]>()
  const settled = new Set<string>()
  for (const start of concepts.keys()) {
    if (settled.has(start)) continue
    const path: { readonly uri: string; readonly next: Iterator<string> }[] = []
    const onPath = new Map<string, number>()
    const enter = (uri: string): void => {
      onPath.set(uri, path.length)
      path.push({ uri, next: (concepts.get(uri)?.broader ?? new Set<string>()).values() })
    }
    enter(start)
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const step = top.next.next()
      if (step.done === true) {
        settled.add(top.uri)
        onPath.delete(top.uri)
        path.pop()
        continue
      }
      const at = onPath.get(step.value)
      if (at !== undefined) {
        const loop = path.slice(at).map(({ uri }) => uri)
        for (const uri of loop) loops.set(uri, loop)
      } else if (!settled.has(step.value)) enter(step.value)
    }
  }
  return loops
}

const loopRefusal = (loop: readonly string[]): Refusal => ({
  refused: 'vocabulary-loop',
  reason: `the concept is broader than itself, by ${loop.length} step${loop.length === 1 ? '' : 's'}`,
  hint: 'remove one of the broader relations in the loop',
})

/** Makes the concepts of a vocabulary. Those in a loop or without a name are refused. */
export const conceptsOf = (
  { concepts: read }: ReadVocabulary,
  vocabulary: VocabularyName,
): VocabularyConcepts => {
  const stated = new Map([...read].filter(([, concept]) => concept.stated))
  const loops = loopsOf(stated)
  const narrower = new Map<string, Set<string>>()
  for (const { uri, broader } of stated.values()) {
    if (loops.has(uri)) continue
    for (const above of broader) narrower.set(above, (narrower.get(above) ?? new Set()).add(uri))
  }
  const concepts: Concept[] = []
  const refused: ConceptRefusal[] = []
  let outside = 0
  for (const one of stated.values()) {
    const { uri } = one
    const loop = loops.get(uri)
    const made =
      loop === undefined
        ? conceptOf(one, vocabulary, narrower.get(uri) ?? new Set())
        : loopRefusal(loop)
    if ('refused' in made) refused.push({ ...made, uri })
    else concepts.push(made)
    for (const reference of [...one.broader, ...one.narrower, ...one.related]) {
      if (!stated.has(reference)) outside += 1
    }
  }
  return { concepts: concepts.toSorted((a, b) => byCodeUnit(a.id, b.id)), refused, outside }
}
