import { EventEmitter } from 'node:events'
import { strict } from './strict.ts'

type Handler = (event: object, ...args: unknown[]) => unknown

class IpcMain extends EventEmitter {
  readonly #handlers = new Map<string, Handler>()

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`)
    this.#handlers.set(channel, handler)
  }
  handleOnce(channel: string, handler: Handler): void {
    this.handle(channel, (event, ...args) => {
      this.removeHandler(channel)
      return handler(event, ...args)
    })
  }
  removeHandler(channel: string): void {
    this.#handlers.delete(channel)
  }
  handlerOf(channel: string): Handler {
    const handler = this.#handlers.get(channel)
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
    return handler
  }
}

const all = new IpcMain()

export const ipcMain = strict('ipcMain', all)
export const handlerOf = (channel: string): Handler => all.handlerOf(channel)
