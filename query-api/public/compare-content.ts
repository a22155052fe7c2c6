/** The comparison of two versions. `${…}` is escaped; `!${…}` is markup and is not. */
import { html } from 'ghtml'
import type { Article } from '#contracts/http/article.ts'
import type { ArticleVersion, VersionDiff } from '#contracts/http/versions.ts'
import type { Language } from '#contracts/web/language.ts'
import { linkTo, textPath } from './addresses.ts'
import {
  type Piece,
  paragraphsOf,
  piecesOf,
  type Shown,
  withoutSigns,
  withSurroundings,
} from './merged-text.ts'
import { LABELS } from '#contracts/vocabulary/labels.ts'
import { WORDS } from './words/words.ts'

export type CompareState = {
  readonly language: Language
  readonly url: URL
  readonly slug: string
  readonly title: string
  readonly versions: readonly ArticleVersion[]
  /** What was asked for, known or not. */
  readonly from: string
  readonly to: string
}

/** Unchanged paragraphs shown around a change. */
const AROUND = 1

/** Copied or read aloud, the text says what was removed and what was added. */
const pieceOf = (language: Language, { kind, text }: Piece): string => {
  if (kind === 'same') return html`${text}`
  const { compare } = WORDS[language]
  return kind === 'removed'
    ? html`<del><span class="vh">[${compare.removed}] </span>${text}</del>`
    : html`<ins><span class="vh">[${compare.added}] </span>${text}</ins>`
}

const HEADING = /^#{1,6} /u
const WORD = /[\p{L}\p{N}]/u

/** An unchanged line of signs: a rule, or what is below the head of a table and says nothing. */
const signsOf = (line: string): string => (line.trim().startsWith('|') ? '' : '<hr />')

const shownOf = (language: Language, shown: Shown): string => {
  if ('skipped' in shown)
    return html`<p class="skipped">${WORDS[language].compare.unchanged(shown.skipped)}</p>`
  const line = shown.map(({ text }) => text).join('')
  if (!WORD.test(line) && shown.every(({ kind }) => kind === 'same')) return signsOf(line)
  const words = withoutSigns(shown)
    .filter(({ text }) => text !== '')
    .map((piece) => pieceOf(language, piece))
    .join('')
  return HEADING.test(line) ? `<p><strong>${words}</strong></p>` : `<p>${words}</p>`
}

const select = (name: string, label: string, { versions }: CompareState, chosen: string): string =>
  html`<div>
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      !${versions
        .toReversed()
        .map(
          ({ version }) =>
            html`<option value="${version}" !${version === chosen ? 'selected' : ''}>
              ${version}
            </option>`,
        )}
    </select>
  </div>`

/** The form that picks two versions. */
const formOf = (state: CompareState): string => {
  const { url, slug, from, to } = state
  const { compare } = WORDS[state.language]
  const lang = url.searchParams.get('lang')
  return html`<form class="comparing" method="get" action="${textPath(slug)}/compare">
    !${select('from', compare.from, state, from)} !${select('to', compare.to, state, to)}
    !${lang === null ? '' : html`<input type="hidden" name="lang" value="${lang}" />`}
    <button type="submit" class="quiet">${compare.submit}</button>
  </form>`
}

const headOf = (state: CompareState, heading: string): string => {
  const { url, slug, title } = state
  return html`<p class="back">
      <a href="${linkTo(textPath(slug), url)}">${title}</a>
    </p>
    <h1>${heading}</h1>
    !${formOf(state)}`
}

type MemberChange = VersionDiff['members'][number]

/** Values of closed vocabularies are shown by their names. */
const shownValue = (language: Language, member: string, value: string): string => {
  const { legalRuleTypes } = LABELS[language]
  return member === 'legalRuleType' && Object.hasOwn(legalRuleTypes, value)
    ? legalRuleTypes[value as keyof typeof legalRuleTypes]
    : value
}

const memberOf = (language: Language, { member, from, to }: MemberChange): string => {
  const { members } = WORDS[language].compare
  const side = (kind: Piece['kind'], value: string | null): string =>
    value === null ? '' : pieceOf(language, { kind, text: shownValue(language, member, value) })
  return html`<li>
    <span class="soft">${members[member] ?? member}</span>
    !${side('removed', from)} !${side('added', to)}
  </li>`
}

const membersOf = (language: Language, { members, headnotes }: VersionDiff): string => {
  if (members.length + headnotes.length === 0) return ''
  const { compare, search } = WORDS[language]
  return html`<h2>${compare.fields}</h2>
    !${
      members.length === 0
        ? ''
        : html`<ul class="diff members">
            !${members.map((one) => memberOf(language, one))}
          </ul>`
    }
    !${headnotes.map(
      ({ sequence, change, members: own }) =>
        html`<h3>${search.headnote} ${sequence} <span class="soft">(${compare[change]})</span></h3>
          <ul class="diff members">
            !${own.map((one) => memberOf(language, one))}
          </ul>`,
    )}`
}

/** Two versions as one text. */
export const compareContent = (
  state: CompareState,
  { from, diff }: { readonly from: Article; readonly diff: VersionDiff },
): string => {
  const { language } = state
  const { compare } = WORDS[language]
  const paragraphs = paragraphsOf(piecesOf(from.contentClean, diff.content))
  return html`!${headOf(state, compare.title(state.from, state.to))}
  !${
    diff.content.length === 0
      ? html`<p>${compare.same}</p>`
      : html`<p class="soft">${compare.legend}</p>
          <div class="diff" lang="${from.language}">
            !${withSurroundings(paragraphs, AROUND).map((one) => shownOf(language, one))}
          </div>`
  }
  !${membersOf(language, diff)}`
}

/** Why two versions cannot be compared, with the form to choose others. */
export const notComparedContent = (state: CompareState, text: string): string =>
  html`!${headOf(state, WORDS[state.language].compare.invalid)}
    <div class="message wrong" role="alert"><p>${text}</p></div>`
