/** The reading thread: looks for citations in the texts that it is given. */
import { parentPort } from 'node:worker_threads'
import { recogniseCitations } from '#contracts/law/citations/recognise.ts'
import type { Ask, Told } from './protocol.ts'

const port = parentPort
if (port === null) throw new Error('this file is the thread of recogniser.ts')

port.on('message', ({ id, texts }: Ask) => {
  const told: Told = {
    id,
    read: texts.map(({ text, options }) => recogniseCitations(text, options)),
  }
  port.postMessage(told)
})
