import { EventEmitter } from 'node:events'
import type { WindowOpenHandlerResponse } from 'electron'
import type { Protocol } from '../chromium/cdp.ts'
import { app } from './app.ts'
import { isPrevented } from './event.ts'
import { createMainFrame } from './frame.ts'
import { handlerOf, ipcMain } from './ipc-main.ts'
import { codec } from './node-codec.ts'
import { PageLink } from './page-link.ts'
import type { Navigation } from './requests.ts'
import { addresses } from './schemes.ts'
import { rulesOf, type HostSession } from './session.ts'
import { strict } from './strict.ts'

export type ContentsOwner = {
  readonly title: () => string
  readonly onFirstPaint: () => void
  readonly onResized: () => void
  /** The user closes the window. False: the app prevents it. */
  readonly mayClose: () => boolean
  readonly close: () => void
  readonly onGone: () => void
}
type OpenHandler = (details: object) => WindowOpenHandlerResponse
type Invocation = {
  readonly kind: string
  readonly id?: unknown
  readonly channel: string
  readonly args: readonly unknown[]
}

const isInvocation = (message: unknown): message is Invocation =>
  typeof message === 'object' &&
  message !== null &&
  'channel' in message &&
  'args' in message &&
  Array.isArray(message.args)

let lastId = 0

export class WebContents extends EventEmitter {
  readonly id: number
  readonly session: HostSession
  readonly mainFrame: ReturnType<typeof createMainFrame>
  readonly page: PageLink
  readonly facade: WebContents
  readonly #owner: ContentsOwner
  #webUrl = ''
  /** Navigations that the app itself has begun: they are not asked about. */
  #ownNavigations = 0
  #isLoading = true
  #lastLoaded = ''
  #isCrashed = false
  #isGone = false
  #openHandler: OpenHandler | undefined

  constructor(preload: string | undefined, session: HostSession, owner: ContentsOwner) {
    super()
    lastId += 1
    this.id = lastId
    this.session = session
    this.#owner = owner
    this.mainFrame = createMainFrame(
      () => this.#webUrl,
      () => this.#isGone,
    )
    this.facade = strict('webContents', this, () => this.#isGone)
    this.page = this.#link(preload)
  }

  #link(preload: string | undefined): PageLink {
    return new PageLink(preload, rulesOf(this.session), {
      contents: () => this.facade,
      onMessage: (payload) => void this.#receive(payload),
      onNavigated: (url) => {
        this.#webUrl = url
        this.#isCrashed = false
        this.emit('did-navigate', {}, addresses.fromWeb(url), 200, 'OK')
      },
      onMovedWithin: (url) => {
        this.#webUrl = url
        this.emit('did-navigate-in-page', {}, addresses.fromWeb(url), true)
      },
      onDomReady: () => this.emit('dom-ready', {}),
      onFirstPaint: () => this.#owner.onFirstPaint(),
      onResized: () => this.#owner.onResized(),
      onLoad: (loader) => this.#loaded(loader),
      onCrash: () => this.#crashed(),
      onGone: () => this.#owner.onGone(),
      onConsole: (level, message) => this.#log(level, message),
      onWindowOpen: (asked) => this.#askWindowOpen(asked),
      mayClose: () => this.#ownNavigations > 0 || this.#owner.mayClose(),
      mayNavigate: (navigation) => this.#mayNavigate(navigation),
    })
  }

  getURL(): string {
    return this.mainFrame.url
  }
  getTitle(): string {
    return this.#owner.title()
  }
  isLoading(): boolean {
    return this.#isLoading
  }
  isCrashed(): boolean {
    return this.#isCrashed
  }
  isDestroyed(): boolean {
    return this.#isGone
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler
  }
  setBackgroundThrottling(): void {}
  /** One switch holds for all of Chromium here (chromium/arguments.ts), and it is this policy's. */
  setWebRTCIPHandlingPolicy(policy: string): void {
    if (policy !== 'disable_non_proxied_udp')
      throw new Error(`The Chromium host has no WebRTC policy but disable_non_proxied_udp.`)
  }
  getWebRTCIPHandlingPolicy(): string {
    return 'disable_non_proxied_udp'
  }
  async setVisualZoomLevelLimits(): Promise<void> {}
  setZoomFactor(factor: number): void {
    this.#ask('Emulation.setPageScaleFactor', { pageScaleFactor: factor })
  }
  focus(): void {
    this.#ask('Page.bringToFront')
  }
  close(): void {
    this.#owner.close()
  }
  send(channel: string, ...args: readonly unknown[]): void {
    void this.page.post(codec.encode({ kind: 'event', channel, args }))
  }

