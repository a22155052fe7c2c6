import { Fault } from '#contracts/fault.ts'

type Waiting<Item, Answer> = {
  readonly item: Item
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Runs what is asked for at the same time together: one batch is under way at a time, of at most
 * `max` items, and what comes meanwhile makes up the next one. `run` answers in the order of its
 * items; what it throws, each of them gets.
 */
export const makeBatcher = <Item, Answer>(
  run: (items: readonly Item[]) => Promise<readonly Answer[]>,
  max: number,
): ((item: Item) => Promise<Answer>) => {
  const queue: Waiting<Item, Answer>[] = []
  let running = false

  const runBatch = async (batch: readonly Waiting<Item, Answer>[]): Promise<void> => {
    try {
      const answers = await run(batch.map(({ item }) => item))
      if (answers.length !== batch.length)
        throw new Fault('store-failed', 'A batch was not answered item by item.')
      for (const [place, { resolve }] of batch.entries()) resolve(answers[place] as Answer)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
  const drain = async (): Promise<void> => {
    running = true
    while (queue.length > 0) await runBatch(queue.splice(0, max))
    running = false
  }
  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject })
      if (!running) void drain()
    })
}
