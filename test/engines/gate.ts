/**
 * A proxy to a server on loopback that a test can close and open again, as if the server were down.
 */
import { createConnection, createServer, type Server, type Socket } from 'node:net'

export type Gate = {
  readonly port: number
  open(): Promise<void>
  /** Cuts every connection and refuses new ones. */
  shut(): Promise<void>
}

/** Closed at first, on a port of its own. */
export const makeGate = (port: number, targetPort: number): Gate => {
  const sockets = new Set<Socket>()
  let server: Server | null = null
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    return socket
  }
  return {
    port,
    open: () =>
      new Promise((resolve, reject) => {
        server = createServer((near) => {
          const far = keep(createConnection({ host: '127.0.0.1', port: targetPort }))
          keep(near)
          near.pipe(far).pipe(near)
          near.on('close', () => far.destroy())
          far.on('close', () => near.destroy())
        })
        server.once('error', reject)
        server.listen(port, '127.0.0.1', () => resolve())
      }),
    shut: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        const open = server
        server = null
        if (open === null) resolve()
        else open.close(() => resolve())
      }),
  }
}
