import { rm } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ColdpressError } from '#values/errors/errors.ts'
import { fileError, systemCode } from '#platform/disk/disk-error.ts'
import { renameDurably, writeDurably } from '#platform/disk/durable-file.ts'
import { readBounded } from '#platform/disk/read-bounded.ts'
import { temporaryName } from '#platform/disk/temporary-file.ts'
import { exportEvents, type ExportForm } from '#app/events/received/export-events.ts'
import type { EventFile } from '#app/events/received/import-events.ts'
import type { EventFilter } from '#app/events/received/event-query.ts'
import type { Events } from '#app/events/events.ts'

/**
 * Writes the matching events to a file in pieces; the file gets its name when complete.
 * @returns their number
 * @throws ColdpressError `disk_full`, `internal` with the path and the system's reason
 */
export const writeEvents = async (
  events: Pick<Events, 'page'>,
  path: string,
  filter: EventFilter,
  form: ExportForm,
): Promise<number> => {
  const temporary = `${path}.${temporaryName()}`
  try {
    const written = await writeDurably(temporary, async (write) => {
      let count = 0
      for (const piece of exportEvents(events, filter, form)) {
        await write(new TextEncoder().encode(piece.text))
        count += piece.events
        // let other requests run
        await nextTurn()
      }
      return count
    })
    await renameDurably(temporary, path)
    return written
  } catch (error) {
    await rm(temporary, { force: true })
    throw fileError(path, 'written', error)
  }
}

/** About half a million events. */
const maxBytes = 256 * 1024 ** 2

/** @throws ColdpressError `invalid` when it cannot be read */
export const readEventFile = async (path: string): Promise<EventFile> => {
  try {
    return { path, bytes: await readBounded(path, { maxBytes }) }
  } catch (error) {
    const reason = error instanceof RangeError ? error.message : systemCode(error)
    throw new ColdpressError(
      'invalid',
      `${path} cannot be read (${reason ?? 'unknown'}). Choose the file again.`,
      { cause: error },
    )
  }
}
