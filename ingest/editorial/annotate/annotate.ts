/**
 * What an editor sees beside the text while writing it: each citation with the colour of the text
 * that it names, each claim with its verdict and evidence, and the doubts to be cleared. A long
 * text is annotated around the place of typing, and the answer says what was left out.
 */
import type { Verdict } from '#contracts/claim.ts'
import type { ArticleContent } from '#contracts/content.ts'
import { type Instant, type SemVer, Slug } from '#contracts/ids.ts'
import type { ClaimVerifier } from '#contracts/law/claims/judge.ts'
import type { StatusFlag } from '#contracts/vocabulary/citator.ts'
import type { Where } from '../../enrich/groundedness.ts'
import { integrityOfContent } from '../../enrich/integrity.ts'
import { assessWording } from '../../groundedness/assess-text.ts'
import { type DescribedDoubt, describeDoubts } from '../../groundedness/describe-doubt.ts'
import { differenceLines, type DoubtLanguage } from '../../groundedness/doubt-words.ts'
import type { PreparedSources } from '../../groundedness/prepared-sources.ts'
import type { CitationFound, CitedText, CitedTexts } from '../../ports.ts'
import {
  type JudgedBefore,
  type RememberingVerifier,
  rememberingVerifier,
} from './judged-before.ts'
import { windowOf } from './window.ts'

export const ANNOTATE_LIMITS = {
  /** UTF-16 units of the text in one answer. */
  unitsMax: 120_000,
  /** Judging stops after this time; the next call goes on. */
  judgingMsMax: 4_000,
  citationsMax: 300,
  claimsMax: 600,
  textsPerCitationMax: 5,
  wordsMax: 400,
} as const

export type AnnotateDeps = {
  readonly cited: CitedTexts
  readonly verifier: ClaimVerifier
  readonly prepared: PreparedSources
  readonly judged: JudgedBefore
  /** Milliseconds. */
  readonly clock: () => number
}

export type AnnotateRequest = {
  readonly content: ArticleContent
  /** UTF-16 offset of the place of typing. */
  readonly focus: number | null
  readonly language: DoubtLanguage
  /** Items that a person dismissed. */
  readonly dismissed: readonly string[]
  readonly time: Instant
}

/** Offsets in code points; `end` is exclusive. */
export type CodePoints = { readonly start: number; readonly end: number }

export type CitedShown = {
  readonly slug: Slug
  readonly title: string
  readonly version: SemVer | null
  readonly colour: StatusFlag
  /** The texts whose treatments gave it this colour. */
  readonly because: readonly { readonly slug: Slug; readonly title: string }[]
  readonly validTo: string | null
}

export type AnnotatedCitation = {
  readonly span: CodePoints
  readonly words: string
  /** `outside`: no coverage promises that text. */
  readonly state: 'found' | 'missing' | 'ambiguous' | 'outside'
  readonly texts: readonly CitedShown[]
}

export type AnnotatedClaim = {
  readonly where: Where
  readonly headnoteSequence: number | null
  /** Of the abstract, the summary of the headnote, or contentClean. */
  readonly span: CodePoints
  readonly sentence: string
  /** null: there was no time yet. */
  readonly verdict: Verdict | null
  readonly evidence: readonly {
    readonly slug: string
    readonly title: string
    readonly words: string
  }[]
  /** What differs, one line each. */
  readonly differences: readonly string[]
}

export type Annotations = {
  readonly citations: readonly AnnotatedCitation[]
  readonly claims: readonly AnnotatedClaim[]
  readonly flags: readonly DescribedDoubt[]
  readonly score: number | null
  readonly counts: Readonly<Record<Verdict, number>>
  /** The part of the text that was read, where it is not the whole. */
  readonly part: CodePoints | null
  /** Sentences that there was no time for. */
  readonly waiting: number
  /** Whether every text was looked through: else a citation may be of one that is just coming. */
  readonly isComplete: boolean
}

const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff

