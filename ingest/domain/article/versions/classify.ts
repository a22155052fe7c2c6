import {
  canonicalArticle,
  HASHED_MEMBERS,
  type HashedArticle,
  type HashedMember,
} from '#contracts/canonical/article.ts'
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import type { ArticleContent } from '#contracts/content.ts'
import type { Bump } from '#contracts/events/article.ts'
import { Fault } from '#contracts/fault.ts'
import { SemVer } from '#contracts/ids.ts'
import { addedParagraphs } from './additive.ts'
import { decisionFindings } from './decision.ts'
import { finding, type Finding, textFinding } from './finding.ts'
import { headnoteFindings } from './headnotes.ts'
import { counted } from './text-change.ts'

/** The class of a change, with one English sentence per cause, the strongest first. */
export type Classification = {
  readonly bump: Bump
  /** `anonymisation` or `republication`, where that is what happened; else null. */
  readonly changeClass: string | null
  /** Each names its member and what changed; none quotes the text. */
  readonly reasons: string[]
}

export type ClassifyOptions = {
  /** The text comes back after a withdrawal: a new MAJOR version, even with the same hash. */
  readonly republication?: boolean
}

type Rule = (old: HashedArticle, next: HashedArticle) => Finding[]

const anyChange =
  (member: HashedMember, bump: 'major' | 'minor'): Rule =>
  () => [finding(member, bump, 'changed')]

const text =
  (member: 'title' | 'abstract'): Rule =>
  (old, next) => [textFinding(member, old[member], next[member], 'minor')]

/** In a norm, what is added to the rule changes the rule; elsewhere it only wants to be read. */
const wordingFindings: Rule = (old, next) => {
  const change = textFinding('contentClean', old.contentClean, next.contentClean, 'major')
  const added = change.typographic ? 0 : addedParagraphs(old.contentClean, next.contentClean)
  if (added === 0) return [change]
  if (next.contentType === 'legislation') {
    return [
      finding('contentClean', 'major', `of legislation grew in ${counted(added, 'paragraph')}`),
    ]
  }
  const what = `grew in ${counted(added, 'paragraph')}; all that stood there still stands`
  return [finding('contentClean', 'minor', what)]
}

/**
 * What a change of each hashed member means (contracts/conventions/versions.md). A rule is asked
 * only where the member differs.
 */
const RULES: Record<HashedMember, Rule> = {
  slug: anyChange('slug', 'major'),
  title: text('title'),
  abstract: text('abstract'),
  contentClean: wordingFindings,
  language: anyChange('language', 'major'),
  jurisdiction: anyChange('jurisdiction', 'major'),
  legalDomain: anyChange('legalDomain', 'minor'),
  contentType: anyChange('contentType', 'major'),
  doctrineSubtype: anyChange('doctrineSubtype', 'minor'),
  headnotes: (old, next) => headnoteFindings(old.headnotes, next.headnotes),
  concepts: anyChange('concepts', 'minor'),
  judicialDecision: (old, next) => decisionFindings(old.judicialDecision, next.judicialDecision),
}

const STRENGTH: Record<Bump, number> = { none: 0, patch: 1, minor: 2, major: 3, initial: 4 }

const differs = (old: HashedArticle, next: HashedArticle, member: HashedMember): boolean =>
  member === 'contentClean'
    ? old.contentClean !== next.contentClean // no canonical form of 2 MB just to compare
    : canonicalJson(old[member]) !== canonicalJson(next[member])

const findingsOf = (old: HashedArticle, next: HashedArticle): Finding[] =>
  HASHED_MEMBERS.flatMap((member) => {
    if (!differs(old, next, member)) return []
    const findings = RULES[member](old, next)
    // A change that no rule knows is never passed over: `none` means that the hashes are equal.
    return findings.length > 0 ? findings : [finding(member, 'major', 'changed')]
  })

const REPUBLICATION = 'The text is published again after its withdrawal.'

/**
 * How much `next` differs from `old` for a person who quoted `old`
 * (contracts/conventions/versions.md): MAJOR, change the conclusion; MINOR, read the additions;
 * PATCH, nothing. `none` exactly when the hashes are equal, save a republication. Without an `old`
 * it is the first version: `initial`.
 */
export const classify = (
  old: ArticleContent | null,
  next: ArticleContent,
  options: ClassifyOptions = {},
): Classification => {
  if (old === null) {
    return {
      bump: 'initial',
      changeClass: null,
      reasons: ['The text is published for the first time.'],
    }
  }
  const findings = findingsOf(canonicalArticle(old), canonicalArticle(next)).toSorted(
    (a, b) => STRENGTH[b.bump] - STRENGTH[a.bump],
  )
  const reasons = findings.map(({ sentence }) => sentence)
  if (options.republication === true) {
    return { bump: 'major', changeClass: 'republication', reasons: [REPUBLICATION, ...reasons] }
  }
  const bump = findings[0]?.bump ?? 'none'
  const anonymised = findings.some(({ changeClass }) => changeClass === 'anonymisation')
  return { bump, changeClass: bump === 'patch' && anonymised ? 'anonymisation' : null, reasons }
}

const FIRST_VERSION = SemVer.parse('1.0.0')

/**
 * The version after `current`; 1.0.0 for the first. `none` is no new version: Fault
 * `no-new-version`.
 */
export const nextVersion = (current: SemVer | null, bump: Bump): SemVer => {
  if (current === null) return FIRST_VERSION
  const [major = 0, minor = 0, patch = 0] = current.split('.').map(Number)
  switch (bump) {
    case 'major':
      return SemVer.parse(`${major + 1}.0.0`)
    case 'minor':
      return SemVer.parse(`${major}.${minor + 1}.0`)
    case 'patch':
      return SemVer.parse(`${major}.${minor}.${patch + 1}`)
    case 'none':
    case 'initial':
      throw new Fault('no-new-version', `a text at ${current} has no version by bump ${bump}`)
    default:
      return bump satisfies never
  }
}
