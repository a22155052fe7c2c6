import { canonicalJson } from '#contracts/canonical/canonical.ts'
import type { HashedArticle } from '#contracts/canonical/article.ts'
import { finding, type Finding, textFinding } from './finding.ts'

type Headnote = HashedArticle['headnotes'][number]

const wording = ({ summary, sourceText, legalRuleType }: Headnote): string =>
  canonicalJson([summary, sourceText, legalRuleType])

const bySequence = (headnotes: readonly Headnote[]): Map<number, Headnote> =>
  new Map(headnotes.map((headnote) => [headnote.sequence, headnote]))

const nameOf = (sequence: number): string => `headnotes: number ${sequence}`

const changed = (old: Headnote, next: Headnote): Finding[] => {
  const name = nameOf(old.sequence)
  const findings: Finding[] = []
  if (old.summary !== next.summary) {
    findings.push(textFinding(`${name}, summary,`, old.summary, next.summary, 'major'))
  }
  if (old.sourceText !== next.sourceText) {
    findings.push(textFinding(`${name}, sourceText,`, old.sourceText, next.sourceText, 'major'))
  }
  if (old.legalRuleType !== next.legalRuleType) {
    const types = `from ${old.legalRuleType ?? 'none'} to ${next.legalRuleType ?? 'none'}`
    findings.push(finding(name, 'major', `changed its legalRuleType ${types}`))
  }
  return findings
}

/**
 * An old headnote whose words now stand under another number; quotations of its number are wrong.
 */
const renumbered = (old: Headnote, arrivals: readonly Headnote[]): Finding | null => {
  const moved = arrivals.find((one) => wording(one) === wording(old))
  if (moved === undefined) return null
  return finding(nameOf(old.sequence), 'major', `was renumbered to ${moved.sequence}`)
}

const arrival = (headnote: Headnote, lastOld: number): Finding => {
  const name = nameOf(headnote.sequence)
  return headnote.sequence > lastOld
    ? finding(name, 'minor', 'is new, after the others')
    : finding(name, 'major', 'is new, between the others')
}

/**
 * Headnotes: new ones at the end are MINOR, anything that breaks a quoted number or its words is
 * MAJOR.
 */
export const headnoteFindings = (
  old: readonly Headnote[],
  next: readonly Headnote[],
): Finding[] => {
  const before = bySequence(old)
  const after = bySequence(next)
  const isSame = (a: Headnote | undefined, b: Headnote | undefined): boolean =>
    a !== undefined && b !== undefined && wording(a) === wording(b)
  const arrivals = next.filter((one) => !isSame(before.get(one.sequence), one))
  const fateOf = (headnote: Headnote): Finding[] => {
    const same = after.get(headnote.sequence)
    if (isSame(headnote, same)) return []
    const moved = renumbered(headnote, arrivals)
    if (moved !== null) return [moved]
    const taken = old.some((one) => one !== headnote && isSame(one, same))
    if (same !== undefined && !taken) return changed(headnote, same)
    return [finding(nameOf(headnote.sequence), 'major', 'was removed')]
  }
  const lastOld = Math.max(0, ...before.keys())
  const isNew = ({ sequence }: Headnote): boolean => !before.has(sequence)
  return [...old.flatMap(fateOf), ...next.filter(isNew).map((one) => arrival(one, lastOld))]
}
