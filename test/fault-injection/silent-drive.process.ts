/**
 * Imports from a drive that goes silent in the middle, in a process with mounts of its own.
 * Arguments: home, folder of the images, folder to mount them at, base URL of the studio, collection.
 * Prints the drive's process ID, then a line of JSON for each step. Without arguments it only says whether a drive can be mounted.
 */
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { driveReads, endProcess } from '#platform/disk/drive-reads.ts'
import { createImageProcess } from '#media/images/process.ts'
import type { ImportRunOptions } from '#app/imports/run/session.ts'
import { messageOf } from '#values/errors/errors.ts'
import { openImporter, requestFor } from '../app/imports/harness.ts'
import { mountDrive } from '../support/silent-drive/mount-drive.ts'

const [home = '', folder = '', place = '', baseUrl = '', collectionId = ''] = process.argv.slice(2)

/** The image before whose reading the drive stops. */
const silentAt = 4

const importFrom = async (): Promise<void> => {
  mkdirSync(place)
  const drive = mountDrive(folder, place)
  console.log(drive.pid)
  const images = createImageProcess({ inFlight: 3, timeoutMs: 1_000, killAfterMs: 2_000 })
  let processed = 0
  const importer = await openImporter(home, baseUrl, {
    images: () => ({
      ...images,
      process: (job, signal) => {
        processed += 1
        if (processed === silentAt) drive.stop()
        return images.process(job, signal)
      },
    }),
  })
  const go = async (step: string, options: ImportRunOptions = {}): Promise<void> => {
    const since = performance.now()
    const result = await importer.imports.start(requestFor(place, collectionId), options).then(
      ({ state, added, failed, left, stopped }) => ({ state, added, failed, left, stopped }),
      (error: unknown) => ({ state: 'refused', stopped: { message: messageOf(error) } }),
    )
    console.log(JSON.stringify({ step, ...result, seconds: (performance.now() - since) / 1000 }))
  }
  await go('goes silent')
  await go('is cancelled', { signal: AbortSignal.timeout(1_000) })
  drive.goOn()
  while (driveReads.unanswered > 0) await delay(10)
  await go('answers again')
  drive.stop()
  await go('is silent from the start')
  await images.close()
  await importer.close()
  process.exitCode = 7
}

if (home === '') mountDrive(tmpdir(), mkdtempSync(join(tmpdir(), 'coldpress-drive-'))).end()
else await importFrom()
endProcess()
