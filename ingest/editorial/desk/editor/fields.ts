/** What a form of the editor sends. */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { TEXT_LIMITS } from '#contracts/content.ts'
import { Sha256Hex } from '#contracts/ids.ts'
import { EditorForm, FORM_LIMITS } from '../../scratch/form.ts'
import type { Choice } from '../../scratch/merge-text.ts'

const one = (body: Readonly<Record<string, unknown>>, name: string): string => {
  const value = body[name]
  return typeof value === 'string' ? value : ''
}
const all = (body: Readonly<Record<string, unknown>>, name: string): string[] => {
  const value = body[name]
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.filter((item) => typeof item === 'string').filter((item) => item !== '')
}

/** Browsers send CRLF; a page cannot show NUL. */
const lines = (typed: string): string => typed.replaceAll('\0', '').replaceAll(/\r\n?/g, '\n')

const HEADNOTE = /^headnote-(\d{1,6})-summary$/
const headnotesIn = (body: Readonly<Record<string, unknown>>): unknown[] =>
  Object.keys(body)
    .flatMap((name) => HEADNOTE.exec(name)?.[1] ?? [])
    .slice(0, TEXT_LIMITS.headnotesMax)
    .map((sequence) => ({
      sequence: Number(sequence),
      summary: lines(one(body, `headnote-${sequence}-summary`)),
      sourceText: lines(one(body, `headnote-${sequence}-sourceText`)),
      legalRuleType: one(body, `headnote-${sequence}-legalRuleType`),
    }))
    .toSorted((first, second) => first.sequence - second.sequence)

const Sent = z.object({
  window: z.uuid(),
  sequence: z.coerce.number().int().nonnegative().catch(0),
  base: Sha256Hex.nullable().catch(null),
})

export type SentForm = z.infer<typeof Sent> & {
  readonly form: EditorForm
  readonly text: string
  /** The button: `save`, `headnote-up:3` … */
  readonly act: string
  readonly conceptQuery: string
  readonly takesOver: boolean
  /** Of the merge page. */
  readonly against: Sha256Hex | null
  readonly choices: {
    readonly members: readonly (Choice | undefined)[]
    readonly text: readonly (Choice | undefined)[]
  }
}

const Chosen = z.enum(['mine', 'theirs', 'both']).optional().catch(undefined)
const CHOICES_MAX = 2_000
const choicesIn = (
  body: Readonly<Record<string, unknown>>,
  kind: 'member' | 'text',
): (Choice | undefined)[] => {
  const count = Math.min(CHOICES_MAX, Number(one(body, `${kind}-conflicts`)) || 0)
  return Array.from({ length: count }, (_, at) => Chosen.parse(body[`${kind}-choice-${at}`]))
}

const record = z.record(z.string(), z.unknown())

/** Enter saves, but for what somebody types to search the vocabularies. */
const actIn = (body: Readonly<Record<string, unknown>>): string => {
  const act = one(body, 'act') || 'enter'
  if (act !== 'enter') return act
  return one(body, 'conceptQuery').trim() === '' ? 'save' : 'find-concept'
}

/** The form as it was sent; null: too large, or not of our page. */
export const readSent = ({ body }: FastifyRequest): SentForm | null => {
  const fields = record.safeParse(body)
  if (!fields.success) return null
  const { data } = fields
  const form = EditorForm.safeParse({
    slug: one(data, 'slug').trim(),
    title: one(data, 'title'),
    abstract: lines(one(data, 'abstract')),
    contentType: one(data, 'contentType'),
    doctrineSubtype: one(data, 'doctrineSubtype'),
    language: one(data, 'language').trim(),
    jurisdiction: all(data, 'jurisdiction'),
    legalDomain: all(data, 'legalDomain'),
    licence: one(data, 'licence'),
    author: one(data, 'author'),
    sourceUrl: one(data, 'sourceUrl'),
    publishedAt: one(data, 'publishedAt'),
    headnotes: headnotesIn(data),
    concepts: all(data, 'concepts'),
  })
  const sent = Sent.safeParse(data)
  const text = lines(one(data, 'text')).toWellFormed()
  if (!form.success || !sent.success || text.length > TEXT_LIMITS.contentBytesMax) return null
  if (JSON.stringify(form.data).length > FORM_LIMITS.membersCharactersMax) return null
  return {
    ...sent.data,
    form: form.data,
    text,
    act: actIn(data),
    conceptQuery: one(data, 'conceptQuery'),
    takesOver: one(data, 'takesOver') === 'yes',
    against: Sha256Hex.nullable().catch(null).parse(data['against']),
    choices: { members: choicesIn(data, 'member'), text: choicesIn(data, 'text') },
  }
}

/** The form after a button that changes its headnotes or concepts; null: another button. */
export const afterAct = (form: EditorForm, act: string): EditorForm | null => {
  const [name = '', argument = ''] = act.split(':')
  const { headnotes, concepts } = form
  const at = headnotes.findIndex(({ sequence }) => sequence === Number(argument))
  switch (name) {
    case 'add-headnote': {
      const sequence = Math.max(0, ...headnotes.map((one_) => one_.sequence)) + 1
      const added = { sequence, summary: '', sourceText: '', legalRuleType: '' }
      return { ...form, headnotes: [...headnotes, added].slice(0, TEXT_LIMITS.headnotesMax) }
    }
    case 'remove-headnote':
      return { ...form, headnotes: headnotes.filter((_, index) => index !== at) }
    case 'headnote-up':
      return { ...form, headnotes: swapped(headnotes, at - 1) }
    case 'headnote-down':
      return { ...form, headnotes: swapped(headnotes, at) }
    case 'add-concept':
      return { ...form, concepts: [...new Set([...concepts, argument])] }
    case 'remove-concept':
      return { ...form, concepts: concepts.filter((one_) => one_ !== argument) }
    default:
      return null
  }
}

/** The words of two neighbours change places; their numbers stay. */
const swapped = (headnotes: EditorForm['headnotes'], at: number): EditorForm['headnotes'] => {
  const [first, second] = [headnotes[at], headnotes[at + 1]]
  if (first === undefined || second === undefined) return headnotes
  return headnotes.with(at, { ...second, sequence: first.sequence }).with(at + 1, {
    ...first,
    sequence: second.sequence,
  })
}
