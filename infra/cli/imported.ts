/** What `pandect import` prints at its end: where each text is now, and what comes next. */
import type { ImportedText } from '#ingest/import/activities.ts'
import type { ImportResult } from '#ingest/import/texts-imported.ts'

/** Texts taken down that are named one by one. */
const REMOVED_SHOWN = 20

type Asked = { readonly publish: boolean; readonly dryRun: boolean }

const NEXT: Readonly<Partial<Record<ImportedText['status'], string>>> = {
  draft: 'pandect submit',
  changes_requested: 'pandect submit',
  in_review: 'pandect approve',
  approved: 'pandect publish',
  unpublished: 'pandect publish',
}

/** The command that brings a text further; null: none is needed. */
export const nextStepOf = ({ slug, status, hasDraft }: ImportedText): string | null => {
  const command = NEXT[status] ?? (status === 'published' && hasDraft ? NEXT.draft : undefined)
  return command === undefined ? null : `${command} ${slug}`
}

/** Added to the state of a text that has a public version and a draft. */
export const WITH_DRAFT = 'with a draft of its next version'

const stateOf = ({ status, hasDraft }: ImportedText): string =>
  status === 'published' && hasDraft ? `${status}, ${WITH_DRAFT}` : status

const lineOf = (text: ImportedText, { dryRun }: Asked): string => {
  const next = dryRun ? null : nextStepOf(text)
  return `${text.slug}  ${stateOf(text)}${next === null ? '' : `  next: ${next}`}`
}

const draftLines = ({ drafts }: ImportResult, { publish, dryRun }: Asked): string[] => {
  if (drafts === 0 || dryRun) return []
  const [wait, them] = drafts === 1 ? ['1 draft waits', 'it'] : [`${drafts} drafts wait`, 'them']
  return [
    `${wait} for an author to submit ${them}, then for a reviewer and a publisher: pandect submit SLUG…`,
    ...(publish
      ? [
          'texts of an official publisher: pandect sources add FOLDER --publisher NAME, then import again',
        ]
      : []),
  ]
}

const removedLines = (slugs: readonly string[], why: string): string[] => [
  ...slugs.slice(0, REMOVED_SHOWN).map((slug) => `${slug}  taken down: ${why}`),
  ...(slugs.length > REMOVED_SHOWN
    ? [`and ${slugs.length - REMOVED_SHOWN} more taken down: pandect list --state deleted`]
    : []),
]

export const linesOf = (result: ImportResult, asked: Asked): string[] => {
  const { read, imported, unchanged, revised, refused, texts, listed } = result
  const { takenDown, withoutEffect, removed, absent } = result
  const hasRemovals = takenDown + withoutEffect > 0
  return [
    ...listed.map((text) => lineOf(text, asked)),
    ...(texts > listed.length ? [`and ${texts - listed.length} more: pandect list`] : []),
    ...draftLines(result, asked),
    ...removedLines(removed, 'its publisher deleted it'),
    ...removedLines(absent, 'three complete listings of its publisher lack it'),
    `read ${read}, imported ${imported}, unchanged ${unchanged}, revised ${revised}, refused ${refused}${
      hasRemovals ? `, taken down ${takenDown}, without effect ${withoutEffect}` : ''
    }`,
  ]
}

/** The same for programs; `read` is the sum of the six counts after it. */
export const summaryOf = (result: ImportResult): object => {
  const { read, imported, unchanged, revised, refused, published, drafts, listed } = result
  const { takenDown, withoutEffect, removed, absent } = result
  const texts = listed.map((text) => ({
    slug: text.slug,
    status: text.status,
    hasDraft: text.hasDraft,
    next: nextStepOf(text),
  }))
  const counts = { read, imported, unchanged, revised, refused, takenDown, withoutEffect }
  return { ...counts, published, drafts, texts, removed, absent }
}
