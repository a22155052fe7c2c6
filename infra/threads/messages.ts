/** Messages between a thread and its caller. Both are this program, so they trust each other. */
import { Fault, type FaultOptions } from '#contracts/fault.ts'

/** Requests by name, with the types of request and answer. */
export type Calls = Readonly<
  Record<string, { readonly asked: unknown; readonly answered: unknown }>
>

export type Request<C extends Calls> = {
  [Name in keyof C & string]: {
    readonly kind: 'request'
    readonly id: number
    readonly name: Name
    readonly asked: C[Name]['asked']
  }
}[keyof C & string]

/**
 * `end`: no further request follows; the thread ends when it has answered. `cancel`: nobody waits
 * for a request any more. `returned`, `failed`: what came of a call of the thread.
 */
export type ToThread<C extends Calls> =
  | Request<C>
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'returned'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly fault: PlainFault }
  | { readonly kind: 'end' }

export type FromThread<Notice> =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'fault'; readonly id: number; readonly fault: PlainFault }
  | { readonly kind: 'notice'; readonly notice: Notice }
  | ThreadCall
  | { readonly kind: 'uncall'; readonly id: number }

/** A thread calls its owner, which has what can't be in two threads: a database, an index. */
export type ThreadCall = {
  readonly kind: 'call'
  readonly id: number
  readonly name: string
  readonly asked: unknown
}

/** The parts of a Fault that threads exchange; its cause is not sent. */
export type PlainFault = Pick<Fault, 'code' | 'message' | 'hint' | 'retryAfterMs'>

export const plainOf = ({ code, message, hint, retryAfterMs }: Fault): PlainFault => ({
  code,
  message,
  hint,
  retryAfterMs,
})

export const faultOf = ({ code, message, hint, retryAfterMs }: PlainFault): Fault => {
  const options: FaultOptions = {
    ...(hint === undefined ? {} : { hint }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  }
  return new Fault(code, message, options)
}
