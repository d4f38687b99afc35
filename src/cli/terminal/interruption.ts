import { setTimeout as sleep } from 'node:timers/promises'
import { ColdpressError } from '#values/errors/errors.ts'

export type Interruption = {
  /** Aborted by the first Ctrl-C (or SIGTERM): work ends where it can go on later. */
  readonly signal: AbortSignal
  /** Rejects with `cancelled` when work has not ended by itself some time after that. */
  readonly overdue: Promise<never>
}

let current: AbortSignal | undefined

/** The signal of this process's one command, for waits that no command hands it down to. */
export const interruption = (): AbortSignal | undefined => current

/**
 * Listens for Ctrl-C and SIGTERM. The second one ends the process at once.
 * @param graceMs longer than an import waits for what it has sent, so that it can tell how it stands
 */
export const listenForInterruption = (onFirst: () => void, graceMs = 15_000): Interruption => {
  const controller = new AbortController()
  current = controller.signal
  const overdue = new Promise<never>((_resolve, reject) => {
    controller.signal.addEventListener('abort', () => {
      void sleep(graceMs).then(() => reject(controller.signal.reason))
    })
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(128 + (signal === 'SIGINT' ? 2 : 15))
      controller.abort(interrupted())
      onFirst()
    })
  }
  return { signal: controller.signal, overdue }
}

export const interrupted = (cause?: unknown): ColdpressError =>
  new ColdpressError(
    'cancelled',
    'Interrupted. Completed work is kept. Run the same command again to continue.',
    { cause },
  )
