import type { MessageBoxOptions, MessageBoxReturnValue } from 'electron'
import type { AlonePage, Chromium } from '../chromium/browser.ts'
import { answerName, messageBoxPage } from '../page/message-box-page.ts'
import { chromium } from './running-chromium.ts'

/** A host of no app: pages of apps are at `https://<host>.<scheme>.invalid`, with two labels before it. */
const boxUrl = 'https://message-box.invalid/'
const size = { width: 560, height: 480 }

const headers = [
  { name: 'content-type', value: 'text/html; charset=utf-8' },
  {
    name: 'content-security-policy',
    value:
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  },
]

/**
 * The system's message box, as a window in a browser context of its own: no page of the app shares an
 * origin, a storage or a handle with it. Closing it, in whatever way, is `cancelId`.
 */
export const showMessageBox = async (
  options: MessageBoxOptions,
): Promise<MessageBoxReturnValue> => {
  const { signal, cancelId = 0 } = options
  const cancelled = { response: cancelId, checkboxChecked: false }
  if (signal?.aborted === true) return cancelled
  const browser = await chromium()
  const box = await browser.openAlone(boxUrl, size)
  try {
    const response = await answerTo(browser, box, options)
    return { ...cancelled, response: response ?? cancelId }
  } finally {
    // Its user may have closed it, or Chromium itself.
    await box.close().catch(() => {})
  }
}

/** The number of the button; undefined when it was closed, or its time was over. */
const answerTo = async (
  { cdp }: Chromium,
  { sessionId }: AlonePage,
  options: MessageBoxOptions,
): Promise<number | undefined> => {
  const { signal, buttons = ['OK'] } = options
  const { promise: answered, resolve } = Promise.withResolvers<number | undefined>()
  const close = (): void => resolve(undefined)
  signal?.addEventListener('abort', close)
  const ends = [
    cdp.onClose(close),
    cdp.on('Target.detachedFromTarget', (gone) => gone.sessionId === sessionId && close()),
    cdp.on(
      'Fetch.requestPaused',
      ({ requestId, request: { url } }) => {
        const chosen = chosenIn(url, buttons.length)
        if (chosen !== undefined) resolve(chosen)
        const reply =
          url === boxUrl
            ? cdp.send('Fetch.fulfillRequest', { requestId, ...pageOf(options) }, sessionId)
            : cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }, sessionId)
        // It may be closed at this very moment.
        reply.catch(() => {})
      },
      sessionId,
    ),
  ]
  try {
    await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, sessionId)
    await cdp.send('Runtime.runIfWaitingForDebugger', {}, sessionId)
    // Aborted while the window opened: nobody waits for the answer.
    if (signal?.aborted === true) close()
    return await answered
  } catch (cause) {
    if (cdp.closed) return undefined
    throw cause
  } finally {
    signal?.removeEventListener('abort', close)
    for (const end of ends) end()
  }
}

const pageOf = ({
  title = '',
  message,
  detail = '',
  buttons = ['OK'],
  defaultId = 0,
}: MessageBoxOptions) => ({
  responseCode: 200,
  responseHeaders: headers,
  body: Buffer.from(messageBoxPage({ title, message, detail, buttons, defaultId })).toString(
    'base64',
  ),
})

const chosenIn = (url: string, buttons: number): number | undefined => {
  if (!url.startsWith(`${boxUrl}?`)) return undefined
  const chosen = Number(new URL(url).searchParams.get(answerName) ?? Number.NaN)
  return Number.isInteger(chosen) && chosen >= 0 && chosen < buttons ? chosen : undefined
}
