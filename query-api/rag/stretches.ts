/** The sentences of a text that an answer may quote, with what they do there. Pure. */
import { LRUCache } from 'lru-cache'
import type { Article } from '#contracts/http/article.ts'
import type { HeadnoteId } from '#contracts/ids.ts'
import { terms } from '#contracts/law/analysis/analyse.ts'
import { NAMES_OF_STATES } from '#contracts/law/answers/asked-law.ts'
import { foldedText } from '#contracts/law/answers/folded.ts'
import { type SentenceKind, sentenceKindsOf } from '#contracts/law/answers/sentence-kinds.ts'
import { namesOfText, worksOfProvision } from '#contracts/law/citations/names.ts'
import { recogniseCitations } from '#contracts/law/citations/recognise.ts'
import { sentencesOf } from '#contracts/law/claims/sentences.ts'

/** Bounds of the text read and of the quotes taken from it. */
export const READING = {
  /** UTF-16 units of a text. */
  unitsMax: 400_000,
  /** UTF-16 units of one quote. */
  quoteMax: 1_500,
  quoteMin: 20,
  /** UTF-16 units of a text whose references are read. */
  pointedUnitsMax: 6_000,
} as const

const LINK_ALONE = /^[^\w[]*\[[^\]]*\]\([^)]*\)\W*$/u
const WORDS = /[\p{L}\p{N}]+/gu
const OPENS_LIST = /:$/u
const ITEM_MARK = /^\s*(?:[-–*•]|\(?\d{1,3}[.)°]|\(?[a-z]\))\s*$/u
const WORDS_MIN = 4

/** A sentence, or an introduction with the items of its list that fit into a quote. */
export type Stretch = {
  /** UTF-16 units of `contentClean`. */
  readonly start: number
  readonly end: number
  readonly words: string
  readonly folded: string
  readonly kind: SentenceKind
  readonly heading: string
  /** Terms of the sentence, in order; of a list, those of its introduction first. */
  readonly terms: readonly string[]
  /** Place among the sentences of the text, from 0. */
  readonly place: number
  /** The headnote whose summary these words are; `start` and `end` are then its source words. */
  readonly headnoteId: HeadnoteId | null
}

/** Words of a text before a reference to another: what it says is found there. */
export type Pointer = { readonly names: readonly string[]; readonly terms: readonly string[] }

export type ReadText = {
  readonly stretches: readonly Stretch[]
  /** Names that the text is filed under, as citations name it. */
  readonly names: ReadonlySet<string>
  readonly pointers: readonly Pointer[]
  readonly terms: ReadonlySet<string>
  /**
   * The words of the title, of the sections that contain the text, and of the states whose law it
   * is.
   */
  readonly titleTerms: readonly string[]
  readonly ownTitleTerms: readonly string[]
}

const isQuotable = (words: string): boolean =>
  words.length >= READING.quoteMin &&
  words.length <= READING.quoteMax &&
  !LINK_ALONE.test(words) &&
  [...words.matchAll(WORDS)].length >= WORDS_MIN

const stretchesOf = ({ contentClean, contentType }: Article): Stretch[] => {
  const whole = contentClean.slice(0, READING.unitsMax)
  const sentences = sentencesOf(whole)
  const words = sentences.map(({ start, end }) => whole.slice(start, end))
  const kinds = sentenceKindsOf(
    contentType,
    sentences.map(({ heading }, at) => ({ heading, words: words[at] ?? '' })),
  )
  const endOfList = (at: number): number => {
    const first = sentences[at]
    let end = first?.end ?? 0
    for (const next of sentences.slice(at + 1)) {
      const isItem = !next.heading && ITEM_MARK.test(whole.slice(end, next.start))
      if (!isItem || next.end - (first?.start ?? 0) > READING.quoteMax) break
      end = next.end
    }
    return end
  }
  let heading = ''
  return sentences.flatMap(({ start, ...sentence }, at): Stretch[] => {
    const own = words[at] ?? ''
    const kind = kinds[at] ?? 'fragment'
    if (kind === 'heading') heading = own
    const opens = OPENS_LIST.test(own)
    const end = opens ? endOfList(at) : sentence.end
    // An introduction without its list says nothing.
    if (kind === 'heading' || (opens && end === sentence.end)) return []
    const quote = whole.slice(start, end)
    if (!isQuotable(quote)) return []
    const folded = foldedText(quote)
    return [
      {
        start,
        end,
        words: quote,
        folded,
        kind,
        heading,
        terms: terms(quote),
        place: at,
        headnoteId: null,
      },
    ]
  })
}

/** Summaries of headnotes whose source words the text holds to the letter. */
const summariesOf = ({ contentClean, headnotes }: Article): Stretch[] =>
  headnotes.flatMap(({ headnoteId, sourceText, summary }) => {
    if (sourceText === null || sourceText.length > READING.quoteMax) return []
    const start = contentClean.indexOf(sourceText)
    return start < 0
      ? []
      : [
          {
            start,
            end: start + sourceText.length,
            words: summary,
            folded: foldedText(summary),
            kind: 'holding',
            heading: '',
            terms: terms(summary),
            place: 0,
            headnoteId,
          },
        ]
  })

/** UTF-16 units before a reference that say what it is about. */
const POINTER_UNITS = 110
/** References of one text that are read. */
const POINTERS_MAX = 60

const pointersOf = (article: Article, own: ReadonlySet<string>): Pointer[] => {
  const whole = article.contentClean.slice(0, READING.pointedUnitsMax)
  const [jurisdiction = 'FR'] = article.jurisdiction
  const [home = null] =
    article.provision === null ? [] : worksOfProvision(article.provision, jurisdiction)
  return recogniseCitations(whole, { jurisdiction, home })
    .slice(0, POINTERS_MAX)
    .filter(({ normalized }) => normalized.length > 0 && !normalized.some((name) => own.has(name)))
    .map(({ normalized, start }) => ({
      names: normalized,
      terms: terms(whole.slice(Math.max(0, start - POINTER_UNITS), start)),
    }))
}

/**
 * Texts are kept as they were read, since popular ones answer many questions: so many characters of
 * them, at about ten bytes each.
 */
const KEPT_CHARACTERS_MAX = 8_000_000
const memory = new LRUCache<string, ReadText>({ maxSize: KEPT_CHARACTERS_MAX })

/** The quotable sentences of a text, in order. */
export const readText = (article: Article): ReadText => {
  const { contentClean, contentType, headnotes, jurisdiction, slug } = article
  const key = [
    slug,
    contentType,
    ...jurisdiction,
    contentClean,
    ...headnotes.map(({ summary }) => summary),
  ].join('\n')
  const known = memory.get(key)
  if (known !== undefined) return known
  const stretches = [...summariesOf(article), ...stretchesOf(article)]
  const { provision, title } = article
  const names = new Set(namesOfText(article).map(({ name }) => name))
  const states = jurisdiction.map((one) => NAMES_OF_STATES[one] ?? '').join(' ')
  const sections = provision?.section?.join(' ') ?? ''
  const read: ReadText = {
    stretches,
    names,
    pointers: pointersOf(article, names),
    terms: new Set(stretches.flatMap((one) => one.terms)),
    titleTerms: terms(`${title} ${sections} ${states}`),
    ownTitleTerms: terms(title),
  }
  memory.set(key, read, { size: key.length })
  return read
}
