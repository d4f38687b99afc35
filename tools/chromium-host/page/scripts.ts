import { showBadge } from './badge.ts'
import { makeBridge } from './bridge.ts'
import { makeCodec } from './codec.ts'
import { mainWorld } from './main-world.ts'
import { preloadWorld } from './preload-world.ts'

/** Name of the preload's isolated world, and of the binding that exists in it alone. */
export const preloadWorldName = 'electron-preload'
export const sendBinding = 'hostSend'

/** Node strips the types as it loads a file, so a function's own text is the script. */
export const mainWorldScript = (secret: string): string =>
  `(${String(mainWorld)})(window, ${JSON.stringify(secret)}, ${String(makeBridge)})`

const pageBase64 =
  '{ toText: (bytes) => bytes.toBase64(), toBytes: (text) => Uint8Array.fromBase64(text) }'

/** A preload of a sandboxed window: a CommonJS bundle in a function of its own. */
export const preloadScript = (secret: string, preload: string, process: unknown): string => `{
  ${keepClosing}
  ;(${String(showBadge)})(window, 'Chromium host')
  const globals = (${String(preloadWorld)})(window, ${JSON.stringify(secret)}, ${String(makeBridge)}, ${String(makeCodec)}, ${pageBase64}, ${JSON.stringify(process)})
  if (globals) ((require, process, global, exports, module) => {
${preload}
  })(globals.require, globals.process, globalThis, {}, { exports: {} })
}`

/** With this, Chromium asks before the user's close takes the window away; the host answers for the app. */
const keepClosing =
  "if (window === window.top) window.addEventListener('beforeunload', (event) => event.preventDefault())"

/** Hands a message to the preload's world. */
export const receiveExpression = (text: string): string => `hostReceive(${JSON.stringify(text)})`
