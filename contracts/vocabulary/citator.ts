import { z } from 'zod'

/** Colours of a point of law (contracts/conventions/citator.md). */
export const StatusFlag = z.enum(['red', 'orange', 'yellow', 'green', 'gray'])
export type StatusFlag = z.infer<typeof StatusFlag>

/** Classes of treatment and their types (contracts/conventions/citator.md). */
export const TREATMENTS = {
  stop: [
    'overruled',
    'reversed',
    'quashed',
    'annulled',
    'declared_unconstitutional',
    'declared_incompatible',
    'repealed',
    'superseded_by_statute',
    'withdrawn',
    'vacated',
  ],
  'stop-partial': [
    'quashed_in_part',
    'overruled_in_part',
    'reversed_in_part',
    'partially_repealed',
  ],
  pending: [
    'appeal_pending',
    'constitutional_question_pending',
    'preliminary_reference_pending',
    'repeal_pending',
    'amendment_pending',
  ],
  caution: [
    'criticised',
    'questioned',
    'limited',
    'distinguished',
    'not_followed',
    'conflicting_authority',
    'amended',
  ],
  positive: ['followed', 'applied', 'affirmed', 'approved', 'extended', 'codified'],
  neutral: ['cited', 'explained', 'discussed', 'related', 'history'],
} as const

export type TreatmentClass = keyof typeof TREATMENTS
export const TreatmentType = z.enum(Object.values(TREATMENTS).flat())
export type TreatmentType = z.infer<typeof TreatmentType>
