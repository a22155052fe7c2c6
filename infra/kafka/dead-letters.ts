import type { DeadLetterPublisher } from '#query-api/projections/ports.ts'
import { type KafkaOptions, topicNames } from './client.ts'
import { makeSender } from './sender.ts'

/** The topic of parked streams: key = stream id, value = DeadLetterMessage as JSON. */
export const makeKafkaDeadLetters = (options: KafkaOptions): DeadLetterPublisher => {
  const sender = makeSender(options)
  return {
    publish: (letters) =>
      sender.send(
        topicNames(options).deadLetters,
        letters.map((letter) => ({ key: letter.streamId, value: JSON.stringify(letter) })),
      ),
    close: () => sender.close(),
  }
}
