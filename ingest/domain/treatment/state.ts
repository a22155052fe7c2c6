import type { TreatmentEvent } from '#contracts/events/event.ts'
import type { Position } from '#contracts/ids.ts'

/** What decisions about a treatment, a reliance or an assessed point rest on. */
export type TreatmentState = {
  /** Something is recorded. */
  readonly isKnown: boolean
  readonly isConfirmed: boolean
  readonly isRetracted: boolean
  /** How far the incoming citations of a point were read; null: never. */
  readonly assessedThrough: Position | null
}

export const INITIAL_STATE: TreatmentState = {
  isKnown: false,
  isConfirmed: false,
  isRetracted: false,
  assessedThrough: null,
}

const change = (state: TreatmentState, event: TreatmentEvent): Partial<TreatmentState> => {
  const { type, data } = event
  switch (type) {
    case 'TreatmentRecorded':
      return { isConfirmed: data.treatment.status === 'confirmed' }
    case 'TreatmentStated':
    case 'TreatmentConfirmed':
      return { isConfirmed: true }
    case 'TreatmentRetracted':
      return { isRetracted: true }
    case 'CitatorAssessed': {
      const { assessedThrough } = data
      const before = state.assessedThrough
      return before === null || assessedThrough > before ? { assessedThrough } : {}
    }
    case 'RelianceRecorded':
      return {}
    default:
      return event satisfies never
  }
}

export const evolve = (state: TreatmentState, event: TreatmentEvent): TreatmentState => ({
  ...state,
  ...change(state, event),
  isKnown: true,
})
