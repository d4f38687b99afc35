import { spawn, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import type { Readable, Writable } from 'node:stream'
// playwright-core ships these types without exporting them.
import type { Protocol } from '../../../node_modules/playwright-core/types/protocol.d.ts'

export type { Protocol }
type Method = keyof Protocol.CommandParameters
type EventName = keyof Protocol.Events
type Call = {
  readonly method: string
  readonly resolve: (result: never) => void
  readonly reject: (cause: Error) => void
}
/** Chromium's protocol is generated and versioned: its messages are taken at their word. */
type Message =
  | { readonly id: number; readonly result: never; readonly error?: { readonly message: string } }
  | {
      readonly id?: never
      readonly method: string
      readonly params: never
      readonly sessionId?: string
    }

/**
 * The Chrome DevTools Protocol over a pipe: file 3 takes commands, file 4 gives answers and events,
 * JSON ended by NUL. No port is opened, and Chromium ends when the pipe does.
 */
export class Cdp {
  readonly process: ChildProcess
  readonly #events = new EventEmitter().setMaxListeners(0)
  readonly #calls = new Map<number, Call>()
  readonly #commands: Writable
  #chunks: Buffer[] = []
  #last = 0
  #closed = false

  constructor(program: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    const child = spawn(program, ['--remote-debugging-pipe', ...args], {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      env,
      // Ctrl-C in a terminal is for the app to judge, which then closes its windows.
      detached: process.platform !== 'win32',
    })
    const [, , , commands, answers] = child.stdio
    if (!isWritable(commands) || !isReadable(answers)) throw new Error('Chromium has no pipe.')
    this.process = child
    this.#commands = commands
    // Writing to a Chromium that is gone is reported by #end.
    commands.on('error', () => {})
    answers.on('data', (bytes: Buffer) => this.#read(bytes))
    child.on('error', (cause) => this.#end(cause))
    child.on('exit', (code) => this.#end(new Error(`Chromium ended (${code ?? 'by a signal'}).`)))
  }

  get closed(): boolean {
    return this.#closed
  }

  send<M extends Method>(
    method: M,
    params?: Protocol.CommandParameters[M],
    sessionId?: string,
  ): Promise<Protocol.CommandReturnValues[M]> {
    if (this.#closed) return Promise.reject(new Error('Chromium is closed.'))
    this.#last += 1
    const id = this.#last
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { method, resolve, reject })
      this.#commands.write(`${JSON.stringify({ id, method, params: params ?? {}, sessionId })}\0`)
    })
  }

  /** Events of one session; without one, of the browser. @returns a function that ends it */
  on<E extends EventName>(
    event: E,
    listener: (params: Protocol.Events[E]) => void,
    sessionId = '',
  ): () => void {
    const name = `${sessionId}:${event}`
    this.#events.on(name, listener)
    return () => void this.#events.off(name, listener)
  }

  onClose(listener: () => void): () => void {
    this.#events.on('close', listener)
    return () => void this.#events.off('close', listener)
  }

  /** Listeners of a session that is gone would stay for ever. */
  forget(sessionId: string): void {
    for (const name of this.#events.eventNames())
      if (String(name).startsWith(`${sessionId}:`)) this.#events.removeAllListeners(name)
  }

  #read(bytes: Buffer): void {
    let rest = bytes
    for (let end = rest.indexOf(0); end !== -1; end = rest.indexOf(0)) {
      const text = Buffer.concat([...this.#chunks, rest.subarray(0, end)]).toString()
      this.#chunks = []
      rest = rest.subarray(end + 1)
      this.#deliver(JSON.parse(text))
    }
    if (rest.length > 0) this.#chunks.push(rest)
  }

  #deliver(message: Message): void {
    if (message.id === undefined) {
      this.#events.emit(`${message.sessionId ?? ''}:${message.method}`, message.params)
      return
    }
    const call = this.#calls.get(message.id)
    this.#calls.delete(message.id)
    if (message.error === undefined) call?.resolve(message.result)
    else call?.reject(new Error(`${call.method}: ${message.error.message}`))
  }

  #end(cause: Error): void {
    if (this.#closed) return
    this.#closed = true
    for (const { reject } of this.#calls.values()) reject(cause)
    this.#calls.clear()
    this.#events.emit('close')
  }
}

const isWritable = (stream: unknown): stream is Writable =>
  typeof stream === 'object' && stream !== null && 'write' in stream
const isReadable = (stream: unknown): stream is Readable =>
  typeof stream === 'object' && stream !== null && 'read' in stream
