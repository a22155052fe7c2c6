/** What is typed now, and what is shown beside it. */
import type { Concept } from '#contracts/concept.ts'
import type { ArticleContent } from '#contracts/content.ts'
import { isRefusal, type Refusal } from '#contracts/fault.ts'
import { ConceptId, Instant, type Sha256Hex, Slug } from '#contracts/ids.ts'
import { loadText } from '../../../command-handler/text-handler.ts'
import type { WriteDeps } from '../../../command-handler/write-deps.ts'
import { wordingOf } from '../../../domain/article/content-record.ts'
import { tagOf } from '../../../domain/article/decide-editorial.ts'
import { changesNothing, classify } from '../../../domain/article/versions/classify.ts'
import { EMPTY_FORM, type EditorForm, formOf, readForm } from '../../scratch/form.ts'
import { contentOfForm, faultsOf } from '../../scratch/form-content.ts'
import type { ScratchKey, ScratchSubject, Scratches } from '../../scratch/ports.ts'
import { currentWording } from '../../scratch/recorded.ts'
import { sourceIdOfNew } from '../../scratch/save-draft.ts'
import {
  readScratch,
  type RecordedWording,
  type RememberedTexts,
  type ScratchDeps,
  textOfScratch,
} from '../../scratch/save-scratch.ts'
import { viewText } from '../../text-view.ts'
import { textPath } from '../pages/parts.ts'
import { DESK_PATH, type DeskVisit } from '../visit.ts'
import { type Mark, marksOf } from './marks.ts'
import { labelOf, type Shown, type ShownConcept } from './page.ts'
import type { PreviewPlace } from '../../annotate/preview.ts'
import { panel } from './panel.ts'
import { previewPart } from './preview-part.ts'
import { type EditorWork, orTooLong } from './work.ts'
import { editorWords } from './words/words.ts'

export type EditorDeps = {
  readonly write: WriteDeps
  readonly scratches: Scratches
  readonly remembered: RememberedTexts
  readonly work: EditorWork
  readonly concepts: {
    search(query: string, vocabulary: null, limit: number): Promise<readonly Concept[]>
    byId(id: ConceptId): Promise<Concept | null>
  }
  /** Milliseconds of the wall clock. */
  readonly clock: () => number
}

const CONCEPTS_FOUND_MAX = 12
export const QUERY_CHARACTERS_MAX = 200
export const NEW = 'new/'
export const TEXT = 'text/'

export const nowOf = ({ clock }: Pick<EditorDeps, 'clock'>): Instant =>
  Instant.parse(new Date(clock()).toISOString())

/** The page on which somebody types this. */
export const editorPath = (subject: ScratchSubject): string =>
  subject.startsWith(NEW)
    ? `${DESK_PATH}/${subject}`
    : `${textPath(subject.slice(TEXT.length))}/edit`

/** What the routes know of the text that a request is about. */
export type Subject = {
  readonly key: ScratchKey
  readonly action: string
  /** Id of a new text. */
  readonly newId: string | null
  readonly slug: Slug | null
}

export type Recorded = RecordedWording & {
  readonly content: ArticleContent | null
  readonly sourceId: string
}

const recordedOf = async (
  { write }: Pick<EditorDeps, 'write'>,
  { key: { subject } }: Pick<Subject, 'key'>,
): Promise<Recorded | Refusal> => {
  if (subject.startsWith(NEW)) {
    const sourceId = sourceIdOfNew(subject.slice(NEW.length))
    return { base: null, form: EMPTY_FORM, text: '', content: null, sourceId }
  }
  const current = await currentWording(write, Slug.parse(subject.slice(TEXT.length)))
  if (isRefusal(current)) return current
  const { tag: base, content } = current
  return {
    base,
    form: formOf(content),
    text: content.contentClean,
    content,
    sourceId: content.source.id,
  }
}

const NOTHING_RECORDED: RecordedWording = { base: null, form: EMPTY_FORM, text: '' }
export const scratchDeps = (deps: EditorDeps): ScratchDeps => ({
  scratches: deps.scratches,
  remembered: deps.remembered,
  recorded: async (key) => {
    const recorded = await recordedOf(deps, { key })
    return isRefusal(recorded) ? NOTHING_RECORDED : recorded
  },
})

/** What is typed now: the scratch, or else what is recorded. */
export type Present = {
  readonly recorded: Recorded
  readonly form: EditorForm
  readonly text: string
  readonly base: Recorded['base']
  readonly sequence: number
  readonly leftAt: Instant | null
}

export const presentOf = async (deps: EditorDeps, subject: Subject): Promise<Present | Refusal> => {
  const recorded = await recordedOf(deps, subject)
  if (isRefusal(recorded)) return recorded
  const row = await readScratch(deps, subject.key)
  const text = row === null ? null : await textOfScratch(deps, subject.key, row)
  if (row === null || text === null)
    return { recorded, ...pick(recorded), sequence: 0, leftAt: null }
  const form = readForm(row.members)
  return { recorded, form, text, base: row.base, sequence: row.sequence, leftAt: row.changedAt }
}
const pick = ({ form, text, base }: Recorded) => ({ form, text, base })

