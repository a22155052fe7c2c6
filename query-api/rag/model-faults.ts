/**
 * Reports a model's failure to clients: a stable reason and a hint, without the model's message.
 */
import { Fault } from '#contracts/fault.ts'
import type { ToolError } from '#contracts/mcp/error.ts'
import { internalError, type Problem } from '#contracts/web/http/problem.ts'
import { MODEL_FAULTS, type ModelFault } from './ports.ts'

const REASONS: Readonly<Record<ModelFault, string>> = {
  'model-unreachable': 'The model behind this service does not answer.',
  'model-refused': 'The model behind this service refuses the request.',
  'model-timeout': 'The model behind this service took too long.',
  'model-answer-unreadable': 'The model behind this service sent no completion.',
  'model-answer-too-large': 'The model behind this service sent an answer that is too large.',
  'model-busy': 'The model behind this service has too many requests at the moment.',
}
const HINT = 'Retry later, or ask with mode extractive, which needs no model.'

export const isModelFault = (fault: Fault): fault is Fault & { readonly code: ModelFault } =>
  MODEL_FAULTS.some((code) => code === fault.code)

type Underscored<Text extends string> = Text extends `${infer Head}-${infer Tail}`
  ? `${Head}_${Underscored<Tail>}`
  : Text

/** `model-timeout` → `model_timeout`: the style of codes that clients see. */
export const reasonOf = ({ code }: { readonly code: ModelFault }): Underscored<ModelFault> =>
  code.replaceAll('-', '_') as Underscored<ModelFault>

/** The problem for a failure of the model, free of charge; null for other errors. */
export const problemOfModel = (error: unknown): Problem | null =>
  error instanceof Fault && isModelFault(error)
    ? {
        ...internalError,
        body: {
          ...internalError.body,
          reason: reasonOf(error),
          detail: `${REASONS[error.code]} ${HINT}`,
        },
      }
    : null

/** The same for an agent. */
export const refusalOfModel = (error: unknown): ToolError | null =>
  error instanceof Fault && isModelFault(error)
    ? {
        error: reasonOf(error),
        category: 'internal',
        retryable: true,
        hint: `${REASONS[error.code]} ${HINT}`,
      }
    : null
