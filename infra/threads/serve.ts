/** The thread's side of `makeThread`: its program calls `serveRequests` once. */
import { parentPort } from 'node:worker_threads'
import { Fault } from '#contracts/fault.ts'
import {
  type Calls,
  faultOf,
  type FromThread,
  plainOf,
  type Request,
  type ToThread,
} from './messages.ts'

/** An answer with the buffers that are transferred instead of copied. */
export class Moved<Answer> {
  readonly answer: Answer
  readonly buffers: readonly ArrayBuffer[]

  constructor(answer: Answer, buffers: readonly ArrayBuffer[]) {
    this.answer = answer
    this.buffers = buffers
  }
}

type Answered<Answer> = Answer | Moved<Answer>

export type Handlers<C extends Calls> = {
  readonly [Name in keyof C]: (
    asked: C[Name]['asked'],
    /** Aborts when nobody waits for the answer any more. */
    signal: AbortSignal,
  ) => Answered<C[Name]['answered']> | Promise<Answered<C[Name]['answered']>>
}

type ServeOptions = {
  /** Turns any other error of a handler into a Fault. */
  readonly toFault: (error: unknown) => Fault
  /** Releases what the thread holds before it ends. */
  readonly onEnd?: () => Promise<void>
}

/** Calls of the owner of a thread (`serves` of its options). */
export type CallOwner<Owned extends Calls> = <Name extends keyof Owned & string>(
  name: Name,
  asked: Owned[Name]['asked'],
  signal?: AbortSignal,
) => Promise<Owned[Name]['answered']>

type Serving<Owned extends Calls> = {
  /** Sends a message that nobody requested. */
  readonly notify: (notice: unknown) => void
  /** Throws the owner's Fault. */
  readonly call: CallOwner<Owned>
}

/** Answers requests until it is asked to end. */
export const serveRequests = <C extends Calls, Owned extends Calls = Calls>(
  handlers: Handlers<C>,
  { toFault, onEnd }: ServeOptions,
): Serving<Owned> => {
  const port = parentPort
  if (port === null) throw new Error('this file is the program of a thread')
  const send = (message: FromThread<unknown>, buffers: readonly ArrayBuffer[] = []): void =>
    port.postMessage(message, [...buffers])
  const underWay = new Set<Promise<void>>()
  const cancellations = new Map<number, AbortController>()
  const calls = new Map<number, PromiseWithResolvers<never>>()
  let callCount = 0

  const answer = async ({ id, name, asked }: Request<C>): Promise<void> => {
    const cancellation = new AbortController()
    cancellations.set(id, cancellation)
    try {
      const answered: unknown = await handlers[name](asked, cancellation.signal)
      if (answered instanceof Moved)
        send({ kind: 'answer', id, answer: answered.answer }, answered.buffers)
      else send({ kind: 'answer', id, answer: answered })
    } catch (error) {
      const fault = error instanceof Fault ? error : toFault(error)
      send({ kind: 'fault', id, fault: plainOf(fault) })
    } finally {
      cancellations.delete(id)
    }
  }
  const call: CallOwner<Owned> = (name, asked, signal) => {
    const id = (callCount += 1)
    const outcome = Promise.withResolvers<never>()
    const leave = (): void => send({ kind: 'uncall', id })
    calls.set(id, outcome)
    signal?.addEventListener('abort', leave, { once: true })
    send({ kind: 'call', id, name, asked })
    return outcome.promise.finally(() => {
      calls.delete(id)
      signal?.removeEventListener('abort', leave)
    })
  }
  const end = async (): Promise<void> => {
    await onEnd?.()
    await Promise.all(underWay)
    port.close()
  }
  const begin = (request: Request<C>): void => {
    const answering = answer(request).finally(() => underWay.delete(answering))
    underWay.add(answering)
  }
  port.on('message', (message: ToThread<C>) => {
    switch (message.kind) {
      case 'request':
        return begin(message)
      case 'cancel':
        return cancellations.get(message.id)?.abort()
      case 'returned':
        return calls.get(message.id)?.resolve(message.answer as never)
      case 'failed':
        return calls.get(message.id)?.reject(faultOf(message.fault))
      case 'end':
        return void end()
      default:
        return message satisfies never
    }
  })
  return { notify: (notice) => send({ kind: 'notice', notice }), call }
}

/**
 * Runs one piece of work per turn of the event loop, so that other messages are handled in between.
 */
export const makeTurns = (): (<T>(work: () => T) => Promise<T>) => {
  const waiting: (() => void)[] = []
  const next = (): void => {
    waiting.shift()?.()
    if (waiting.length > 0) setImmediate(next)
  }
  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push(() => {
        try {
          resolve(work())
        } catch (error) {
          reject(error)
        }
      })
      if (waiting.length === 1) setImmediate(next)
    })
}
