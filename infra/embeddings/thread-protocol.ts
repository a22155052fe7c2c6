import type { ErrorCode } from '#contracts/errors/codes.ts'

/** What the embedding thread and the thread that asks it say to each other. */
export type ThreadStart = { readonly directory: string }

/** `texts` are passages or queries; the answer bears the same number. */
export type Ask = {
  readonly id: number
  readonly kind: 'passages' | 'query'
  readonly texts: readonly string[]
}

/** A Fault does not survive the way between threads; these are its parts. */
export type ToldFault = {
  readonly code: ErrorCode
  readonly message: string
  readonly hint: string | undefined
}

export type Told =
  | {
      readonly kind: 'ready'
      readonly model: string
      readonly dimensions: number
      readonly similarityFloor: number
    }
  | { readonly kind: 'refused'; readonly fault: ToldFault }
  | { readonly kind: 'vectors'; readonly id: number; readonly vectors: readonly Float32Array[] }
  | { readonly kind: 'failed'; readonly id: number; readonly fault: ToldFault }
