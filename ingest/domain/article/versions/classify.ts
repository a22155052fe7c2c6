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
import { changedDetails } from './details.ts'
import { compareTexts, counted, differingLines } from './text-change.ts'
import { type Tokens, tokensOf } from './tokens.ts'

/** A cause of a bump. `sentence` is English, begins with the member, and never quotes the text. */
export type Finding = {
  readonly bump: 'major' | 'minor' | 'patch'
  readonly changeClass: 'anonymisation' | null
  /** Whether only typography differs. */
  readonly typographic: boolean
  readonly sentence: string
}

export const finding = (member: string, bump: Finding['bump'], what: string): Finding => ({
  bump,
  changeClass: null,
  typographic: false,
  sentence: `${member} ${what}.`,
})

/** A change of one text: PATCH if it is a correction, else the bump of its member. */
const textFinding = (
  member: string,
  old: string | null,
  next: string | null,
  beyond: 'major' | 'minor',
): Finding => {
  if (old === null) return finding(member, beyond, 'was added')
  if (next === null) return finding(member, beyond, 'was removed')
  const { kind, changeClass, typographic, why } = compareTexts(old, next)
  const bump = kind === 'patch' ? 'patch' : beyond
  return { bump, changeClass, typographic, sentence: `${member} ${why}.` }
}

type Line = { readonly key: string; readonly tokens: Tokens; readonly afterBlank: boolean }

/** Lines with words, each with its PATCH key; blank lines only separate paragraphs. */
const linesOf = (text: string): Line[] => {
  const lines: Line[] = []
  let afterBlank = true
  for (const raw of text.split('\n')) {
    const tokens = tokensOf(raw)
    const key = tokens.keys.join('')
    if (key !== '') lines.push({ key, tokens, afterBlank })
    afterBlank = key === ''
  }
  return lines
}

const CLOSERS = String.raw`[\s»"”'’)\]]*`
const SENTENCE_END = new RegExp(`[.!?]${CLOSERS}$`, 'u')
const SENTENCE_END_FIRST = new RegExp(String.raw`^${CLOSERS}[.!?][.!?»"”'’)\]]*\s`, 'u')
const LINE_END = new RegExp(`[.!?:;]${CLOSERS}$`, 'u')
const SENTENCE_START = /^\s*[^\p{Ll}\s]/u

/** Whether words inserted between two lines would not split a sentence. */
const isOpen = (before: Line | undefined, after: Line | undefined): boolean =>
  before === undefined ||
  after === undefined ||
  after.afterBlank ||
  LINE_END.test(before.tokens.text) ||
  SENTENCE_START.test(after.tokens.text)

/** Whether a line ends with a full stop and the new text continues it with new sentences. */
const wentOn = (old: Line, next: Line): boolean => {
  if (!SENTENCE_END.test(old.tokens.text)) return false
  const count = old.tokens.keys.length
  if (old.tokens.keys.some((key, index) => key !== next.tokens.keys[index])) return false
  return SENTENCE_END_FIRST.test(next.tokens.text.slice(next.tokens.ends[count - 1]))
}

/**
 * Counts new or longer paragraphs if a text only grew: it keeps every old paragraph in order, and
 * additions are between paragraphs or after the last sentence of one, so that every quotation stays
 * verbatim. 0 if anything else changed. Linear time.
 */
const addedParagraphs = (oldText: string, nextText: string): number => {
  const [old, next] = differingLines(oldText, nextText).map(linesOf) as [Line[], Line[]]
  let added = 0
  let matched = 0
  for (const line of next) {
    const expected = old[matched]
    if (expected !== undefined && line.key === expected.key) {
      matched += 1
    } else if (expected !== undefined && wentOn(expected, line)) {
      matched += 1
      added += 1
    } else if (isOpen(old[matched - 1], expected)) {
      added += 1
    } else {
      return 0
    }
  }
  return matched === old.length ? added : 0
}

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

