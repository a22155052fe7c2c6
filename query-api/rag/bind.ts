import { groundednessScore } from '#contracts/claim.ts'
import type { Article } from '#contracts/http/article.ts'
import { namesOfText } from '#contracts/law/citations/names.ts'
import { recogniseCitations } from '#contracts/law/citations/recognise.ts'
import { deterministicVerifier } from '#contracts/law/claims/judge.ts'
import { analyseSentence } from '#contracts/law/claims/sentence-analysis.ts'
import { sentencesOf } from '#contracts/law/claims/sentences.ts'
import { claimSource } from '#contracts/law/claims/claim-source.ts'
import { isCheckable } from '#contracts/law/claims/check-worthy.ts'
import type { AnswerSentence } from './compose.ts'
import { type DraftPiece, cutDraft, wantedForm } from './draft.ts'
import type { Passage } from './candidates.ts'
import { READING } from './stretches.ts'

/**
 * Words that may introduce a sentence: they join sentences or name the source, without stating law.
 */

/** UTF-16 units. */
const LEAD_MAX = 160

// The list must not contain words that deny, except, allow or command, nor verbs that judge.
const WORDS: ReadonlySet<string> = new Set(
  (
    'selon d apres aux termes de du des le la les l un une et ainsi en effet par ailleurs plus enfin ensuite toutefois cependant ' +
    'neanmoins egalement aussi notamment outre puis d abord premierement deuxiemement troisiemement precise precisent prevoit prevoient dispose ' +
    'disposent enonce enoncent indique indiquent que qu il elle ils elles texte textes source sources note fiche article articles code ' +
    'alinea voici reponse question concernant a ce sujet cet egard suivant meme ' +
    'according to under the of in addition moreover however also first second third finally then furthermore states state provides ' +
    'that article act text source further says segons els d acord amb tambe'
  ).split(' '),
)
const WORD = /[\p{L}\p{N}]+/gu
const MARKS = /\p{M}/gu
const folded = (text: string): string[] =>
  [...text.normalize('NFD').replaceAll(MARKS, '').toLowerCase().matchAll(WORD)].map(
    ([word]) => word,
  )

/** Whether the text consists of joining words only. */
export const onlyJoins = (text: string): boolean => folded(text).every((word) => WORDS.has(word))

/** The lead without its citations; null if one of them names a text other than the source. */
const withoutOwnCitations = (text: string, source: Article): string | null => {
  const [jurisdiction = 'FR'] = source.jurisdiction
  const own = new Set(namesOfText(source).map(({ name }) => name))
  let left = ''
  let from = 0
  for (const { start, end, normalized } of recogniseCitations(text, { jurisdiction })) {
    if (!normalized.every((name) => own.has(name))) return null
    left += `${text.slice(from, start)} `
    from = end
  }
  return left + text.slice(from)
}

/** Whether a lead is acceptable: joining words, and citations that name the source itself. */
export const mayLeadIn = (text: string, source: Article): boolean => {
  if (text.length > LEAD_MAX) return false
  const left = withoutOwnCitations(text, source)
  return left !== null && onlyJoins(left)
}

/** Binds a model's draft to the given sentences and drops the rest. Pure. */

/** Version of the rules that bind drafts. Raise it with every change of the rules. */
export const BINDING = { name: 'bound', version: '1' } as const

export type BoundDraft = {
  readonly sentences: readonly AnswerSentence[]
  /** Statements of the draft that no given sentence supports. */
  readonly dropped: number
  /**
   * Share of the draft's statements that are supported, in whole percent; null if it states
   * nothing.
   */
  readonly score: number | null
}

/** Words that a draft may contain, with the numbers under which they were given. */
type BindableText = { readonly normal: string; readonly given: Map<number, Passage> }

/**
 * The parts of a passage that may appear alone: the whole, or a sentence of a headnote's summary.
 */
const quotableParts = (passage: Passage): Passage[] => {
  const { words, headnote } = passage
  if (headnote === null) return [passage]
  const parts = sentencesOf(words).map(({ start, end }) => words.slice(start, end))
  return [
    passage,
    ...parts
      .filter((part) => part.length >= READING.quoteMin && part !== words)
      .map((part) => ({ ...passage, words: part })),
  ]
}