export const tagOfContent = (content: ArticleContent): Sha256Hex | null => {
  const wording = wordingOf(content)
  return isRefusal(wording) ? null : tagOf(wording.record)
}

/**
 * A server may end after words became a fact and before it forgot them. Typed on from the draft
 * before, they would be in conflict with themselves.
 */
export const forgetRecorded = async (
  { scratches }: Pick<EditorDeps, 'scratches'>,
  { key }: Pick<Subject, 'key'>,
  present: Present,
): Promise<Present> => {
  const { recorded, form, text, base, sequence, leftAt } = present
  const isOther = leftAt !== null && recorded.content !== null && base !== recorded.base
  if (!isOther || faultsOf(form, text, false).length > 0) return present
  if (tagOfContent(contentOfForm(form, text, recorded)) !== recorded.base) return present
  await scratches.remove(key, sequence)
  return { recorded, ...pick(recorded), sequence: 0, leftAt: null }
}

export const conceptsShown = async (
  { concepts }: EditorDeps,
  { language }: DeskVisit,
  ids: readonly string[],
): Promise<ShownConcept[]> =>
  Promise.all(
    ids.map(async (id) => {
      const parsed = ConceptId.safeParse(id)
      const concept = parsed.success ? await concepts.byId(parsed.data) : null
      return { id, label: concept === null ? id : labelOf(concept, language) }
    }),
  )

export const searchConcepts = async (
  { concepts }: EditorDeps,
  { language }: DeskVisit,
  query: string,
): Promise<NonNullable<Shown['found']>> => {
  const asked = query.trim().slice(0, QUERY_CHARACTERS_MAX)
  const found = asked === '' ? [] : await concepts.search(asked, null, CONCEPTS_FOUND_MAX)
  return {
    query: asked,
    concepts: found.map((one) => ({ id: one.id, label: labelOf(one, language) })),
  }
}

/** The wording of what is typed, with what is missing or wrong filled in. */
const wordingOfTyped = (
  form: EditorForm,
  text: string,
  recorded: Recorded,
): ArticleContent | null => {
  const filled = { ...form, title: form.title.trim() === '' ? '…' : form.title }
  const usable = faultsOf(filled, text === '' ? '…' : text, recorded.content === null)
  const fixed: EditorForm = {
    ...filled,
    ...Object.fromEntries(
      usable.flatMap(({ field }) => (field === 'text' ? [] : [[field, EMPTY_FORM[field]]])),
    ),
    ...(usable.some(({ field }) => field === 'title') ? { title: '…' } : {}),
  }
  if (faultsOf(fixed, text === '' ? '…' : text, recorded.content === null).length > 0) return null
  return contentOfForm(fixed, text, recorded)
}

/** What people dismissed in this text, which is no doubt any more. */
export const dismissedOf = async (
  { write }: Pick<EditorDeps, 'write'>,
  content: ArticleContent | null,
): Promise<readonly string[]> => {
  const text = content === null ? null : await loadText(write, content.slug)
  return text === null || isRefusal(text) ? [] : [...text.state.dismissed]
}

export type Beside = {
  /** Markup of the panel. */
  readonly html: string
  readonly marks: readonly Mark[]
}

/** What is shown beside the text, and what a script shows in it. */
export const besideOf = async (
  deps: EditorDeps,
  visit: DeskVisit,
  { form, text, recorded }: Pick<Present, 'form' | 'text' | 'recorded'>,
  focus: number | null,
): Promise<Beside> => {
  const own = editorWords(visit.language)
  const content = wordingOfTyped(form, text, recorded)
  if (content === null) return { html: '', marks: [] }
  const view = recorded.content === null ? null : await viewText(deps.write, recorded.content.slug)
  const desk = view === null || isRefusal(view) ? null : view
  const annotations = await orTooLong(
    deps.work.annotate({
      content,
      focus,
      language: visit.language,
      dismissed: await dismissedOf(deps, recorded.content),
      time: nowOf(deps),
    }),
  )
  if (annotations === null) return { html: own.tooLong, marks: [] }
  const published = desk?.published?.content ?? null
  const republication = desk?.publicStatus === 'withdrawn'
  const next = classify(published, content, { republication })
  const html = panel(visit, {
    annotations,
    next: changesNothing(next) ? null : next,
    isPublished: published !== null,
  })
  return { html, marks: marksOf(visit, content.contentClean, annotations) }
}

/** What is typed as readers will see it. `place`: which part of a long text. */
export const previewOf = async (
  { work }: Pick<EditorDeps, 'work'>,
  visit: DeskVisit,
  { subject }: Pick<ScratchKey, 'subject'>,
  { form, text, recorded }: Pick<Present, 'form' | 'text' | 'recorded'>,
  place: PreviewPlace,
): Promise<string> => {
  const { language } = visit
  const content = wordingOfTyped(form, text, recorded)
  if (content === null) return editorWords(language).tooLong
  const { judicialDecision } = content
  const shown = await orTooLong(work.preview({ text, judicialDecision, language, place }))
  if (shown === null) return editorWords(language).tooLong
  const hrefOf = (part: number): string =>
    `${editorPath(subject)}?show=preview&part=${part}#preview`
  return previewPart(visit, content, shown, hrefOf)
}