/** Turns rising UTF-16 offsets into code points in one pass. */
const codePointsIn = (text: string): ((offset: number) => number) => {
  let [at, points] = [0, 0]
  return (offset) => {
    if (offset < at) [at, points] = [0, 0]
    for (; at < offset; at += 1) if (!isHigh(text.charCodeAt(at))) points += 1
    return points
  }
}

const cut = (words: string): string =>
  words.length <= ANNOTATE_LIMITS.wordsMax ? words : `${words.slice(0, ANNOTATE_LIMITS.wordsMax)}…`

/** Reads each text and each citation once. */
const readOnce = (cited: CitedTexts): CitedTexts => {
  const texts = new Map<Slug, CitedText | null>()
  const found = new Map<string, Promise<readonly CitationFound[]>>()
  return {
    citationsOf: (text) => {
      const known = found.get(text.contentClean) ?? cited.citationsOf(text)
      found.set(text.contentClean, known)
      return known
    },
    read: async (slugs) => {
      const missing = slugs.filter((slug) => !texts.has(slug))
      const read = await cited.read(missing)
      for (const slug of missing) texts.set(slug, read.find((one) => one.slug === slug) ?? null)
      return slugs.flatMap((slug) => texts.get(slug) ?? [])
    },
    reach: () => cited.reach(),
  }
}

const stateOf = ({ slugs, dead, ambiguous }: CitationFound): AnnotatedCitation['state'] => {
  if (dead) return 'missing'
  if (ambiguous) return 'ambiguous'
  return slugs.length === 0 ? 'outside' : 'found'
}

const citationsShown = async (
  cited: CitedTexts,
  text: string,
  found: readonly CitationFound[],
  offset: number,
): Promise<AnnotatedCitation[]> => {
  const shown = found.slice(0, ANNOTATE_LIMITS.citationsMax)
  const first = (one: CitationFound): readonly Slug[] =>
    one.slugs.slice(0, ANNOTATE_LIMITS.textsPerCitationMax)
  const texts = await cited.read([...new Set(shown.flatMap(first))])
  const causes = await cited.read([...new Set(texts.flatMap(({ stoppedBy }) => stoppedBy))])
  const titles = new Map(causes.map(({ slug, title }) => [slug, title]))
  const bySlug = new Map(
    texts.map((one): [Slug, CitedShown] => [
      one.slug,
      {
        slug: one.slug,
        title: one.title,
        version: one.version,
        colour: one.statusFlag,
        because: one.stoppedBy.map((slug) => ({ slug, title: titles.get(slug) ?? slug })),
        validTo: one.validity.validTo,
      },
    ]),
  )
  const pointOf = codePointsIn(text)
  return shown.map((one) => ({
    span: { start: offset + pointOf(one.start), end: offset + pointOf(one.end) },
    words: text.slice(one.start, one.end),
    state: stateOf(one),
    texts: first(one).flatMap((slug) => bySlug.get(slug) ?? []),
  }))
}

type Assessed = Awaited<ReturnType<typeof assessWording>>
type Sentence = Assessed['assessment']['sentences'][number]

const partWith = (
  { abstract, headnotes, contentClean }: ArticleContent,
  { where, headnoteSequence }: Sentence,
): string => {
  if (where === 'text') return contentClean
  if (where === 'abstract') return abstract ?? ''
  return headnotes.find(({ sequence }) => sequence === headnoteSequence)?.summary ?? ''
}

