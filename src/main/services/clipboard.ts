import { createHash } from 'node:crypto'
import type { ServicesDeps } from './services-deps.ts'

const secretStaysMs = 30_000

export type Copier = {
  /** Clears a secret from the clipboard after 30 seconds, unless the clipboard has changed. */
  readonly copy: (text: string, secret: boolean) => Promise<void>
  /** Clears a copied secret at once. */
  readonly close: () => Promise<void>
}

/** Copied text is compared by its hash, so that the secret is not kept for half a minute. */
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

export const createCopier = (
  clipboard: ServicesDeps['clipboard'],
  staysMs = secretStaysMs,
): Copier => {
  let waiting: { readonly timer: NodeJS.Timeout; readonly hash: string } | undefined

  const clear = async (): Promise<void> => {
    if (waiting === undefined) return
    const { timer, hash } = waiting
    clearTimeout(timer)
    waiting = undefined
    if (hashOf(await clipboard.read()) === hash) await clipboard.clear()
  }

  return {
    copy: async (text, secret) => {
      clearTimeout(waiting?.timer)
      waiting = undefined
      await clipboard.write(text)
      if (!secret) return
      const timer = setTimeout(() => {
        // An unreadable clipboard holds something else by now.
        clear().catch(() => undefined)
      }, staysMs)
      waiting = { timer, hash: hashOf(text) }
    },
    close: clear,
  }
}