const unitsOf = (given: readonly Passage[]): BindableText[] => {
  const units = new Map<string, BindableText>()
  for (const [index, passage] of given.entries())
    for (const part of quotableParts(passage)) {
      const normal = wantedForm(part.words)
      const unit = units.get(normal) ?? { normal, given: new Map<number, Passage>() }
      if (!unit.given.has(index + 1)) unit.given.set(index + 1, part)
      units.set(normal, unit)
    }
  return [...units.values()]
}

/** Whether the rules of `/verify` support each sentence by its source words. */
const isSupported = ({ words, article, headnote, start, end }: Passage): boolean => {
  const source = claimSource({
    title: article.title,
    contentClean: article.contentClean.slice(start, end),
    headnotes: headnote === null ? [] : [headnote],
  })
  const sources = [{ key: article.slug, source }]
  return sentencesOf(words)
    .map((sentence) => words.slice(sentence.start, sentence.end))
    .filter((text) => isCheckable(text, analyseSentence(text)))
    .every((text) => deterministicVerifier.judge(text, sources).verdict === 'supported')
}

/** A draft may repeat a sentence; it is judged once. */
const judgeOnce = (judge: (passage: Passage) => boolean) => {
  const known = new Map<Passage, boolean>()
  return (passage: Passage): boolean => {
    const verdict = known.get(passage) ?? judge(passage)
    known.set(passage, verdict)
    return verdict
  }
}

const states = (text: string): boolean =>
  !onlyJoins(text) && isCheckable(text, analyseSentence(text))

const QUOTE_AT_END = /(?<!["\s])["\s]+$/u
const plainLead = (lead: string): string => lead.replace(QUOTE_AT_END, '')

/** The passages that a piece quotes; null if it names a source that does not have these words. */
const passagesOf = (
  { found, marks }: DraftPiece,
  units: readonly BindableText[],
): Passage[] | null => {
  const matching = found.flatMap((id) => units[id] ?? [])
  if (!marks.every((mark) => matching.some(({ given }) => given.has(mark)))) return null
  return matching.flatMap(({ given }) => {
    const named = marks.find((mark) => given.has(mark))
    const [first] = given.values()
    const passage = named === undefined ? first : given.get(named)
    return passage === undefined ? [] : [passage]
  })
}

const keyOf = ({ article, words }: Passage): string => `${article.slug} ${words}`

/**
 * Matches a draft with the sentences given under the numbers 1 … n. The result has these sentences
 * in the words of their texts, with leads that only join or name the source; everything else is
 * dropped, including sentences with a wrong number and those that the rules of `/verify` do not
 * support.
 */
export const bindDraft = (draft: string, given: readonly Passage[]): BoundDraft => {
  const units = unitsOf(given)
  const pieces = cutDraft(
    draft,
    units.map(({ normal }, id) => ({ id, normal })),
  )
  const sentences: AnswerSentence[] = []
  const used = new Set<string>()
  const holds = judgeOnce(isSupported)
  let dropped = 0
  let supported = 0
  for (const piece of pieces) {
    const passages = passagesOf(piece, units)
    const lead = plainLead(piece.lead)
    const [source] = passages ?? []
    const fits = source !== undefined && mayLeadIn(lead, source.article)
    if (!fits && states(lead)) dropped += 1
    if (piece.found.length === 0) continue
    // A sentence continued in the model's words is no longer that of the source.
    if (passages === null || !onlyJoins(piece.rest) || !passages.every(holds)) {
      dropped += 1
      continue
    }
    supported += 1
    for (const [index, passage] of passages.entries()) {
      if (used.has(keyOf(passage))) continue
      used.add(keyOf(passage))
      // The summary of a headnote is not quoted, so no words may make it a quotation.
      const leads = index === 0 && fits && passage.headnote === null
      sentences.push({ lead: leads ? lead : '', passage })
    }
  }
  return { sentences, dropped, score: groundednessScore(supported, supported + dropped) }
}
