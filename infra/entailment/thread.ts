/** The entailment thread: opens the model of a folder and compares texts off the event loop. */
import { workerData } from 'node:worker_threads'
import { serveRequests } from '../threads/serve.ts'
import { openCrossEncoder } from './cross-encoder.ts'
import { entailmentFaults } from './faults.ts'
import type { EntailmentCalls, EntailmentThreadStart } from './threaded.ts'

const { directory } = workerData as EntailmentThreadStart
const opened = openCrossEncoder(directory)
// Every request reports the failure, including the first.
opened.catch(() => undefined)

serveRequests<EntailmentCalls>(
  {
    describe: async () => (await opened).model,
    compare: async (pairs) => (await opened).compare(pairs),
  },
  { toFault: (error) => entailmentFaults.broken('it does not compute', error) },
)
