/**
 * How long an extractive `POST /rag` takes over the real corpus, on the whole service with embedded
 * engines.
 *   node test/bench/rag.bench.ts
 * Questions are those of test/rag, by SEED (default 1); each is asked once, after a warm-up with
 * others. Prints one JSON object a line. Vectors are those of the default embedder.
 */
import { questionsFrom, readCorpus } from '../rag/corpus.ts'
import { openWorld, overAll } from '../rag/world.ts'
import { figuresOf, round } from './figures.ts'

const QUESTIONS = 500
const WARM_UP = 50

const print = (what: string, figures: object): void =>
  console.log(JSON.stringify({ what, ...figures }))

const questions = questionsFrom(readCorpus(), Number(process.env['SEED'] ?? 1), QUESTIONS)
const world = await openWorld()
try {
  const ask = async (question: string): Promise<number> => {
    const begun = performance.now()
    const { status } = await world.rag({ question, mode: 'extractive' })
    if (status !== 200) throw new Error(`answered ${status}`)
    return performance.now() - begun
  }
  const texts = questions.map(({ text }) => text)
  await overAll(texts.slice(-WARM_UP), 1, ask)
  for (const clients of [1, 4]) {
    const begun = performance.now()
    const { p50, p95 } = figuresOf(await overAll(texts.slice(0, -WARM_UP), clients, ask))
    const seconds = (performance.now() - begun) / 1_000
    print(`extractive rag, ${clients} client(s)`, {
      questions: QUESTIONS - WARM_UP,
      p50: round(p50),
      p95: round(p95),
      perSecond: round((QUESTIONS - WARM_UP) / seconds, 0),
    })
  }
} finally {
  await world.close()
}
