import type { WebContents } from 'electron'

/**
 * Loads the page again when its process dies, once; a page that dies twice within a minute would go
 * on dying, so then it is given up.
 */
export const reloadAfterCrash = (
  contents: WebContents,
  then: {
    /** @param why Chromium's word for it, and the exit code */
    readonly onGone: (why: string) => void
    readonly onReloaded: () => void
    readonly onGivenUp: () => void
  },
): void => {
  let last = Number.NEGATIVE_INFINITY
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    then.onGone(`${reason}, exit code ${exitCode}`)
    const now = performance.now()
    const isSecond = now - last < 60_000
    last = now
    if (isSecond) {
      then.onGivenUp()
      return
    }
    contents.once('did-finish-load', then.onReloaded)
    contents.reload()
  })
}
