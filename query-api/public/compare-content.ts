/** The comparison of two versions. `${…}` is escaped; `!${…}` is markup and is not. */
import { html } from 'ghtml'
import type { Article } from '#contracts/http/article.ts'
import type { ArticleVersion, VersionDiff } from '#contracts/http/versions.ts'
import type { Language } from '#contracts/web/language.ts'
import { linkTo, signInHref, textPath } from './addresses.ts'
import {
  isTable,
  mergedBlocks,
  type MergedBlock,
  type MergedTable,
  shownRows,
} from './merged-table.ts'
import {
  isChanged,
  linesOf,
  type MergedParagraph,
  type Piece,
  piecesOf,
  type Shown,
  withoutSigns,
  withSurroundings,
} from './merged-text.ts'
import { type ConceptLabels, conceptLabelsIn, memberValues } from './member-values.ts'
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

/** Unchanged paragraphs, or rows of a table, shown around a change. */
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

const wordsOf = (language: Language, paragraph: MergedParagraph): string =>
  withoutSigns(paragraph)
    .filter(({ text }) => text !== '')
    .map((piece) => pieceOf(language, piece))
    .join('')

const paragraphOf = (language: Language, paragraph: MergedParagraph): string => {
  const line = paragraph.map(({ text }) => text).join('')
  // An unchanged line of signs is a rule.
  if (!WORD.test(line) && !isChanged(paragraph)) return '<hr />'
  const words = wordsOf(language, paragraph)
  return HEADING.test(line) ? `<p><strong>${words}</strong></p>` : `<p>${words}</p>`
}

const tableOf = (language: Language, table: MergedTable): string => {
  const columns = Math.max(...table.rows.map(({ cells }) => cells.length))
  const rows = shownRows(table, AROUND).map((row) => {
    if ('skipped' in row)
      return html`<tr>
        <td class="skipped" colspan="${columns}">
          ${WORDS[language].compare.unchangedRows(row.skipped)}
        </td>
      </tr>`
    const [open, close] = row.isHead ? ['<th scope="col">', '</th>'] : ['<td>', '</td>']
    return `<tr>${row.cells.map((cell) => `${open}${wordsOf(language, cell)}${close}`).join('')}</tr>`
  })
  return `<div class="table"><table><tbody>${rows.join('')}</tbody></table></div>`
}

const hasChanged = (block: MergedBlock): boolean =>
  isTable(block) ? block.rows.some((row) => row.isChanged) : isChanged(block)

const shownOf = (language: Language, shown: Shown<MergedBlock>): string => {
  if ('skipped' in shown)
    return html`<p class="skipped">${WORDS[language].compare.unchanged(shown.skipped)}</p>`
  return isTable(shown) ? tableOf(language, shown) : paragraphOf(language, shown)
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

const memberOf = (
  language: Language,
  { member, from, to }: MemberChange,
  concepts: ConceptLabels,
): string => {
  const { members, changed } = WORDS[language].compare
  const [before, after] = memberValues(language, member, [from, to], concepts)
  const side = (kind: Piece['kind'], text: string | null): string =>
    text === null ? '' : pieceOf(language, { kind, text })
  return html`<li>
    <span class="soft">${members[member] ?? member}</span>
    !${before === null && after === null ? html`${changed}` : ''} !${side('removed', before)}
    !${side('added', after)}
  </li>`
}

const membersOf = (
  language: Language,
  { members, headnotes }: VersionDiff,
  concepts: ConceptLabels,
): string => {
  if (members.length + headnotes.length === 0) return ''
  const { compare, search } = WORDS[language]
  return html`<h2>${compare.fields}</h2>
    !${
      members.length === 0
        ? ''
        : html`<ul class="diff members">
            !${members.map((one) => memberOf(language, one, concepts))}
          </ul>`
    }
    !${headnotes.map(
      ({ sequence, change, members: own }) =>
        html`<h3>${search.headnote} ${sequence} <span class="soft">(${compare[change]})</span></h3>
          <ul class="diff members">
            !${own.map((one) => memberOf(language, one, concepts))}
          </ul>`,
    )}`
}

/** Two versions as one text. */
export const compareContent = (
  state: CompareState,
  { from, to, diff }: { readonly from: Article; readonly to: Article; readonly diff: VersionDiff },
): string => {
  const { language } = state
  const { compare } = WORDS[language]
  const pieces = piecesOf(from.contentClean, diff.content)
  const blocks = mergedBlocks(pieces, linesOf(pieces))
  return html`!${headOf(state, compare.title(state.from, state.to))}
  !${
    diff.content.length === 0
      ? html`<p>${compare.same}</p>`
      : html`<p class="soft">${compare.legend}</p>
          <div class="diff" lang="${from.language}">
            !${withSurroundings(blocks, AROUND, hasChanged).map((one) => shownOf(language, one))}
          </div>`
  }
  !${membersOf(language, diff, conceptLabelsIn(language, [from, to]))}`
}

/** Why two versions cannot be compared, with the form to choose others and what else helps. */
export const notComparedContent = (state: CompareState, text: string, next = ''): string =>
  html`!${headOf(state, WORDS[state.language].compare.invalid)}
    <div class="message wrong" role="alert">
      <p>${text}</p>
      !${next}
    </div>`

/** Where strangers sign in to compare versions that are not open. */
export const signInLink = ({ url, language }: CompareState): string =>
  html`<p>
    <a href="${signInHref(url)}" rel="nofollow">${WORDS[language].text.signIn}</a>
  </p>`
