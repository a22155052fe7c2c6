import { isRefusal, type Refusal } from '#contracts/fault.ts'
import type { EditorialProblem } from './problem.ts'
import type { WriteOutcome } from './schemas/outcome.ts'

export type Headers = Readonly<Record<string, string>>
export type Read<T> = { readonly body: T; readonly headers?: Headers }
export type Written = { readonly httpStatus: 200 | 201; readonly outcome: WriteOutcome }
export type Refused = Refusal | { readonly problem: EditorialProblem }

export const isRefused = (answer: object): answer is Refused =>
  isRefusal(answer) || 'problem' in answer
