/**
 * Which members of an event are sealed, and what takes their place once their key is destroyed. A
 * wording, its hash, the words of people and all that quotes a wording are sealed; ids, versions,
 * days and codes are not (contracts/conventions/sealing.md).
 */
import { z } from 'zod'
import { sha256Hex } from '../canonical/hash.ts'
import type { ContentRecord } from '../content.ts'
import type { EventData, EventName } from '../events/event.ts'
import { type Sha256Hex, Slug } from '../ids.ts'

/** Gives the value of an erased member; `undefined` leaves an optional member out. */
type Erased<Value> = (key: string) => Value
/** A member is clear, sealed (with what replaces it), or an object of which some members are. */
type Rule<Value> = 'clear' | { readonly erased: Erased<Value> } | { readonly members: Rules<Value> }
type Rules<Data> = { readonly [Member in keyof Data]-?: Rule<Data[Member]> }

/** Begins each slug that stands for an erased one. */
const ERASED_SLUG = 'erased-'
/** Stands for words that were erased. */
export const ERASED_WORDS = '[erased]'
const EMPTY_TEXT = { sha256: sha256Hex(''), utf8Bytes: 0, utf16Units: 0 } as const

/**
 * Stands for the hash of an erased wording. It is made from the id of the key, so it is the same
 * wherever that key was used, and tells nothing about the wording.
 */
export const erasedHash = (key: string): Sha256Hex => sha256Hex(`erased:${key}`)

/** Stands for an erased wording. */
export const erasedContent = (key: string): ContentRecord => ({
  slug: Slug.parse(`${ERASED_SLUG}${key}`),
  title: ERASED_WORDS,
  abstract: null,
  contentClean: EMPTY_TEXT,
  language: 'und',
  jurisdiction: [],
  legalDomain: [],
  contentType: 'doctrine',
  doctrineSubtype: null,
  headnotes: [],
  concepts: [],
  judicialDecision: null,
  publishedAt: null,
  provision: null,
  citations: [],
  source: { id: `${ERASED_SLUG}${key}`, version: null, url: null },
  licence: null,
})

/** Whether a wording is the stand-in of an erased one. */
export const isErasedContent = ({ slug, language, title }: ContentRecord): boolean =>
  language === 'und' && title === ERASED_WORDS && slug.startsWith(ERASED_SLUG)

const CLEAR = 'clear'
const hash = { erased: erasedHash }
const words = { erased: () => ERASED_WORDS }
const none = { erased: () => null }
const empty = { erased: () => [] }
const absent = { erased: () => undefined }
const content = { erased: erasedContent }