// A change from null counts, too: quotations rely on what a court decided, when and how.
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
const decisionFindings = (old: Decision | null, next: Decision | null): Finding[] => {
  const [before, after] = [old ?? NOTHING, next ?? NOTHING]
  const findings = [
    ...factFindings(before, after),
    ...ecliFindings(before, after),
    ...identifierFindings(before, after),
  ]
  if (findings.length > 0 || (old === null) === (next === null)) return findings
  return [finding('judicialDecision', 'minor', 'was added or removed without any fact in it')]
}

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

/** A headnote with another number, which makes quotations of its old number wrong. */
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

/** New headnotes at the end are MINOR; a change of a quotable number or wording is MAJOR. */
const headnoteFindings = (old: readonly Headnote[], next: readonly Headnote[]): Finding[] => {
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

/** The class of a change, with one English sentence per cause, the strongest first. */
type Classification = {
  readonly bump: Bump
  /** `anonymisation`, `republication`, `details` or null. */
  readonly changeClass: string | null
  /** Each reason names its member and the change; none quotes the text. */
  readonly reasons: string[]
}

type ClassifyOptions = {
  /** A publication after a withdrawal: a new MAJOR version, even with the same hash. */
  readonly republication?: boolean
}

type Rule = (old: HashedArticle, next: HashedArticle) => Finding[]

const anyChange =
  (member: HashedMember, bump: 'major' | 'minor'): Rule =>
  () => [finding(member, bump, 'changed')]

const text =
  (member: 'title' | 'abstract'): Rule =>
  (old, next) => [textFinding(member, old[member], next[member], 'minor')]

/** An addition changes the rule of a norm; other texts only need to be read again. */
const wordingFindings: Rule = (old, next) => {
  const change = textFinding('contentClean', old.contentClean, next.contentClean, 'major')
  const added = change.typographic ? 0 : addedParagraphs(old.contentClean, next.contentClean)
  if (added === 0) return [change]
  if (next.contentType === 'legislation') {
    return [
      finding('contentClean', 'major', `of legislation gained ${counted(added, 'paragraph')}`),
    ]
  }
  const what = `gained ${counted(added, 'paragraph')}, and nothing was removed`
  return [finding('contentClean', 'minor', what)]
}

/**
 * The bump for a change of each hashed member (contracts/conventions/versions.md). A rule runs only
 * if its member differs.
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
    ? old.contentClean !== next.contentClean // avoids a canonical form of 2 MB just to compare
    : canonicalJson(old[member]) !== canonicalJson(next[member])

const findingsOf = (old: HashedArticle, next: HashedArticle): Finding[] =>
  HASHED_MEMBERS.flatMap((member) => {
    if (!differs(old, next, member)) return []
    const findings = RULES[member](old, next)
    // A change without a finding is a fault, because `none` means equal hashes.
    return findings.length > 0 ? findings : [finding(member, 'major', 'changed')]
  })

/** The class of a change of details alone. */
const DETAILS = 'details'

const REPUBLICATION = 'The text is published again after its withdrawal.'

/** Wordings with the same hash differ in details at most. */
const classOfDetails = (old: ArticleContent, next: ArticleContent): Classification => {
  const names = changedDetails(old, next)
  const changeClass = names.length === 0 ? null : DETAILS
  return { bump: 'none', changeClass, reasons: names.map((name) => `${name} changed.`) }
}

/**
 * How much `next` differs from `old` for a person who quoted `old`
 * (contracts/conventions/versions.md): MAJOR, change the conclusion; MINOR, read the additions;
 * PATCH, nothing. `none` exactly if the hashes are equal, except for a republication; its reasons
 * name the details that the hash leaves out. `initial` without an `old`.
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
  const bump = findings[0]?.bump
  if (bump === undefined) return classOfDetails(old, next)
  const anonymised = findings.some(({ changeClass }) => changeClass === 'anonymisation')
  return { bump, changeClass: bump === 'patch' && anonymised ? 'anonymisation' : null, reasons }
}

/** Whether publishing would leave all as it is: neither a version nor a detail differs. */
export const changesNothing = ({ bump, reasons }: Pick<Classification, 'bump' | 'reasons'>) =>
  bump === 'none' && reasons.length === 0

const FIRST_VERSION = SemVer.parse('1.0.0')

/** The version after `current`; 1.0.0 for the first. Throws Fault `no-new-version` for `none`. */
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
