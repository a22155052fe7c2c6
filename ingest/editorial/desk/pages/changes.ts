/** What changed between two wordings, and what that means for the version. */
import { html } from 'ghtml'
import type { SemVer } from '#contracts/ids.ts'
import type { Change, Segment } from '../../../handlers/diff.ts'
import type { Changes, TableChange, ValueChange } from '../changes.ts'
import { nextVersion } from '../../../domain/article/versions/classify.ts'
import type { ChangedCell } from '#contracts/law/reading/table-changes.ts'
import { codeName, type ConceptNames } from '../code-names.ts'
import { reasonIn } from '../reasons.ts'
import type { DeskVisit } from '../visit.ts'
import { exactParagraph } from './parts.ts'
import type { DeskText } from '../../text-view.ts'

const SHOWN = {
  changesMax: 40,
  rowsMax: 60,
  keptUnits: 160,
  changedUnits: 6_000,
  reasonsMax: 12,
} as const

/** The ends of unchanged words; what is between them says nothing. */
const shortened = (text: string, isFirst: boolean, isLast: boolean): readonly string[] => {
  if (text.length <= 2 * SHOWN.keptUnits) return [text]
  return [
    isFirst ? '' : text.slice(0, SHOWN.keptUnits).toWellFormed(),
    isLast ? '' : text.slice(-SHOWN.keptUnits).toWellFormed(),
  ]
}

const skipped = ({ words: { text } }: DeskVisit): string =>
  html`<span class="skipped" title="${text.skipped}"> … </span>`

const cut = (words: string): string =>
  words.length <= SHOWN.changedUnits
    ? words
    : `${words.slice(0, SHOWN.changedUnits).toWellFormed()} …`

const segmentOf = (
  visit: DeskVisit,
  [sign, words]: Segment,
  isFirst: boolean,
  isLast: boolean,
): string => {
  switch (sign) {
    case '-':
      return changed(visit, 'removed', words)
    case '+':
      return changed(visit, 'added', words)
    case ' ':
      return shortened(words, isFirst, isLast)
        .map((one) => html`${one}`)
        .join(skipped(visit))
    default:
      return sign satisfies never
  }
}

/** Changed words, with what became of them for whoever does not see how they are drawn. */
const changed = (visit: DeskVisit, kind: 'removed' | 'added', words: string): string => {
  const { text } = visit.words
  return kind === 'removed'
    ? html`<del
        ><span class="unseen">[${text.removed} </span>${cut(words)}<span class="unseen"
          >]</span
        ></del
      >`
    : html`<ins
        ><span class="unseen">[${text.added} </span>${cut(words)}<span class="unseen">]</span></ins
      >`
}

const cellOf = (visit: DeskVisit, cell: ChangedCell): string =>
  cell
    .map(({ kind, text }) => (kind === 'same' ? html`${cut(text)}` : changed(visit, kind, text)))
    .join('')

const headRow = (cells: readonly string[]): string =>
  html`<tr>
    !${cells.map((cell) => `<th scope="col">${cell}</th>`)}
  </tr>`

const tableOf = (visit: DeskVisit, { head, rows }: TableChange): string => {
  const shown = rows.slice(0, SHOWN.rowsMax)
  const names = head?.map((one) => html`${one}`)
  const heads = shown.filter(({ isHead }) => isHead)
  const more = rows.length - shown.length
  return html`<div class="table diff-table" dir="auto">
      <table>
        <thead>
          !${names === undefined ? '' : headRow(names)}
          !${heads.map(({ cells }) => headRow(cells.map((cell) => cellOf(visit, cell))))}
        </thead>
        <tbody>
          !${shown
            .filter(({ isHead }) => !isHead)
            .map(
              ({ cells }) =>
                html`<tr>
                  !${cells.map((cell) => `<td>${cellOf(visit, cell)}</td>`)}
                </tr>`,
            )}
        </tbody>
      </table>
    </div>
    !${more > 0 ? html`<p class="soft">${visit.words.text.moreRows(more)}</p>` : ''}`
}

const changeOf = (visit: DeskVisit, change: Change | TableChange): string =>
  'rows' in change
    ? html`<li>
        <span class="hint">${visit.words.text.tableAt(change.line)}</span>
        !${tableOf(visit, change)}
      </li>`
    : wordsChangeOf(visit, change)

