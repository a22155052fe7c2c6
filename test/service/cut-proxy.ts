/** A wire to a server that a test can cut and restore. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type CutProxy = {
  readonly port: number
  /** Breaks every connection, and lets no new one through. */
  readonly cut: () => void
  readonly hint: () => void
  readonly close: () => Promise<void>
}

export const openCutProxy = async (target: number): Promise<CutProxy> => {
  let isCut = false
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }
  const server = createServer((client) => {
    keep(client)
    if (isCut) return client.destroy()
    const upstream = connect(target, '127.0.0.1')
    keep(upstream)
    client.pipe(upstream)
    upstream.pipe(client)
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true
      breakAll()
    },
    hint: () => {
      isCut = false
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        breakAll()
      }),
  }
}
