import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { cachedFolder } from '../../../engines/install/cache.ts'
import { copyJars } from '../../../engines/install/maven.ts'
import { stopProcess } from '../../../engines/install/processes.ts'
import { compileJava } from '../install.ts'
import { type Asked, dayNumber, DEPTH, type OpenPeer } from '../peer.ts'
import { PEER_VERSIONS } from '../versions.ts'

const GROUP = 'org.apache.lucene'
const ARTIFACTS = ['lucene-core', 'lucene-analysis-common'] as const
const SOURCE = join(import.meta.dirname, 'PeerServer.java')
const HEAP = { leastMb: 1_024, kilobytesPerPassage: 8 } as const
const KB_PER_MB = 1_024

type Answer = { readonly total: number; readonly ids: readonly number[] }
type Waiting = { readonly resolve: (answer: Answer) => void; readonly reject: (why: Error) => void }

const base64 = (vector: Float32Array): string =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64')
const oneField = (text: string): string => text.replaceAll(/[\t\r\n\u2028\u2029]+/gu, ' ')

const install = async (cache: string): Promise<string> => {
  const version = PEER_VERSIONS.lucene
  return cachedFolder(cache, `peers/lucene-${version}`, (folder) =>
    copyJars(
      folder,
      ARTIFACTS.map((name) => ({ group: GROUP, name, version })),
      process.env,
    ),
  )
}

/** Lucene in a Java process, asked over its standard input. */
export const openLucene: OpenPeer = async ({ folder, cache, passages }) => {
  const jars = join(await install(cache), 'lib')
  const classes = `${folder}-classes`
  await compileJava(jars, SOURCE, classes)
  const heapMb = HEAP.leastMb + Math.ceil((passages * HEAP.kilobytesPerPassage) / KB_PER_MB)
  const child = spawn(
    'java',
    [
      `-Xmx${heapMb}m`,
      // Its other threads would keep a process alive that has lost its main one.
      '-XX:+ExitOnOutOfMemoryError',
      '-cp',
      `${join(jars, '*')}:${classes}`,
      'PeerServer',
      folder,
    ],
    { stdio: ['pipe', 'pipe', 'ignore'] },
  )
  const waiting = new Map<number, Waiting>()
  const ended = (): void => {
    for (const { reject } of waiting.values()) reject(new Error('the Java process ended'))
    waiting.clear()
  }
  child.on('error', ended)
  child.on('exit', ended)
  child.stdin.on('error', ended)
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [number = '', total = '', rest = ''] = line.split('\t')
    const one = waiting.get(Number(number))
    waiting.delete(Number(number))
    if (total === 'error') one?.reject(new Error(rest))
    else one?.resolve({ total: Number(total), ids: rest === '' ? [] : rest.split(',').map(Number) })
  })
  let next = 0
  let candidates: number = DEPTH.candidates
  const ask = (operation: string, fields: readonly (string | number)[]): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const number = next++
      waiting.set(number, { resolve, reject })
      child.stdin.write(`${[operation, number, ...fields].join('\t')}\n`)
    })
  const search = (operation: string, { question, filter }: Asked, limit: number = DEPTH.hits) =>
    ask(operation, [
      limit,
      ...(filter === null
        ? ['', '', '']
        : [filter.jurisdiction, dayNumber(filter.from), dayNumber(filter.to)]),
      oneField(question.text),
      base64(question.vector),
      candidates,
    ])
  const idsBy =
    (operation: string, limit?: number) =>
    async (asked: Asked): Promise<readonly number[]> =>
      (await search(operation, asked, limit)).ids
  return {
    add: async (batch) => {
      const lines = batch.map(({ passage: { id, title, text, jurisdiction, day }, vector }) =>
        [
          'add',
          id,
          jurisdiction,
          dayNumber(day),
          oneField(title),
          oneField(text),
          base64(vector),
        ].join('\t'),
      )
      if (!child.stdin.write(`${lines.join('\n')}\n`)) await once(child.stdin, 'drain')
    },
    finish: async () => {
      await ask('finish', [])
    },
    lexical: idsBy('lexical'),
    vector: idsBy('vector'),
    hybrid: idsBy('hybrid'),
    total: async (asked) => (await search('total', asked)).total,
    matches: idsBy('matches', passages),
    widen: async (wanted) => {
      candidates = wanted
    },
    close: async () => {
      child.stdin.end()
      if (child.pid !== undefined) await stopProcess(child.pid)
    },
  }
}