const claimsShown = async (
  cited: CitedTexts,
  { content, assessment: { sentences } }: Assessed,
  { judgementOf, waiting }: RememberingVerifier,
  { offset, language }: { readonly offset: number; readonly language: DoubtLanguage },
): Promise<AnnotatedClaim[]> => {
  const shown = sentences.slice(0, ANNOTATE_LIMITS.claimsMax)
  const keys = [...new Set(shown.flatMap(({ sources }) => sources))]
  const texts = await cited.read(keys.flatMap((key) => Slug.safeParse(key).data ?? []))
  const titles = new Map<string, string>(texts.map(({ slug, title }) => [slug, title]))
  const pointOf = codePointsIn(content.contentClean)
  return shown.map((one) => {
    const part = partWith(content, one)
    const sentence = part.slice(one.span.start, one.span.end)
    const isText = one.where === 'text'
    const points = isText ? pointOf : codePointsIn(part)
    const start = points(one.span.start) + (isText ? offset : 0)
    const end = points(one.span.end) + (isText ? offset : 0)
    const common = {
      where: one.where,
      headnoteSequence: one.headnoteSequence,
      span: { start, end },
      sentence,
    }
    if (waiting.has(sentence)) return { ...common, verdict: null, evidence: [], differences: [] }
    const judgement = one.verdict === 'unverifiable' ? undefined : judgementOf(sentence)
    return {
      ...common,
      verdict: one.verdict,
      evidence: (judgement?.evidence ?? []).map(({ key, comparison: { unit } }) => ({
        slug: key,
        title: titles.get(key) ?? content.title,
        words: cut(unit.text),
      })),
      differences: differenceLines(judgement?.differences ?? [], language),
    }
  })
}

type Offset = { readonly codePoint: number; readonly utf16: number }

/** The places of a doubt about a part, as places of the whole text. */
const movedBy = (doubt: DescribedDoubt, by: Offset): DescribedDoubt => ({
  ...doubt,
  items: doubt.items.map((item) =>
    item.where !== 'text' || item.span === null
      ? item
      : {
          ...item,
          span: {
            codePoint: rangeMovedBy(item.span.codePoint, by.codePoint),
            utf16: rangeMovedBy(item.span.utf16, by.utf16),
          },
        },
  ),
})
const rangeMovedBy = ({ start, end }: CodePoints, by: number): CodePoints => ({
  start: start + by,
  end: end + by,
})

/** Annotates a wording as it is written. Throws the Faults of its ports. */
export const annotate = async (
  deps: AnnotateDeps,
  { content, focus, language, dismissed, time }: AnnotateRequest,
): Promise<Annotations> => {
  const whole = content.contentClean
  const window = windowOf(whole, focus, ANNOTATE_LIMITS.unitsMax)
  const part = { ...content, contentClean: whole.slice(window.start, window.end) }
  const pointOf = codePointsIn(whole)
  const offset = pointOf(window.start)
  const cited = readOnce(deps.cited)
  const until = deps.clock() + ANNOTATE_LIMITS.judgingMsMax
  const remembering = rememberingVerifier(deps.verifier, deps.judged, () => deps.clock() > until)
  const { position, head } = await cited.reach()
  const found = await assessWording(
    { cited, verifier: remembering.verifier, prepared: deps.prepared },
    part,
    {
      dismissed: new Set(dismissed),
      publishedAt: time,
      time,
      isComplete: position >= head,
    },
  )
  // A headnote may rest on words outside the part that was read.
  const ofHeadnotes = integrityOfContent(content, time).flags
  const { assessment } = found
  const describing = { cited, prepared: deps.prepared }
  const flags = [
    ...(await describeDoubts(describing, content, ofHeadnotes, { language })),
    ...(await describeDoubts(describing, part, found.flags, { language, assessment })).map((one) =>
      movedBy(one, { codePoint: offset, utf16: window.start }),
    ),
  ]
  const isWhole = part.contentClean.length === whole.length
  const { supported, partial, contradicted, notSupported, unverifiable } = assessment.counts
  return {
    citations: await citationsShown(
      cited,
      part.contentClean,
      await cited.citationsOf(part),
      offset,
    ),
    claims: await claimsShown(cited, found, remembering, { offset, language }),
    flags,
    score: assessment.score,
    counts: {
      supported,
      partially_supported: partial,
      contradicted,
      not_supported: notSupported,
      unverifiable,
    },
    part: isWhole ? null : { start: offset, end: pointOf(window.end) },
    waiting: remembering.waiting.size,
    isComplete: position >= head,
  }
}
