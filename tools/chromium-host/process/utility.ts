import { EventEmitter } from 'node:events'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import './electron-limits.ts'

/**
 * Loaded before the program of a utility process: process.parentPort over Node's own channel.
 * Messages wait until somebody listens, as in Electron.
 */
class ParentPort extends EventEmitter {
  readonly #waiting: unknown[] = []

  constructor() {
    super()
    process.on('message', (data) => {
      if (this.listenerCount('message') > 0) this.emit('message', { data, ports: [] })
      else this.#waiting.push(data)
    })
    this.on('newListener', (name) => {
      if (name === 'message') queueMicrotask(() => this.start())
    })
  }

  start(): void {
    for (const data of this.#waiting.splice(0)) this.emit('message', { data, ports: [] })
  }

  postMessage(message: unknown): void {
    process.send?.(message)
  }
}

registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier === 'electron' || specifier.startsWith('electron/'))
      throw new Error('The Chromium host has no electron module in a utility process.')
    return next(specifier, context)
  },
})
Object.defineProperties(process, {
  parentPort: { value: new ParentPort() },
  type: { value: 'utility' },
  execPath: { value: fileURLToPath(new URL('../electron-host.js', import.meta.url)) },
})
// The terminal's Ctrl-C goes to the whole group; the main process says when a child ends.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit())
