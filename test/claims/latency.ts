/**
 * How long POST /verify takes on a running service. Run with: BASE_URL=… API_KEY=… node
 * test/claims/latency.ts Claims are those of the labels; documents of some 20,000 characters are
 * made of them.
 */
import { labelRows } from './split.ts'

const { BASE_URL = 'http://127.0.0.1:8080/api/v1', API_KEY = '' } = process.env
const DOCUMENT_CHARACTERS = 19_900
const DOCUMENTS = 7
const CLAIMS = 60

const ask = async (body: object): Promise<number> => {
  const begun = performance.now()
  const response = await fetch(`${BASE_URL}/verify`, {
    method: 'POST',
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await response.text()
  if (response.status !== 200) throw new Error(`answered ${response.status}`)
  return performance.now() - begun
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const claims = labelRows('verify-claims.tsv').map(({ text = '' }) => text)
const documentFrom = (first: number): string => {
  let document = ''
  for (let at = first; document.length < DOCUMENT_CHARACTERS; at += 1)
    document += `${claims[at % claims.length] ?? ''}${at % 4 === 3 ? '\n\n' : ' '}`
  return document.slice(0, DOCUMENT_CHARACTERS)
}

const timesOf = async (bodies: readonly object[]): Promise<number[]> => {
  const times: number[] = []
  for (const body of bodies) times.push(await ask(body))
  return times
}

// Once before, so that the median is of a service that has been asked before.
const some = claims.slice(0, CLAIMS).map((claim) => ({ claim }))
const cold = await timesOf(some.slice(0, 20))
const warm = await timesOf(some.slice(0, 40))
const documents = await timesOf(
  Array.from({ length: DOCUMENTS }, (_, at) => ({ text: documentFrom(at * 13) })),
)
console.log(`claim, first: ${median(cold).toFixed(0)} ms; again: ${median(warm).toFixed(0)} ms`)
console.log(`document of ${DOCUMENT_CHARACTERS} characters: ${median(documents).toFixed(0)} ms`)
