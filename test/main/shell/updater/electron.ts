import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'

/**
 * What electron-updater uses of Electron, in Node: the app, requests, and Squirrel as macOS has it.
 * `happened` records what it was asked to do.
 */
export const happened: { asked: string[]; quits: number; squirrel: string | null } = {
  asked: [],
  quits: 0,
  /** The SHA-256 of what Squirrel got. */
  squirrel: null,
}

export const app = Object.assign(new EventEmitter(), {
  isPackaged: true,
  whenReady: () => Promise.resolve(),
  getVersion: () => '0.1.0',
  getName: () => 'coldpress',
  getPath: (name: string) => join(process.env['HOME'] ?? '/nowhere', name),
  getAppPath: () => '/nowhere',
  quit: () => {
    happened.quits += 1
  },
})

type Asked = { readonly hostname: string; readonly port: string; readonly path: string }

export const net = {
  request: (options: Asked) => {
    happened.asked.push(`${options.hostname}${options.path}`)
    return request(options)
  },
}

export const session = { fromPartition: () => ({}) }

/** Fetches as Squirrel.Mac does: first where the file is, then the file. */
class Squirrel extends EventEmitter {
  #feed: { readonly url: string; readonly headers: Record<string, string> } | undefined

  setFeedURL(feed: { readonly url: string; readonly headers: Record<string, string> }): void {
    this.#feed = feed
  }

  checkForUpdates(): void {
    this.#fetch().then(
      () => this.emit('update-downloaded'),
      (error: unknown) => this.emit('error', error),
    )
  }

  async #fetch(): Promise<void> {
    if (this.#feed === undefined) throw new Error('no feed')
    const { url, headers } = this.#feed
    const answer: { url: string } = JSON.parse(await (await fetch(url, { headers })).text())
    const file = await (await fetch(answer.url, { headers })).arrayBuffer()
    happened.squirrel = createHash('sha256').update(Buffer.from(file)).digest('hex')
  }
}

export const autoUpdater = new Squirrel()
