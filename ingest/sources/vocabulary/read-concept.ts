/** A concept of a file, identified by URIs. */
export type ReadConcept = {
  readonly uri: string
  /** By language; `und` if the file gives none. */
  readonly labels: Map<string, string>
  readonly otherLabels: Map<string, Set<string>>
  readonly definitions: Map<string, string>
  readonly broader: Set<string>
  readonly narrower: Set<string>
  readonly related: Set<string>
  readonly exactMatch: Set<string>
  deprecated: boolean
  replacedBy: string | null
  /** Whether the file declares the concept, rather than only refers to it. */
  stated: boolean
}

/** The entries of a vocabulary from all files. */
export type ReadVocabulary = {
  readonly concepts: Map<string, ReadConcept>
  /** Counts of unknown predicates and kinds by name. */
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

/** The entry of a URI, created if needed. */
export const conceptAt = ({ concepts }: ReadVocabulary, uri: string): ReadConcept => {
  const known = concepts.get(uri) ?? newConcept(uri)
  concepts.set(uri, known)
  return known
}

export const addOtherLabel = (concept: ReadConcept, language: string, label: string): void => {
  const known = concept.otherLabels.get(language) ?? new Set()
  concept.otherLabels.set(language, known.add(label))
}

/** A second preferred label of a language becomes an alternative one (SKOS allows one). */
export const addLabel = (concept: ReadConcept, language: string, label: string): void => {
  const known = concept.labels.get(language)
  if (known === undefined) concept.labels.set(language, label)
  else if (known !== label) addOtherLabel(concept, language, label)
}

export const countUnknown = ({ unknown }: ReadVocabulary, name: string): void =>
  void unknown.set(name, (unknown.get(name) ?? 0) + 1)
