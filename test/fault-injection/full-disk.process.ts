/**
 * Runs an import again and again with its data folder on a small disk, in a mount namespace of its
 * own: full, with room again, read-only, writable again. The folder of images is read-only throughout.
 * Arguments: home, folder, base URL of the studio, collection ID; with none it only tries to mount.
 * Writes a line of JSON for each run.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isColdpressError } from '#values/errors/errors.ts'
import { openImporter, requestFor, temporaryFiles } from '../app/imports/harness.ts'

const [home = '', folder = '', baseUrl = '', collectionId = ''] = process.argv.slice(2)
const mount = (...args: readonly string[]) => execFileSync('mount', args)
/**
 * Without its source, `mount` would add the options that the disk has, among them the owner's user ID,
 * which a user namespace does not know.
 */
const remount = (option: string) => mount('-o', `remount,${option}`, 'none', home)

const importOnce = async (at: string): Promise<object> => {
  const importer = await openImporter(at, baseUrl)
  try {
    const { settings, ...request } = requestFor(folder, collectionId)
    const whole = { ...request, settings: { ...settings, maxPixels: null } }
    const { state, added, failed, stopped } = await importer.imports.start(whole)
    return { state, added, failed, stopped }
  } finally {
    await importer.close()
  }
}

const report = async (disk: string, at: string): Promise<void> => {
  const result = await importOnce(at).catch((error: unknown) => {
    if (!isColdpressError(error)) throw error
    return { stopped: { code: error.code, message: error.message } }
  })
  console.log(JSON.stringify({ disk, ...result, temporary: await temporaryFiles(at) }))
}

if (home === '') {
  mount('-t', 'tmpfs', '-o', 'size=64k', 'none', tmpdir())
} else {
  mkdirSync(home, { recursive: true })
  mount('-t', 'tmpfs', '-o', 'size=2m', 'none', home)
  mount('--bind', folder, folder)
  mount('-o', 'remount,ro,bind', folder)
  await report('full', home)
  await report('still full', home)
  remount('size=64m')
  await report('with room', home)
  remount('ro')
  await report('read-only', home)
  remount('rw')
  await report('writable', home)
}
