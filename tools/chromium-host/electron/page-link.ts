import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '../chromium/browser.ts'
import type { Cdp, Protocol } from '../chromium/cdp.ts'
import {
  mainWorldScript,
  preloadScript,
  preloadWorldName,
  receiveExpression,
  sendBinding,
} from '../page/scripts.ts'
import { createRequestGate, type Navigation } from './requests.ts'
import { chromium } from './running-chromium.ts'
import type { SessionRules } from './session.ts'

export type PageListener = {
  readonly contents: () => object
  readonly onMessage: (payload: string) => void
  readonly onNavigated: (webUrl: string) => void
  readonly onMovedWithin: (webUrl: string) => void
  readonly onDomReady: () => void
  readonly onFirstPaint: () => void
  readonly onResized: () => void
  /** The loader tells which navigation it was. */
  readonly onLoad: (loader: string) => void
  readonly onCrash: () => void
  readonly onGone: () => void
  readonly onConsole: (level: string, message: string) => void
  readonly onWindowOpen: (asked: Protocol.Page.windowOpenPayload) => void
  /** The user closes the window. False: the app prevents it. */
  readonly mayClose: () => boolean
  readonly mayNavigate: (navigation: Navigation) => boolean
}

type Attached = Page & { readonly cdp: Cdp }
type Context = { readonly id: number; readonly uniqueId: string }

/** Names the events between the worlds; a page cannot guess it. */
const secret = `host${randomBytes(12).toString('hex')}`

const preloadProcess = {
  platform: process.platform,
  arch: process.arch,
  type: 'renderer',
  sandboxed: true,
  contextIsolated: true,
  versions: { node: process.versions.node, electron: process.versions['electron'] },
  env: {},
  argv: [],
}

/** One page of Chromium and the two worlds in it. */
export class PageLink {
  readonly attached: Promise<Attached>
  #context: Context | undefined
  #targetId: string | undefined

  constructor(preload: string | undefined, rules: SessionRules, listener: PageListener) {
    this.attached = this.#attach(preload, rules, listener)
  }

  /** Known once the page is attached. */
  get targetId(): string | undefined {
    return this.#targetId
  }

  async send<M extends keyof Protocol.CommandParameters>(
    method: M,
    params?: Protocol.CommandParameters[M],
  ): Promise<Protocol.CommandReturnValues[M]> {
    const { cdp, sessionId } = await this.attached
    return cdp.send(method, params, sessionId)
  }

  /** Hands a message to the preload; before it runs and while the page is away nobody hears it. */
  async post(text: string, onlyTo = this.#context): Promise<void> {
    if (onlyTo === undefined || onlyTo !== this.#context) return
    const call = { expression: receiveExpression(text), uniqueContextId: onlyTo.uniqueId }
    // The page may leave at any moment, and nobody waits for what it was told.
    await this.send('Runtime.evaluate', { ...call, silent: true }).catch(() => {})
  }

  get context(): Context | undefined {
    return this.#context
  }

  /** In the preload's world, as if the user had clicked: for dialogs and the clipboard. */
  evaluateAsUser(expression: string): Promise<Protocol.Runtime.evaluateReturnValue> {
    if (this.#context === undefined) throw new Error('The window has no page.')
    return this.send('Runtime.evaluate', {
      expression,
      uniqueContextId: this.#context.uniqueId,
      userGesture: true,
      awaitPromise: true,
    })
  }

  async close(): Promise<void> {
    const { cdp, targetId } = await this.attached
    await cdp.send('Target.closeTarget', { targetId })
  }

  async #attach(
    preload: string | undefined,
    rules: SessionRules,
    listener: PageListener,
  ): Promise<Attached> {
    const { cdp, nextPage } = await chromium()
    const page = await nextPage()
    const { sessionId, targetId } = page
    this.#targetId = targetId
    const on = <E extends keyof Protocol.Events>(
      event: E,
      onEvent: (params: Protocol.Events[E]) => void,
    ): void => void cdp.on(event, onEvent, sessionId)
    this.#followWorlds(on, targetId, listener)
    followPage(on, targetId, listener)
    answerFilePaths(cdp, on, sessionId)
    followClosing(cdp, on, sessionId, listener)
    guardRequests({ cdp, ...page }, rules, listener)
    const source = preload === undefined ? '' : readFileSync(preload, 'utf8')
    await prepare(cdp, sessionId, source)
    return { cdp, ...page }
  }

  #followWorlds(on: On, targetId: string, listener: PageListener): void {
    on('Runtime.executionContextCreated', ({ context: { id, uniqueId, name, auxData } }) => {
      if (name !== preloadWorldName || auxData?.['frameId'] !== targetId) return
      this.#context = { id, uniqueId }
    })
    on('Runtime.executionContextDestroyed', ({ executionContextUniqueId }) => {
      if (executionContextUniqueId === this.#context?.uniqueId) this.#context = undefined
    })
    on('Runtime.executionContextsCleared', () => {
      this.#context = undefined
    })
    on('Inspector.targetCrashed', () => {
      this.#context = undefined
      listener.onCrash()
    })
    on('Runtime.bindingCalled', ({ payload, executionContextId }) => {
      if (executionContextId === this.#context?.id) listener.onMessage(payload)
    })
  }
}

type On = <E extends keyof Protocol.Events>(
  event: E,
  onEvent: (params: Protocol.Events[E]) => void,
) => void

const followPage = (on: On, targetId: string, listener: PageListener): void => {
  /** Of the document that is there; undefined while it is the one that Chromium began with, or an error's. */
  let loader: string | undefined
  on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId !== undefined) return
    loader = frame.url.startsWith('chrome-error:') ? undefined : frame.loaderId
    listener.onNavigated(frame.url)
  })
  on('Page.navigatedWithinDocument', ({ frameId, url }) => {
    if (frameId === targetId) listener.onMovedWithin(url)
  })
  on('Page.lifecycleEvent', ({ frameId, name, loaderId }) => {
    if (frameId !== targetId || loaderId !== loader) return
    if (name === 'DOMContentLoaded') listener.onDomReady()
    if (name === 'firstPaint') listener.onFirstPaint()
    if (name === 'load') listener.onLoad(loaderId)
  })
  on('Page.frameResized', listener.onResized)
  on('Page.windowOpen', listener.onWindowOpen)
  on('Runtime.consoleAPICalled', ({ type, args }) => {
    const words = args.map(({ value, description }) => String(value ?? description ?? ''))
    listener.onConsole(type, words.join(' '))
  })
  on('Runtime.exceptionThrown', ({ exceptionDetails: { exception, text } }) =>
    listener.onConsole('error', exception?.description ?? text),
  )
}

