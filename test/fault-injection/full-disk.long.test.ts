import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import {
  contentsOf,
  freshFolder,
  makeFolder,
  makeNoisyPicture,
  openStudio,
  removeFolder,
  row,
} from '../app/imports/harness.ts'
import { ownMounts } from '../support/own-mounts.ts'
import { startProgram } from './start-program.ts'

const images = 30
const script = join(import.meta.dirname, 'full-disk.process.ts')

const mounts = ownMounts('a full and a read-only disk', [process.execPath, script])

const reported = z.object({
  disk: z.string(),
  state: z.string().optional(),
  added: z.int().optional(),
  failed: z.int().optional(),
  stopped: z.object({ code: z.string(), message: z.string() }).nullable(),
  temporary: z.array(z.string()),
})

/** About 100 KB each: together more than the small disk holds. */
const makeNoise = async (folder: string): Promise<void> => {
  await makeFolder(folder, images)
  for (let index = 1; index <= images; index += 1) await makeNoisyPicture(folder, index, 190)
}

describe.runIf(mounts.isAllowed)('an import whose data folder', () => {
  // Faults 5, 19 of docs/faults.md.
  it('is on a full or read-only disk stops in words, fails no token, and goes on once it can write', async () => {
    const root = await freshFolder()
    onTestFinished(() => removeFolder(root))
    const studio = await openStudio(join(root, 'studio'))
    onTestFinished(studio.close)
    const folder = join(root, 'art')
    await makeNoise(folder)
    const { baseUrl, collectionId } = studio
    const given = [join(root, 'small'), folder, baseUrl, collectionId]
    const command = mounts.command(process.execPath, script, ...given)
    const { code, stdout } = await startProgram(...command).ended
    const runs = stdout
      .trim()
      .split('\n')
      .map((line) => reported.parse(JSON.parse(line)))
    expect(code).toBe(0)
    const [full, stillFull, withRoom, readOnly, writable] = runs
    // Which of its files meets the full disk first, and so whether a summary can be written, varies.
    for (const run of [full, stillFull]) {
      expect(run).toMatchObject({ stopped: { code: 'disk_full' }, temporary: [] })
      expect(run?.failed ?? 0).toBe(0)
    }
    expect(withRoom).toMatchObject({ state: 'done', failed: 0, stopped: null, temporary: [] })
    expect(readOnly?.stopped).toMatchObject({ code: 'read_only' })
    expect(writable).toMatchObject({ state: 'done', added: 0, failed: 0 })
    const held = await contentsOf(studio.client, collectionId)
    expect(held.map(({ asset_name }) => asset_name)).toEqual(
      Array.from({ length: images }, (_, at) => row(at + 1)[0]),
    )
  })
})
