import { platformErrors } from '#values/errors/platform-errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { isoTime, longText } from '#values/bounds/bounded.ts'
import { replaceFile } from './durable-file.ts'
import { systemCode } from './disk-error.ts'

const movedShape = z.object({
  /** When the export began. */
  at: isoTime,
  /** Path of the exported file. */
  file: longText,
})

/** What a data folder knows about its move to another computer. */
export type Moved = Readonly<z.output<typeof movedShape>>

const markOf = (home: string): string => join(home, 'moved.json')

/**
 * Undefined for a data folder that is in use here. A damaged mark still counts.
 * @throws the system's error where this user may not look
 */
export const movedFrom = (home: string): Moved | 'unreadable' | undefined => {
  try {
    if (!statSync(markOf(home)).isFile()) return 'unreadable'
    return movedShape.safeParse(JSON.parse(readFileSync(markOf(home), 'utf8'))).data ?? 'unreadable'
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOENT') return undefined
    // Nobody can tell, so the system's own reason is the one to give.
    if (code !== undefined) throw error
    return 'unreadable'
  }
}

export const markMoved = (home: string, moved: Moved): Promise<void> =>
  replaceFile(markOf(home), new TextEncoder().encode(`${JSON.stringify(moved, null, 2)}\n`))

/** Lets the data folder be used here again. */
export const unmarkMoved = (home: string): void => rmSync(markOf(home), { force: true })

/**
 * Two data folders with one wallet give the same payment addresses to different buyers, so one that
 * moved mints, imports and serves nothing. Cheap enough to be asked before each such step: another
 * process may have exported it a moment ago.
 * @throws ColdpressError `conflict` with the rule `moved`
 */
export const requireNotMoved = (home: string): void => {
  const moved = movedFrom(home)
  if (moved === undefined) return
  const what =
    moved === 'unreadable'
      ? `This data folder, ${home}, was moved to another computer.`
      : `This data folder, ${home}, was exported on ${moved.at.slice(0, 10)} into ${moved.file}, to be used on another computer.`
  throw errorBy(
    platformErrors,
    'moved',
    {},
    `${what} It mints, imports and serves nothing here any more, because two computers with one wallet would give the same payment addresses to different buyers. Everything in it is kept. If it is used nowhere else, you can use it here again.`,
  )
}

/** Ends when another process moves the data folder, or with the signal. */
export const untilMoved = async (home: string, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted && !isMoved(home))
    await sleep(1_000, undefined, { signal }).catch(() => undefined)
}

const isMoved = (home: string): boolean => {
  try {
    return movedFrom(home) !== undefined
  } catch {
    return false
  }
}
