/** A concept as a file gives it: by URIs, before it has an id of ours. */
export type ReadConcept = {
  readonly uri: string
  /** By language; `und` where the file names none. */
  readonly labels: Map<string, string>
  readonly otherLabels: Map<string, Set<string>>
  readonly definitions: Map<string, string>
  readonly broader: Set<string>
  readonly narrower: Set<string>
  readonly related: Set<string>
  readonly exactMatch: Set<string>
  deprecated: boolean
  replacedBy: string | null
  /** Whether the file says that this is a concept, and does not only speak of it. */
  stated: boolean
}

/** All that was read of a vocabulary, from one file or several. */
export type ReadVocabulary = {
  readonly concepts: Map<string, ReadConcept>
  /** What was passed over, by name: predicates and kinds that are not known. */
  readonly unknown: Map<string, number>
}

export const emptyVocabulary = (): ReadVocabulary => ({ concepts: new Map(), unknown: new Map() })

const newConcept = (uri: string): ReadConcept => ({
  uri,
  labels: new Map(),
  otherLabels: new Map(),
  definitions: new Map(),
  broader: new Set(),
  narrower: new Set(),
  related: new Set(),
  exactMatch: new Set(),
  deprecated: false,
  replacedBy: null,
  stated: false,
})

/** The concept of a URI, made empty where the file has not named it yet. */
export const conceptAt = ({ concepts }: ReadVocabulary, uri: string): ReadConcept => {
  const known = concepts.get(uri) ?? newConcept(uri)
  concepts.set(uri, known)
  return known
}

export const addOtherLabel = (concept: ReadConcept, language: string, label: string): void => {
  const known = concept.otherLabels.get(language) ?? new Set()
  concept.otherLabels.set(language, known.add(label))
}

/** A second preferred label of a language is another name (SKOS allows one). */
export const addLabel = (concept: ReadConcept, language: string, label: string): void => {
  const known = concept.labels.get(language)
  if (known === undefined) concept.labels.set(language, label)
  else if (known !== label) addOtherLabel(concept, language, label)
}

export const countUnknown = ({ unknown }: ReadVocabulary, name: string): void =>
  void unknown.set(name, (unknown.get(name) ?? 0) + 1)
