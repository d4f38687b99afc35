import { EventEmitter } from 'node:events'
import type { NotificationConstructorOptions } from 'electron'

/** A browser's notifications belong to its pages, so the main process has none. */
export class Notification extends EventEmitter {
  readonly title: string
  readonly body: string

  constructor({ title = '', body = '' }: NotificationConstructorOptions = {}) {
    super()
    this.title = title
    this.body = body
  }

  static isSupported(): boolean {
    return false
  }

  show(): void {
    throw new Error('The Chromium host shows no notifications; ask isSupported() first.')
  }
}
