import type { ArticleContent } from '#contracts/content.ts'
import type { Instant } from '#contracts/ids.ts'
import type { ImportRecord } from '../sources/import-record.ts'
import type { IntegrityFlag } from '#contracts/integrity.ts'
import { INTEGRITY_SEVERITY, type IntegrityCode } from '#contracts/vocabulary/integrity.ts'
import { encodingSuspicion } from './clean.ts'

/** The detectors of an import; the number of a detector rises when its results change. */
const DETECTORS = {
  encoding_suspect: 'encoding@1',
  source_text_not_found: 'headnote-source@1',
  anonymisation_pending: 'anonymisation@1',
} as const satisfies Partial<Record<IntegrityCode, string>>

/** Names of the detectors of every import. */
export const IMPORT_DETECTORS: readonly string[] = Object.values(DETECTORS).map(
  (detector) => detector.split('@')[0] ?? detector,
)

type Doubt = {
  readonly code: keyof typeof DETECTORS
  readonly message: string
  readonly headnoteSequence?: number
  readonly evidence?: Record<string, unknown>
}

const flag = (doubt: Doubt, detectedAt: Instant): IntegrityFlag => ({
  code: doubt.code,
  severity: INTEGRITY_SEVERITY[doubt.code],
  message: doubt.message,
  headnoteSequence: doubt.headnoteSequence ?? null,
  span: null,
  detectedAt,
  detector: DETECTORS[doubt.code],
  evidence: doubt.evidence ?? {},
})

const ENCODING = 'The text may have been damaged by a wrong character encoding on its way here.'

const encodingDoubts = (record: ImportRecord): Doubt[] => {
  const whole = encodingSuspicion([record.title, record.abstract ?? '', record.text].join('\n'))
  const ofHeadnotes = (record.headnotes ?? []).map(({ sequence, summary, sourceText }) => ({
    sequence,
    evidence: encodingSuspicion(`${summary}\n${sourceText ?? ''}`),
  }))
  return [
    ...(whole === null
      ? []
      : [{ code: 'encoding_suspect' as const, message: ENCODING, evidence: whole }]),
    ...ofHeadnotes.flatMap(({ sequence, evidence }): Doubt[] =>
      evidence === null
        ? []
        : [{ code: 'encoding_suspect', message: ENCODING, headnoteSequence: sequence, evidence }],
    ),
  ]
}

const sourceTextDoubts = ({ headnotes, contentClean }: ArticleContent): Doubt[] =>
  headnotes
    .filter(({ sourceText }) => sourceText !== null && !contentClean.includes(sourceText))
    .map(({ sequence }) => ({
      code: 'source_text_not_found',
      message: `The source text of headnote ${sequence} does not stand in the text word for word.`,
      headnoteSequence: sequence,
    }))

const anonymisationDoubts = ({ judicialDecision }: ArticleContent): Doubt[] =>
  judicialDecision?.anonymisation.status === 'pending'
    ? [
        {
          code: 'anonymisation_pending',
          message: 'A person has yet to check that the parties are anonymous.',
        },
      ]
    : []

/** Names of the detectors that need nothing but the content. */
const CONTENT_DETECTORS = ['headnote-source', 'anonymisation'] as const

/** The doubts about a content that a person wrote. */
export const integrityOfContent = (
  content: ArticleContent,
  detectedAt: Instant,
): { readonly detectors: readonly string[]; readonly flags: readonly IntegrityFlag[] } => ({
  detectors: CONTENT_DETECTORS,
  flags: [...sourceTextDoubts(content), ...anonymisationDoubts(content)].map((doubt) =>
    flag(doubt, detectedAt),
  ),
})

/** The doubts of an import about the original record and its content. */
export const integrityFlagsOf = (
  record: ImportRecord,
  content: ArticleContent,
  detectedAt: Instant,
): IntegrityFlag[] =>
  [...encodingDoubts(record), ...sourceTextDoubts(content), ...anonymisationDoubts(content)].map(
    (doubt) => flag(doubt, detectedAt),
  )
