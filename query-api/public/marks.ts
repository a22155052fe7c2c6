/** Small parts of the public pages. `${…}` is escaped; `!${…}` is markup and is not. */
import { html } from 'ghtml'
import type { Article } from '#contracts/http/article.ts'
import type { Validity } from '#contracts/content.ts'
import type { Day } from '#contracts/ids.ts'
import type { StatusFlag } from '#contracts/vocabulary/citator.ts'
import { COURTS } from '#contracts/vocabulary/courts.ts'
import { type Language, printersOf } from '#contracts/web/language.ts'
import { LABELS } from '#contracts/vocabulary/labels.ts'
import { WORDS } from './words/words.ts'

/**
 * A colour of the citator with its sign and its word: colour alone says nothing to many readers.
 */
export const flagBadge = (language: Language, flag: StatusFlag): string =>
  html`<span class="flag flag-${flag}">${LABELS[language].statusFlags[flag]}</span>`

/** The sign of a colour beside a citation in the text; its word is its name. */
export const flagSign = (language: Language, flag: StatusFlag): string => {
  if (flag === 'gray') return ''
  const word = LABELS[language].statusFlags[flag]
  return html`<span
    class="sign flag-${flag}"
    role="img"
    aria-label="${word}"
    title="${word}"
  ></span>`
}

type InForce = 'yes' | 'ended' | 'future'
/** Whether a wording is in force on a day; true where no source says. */
export const forceOn = ({ validFrom, validTo }: Validity, day: Day): InForce => {
  if (validTo !== null && validTo < day) return 'ended'
  return validFrom !== null && validFrom > day ? 'future' : 'yes'
}

/** A warning beside the title of a text that is not in force. */
export const forceBadge = (language: Language, validity: Validity, day: Day): string => {
  const { text } = WORDS[language]
  const force = forceOn(validity, day)
  if (force === 'yes') return ''
  return html`<span class="flag flag-red"
    >${force === 'ended' ? text.endedShort : text.futureShort}</span
  >`
}

/** The days of a wording in one sentence; empty where no source says. */
export const forceSentence = (
  language: Language,
  { validFrom, validTo }: Validity,
  day: Day,
): string => {
  const { text } = WORDS[language]
  const { date } = printersOf(language)
  const force = forceOn({ validFrom, validTo }, day)
  return force === 'future' && validFrom !== null
    ? text.future(date(validFrom))
    : daysSentence(language, { validFrom, validTo })
}

/** From when until when a text is in force; empty: not known. The same on every day. */
export const daysSentence = (language: Language, { validFrom, validTo }: Validity): string => {
  const { text } = WORDS[language]
  const { date } = printersOf(language)
  if (validFrom !== null && validTo !== null) return text.between(date(validFrom), date(validTo))
  if (validTo !== null) return text.until(date(validTo))
  return validFrom === null ? '' : text.since(date(validFrom))
}

type Decision = NonNullable<Article['judicialDecision']>

/** The name of a decision's court in the reader's language, else as it is known. */
export const courtOf = (
  { courtName, courtCode }: Pick<Decision, 'courtName' | 'courtCode'>,
  language: Language,
): string | null =>
  courtName?.[language] ??
  courtName?.['fr'] ??
  COURTS.get(courtCode ?? '')?.name ??
  courtCode ??
  null

/** The number under which a decision is entered. */
export const docketOf = ({ identifiers }: Pick<Decision, 'identifiers'>): string | null =>
  identifiers.find(({ scheme }) => scheme === 'docket')?.value ?? null

/** The day that a text bears: of the decision, else of its publication. */
export const dayOfText = ({
  judicialDecision,
  publishedAt,
}: Pick<Article, 'judicialDecision' | 'publishedAt'>): string | null =>
  judicialDecision?.decisionDate ?? publishedAt

const WEB = /^https?:\/\//u
/** Whether an address from outside may be linked to. */
export const isWebAddress = (address: string | null): address is string =>
  address !== null && WEB.test(address)
