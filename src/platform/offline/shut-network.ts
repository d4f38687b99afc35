import dgram from 'node:dgram'
import dns from 'node:dns'
import inspector from 'node:inspector'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import workerThreads from 'node:worker_threads'
import { offlineError } from './offline.ts'

/**
 * Shuts the network of this process permanently: TCP (and so TLS, HTTP, fetch, WebSocket), UDP, the
 * resolver and listening, on loopback too. Unix sockets remain: they reach no other machine, and
 * the keychain uses one. Calls fail like a lost connection, with `unreachable`.
 */
export const shutNetwork = (): void => {
  shutSockets()
  shutDatagrams()
  shutResolver()
  replace(globalThis, 'fetch', () => Promise.reject(offlineError()))
  // it opens its port below the modules above
  replace(inspector, 'open', refuse)
  // this signal would open it from outside, unless something handles it
  process.on('SIGUSR1', () => undefined)
  // a thread has built-in modules of its own; none of our programs has threads
  replace(workerThreads, 'Worker', refuse)
  // the bindings beneath those modules
  replace(process, 'binding', refuse)
  dropRemoteKeychain()
  syncBuiltinESMExports()
}

/** Not an arrow function: it also replaces a class. */
function refuse(): never {
  throw offlineError()
}

/** The original cannot be restored. */
const replace = (owner: object, name: string, value: unknown): void => {
  Object.defineProperty(owner, name, { value, enumerable: true })
}

type Method = (this: unknown, ...args: unknown[]) => unknown

const isMethod = (value: unknown): value is Method => typeof value === 'function'

const methodOf = (owner: object, name: string): Method => {
  const method: unknown = Reflect.get(owner, name)
  // an unknown Node without it might have another network interface
  if (!isMethod(method)) throw new Error(`this Node has no ${name} that could be shut`)
  return method
}

const shutSockets = (): void => {
  const { prototype } = net.Socket
  const connect = methodOf(prototype, 'connect')
  replace(prototype, 'connect', function (this: net.Socket, ...args: unknown[]) {
    if (isFileSocket(args)) return Reflect.apply(connect, this, args)
    // asynchronously, like any failed connection: listeners are added after the call
    process.nextTick(() => this.destroy(offlineError()))
    return this
  })
  const listen = methodOf(net.Server.prototype, 'listen')
  replace(net.Server.prototype, 'listen', function (this: net.Server, ...args: unknown[]) {
    if (isFileSocket(args)) return Reflect.apply(listen, this, args)
    process.nextTick(() => this.emit('error', offlineError()))
    return this
  })
}

/** Whether the arguments of connect or listen name a path, as Node reads them. */
const isFileSocket = (args: readonly unknown[]): boolean => {
  const [first] = args
  // Node's own callers hand over the arguments as one list
  if (Array.isArray(first)) return isFileSocket(first)
  if (typeof first === 'object' && first !== null)
    return 'path' in first && typeof first.path === 'string' && first.path !== ''
  // text of digits is a port
  return typeof first === 'string' && first !== '' && !(Number(first) >= 0)
}

const shutDatagrams = (): void => {
  for (const name of ['bind', 'connect', 'send']) {
    methodOf(dgram.Socket.prototype, name)
    replace(
      dgram.Socket.prototype,
      name,
      function (this: dgram.Socket, ...args: readonly unknown[]) {
        const callback = args.at(-1)
        process.nextTick(() => {
          if (name === 'send' && isMethod(callback)) callback(offlineError())
          else this.emit('error', offlineError())
        })
        return this
      },
    )
  }
}

const shutResolver = (): void => {
  const asks = /^(?:lookup|resolve|reverse)/u
  for (const owner of [dns, dns.Resolver.prototype])
    for (const name of namesOf(owner, asks))
      replace(owner, name, (...args: readonly unknown[]) => {
        const callback = args.at(-1)
        if (!isMethod(callback)) throw offlineError()
        process.nextTick(callback, offlineError())
      })
  for (const owner of [dns.promises, dns.promises.Resolver.prototype])
    for (const name of namesOf(owner, asks))
      replace(owner, name, () => Promise.reject(offlineError()))
}

/** Methods of a class may be inherited from the class that it extends. */
const namesOf = (owner: object, pattern: RegExp): readonly string[] => {
  const above: unknown = Object.getPrototypeOf(owner)
  const inherited =
    typeof above === 'object' && above !== null && above !== Object.prototype
      ? namesOf(above, pattern)
      : []
  return [...Object.getOwnPropertyNames(owner), ...inherited].filter((name) => pattern.test(name))
}

/** The keychain's native library could speak D-Bus over TCP, below everything that is shut here. */
const dropRemoteKeychain = (): void => {
  const bus = process.env['DBUS_SESSION_BUS_ADDRESS']
  if (bus?.split(';').every((address) => address.startsWith('unix:')) === false)
    delete process.env['DBUS_SESSION_BUS_ADDRESS']
}
