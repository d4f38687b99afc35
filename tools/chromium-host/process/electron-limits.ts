import childProcess from 'node:child_process'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { missingInBoringSsl } from './boringssl.ts'

/** The host's own way to start a utility process. */
export const realFork = childProcess.fork

/** Makes this process refuse what Electron's would: the error shows here and not at a user's. */
for (const [name, missing] of Object.entries(missingInBoringSsl)) {
  const original: unknown = Reflect.get(crypto, name)
  if (typeof original !== 'function') continue
  Reflect.set(crypto, name, (...args: unknown[]): unknown => {
    const reason = missing(args)
    if (reason !== undefined)
      throw Object.assign(new Error(`${reason}: Electron's BoringSSL does not have it.`), {
        code: 'ERR_CHROMIUM_HOST_BORINGSSL',
      })
    return Reflect.apply(original, crypto, args)
  })
}
Reflect.set(childProcess, 'fork', () => {
  throw new Error(
    'child_process.fork: the shipped app has the RunAsNode fuse off. Use utilityProcess, or spawn a Node of your own.',
  )
})
syncBuiltinESMExports()