  async loadURL(url: string): Promise<void> {
    const { href } = new URL(url)
    this.#ownNavigations += 1
    this.#isLoading = true
    const { errorText, loaderId } = await this.page
      .send('Page.navigate', { url: addresses.toWeb(href) })
      .finally(() => {
        this.#ownNavigations -= 1
      })
    const error = errorText ?? (await this.#endOfLoad(loaderId))
    if (error === undefined) return
    this.emit('did-fail-load', {}, -2, error, href, true)
    throw Object.assign(new Error(`${error} (-2) loading '${url}'`), { code: error })
  }
  reload(): void {
    this.#ownNavigations += 1
    this.#isLoading = true
    void this.#endOfLoad().finally(() => {
      this.#ownNavigations -= 1
    })
    this.#ask('Page.reload')
  }
  reloadIgnoringCache(): void {
    this.reload()
  }
  forcefullyCrashRenderer(): void {
    this.#ask('Page.crash')
  }

  async executeJavaScript(expression: string): Promise<unknown> {
    const asked = { expression, awaitPromise: true, returnByValue: true, userGesture: true }
    const { exceptionDetails, result } = await this.page.send('Runtime.evaluate', asked)
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }
  async capturePage(): Promise<{ readonly toPNG: () => Buffer }> {
    const { data } = await this.page.send('Page.captureScreenshot', { format: 'png' })
    return { toPNG: () => Buffer.from(data, 'base64') }
  }

  markGone(): void {
    this.#isGone = true
    this.emit('destroyed')
  }

  /** For what Electron answers nothing to; the window may go meanwhile. */
  #ask<M extends keyof Protocol.CommandParameters>(
    method: M,
    params?: Protocol.CommandParameters[M],
  ): void {
    this.page.send(method, params).catch(() => {})
  }
  /** Undefined when the page is there, else why it is not. */
  /** Of that navigation; of the next one where none is named. A page that loads late may end meanwhile. */
  #endOfLoad(loader?: string): Promise<string | undefined> {
    if (loader !== undefined && loader === this.#lastLoaded) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      const end = (error: string | undefined) => {
        this.off('did-finish-load', loaded)
        for (const name of errors) this.off(name, failed)
        resolve(error)
      }
      const loaded = () => {
        if (loader === undefined || loader === this.#lastLoaded) end(undefined)
      }
      const failed = () => end('ERR_FAILED')
      const errors = ['render-process-gone', 'destroyed']
      this.on('did-finish-load', loaded)
      for (const name of errors) this.on(name, failed)
    })
  }
  #loaded(loader: string): void {
    this.#lastLoaded = loader
    this.#isLoading = false
    this.#owner.onFirstPaint()
    this.emit('did-finish-load', {})
    // Only of a page that the user has touched does Chromium ask before it closes it.
    this.page.evaluateAsUser('0').catch(() => {})
  }
  #crashed(): void {
    this.#isCrashed = true
    const details = { reason: 'crashed', exitCode: 5 }
    this.emit('render-process-gone', {}, details)
    app.emit('render-process-gone', {}, this.facade, details)
  }
  #log(level: string, message: string): void {
    this.emit('console-message', {
      level,
      message,
      lineNumber: 0,
      sourceId: '',
      frame: this.mainFrame,
    })
    if (level === 'error') console.error('[window]', message)
  }
  #askWindowOpen({ url, windowName, windowFeatures }: Protocol.Page.windowOpenPayload): void {
    if (this.#openHandler === undefined) {
      console.error('Chromium host: no setWindowOpenHandler; Electron would have opened a window.')
      return
    }
    const { action } = this.#openHandler({
      url: addresses.fromWeb(url),
      frameName: windowName,
      features: windowFeatures.join(','),
      disposition: 'foreground-tab',
      referrer: { url: '', policy: 'default' },
    })
    if (action === 'allow') throw new Error('The Chromium host has no child windows.')
  }
  #mayNavigate({ url, isMainFrame, isRedirect }: Navigation): boolean {
    const isOurs =
      isMainFrame && (this.#ownNavigations > 0 || withoutHash(url) === withoutHash(this.getURL()))
    const facts = { url, isMainFrame, isSameDocument: false, frame: this.mainFrame }
    if (isRedirect) return !isPrevented(this, 'will-redirect', facts, url, false, isMainFrame)
    if (isOurs) return true
    if (isPrevented(this, 'will-frame-navigate', facts)) return false
    return !(isMainFrame && isPrevented(this, 'will-navigate', facts, url, false, isMainFrame))
  }

  async #receive(payload: string): Promise<void> {
    const message = codec.decode(payload)
    if (!isInvocation(message)) return
    const { kind, id, channel, args } = message
    const event = {
      type: 'frame',
      sender: this.facade,
      senderFrame: this.mainFrame,
      processId: this.mainFrame.processId,
      frameId: this.mainFrame.routingId,
      reply: (answer: string, ...rest: unknown[]) => this.send(answer, ...rest),
    }
    if (kind === 'send') {
      ipcMain.emit(channel, event, ...args)
      return
    }
    // The page may be another by the time the answer comes: it goes to the one that asked.
    const asker = this.page.context
    const answer = (rest: object): void =>
      void this.page.post(codec.encode({ kind: 'answer', id, ...rest }), asker)
    try {
      answer({ ok: true, value: await handlerOf(channel)(event, ...args) })
    } catch (cause) {
      console.error(`Error occurred in handler for '${channel}':`, cause)
      answer({ ok: false, value: String(cause) })
    }
  }
}

const withoutHash = (url: string): string => url.split('#')[0] ?? ''
