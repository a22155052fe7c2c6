import { createConnection } from 'node:net'

/**
 * Finds the generation of the brokers. The protocol has no version number, only the versions of
 * each request that are accepted: brokers of 4.0 dropped the oldest ones (KIP-896), so their lowest
 * version of Fetch (key 1) is above 0. Request and answer are ApiVersions (key 18), version 0, of
 * the protocol guide.
 */
const API_VERSIONS = { key: 18, version: 0, correlation: 1, timeoutMs: 5_000, bytesMax: 65_536 }
const FETCH_KEY = 1
const CLIENT = 'pandect-doctor'
const ENTRY_BYTES = 6

const request = (): Buffer => {
  const id = Buffer.from(CLIENT)
  const head = Buffer.alloc(4 + 2 + 2 + 4 + 2)
  head.writeInt32BE(head.length - 4 + id.length, 0)
  head.writeInt16BE(API_VERSIONS.key, 4)
  head.writeInt16BE(API_VERSIONS.version, 6)
  head.writeInt32BE(API_VERSIONS.correlation, 8)
  head.writeInt16BE(id.length, 12)
  return Buffer.concat([head, id])
}

const receive = (host: string, port: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const socket = createConnection({ host, port, timeout: API_VERSIONS.timeoutMs })
    let got = Buffer.alloc(0)
    const end = (outcome: () => void): void => {
      socket.destroy()
      outcome()
    }
    socket.on('connect', () => socket.write(request()))
    socket.on('data', (chunk) => {
      got = Buffer.concat([got, chunk])
      const isWhole = got.length >= 4 && got.length >= got.readInt32BE(0) + 4
      if (isWhole) end(() => resolve(got))
      else if (got.length > API_VERSIONS.bytesMax) end(() => reject(new Error('no such answer')))
    })
    for (const event of ['error', 'timeout', 'close'] as const)
      socket.on(event, () => end(() => reject(new Error(`socket ${event}`))))
  })

export type KafkaApi = { readonly fetch: readonly [number, number]; readonly generation: string }

/** Asks the broker at an address; null if it gives no answer. */
export const kafkaApiOf = async (address: string): Promise<KafkaApi | null> => {
  const at = address.lastIndexOf(':')
  try {
    const answer = await receive(address.slice(0, at), Number(address.slice(at + 1)))
    // size, correlation, error code, count; then (key, lowest, highest) each.
    const count = answer.readInt32BE(10)
    for (let entry = 0; entry < count; entry += 1) {
      const from = 14 + entry * ENTRY_BYTES
      if (answer.readInt16BE(from) !== FETCH_KEY) continue
      const fetch = [answer.readInt16BE(from + 2), answer.readInt16BE(from + 4)] as const
      return { fetch, generation: fetch[0] > 0 ? '4.0 or newer' : 'older than 4.0' }
    }
    return null
  } catch {
    return null
  }
}
