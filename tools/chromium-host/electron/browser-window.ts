import { EventEmitter } from 'node:events'
import type { BrowserWindowConstructorOptions } from 'electron'
import type { Protocol } from '../chromium/cdp.ts'
import { app, windowsAreClosed } from './app.ts'
import { isPrevented } from './event.ts'
import { emulatedScheme } from './native-theme.ts'
import { fromPartition, isHostSession } from './session.ts'
import { strict } from './strict.ts'
import { WebContents } from './web-contents.ts'
import { checkWebPreferences } from './web-preferences.ts'
import { addWindow, openWindows, removeWindow, type OpenWindow } from './windows.ts'

type Bounds = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
type WindowState = 'normal' | 'minimized' | 'maximized'

export class BrowserWindow extends EventEmitter {
  readonly id: number
  readonly webContents: WebContents
  readonly #open: OpenWindow
  readonly #contents: WebContents
  #title: string
  #bounds: Bounds
  #state: WindowState = 'normal'
  #isVisible: boolean
  #isPainted = false
  #isProtected = false
  #isGone = false

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super()
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
    const preferences = options.webPreferences ?? {}
    checkWebPreferences(preferences)
    const { width = 800, height = 600, x = 0, y = 0 } = options
    this.#bounds = { x, y, width, height }
    this.#title = options.title ?? app.getName()
    this.#isVisible = options.show !== false
    const session = isHostSession(preferences.session)
      ? preferences.session
      : fromPartition(preferences.partition ?? '')
    this.#contents = new WebContents(preferences.preload, session, {
      title: () => this.#title,
      onFirstPaint: () => this.#painted(),
      onResized: () => void this.#resized(),
      mayClose: () => this.#isGone || !isPrevented(this, 'close', {}),
      close: () => this.close(),
      onGone: () => this.#gone(),
    })
    this.id = this.#contents.id
    this.webContents = this.#contents.facade
    const facade = strict('BrowserWindow', this, () => this.#isGone)
    this.#open = {
      id: this.id,
      facade,
      contents: this.webContents,
      page: this.#contents.page,
      close: () => this.close(),
      destroy: () => this.destroy(),
    }
    addWindow(this.#open)
    this.#prepare(options)
    queueMicrotask(() => app.emit('browser-window-created', {}, facade))
    app.emit('web-contents-created', {}, this.webContents)
    return facade
  }

  static getAllWindows(): readonly object[] {
    return openWindows().map(({ facade }) => facade)
  }
  static fromWebContents(contents: unknown): object | null {
    return openWindows().find((window) => window.contents === contents)?.facade ?? null
  }
  static fromId(id: number): object | null {
    return openWindows().find((window) => window.id === id)?.facade ?? null
  }
  static getFocusedWindow(): object | null {
    return openWindows()[0]?.facade ?? null
  }

  loadURL(url: string): Promise<void> {
    return this.#contents.loadURL(url)
  }
  reload(): void {
    this.#contents.reload()
  }
  /** Chromium's window is there from the start; what the app hears is as in Electron. */
  show(): void {
    this.#isVisible = true
    this.emit('show')
  }
  showInactive(): void {
    this.show()
  }
  hide(): void {
    this.#isVisible = false
    this.emit('hide')
  }
  focus(): void {
    this.#contents.focus()
  }
  isVisible(): boolean {
    return this.#isVisible
  }
  isFocused(): boolean {
    return this.#isVisible
  }
  minimize(): void {
    this.#setState('minimized')
  }
  maximize(): void {
    this.#setState('maximized')
  }
  unmaximize(): void {
    this.#setState('normal')
  }
  restore(): void {
    this.#setState('normal')
  }
  isMinimized(): boolean {
    return this.#state === 'minimized'
  }
  isMaximized(): boolean {
    return this.#state === 'maximized'
  }
  isFullScreen(): boolean {
    return false
  }
  getBounds(): Bounds {
    return this.#bounds
  }
  getNormalBounds(): Bounds {
    return this.#bounds
  }
  setBounds(bounds: Partial<Bounds>): void {
    this.#bounds = { ...this.#bounds, ...bounds }
    this.#place(boundsOf(bounds))
  }
  getSize(): readonly number[] {
    return [this.#bounds.width, this.#bounds.height]
  }
  setSize(width: number, height: number): void {
    this.setBounds({ width, height })
  }
  getTitle(): string {
    return this.#title
  }
  setTitle(title: string): void {
    this.#title = title
  }
  /** Screens can be captured here all the same: a browser cannot forbid it. */
  setContentProtection(isProtected: boolean): void {
    this.#isProtected = isProtected
  }
  isContentProtected(): boolean {
    return this.#isProtected
  }
  setBackgroundColor(color: string): void {
    const [, ...parts] = /^#(..)(..)(..)$/u.exec(color) ?? []
    const [r, g, b] = parts.map((part) => Number.parseInt(part, 16))
    if (r === undefined || g === undefined || b === undefined) return
    this.#ask('Emulation.setDefaultBackgroundColorOverride', { color: { r, g, b, a: 1 } })
  }
  setMinimumSize(): void {}
  setMenu(): void {}
  removeMenu(): void {}
  setMenuBarVisibility(): void {}
  setAutoHideMenuBar(): void {}
  isDestroyed(): boolean {
    return this.#isGone
  }

  close(): void {
    if (!this.#isGone && !isPrevented(this, 'close', {})) this.destroy()
  }
  destroy(): void {
    if (this.#isGone) return
    this.#contents.page.close().catch(() => {})
    this.#gone()
  }

  #prepare({ x, y, backgroundColor }: BrowserWindowConstructorOptions): void {
    const { width, height } = this.#bounds
    this.#place(
      boundsOf({ width, height, ...(x === undefined || y === undefined ? {} : { x, y }) }),
    )
    if (backgroundColor !== undefined) this.setBackgroundColor(backgroundColor)
    this.#ask('Emulation.setEmulatedMedia', { features: emulatedScheme() })
    this.#contents.page.attached.catch((cause: unknown) => {
      console.error(`Chromium host: ${cause instanceof Error ? cause.message : String(cause)}`)
      app.exit(1)
    })
  }
  #place(bounds: Protocol.Browser.Bounds): void {
    const page = this.#contents.page
    page
      .send('Browser.getWindowForTarget')
      .then(({ windowId }) => page.send('Browser.setWindowBounds', { windowId, bounds }))
      .catch(() => {})
  }
  /** The user has moved its edges. */
  async #resized(): Promise<void> {
    try {
      const { bounds } = await this.#contents.page.send('Browser.getWindowForTarget')
      const { left: x, top: y, width, height, windowState = 'normal' } = bounds
      this.#state = windowState === 'fullscreen' ? 'maximized' : windowState
      if (this.#state !== 'normal') return
      this.#bounds = { ...this.#bounds, ...definedOf({ x, y, width, height }) }
      this.emit('resize')
    } catch {
      // The window is gone.
    }
  }
  #setState(windowState: WindowState): void {
    this.#state = windowState
    this.#place({ windowState })
  }
  #ask<M extends keyof Protocol.CommandParameters>(
    method: M,
    params: Protocol.CommandParameters[M],
  ): void {
    this.#contents.page.send(method, params).catch(() => {})
  }
  #painted(): void {
    if (this.#isPainted) return
    this.#isPainted = true
    this.emit('ready-to-show')
  }
  #gone(): void {
    if (this.#isGone) return
    this.#isGone = true
    removeWindow(this.#open)
    this.#contents.markGone()
    this.emit('closed')
    if (openWindows().length === 0) windowsAreClosed()
  }
}

const definedOf = (bounds: Readonly<Record<keyof Bounds, number | undefined>>): Partial<Bounds> =>
  Object.fromEntries(Object.entries(bounds).filter(([, value]) => value !== undefined))

/** Chromium's names of a window's edges. */
const boundsOf = ({ x, y, width, height }: Partial<Bounds>): Protocol.Browser.Bounds => ({
  ...(x === undefined ? {} : { left: x }),
  ...(y === undefined ? {} : { top: y }),
  ...(width === undefined ? {} : { width }),
  ...(height === undefined ? {} : { height }),
})

/** Electron's `webContents`: the lists of them. Playwright finds a page's window with the last one. */
export const webContents = strict('webContents', {
  getAllWebContents: () => openWindows().map(({ contents }) => contents),
  fromId: (id: number) => openWindows().find((window) => window.id === id)?.contents,
  fromDevToolsTargetId: (targetId: string) =>
    openWindows().find(({ page }) => page.targetId === targetId)?.contents,
})
