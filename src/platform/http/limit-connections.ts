import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How many connections one address may have: in all, and of those that have sent no request yet. */
export type ConnectionLimits = { readonly all: number; readonly silent: number }

type Held = { all: number; silent: number }

/**
 * Ends the connections of an address that are too many. Otherwise one client that connects and says
 * nothing would take every place that the server has.
 * @param keyOf what connections are counted by; undefined where they are not
 */
export const limitConnections = (
  server: Server,
  most: ConnectionLimits,
  keyOf: (remoteAddress: string | undefined) => string | undefined,
): void => {
  const addresses = new Map<string, Held>()
  const speak = new WeakMap<Socket, () => void>()
  server.on('connection', (socket: Socket) => {
    const key = keyOf(socket.remoteAddress)
    if (key === undefined) return
    const held = addresses.get(key) ?? { all: 0, silent: 0 }
    if (held.all >= most.all || held.silent >= most.silent) {
      socket.destroy()
      return
    }
    addresses.set(key, held)
    held.all += 1
    held.silent += 1
    let isSilent = true
    const spoken = (): void => {
      if (isSilent) held.silent -= 1
      isSilent = false
    }
    speak.set(socket, spoken)
    socket.once('close', () => {
      spoken()
      held.all -= 1
      if (held.all === 0) addresses.delete(key)
    })
  })
  server.on('request', ({ socket }) => speak.get(socket)?.())
}
