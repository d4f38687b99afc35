import { setTimeout as sleep } from 'node:timers/promises'
import { ColdpressError } from '#values/errors/errors.ts'
import { printable } from '#values/text/printable.ts'
import type { QrFile } from '#app/signing/qr-file.ts'
import { framesOf, loopOf } from '#app/signing/qr-frames.ts'
import { type QrSize, qrSizeOf, drawQr } from './qr-image.ts'
import type { Session } from '../session.ts'

/** From few dense codes to many that fit a small terminal. */
const fragments = [300, 200, 150, 100, 70, 50, 30, 20, 10]
/** One below the code says what to do. */
const captionRows = 1

const screen = {
  enter: '\u{1b}[?1049h\u{1b}[?25l\u{1b}[2J',
  home: '\u{1b}[H',
  clearLine: '\u{1b}[K',
  leave: '\u{1b}[?25h\u{1b}[?1049l',
}

/**
 * Shows the codes of a file on the terminal, one after the other without end, until a key is
 * pressed or the run is interrupted.
 * @throws ColdpressError `usage` where there is no terminal or it is too small
 */
export const showCodes = async (
  session: Session,
  file: QrFile,
  options: { readonly perSecond: number; readonly maxFragment?: number },
): Promise<void> => {
  const out = process.stderr
  if (!session.terminal.canPrompt)
    throw new ColdpressError(
      'usage',
      'The codes can be drawn on a terminal only. Write them as images instead: --frames DIR.',
    )
  const fit = fitFrame(file, out, options.maxFragment)
  const end = endOf(session.signal)
  out.write(screen.enter)
  try {
    for (const text of framesOf(file, { maxFragment: fit.fragment })) {
      if (end.signal.aborted) break
      const lines = drawQr(text, fit.size).map((line) => `${line}${screen.clearLine}`)
      const caption = `${printable(file.name)} ${text.split('/')[1] ?? ''}  Any key ends this.${screen.clearLine}`
      out.write(`${screen.home}${[...lines, caption].join('\n')}`)
      await sleep(1000 / options.perSecond, undefined, { signal: end.signal }).catch(
        () => undefined,
      )
    }
  } finally {
    out.write(screen.leave)
    end.stopListening()
  }
}

type Room = { readonly columns: number; readonly rows: number }

/** The densest codes that the terminal has room for. */
const fitFrame = (
  file: QrFile,
  { columns, rows }: Room,
  wanted: number | undefined,
): { readonly fragment: number; readonly size: QrSize } => {
  for (const fragment of wanted === undefined ? fragments : [wanted]) {
    const size = qrSizeOf(loopOf(file, { maxFragment: fragment })[0] ?? '')
    if (size.columns <= columns && size.rows + captionRows <= rows) return { fragment, size }
  }
  throw new ColdpressError(
    'usage',
    `The terminal has ${columns} columns and ${rows} rows, too few for these codes. Make its window larger or its letters smaller, or write images: --frames DIR.`,
  )
}

/** Aborted by any key, Ctrl-C among them, and by the run's own interruption. */
const endOf = (interruption: AbortSignal) => {
  const key = new AbortController()
  const press = (): void => key.abort()
  const { stdin } = process
  stdin.setRawMode(true)
  stdin.resume()
  stdin.once('data', press)
  return {
    signal: AbortSignal.any([key.signal, interruption]),
    stopListening: () => {
      stdin.off('data', press)
      stdin.setRawMode(false)
      stdin.pause()
    },
  }
}
