import { parentPort, workerData } from 'node:worker_threads'
import { follow } from './follower.ts'
import { LiveIndex } from './live-index.ts'
import { type Reply, type Request, type WorkerStart, printFault } from './protocol.ts'
import { openRowSource } from './row-source.ts'
import { CrewScanner } from './scan/crew.ts'
import { serve } from './serve.ts'

/** The thread that holds the index: follows the rows and answers what the main thread asks. */
const { connectionString, firstEntry, model, parameters } = workerData as WorkerStart
const port = parentPort
if (port === null) throw new Error('this file is started as a worker thread')

const reply = (message: Reply, transfer: readonly ArrayBuffer[] = []): void =>
  port.postMessage(message, [...transfer])

const scanner = new CrewScanner()
const live = new LiveIndex(firstEntry, {
  onReady: () => reply({ kind: 'ready' }),
})
const follower = follow({
  open: () => openRowSource(connectionString),
  live,
  engineOptions: { model, parameters, scanner },
  onFault: (fault) => reply({ kind: 'trouble', fault: printFault(fault) }),
})

const answer = async (request: Request): Promise<void> => {
  try {
    if (request.name === 'waitFor') follower.wake()
    const served = await serve(live, request)
    if (request.name === 'close') await Promise.all([follower.close(), scanner.close()])
    reply({ kind: 'answer', id: request.id, answer: served.answer }, served.transfer)
  } catch (error) {
    reply({ kind: 'fault', id: request.id, fault: printFault(error) })
  }
  if (request.name === 'close') port.close()
}

const searches: Request[] = []

/**
 * One search a turn of the event loop: whatever else came meanwhile costs little and goes first.
 */
const pump = (): void => {
  const next = searches.shift()
  if (next === undefined) return
  void answer(next)
  if (searches.length > 0) setImmediate(pump)
}

port.on('message', (request: Request) => {
  if (request.name !== 'search' && request.name !== 'browse') {
    void answer(request)
    return
  }
  searches.push(request)
  if (searches.length === 1) setImmediate(pump)
})
