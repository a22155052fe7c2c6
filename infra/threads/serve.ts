/** The thread's side of `makeThread`: its program calls `serveRequests` once. */
import { parentPort } from 'node:worker_threads'
import { Fault } from '#contracts/fault.ts'
import { type Calls, type FromThread, plainOf, type Request, type ToThread } from './messages.ts'

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
  ) => Answered<C[Name]['answered']> | Promise<Answered<C[Name]['answered']>>
}

type ServeOptions = {
  /** Turns any other error of a handler into a Fault. */
  readonly toFault: (error: unknown) => Fault
  /** Releases what the thread holds before it ends. */
  readonly onEnd?: () => Promise<void>
}

/** Answers requests until it is asked to end. `notify` sends messages that nobody requested. */
export const serveRequests = <C extends Calls>(
  handlers: Handlers<C>,
  { toFault, onEnd }: ServeOptions,
): { readonly notify: (notice: unknown) => void } => {
  const port = parentPort
  if (port === null) throw new Error('this file is the program of a thread')
  const send = (message: FromThread<unknown>, buffers: readonly ArrayBuffer[] = []): void =>
    port.postMessage(message, [...buffers])
  const underWay = new Set<Promise<void>>()

  const answer = async ({ id, name, asked }: Request<C>): Promise<void> => {
    try {
      const answered: unknown = await handlers[name](asked)
      if (answered instanceof Moved)
        send({ kind: 'answer', id, answer: answered.answer }, answered.buffers)
      else send({ kind: 'answer', id, answer: answered })
    } catch (error) {
      const fault = error instanceof Fault ? error : toFault(error)
      send({ kind: 'fault', id, fault: plainOf(fault) })
    }
  }
  const end = async (): Promise<void> => {
    await onEnd?.()
    await Promise.all(underWay)
    port.close()
  }
  port.on('message', (message: ToThread<C>) => {
    if (message.kind === 'end') {
      void end()
      return
    }
    const answering = answer(message).finally(() => underWay.delete(answering))
    underWay.add(answering)
  })
  return { notify: (notice) => send({ kind: 'notice', notice }) }
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
