/** Two drafts that changed the same passages, side by side. */
import { html } from 'ghtml'
import type { Asset } from '#contracts/web/assets.ts'
import { errorSummary, hiddenCsrf, titleOf } from '#contracts/web/parts.ts'
import { type EditorForm, type TypedHeadnote } from '../../scratch/form.ts'
import type { MemberConflict } from '../../scratch/merge-forms.ts'
import type { DraftConflict } from '../../scratch/save-draft.ts'
import { hunksBetween } from '#contracts/toolkit/sequence-diff.ts'
import { wordsOf } from '#contracts/toolkit/text-diff.ts'
import { exactParagraph, hiddenField } from '../pages/parts.ts'
import type { DeskPage, DeskVisit } from '../visit.ts'
import { type EditorWords, editorWords } from './words/words.ts'

export type MergeShown = {
  readonly action: string
  /** What the person typed, which the form sends again. */
  readonly form: EditorForm
  readonly text: string
  readonly window: string
  readonly sequence: number
  readonly base: string
  readonly conflict: DraftConflict
  /** What the button does once all is chosen. */
  readonly act: 'save' | 'submit'
  /** A choice is missing. */
  readonly isWrong: boolean
}

type Sides = { readonly mine: string; readonly base: string; readonly theirs: string }

/** The words of one side, with those marked that the other one does not have. */
const wordsApart = (words: string, others: string): string => {
  const [a, b] = [wordsOf(words), wordsOf(others)]
  const hunks = hunksBetween(b, a)
  if (hunks === null || others === '') return html`${words}`
  const marked: string[] = []
  let at = 0
  for (const { nextFrom, nextTo } of hunks) {
    const own = a.slice(nextFrom, nextTo).join('')
    marked.push(html`${a.slice(at, nextFrom).join('')}`)
    if (own !== '') marked.push(html`<mark>${own}</mark>`)
    at = nextTo
  }
  return [...marked, html`${a.slice(at).join('')}`].join('')
}

type Half = {
  readonly title: string
  readonly words: string
  readonly others: string
  readonly absent: string
}

const half = ({ title, words, others, absent }: Half): string => html`
  <div>
    <h2>${title}</h2>
    !${
      words === ''
        ? html`<p class="soft">${absent}</p>`
        : exactParagraph('class="passage"', wordsApart(words, others))
    }
  </div>
`

const CHOICES = ['mine', 'theirs', 'both'] as const

const choice = (
  own: EditorWords,
  name: string,
  {
    title,
    sides,
    keepBoth,
  }: {
    readonly title: string
    readonly sides: Sides
    /** null: both cannot be kept. */
    readonly keepBoth: string | null
  },
): string => {
  const labels = { mine: own.keepMine, theirs: own.keepTheirs, both: keepBoth }
  return html`
    <fieldset class="conflict">
      <legend>${title}</legend>
      <div class="halves">
        !${half({ title: own.mine, words: sides.mine, others: sides.theirs, absent: own.absent })}
        !${half({ title: own.theirs, words: sides.theirs, others: sides.mine, absent: own.absent })}
      </div>
      !${
        sides.base === ''
          ? ''
          : html`<details>
              <summary>${own.began}</summary>
              <p class="passage" dir="auto">${sides.base}</p>
            </details>`
      }
      !${CHOICES.filter((one) => labels[one] !== null).map(
        (one) =>
          html`<div class="choice">
            <input type="radio" id="${name}-${one}" name="${name}" value="${one}" required />
            <label for="${name}-${one}">${labels[one]}</label>
          </div>`,
      )}
    </fieldset>
  `
}

const headnoteWords = (one: TypedHeadnote | null): string =>
  one === null ? '' : [one.summary, one.sourceText].filter((words) => words !== '').join('\n\n')

const memberChoice = (
  { words }: DeskVisit,
  own: EditorWords,
  conflict: MemberConflict,
  at: number,
): string => {
  const name = `member-choice-${at}`
  if (conflict.kind === 'field')
    return choice(own, name, {
      title: words.members[conflict.field] ?? conflict.field,
      sides: conflict,
      keepBoth: null,
    })
  return choice(own, name, {
    title: own.headnote(conflict.sequence),
    sides: {
      mine: headnoteWords(conflict.mine),
      base: headnoteWords(conflict.base),
      theirs: headnoteWords(conflict.theirs),
    },
    keepBoth: own.keepBothHeadnotes,
  })
}

const typed = ({ form, text }: MergeShown): string =>
  [
    ...(
      [
        'slug',
        'title',
        'abstract',
        'contentType',
        'doctrineSubtype',
        'language',
        'licence',
        'author',
        'sourceUrl',
        'publishedAt',
      ] as const
    ).map((name) => hiddenArea(name, form[name])),
    hiddenArea('text', text),
    ...(['jurisdiction', 'legalDomain', 'concepts'] as const).flatMap((name) =>
      form[name].map((value) => hiddenField(name, value)),
    ),
    ...form.headnotes.flatMap(({ sequence, summary, sourceText, legalRuleType }) => [
      hiddenArea(`headnote-${sequence}-summary`, summary),
      hiddenArea(`headnote-${sequence}-sourceText`, sourceText),
      hiddenField(`headnote-${sequence}-legalRuleType`, legalRuleType),
    ]),
  ].join('')

/** A textarea loses the first line end of its content. */
const LINE_END = '\n'

/** A hidden input would lose line ends. */
const hiddenArea = (name: string, value: string): string =>
  html`<textarea name="${name}" hidden>${LINE_END}${value}</textarea>`

export const mergePage = (visit: DeskVisit, style: Asset, shown: MergeShown): DeskPage => {
  const own = editorWords(visit.language)
  const { merged, theirs } = shown.conflict
  const passages = merged.text.flatMap((part) => (part.kind === 'conflict' ? [part] : []))
  return {
    title: titleOf(visit.words, own.mergeTitle, shown.isWrong ? '' : null),
    place: 'texts',
    once: true,
    content: html`
      <link rel="stylesheet" href="${style.path}" />
      <h1>${own.mergeTitle}</h1>
      !${errorSummary(visit, shown.isWrong ? own.chooseAll : null)}
      <p>${own.mergeText}</p>
      <form method="post" action="${shown.action}" class="merge">
        !${hiddenCsrf(visit)} !${hiddenField('window', shown.window)}
        !${hiddenField('sequence', String(shown.sequence))} !${hiddenField('base', shown.base)}
        !${hiddenField('against', theirs)}
        !${hiddenField('member-conflicts', String(merged.members.length))}
        !${hiddenField('text-conflicts', String(passages.length))} !${typed(shown)}
        !${merged.members.map((conflict, at) => memberChoice(visit, own, conflict, at))}
        !${passages.map((sides, at) =>
          choice(own, `text-choice-${at}`, {
            title: own.passage(at + 1, passages.length),
            sides,
            keepBoth: own.keepBoth,
          }),
        )}
        <p class="actions">
          <button type="submit" name="act" value="${shown.act}">${own.settle}</button>
        </p>
      </form>
    `,
  }
}