const SEALED_MEMBERS: { readonly [Name in EventName]: Rules<EventData<Name>> } = {
  Imported: {
    sourceId: CLEAR,
    // May be made from the wording.
    state: { erased: erasedHash },
    sourceVersion: CLEAR,
    contentHash: hash,
    validFrom: CLEAR,
    validTo: CLEAR,
    otherDetails: CLEAR,
  },
  Drafted: { content },
  RevisionOpened: { baseVersion: CLEAR },
  Revised: { content },
  Submitted: { sha256Hash: hash },
  ChangesRequested: { reasons: { erased: () => [ERASED_WORDS] } },
  Approved: { sha256Hash: hash, policy: CLEAR, citedRed: absent },
  PublicationScheduled: { sha256Hash: hash, at: CLEAR, reason: none, citedRed: absent },
  ScheduleCancelled: { reason: words, code: CLEAR },
  DraftDiscarded: { reason: words },
  PublicationJustified: { sha256Hash: hash, reason: words },
  VersionPublished: {
    version: CLEAR,
    sha256Hash: hash,
    hashProfile: CLEAR,
    bump: CLEAR,
    changeClass: CLEAR,
    reasons: empty,
    policy: CLEAR,
    publishedAt: CLEAR,
    content,
  },
  ValidityRecorded: { version: CLEAR, validFrom: CLEAR, validTo: CLEAR, sourceVersion: CLEAR },
  PassagesEmbedded: {
    version: CLEAR,
    model: CLEAR,
    dimensions: CLEAR,
    batch: CLEAR,
    batches: CLEAR,
    passages: empty,
    headnotes: empty,
  },
  GroundednessAssessed: {
    score: CLEAR,
    groundedness: {
      members: {
        supported: CLEAR,
        partial: CLEAR,
        contradicted: CLEAR,
        notSupported: CLEAR,
        unverifiable: CLEAR,
        checkable: CLEAR,
        method: CLEAR,
        assessedAt: CLEAR,
        assessedHash: hash,
      },
    },
  },
  IntegrityFlagRaised: {
    flag: {
      members: {
        code: CLEAR,
        severity: CLEAR,
        message: words,
        headnoteSequence: CLEAR,
        span: none,
        detectedAt: CLEAR,
        detector: CLEAR,
        evidence: { erased: () => ({}) },
      },
    },
  },
  IntegrityFlagCleared: { code: CLEAR, headnoteSequence: CLEAR },
  IntegrityFlagDismissed: {
    code: CLEAR,
    headnoteSequence: CLEAR,
    sha256Hash: hash,
    reason: words,
    items: { erased: () => [ERASED_WORDS] },
  },
  ConceptsMatched: { method: CLEAR, concepts: CLEAR, barred: CLEAR },
  HeadnotesProposed: { method: CLEAR, textSha256: hash, proposals: empty },
  HeadnoteProposalSettled: { id: CLEAR, outcome: CLEAR, reason: none },
  Unpublished: { reason: words },
  WithdrawalRequested: { cause: words, replacement: none },
  DeletionRequested: { reason: words },
  RequestCancelled: { request: CLEAR, reason: words },
  Withdrawn: { cause: words, replacement: none },
  Deleted: { reason: words, publisher: CLEAR },
  Restored: { from: CLEAR, reason: words },
  ErasureRequested: {
    versions: CLEAR,
    whole: CLEAR,
    thread: CLEAR,
    ground: CLEAR,
    request: CLEAR,
  },
  ErasureCancelled: { reason: words },
  WordingErased: {
    versions: CLEAR,
    whole: CLEAR,
    thread: CLEAR,
    ground: CLEAR,
    request: CLEAR,
    requestedBy: CLEAR,
    keys: CLEAR,
    fingerprints: CLEAR,
  },
  ErasureCertified: { erasure: CLEAR, certificate: CLEAR, signature: CLEAR },
  CommentAdded: { id: CLEAR, inReplyTo: CLEAR, sha256Hash: hash, body: words, target: none },
  CommentResolved: { id: CLEAR },
  Assigned: { person: CLEAR },
  TreatmentRecorded: {
    treatment: {
      members: {
        id: CLEAR,
        type: CLEAR,
        source: {
          members: {
            slug: none,
            ecli: none,
            courtCode: CLEAR,
            formation: CLEAR,
            pinpoint: none,
            quote: none,
          },
        },
        target: CLEAR,
        polarity: CLEAR,
        effectiveDate: CLEAR,
        status: CLEAR,
        confidencePercent: CLEAR,
        by: CLEAR,
      },
    },
  },
  TreatmentStated: {
    id: CLEAR,
    type: CLEAR,
    source: {
      members: {
        articleId: CLEAR,
        names: empty,
        label: words,
        slug: none,
        courtCode: CLEAR,
        formation: CLEAR,
      },
    },
    target: { members: { articleId: CLEAR, names: empty, label: words, day: CLEAR } },
    polarity: CLEAR,
    effectiveDate: CLEAR,
    by: CLEAR,
    statement: CLEAR,
  },
  TreatmentConfirmed: { by: CLEAR },
  TreatmentRetracted: { reason: words, by: CLEAR },
  TreatmentWordsErased: {
    keys: CLEAR,
    source: { members: { slug: none, ecli: none, names: empty } },
    target: { members: { names: empty } },
  },
  RelianceRecorded: { from: CLEAR, to: CLEAR, by: CLEAR },
  CitatorAssessed: { point: CLEAR, assessedThrough: CLEAR, by: CLEAR },
  ConceptDefined: { concept: CLEAR },
  ConceptDeprecated: { replacedBy: CLEAR },
  PersonRecorded: {
    name: words,
    office: CLEAR,
    courtCode: CLEAR,
    from: CLEAR,
    to: CLEAR,
    recordedAt: CLEAR,
  },
  SubjectErased: { ground: CLEAR, request: CLEAR, requestedBy: CLEAR, keys: CLEAR },
  PersonNamed: { personId: CLEAR, articleId: CLEAR, office: CLEAR, day: CLEAR },
}

type Json = Record<string, unknown>
type AnyRule = 'clear' | { readonly erased: Erased<unknown> } | { readonly members: AnyRules }
type AnyRules = Readonly<Record<string, AnyRule>>

const rulesOf = (type: EventName): AnyRules => SEALED_MEMBERS[type] as AnyRules
const Members = z.record(z.string(), z.unknown())

type Parts = { readonly clear: Json; readonly sealed: Json }

const splitBy = (rules: AnyRules, data: Json): Parts => {
  const clear: Json = {}
  const sealed: Json = {}
  for (const [member, value] of Object.entries(data)) {
    // A member without a rule is sealed, too.
    const rule = rules[member] ?? absent
    if (rule === CLEAR) clear[member] = value
    else if ('erased' in rule) sealed[member] = value
    else {
      const parts = splitBy(rule.members, Members.parse(value))
      clear[member] = parts.clear
      if (Object.keys(parts.sealed).length > 0) sealed[member] = parts.sealed
    }
  }
  return { clear, sealed }
}

/** Splits the data of an event into its clear and its sealed members. */
export const splitMembers = (type: EventName, data: Json): Parts => splitBy(rulesOf(type), data)

const joinBy = (rules: AnyRules, clear: Json, sealed: Json): Json => {
  const joined: Json = { ...clear, ...sealed }
  for (const [member, rule] of Object.entries(rules)) {
    if (rule === CLEAR || 'erased' in rule) continue
    const inner = Members.parse(sealed[member] ?? {})
    joined[member] = joinBy(rule.members, Members.parse(clear[member] ?? {}), inner)
  }
  return joined
}

/** The data of an event from both parts. */
export const joinMembers = (type: EventName, clear: Json, sealed: Json): Json =>
  joinBy(rulesOf(type), clear, sealed)

const eraseBy = (rules: AnyRules, clear: Json, key: string): Json => {
  const data: Json = { ...clear }
  for (const [member, rule] of Object.entries(rules)) {
    if (rule === CLEAR) continue
    const value =
      'erased' in rule
        ? rule.erased(key)
        : eraseBy(rule.members, Members.parse(clear[member] ?? {}), key)
    if (value !== undefined) data[member] = value
  }
  return data
}

/** The data of an event whose key was destroyed: well-formed, with stand-ins for what is gone. */
export const eraseMembers = (type: EventName, clear: Json, key: string): Json =>
  eraseBy(rulesOf(type), clear, key)
