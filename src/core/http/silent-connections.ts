import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Connections on which nothing was ever asked. Closing a server waits for them as for requests under
 * way, a minute and more: a client connects ahead, or gave its request up before it sent it.
 * @returns ends those that are there
 */
export const watchSilentConnections = (server: Server): (() => void) => {
  const silent = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', ({ socket }) => silent.delete(socket))
  return () => {
    for (const socket of silent) socket.destroy()
  }
}
