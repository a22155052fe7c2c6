import type { HashedArticle } from '#contracts/canonical/article.ts'
import { finding, type Finding } from './finding.ts'

type Decision = NonNullable<HashedArticle['judicialDecision']>
type Identifier = Decision['identifiers'][number]

const NOTHING: Decision = {
  ecli: null,
  identifiers: [],
  courtCode: null,
  decisionDate: null,
  solution: null,
  type: null,
}
const FACTS = ['courtCode', 'decisionDate', 'solution', 'type'] as const

const named = (fact: string): string => `judicialDecision.${fact}`
const keyOf = ({ scheme, value }: Identifier): string => `${scheme} ${value}`

// Also from null: what a court decided, when and how, is what a quotation rests on.
const factFindings = (old: Decision, next: Decision): Finding[] =>
  FACTS.filter((fact) => old[fact] !== next[fact]).map((fact) =>
    finding(named(fact), 'major', `changed from ${old[fact] ?? 'none'} to ${next[fact] ?? 'none'}`),
  )

const ecliFindings = (old: Decision, next: Decision): Finding[] => {
  if (old.ecli === next.ecli) return []
  if (old.ecli === null) return [finding(named('ecli'), 'minor', 'was added')]
  return [finding(named('ecli'), 'major', next.ecli === null ? 'was removed' : 'changed')]
}

const identifierFindings = (old: Decision, next: Decision): Finding[] => {
  const before = new Set(old.identifiers.map(keyOf))
  const after = new Set(next.identifiers.map(keyOf))
  const gone = [...before].filter((key) => !after.has(key))
  const added = [...after].filter((key) => !before.has(key))
  return [
    ...gone.map((key) => finding(named('identifiers'), 'major', `no longer has ${key}`)),
    ...added.map((key) => finding(named('identifiers'), 'minor', `has ${key} besides`)),
  ]
}

/** Source facts of a decision: identifiers may be added (a late ECLI), everything else is MAJOR. */
export const decisionFindings = (old: Decision | null, next: Decision | null): Finding[] => {
  const [before, after] = [old ?? NOTHING, next ?? NOTHING]
  const findings = [
    ...factFindings(before, after),
    ...ecliFindings(before, after),
    ...identifierFindings(before, after),
  ]
  if (findings.length > 0 || (old === null) === (next === null)) return findings
  return [finding('judicialDecision', 'minor', 'was added or removed without any fact in it')]
}