/**
 * Chromium's question before it leaves a page is the only sign of the user's close that comes in
 * time. It comes as well when the page is loaded again by keys, which the app then hears as a close.
 */
const followClosing = (cdp: Cdp, on: On, sessionId: string, listener: PageListener): void => {
  on('Page.javascriptDialogOpening', ({ type }) => {
    const accept = type === 'beforeunload' && listener.mayClose()
    cdp.send('Page.handleJavaScriptDialog', { accept }, sessionId).catch(() => {})
  })
  cdp.on('Target.detachedFromTarget', (detached) => {
    if (detached.sessionId !== sessionId) return
    cdp.forget(sessionId)
    listener.onGone()
  })
  cdp.onClose(listener.onGone)
}

/** `webUtils.getPathForFile` waits in a pause for the path of its file. Any other pause ends at once. */
const answerFilePaths = (cdp: Cdp, on: On, sessionId: string): void => {
  const writePath = async ({ callFrameId }: Protocol.Debugger.CallFrame): Promise<void> => {
    const evaluate = (expression: string) =>
      cdp.send('Debugger.evaluateOnCallFrame', { callFrameId, expression, silent: true }, sessionId)
    const { objectId = '' } = (await evaluate('_file')).result
    const { path } = await cdp.send('DOM.getFileInfo', { objectId }, sessionId)
    await evaluate(`path = ${JSON.stringify(path)}`)
  }
  const answer = async (frame: Protocol.Debugger.CallFrame | undefined): Promise<void> => {
    // Of what is no file, the path stays empty, as in Electron.
    if (frame?.functionName === 'getPathForFile') await writePath(frame).catch(() => {})
    await cdp.send('Debugger.resume', {}, sessionId).catch(() => {})
  }
  on('Debugger.paused', ({ callFrames: [frame] }) => void answer(frame))
}

/** Frames of other processes and workers come as targets of their own; the same rules hold for them. */
const guardRequests = (
  { cdp, sessionId, targetId }: Attached,
  rules: SessionRules,
  listener: PageListener,
): void => {
  const decide = createRequestGate({
    cdp,
    rules,
    contents: listener.contents,
    mainFrameId: targetId,
    mayNavigate: listener.mayNavigate,
  })
  cdp.on('Fetch.requestPaused', (paused) => decide(paused, sessionId), sessionId)
  cdp.on(
    'Target.attachedToTarget',
    ({ sessionId: inner, targetInfo }) => {
      cdp.on('Fetch.requestPaused', (paused) => decide(paused, inner), inner)
      // A dedicated worker's requests come through its page.
      if (targetInfo.type !== 'worker')
        cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, inner).catch(() => {})
      cdp.send('Runtime.runIfWaitingForDebugger', {}, inner).catch(() => {})
    },
    sessionId,
  )
}

/** Everything is in place before the page's first request. */
const prepare = async (cdp: Cdp, sessionId: string, preload: string): Promise<void> => {
  const send = <M extends keyof Protocol.CommandParameters>(
    method: M,
    params?: Protocol.CommandParameters[M],
  ): Promise<Protocol.CommandReturnValues[M]> => cdp.send(method, params, sessionId)
  const autoAttach = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }
  await Promise.all([
    send('Page.enable'),
    send('Page.setLifecycleEventsEnabled', { enabled: true }),
    send('Inspector.enable'),
    send('Debugger.enable'),
    send('Runtime.enable'),
    send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
    send('Target.setAutoAttach', autoAttach),
    send('Runtime.addBinding', { name: sendBinding, executionContextName: preloadWorldName }),
    send('Page.addScriptToEvaluateOnNewDocument', { source: mainWorldScript(secret) }),
    send('Page.addScriptToEvaluateOnNewDocument', {
      worldName: preloadWorldName,
      source: preloadScript(secret, preload, preloadProcess),
    }),
  ])
  await send('Runtime.runIfWaitingForDebugger')
}