const wordsChangeOf = (visit: DeskVisit, { line, segments }: Change): string =>
  html`<li>
    <span class="hint">${visit.words.text.line(line)}</span>
    !${exactParagraph(
      'class="diff"',
      segments
        .map((one, index) => segmentOf(visit, one, index === 0, index === segments.length - 1))
        .join(''),
    )}
  </li>`

const HEADNOTE = /^headnotes\.(\d+)\.(\w+)$/

/** A member in words; `headnotes.2.summary` is the summary of headnote 2. */
const memberName = ({ words: { members, text } }: DeskVisit, member: string): string => {
  const [, number, part] = HEADNOTE.exec(member) ?? []
  if (number === undefined || part === undefined) return members[member] ?? member
  return `${text.headnote(number)}, ${members[part] ?? part}`
}

type Named = { readonly visit: DeskVisit; readonly concepts: ConceptNames }

const isFacts = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length)

const idIn = (value: unknown): string =>
  isFacts(value) && 'id' in value ? String(value['id']) : JSON.stringify(value)

/** A day, or the midnight at which it begins. */
const DAY = /^\d{4}-\d{2}-\d{2}(?:T\S+Z)?$/u

const valueText = ({ visit, concepts }: Named, member: string, value: unknown): string => {
  const { words } = visit
  if (isNothing(value)) return member === 'licence' ? words.text.allRights : words.text.none
  if (typeof value === 'string')
    return DAY.test(value) ? visit.print.date(value) : codeName(visit, member, value, concepts)
  if (Array.isArray(value))
    return value
      .map((one: unknown) => (typeof one === 'string' ? one : idIn(one)))
      .map((one) => codeName(visit, member, one, concepts))
      .join(', ')
  if (!isFacts(value)) return JSON.stringify(value)
  return Object.entries(value)
    .filter(([, one]) => !isNothing(one))
    .map(
      ([name, one]) =>
        `${words.members[name] ?? name}${words.colon}${valueText({ visit, concepts }, name, one)}`,
    )
    .join(' · ')
}

/** What differs of two lists of facts; other values stay whole. */
const differing = (value: unknown, other: unknown): unknown =>
  isFacts(value) && isFacts(other)
    ? Object.fromEntries(
        Object.entries(value).filter(
          ([name, one]) => JSON.stringify(one) !== JSON.stringify(other[name]),
        ),
      )
    : value

const valueRow = (named: Named, { member, before, after }: ValueChange): string =>
  html`<dt>${memberName(named.visit, member)}</dt>
    <dd class="long">
      <del>${valueText(named, member, differing(before, after))}</del>
      <span aria-hidden="true">→</span>
      <ins>${valueText(named, member, differing(after, before))}</ins>
    </dd>`

/** The changes themselves, bounded. */
export const changesList = (
  visit: DeskVisit,
  { words, values }: Changes,
  concepts: ConceptNames,
): string => {
  const { text } = visit.words
  let left: number = SHOWN.changesMax
  const all = words.reduce((sum, { changes }) => sum + changes.length, 0)
  const parts = words.flatMap(({ member, changes }) => {
    const shown = changes.slice(0, Math.max(0, left))
    left -= shown.length
    if (shown.length === 0) return []
    return [
      html`<h3>${memberName(visit, member)}</h3>
        <ol class="changes">
          !${shown.map((one) => changeOf(visit, one))}
        </ol>`,
    ]
  })
  const more = all - SHOWN.changesMax
  return [
    values.length === 0
      ? ''
      : html`<dl class="values">!${values.map((one) => valueRow({ visit, concepts }, one))}</dl>`,
    ...parts,
    more > 0 ? html`<p class="soft">${text.moreChanges(more)}</p>` : '',
  ].join('')
}

/** Which version publishing means, and why. */
export const bumpPart = (
  visit: DeskVisit,
  next: NonNullable<DeskText['next']>,
  version: SemVer | null,
): string => {
  const { words, language } = visit
  const { bump, reasons } = next
  const says =
    bump === 'none'
      ? words.text.publishingDetails(version ?? '')
      : words.text.publishing(nextVersion(version, bump), words.bumps[bump])
  return html`<div class="bump bump-${bump}">
    <p><strong>${says}</strong> ${words.bumpMeans[bump]}</p>
    <ul>
      !${reasons
        .slice(0, SHOWN.reasonsMax)
        .map((reason) => html`<li>${reasonIn(words, language, reason)}</li>`)}
    </ul>
  </div>`
}
