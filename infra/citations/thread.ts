/** The worker thread that finds citations in the texts that it receives. */
import { recogniseCitations } from '#contracts/law/citations/recognise.ts'
import { serveRequests } from '../threads/serve.ts'
import { type RecogniserCalls, recogniserFailed } from './recogniser.ts'

serveRequests<RecogniserCalls>(
  {
    recognise: (texts) => texts.map(({ text, options }) => recogniseCitations(text, options)),
  },
  { toFault: recogniserFailed },
)
