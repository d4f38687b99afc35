import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Finds connections that never sent a request. A closing server would wait for them a minute or
 * more, as for requests in progress: clients connect in advance, or cancel before they send.
 * @returns a function that closes the current ones
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
