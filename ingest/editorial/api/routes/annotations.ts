/** The citations and claims of a wording while somebody writes it. */
import { z } from 'zod'
import { Verdict } from '#contracts/claim.ts'
import { refusalByCode } from '#contracts/fault.ts'
import { slugFor } from '#contracts/canonical/identity.ts'
import { SemVer, Slug } from '#contracts/ids.ts'
import { StatusFlag } from '#contracts/vocabulary/citator.ts'
import { IntegrityCode, Severity } from '#contracts/vocabulary/integrity.ts'
import { orTooLong } from '../../desk/editor/work.ts'
import type { EditorialDeps } from '../deps.ts'
import { ANYBODY, defineRead, type Endpoint } from '../endpoint.ts'
import { TextInput } from '../schemas/text-input.ts'
import { newContent } from '../text-input.ts'

const AnnotateBody = z.strictObject({
  text: TextInput,
  focus: z
    .int()
    .nonnegative()
    .nullable()
    .default(null)
    .describe('UTF-16 offset of the place of typing: of a long text what is around it is read.'),
  language: z.enum(['fr', 'en']).default('fr').describe('Of the words about doubts.'),
  dismissed: z.array(z.string().max(200)).max(1_000).default([]),
})

const Span = z.object({ start: z.int(), end: z.int() }).describe('In code points.')

const Annotations = z
  .object({
    citations: z.array(
      z.object({
        span: Span,
        words: z.string(),
        state: z.enum(['found', 'missing', 'ambiguous', 'outside']),
        texts: z.array(
          z.object({
            slug: Slug,
            title: z.string(),
            version: SemVer.nullable(),
            colour: StatusFlag,
            because: z.array(z.object({ slug: Slug, title: z.string() })),
            validTo: z.string().nullable(),
          }),
        ),
      }),
    ),
    claims: z.array(
      z.object({
        where: z.enum(['abstract', 'headnote', 'text']),
        headnoteSequence: z.int().nullable(),
        span: Span,
        sentence: z.string(),
        verdict: Verdict.nullable().describe('null: there was no time yet; ask again.'),
        evidence: z.array(z.object({ slug: z.string(), title: z.string(), words: z.string() })),
        differences: z.array(z.string()),
      }),
    ),
    flags: z.array(
      z.object({
        code: IntegrityCode,
        severity: Severity,
        meaning: z.string(),
        items: z.array(z.record(z.string(), z.unknown())),
      }),
    ),
    score: z.number().nullable(),
    counts: z.record(z.string(), z.int()),
    part: Span.nullable().describe('The part that was read, where it is not the whole.'),
    waiting: z.int().describe('Sentences that there was no time for.'),
  })
  .meta({ id: 'Annotations' })

/** A text that is written needs no title yet. */
const UNTITLED = '…'

const annotateText = ({ work, clock }: EditorialDeps): Endpoint =>
  defineRead({
    operationId: 'annotateText',
    method: 'POST',
    path: '/annotations',
    scopes: ANYBODY,
    summary: 'What a wording cites and claims',
    description:
      'Each citation with the colour of what it cites, each checkable sentence with its verdict and evidence, and the doubts. Nothing is recorded, so it needs no Idempotency-Key.',
    tag: 'Texts',
    body: AnnotateBody,
    answer: Annotations,
    refusals: { 422: '`refused`: a member of the text cannot be taken.' },
    handle: async ({ body: { text, focus, language, dismissed } }) => {
      const title = text.title.trim() === '' ? UNTITLED : text.title
      const id = text.source?.id ?? 'desk:annotations'
      const time = clock()
      const made = newContent({ ...text, title, slug: text.slug ?? slugFor(title, id) }, id, time)
      if (!('content' in made)) return made
      const { content } = made
      const found = await orTooLong(work.annotate({ content, focus, language, dismissed, time }))
      return found === null
        ? refusalByCode('document-too-costly')
        : { body: Annotations.parse(found) }
    },
  })

export const ANNOTATIONS = [annotateText] as const
