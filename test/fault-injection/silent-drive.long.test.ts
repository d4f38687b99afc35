import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import {
  contentsOf,
  freshFolder,
  makeFolder,
  openStudio,
  removeFolder,
  row,
} from '../app/imports/harness.ts'
import { ownMounts } from '../support/own-mounts.ts'

const images = 12
const script = join(import.meta.dirname, 'silent-drive.process.ts')

const mounts = ownMounts('a drive that goes silent, which also needs /dev/fuse', [
  process.execPath,
  script,
])

const stepRow = z.object({
  step: z.string(),
  state: z.string(),
  added: z.int().optional(),
  failed: z.int().optional(),
  stopped: z.object({ message: z.string() }).nullable(),
  seconds: z.number(),
})

describe.runIf(mounts.isAllowed)('a drive that no longer answers', () => {
  // Fault 24 of docs/faults.md.
  it('pauses the import in words, lets it be cancelled at once, and goes on when it is back', async () => {
    const root = await freshFolder()
    onTestFinished(() => removeFolder(root))
    const studio = await openStudio(join(root, 'studio'))
    onTestFinished(studio.close)
    const folder = join(root, 'art')
    await makeFolder(folder, images)
    const { baseUrl, collectionId } = studio
    const given = [root, folder, join(root, 'nas'), baseUrl, collectionId]
    const command = mounts.command(process.execPath, script, ...given)
    const child = spawn(...command, { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    const [pid = '', ...lines] = output.trim().split('\n')
    // the drive is stopped: it ends by nothing else
    process.kill(Number(pid), 'SIGKILL')
    const steps = lines.map((line) => stepRow.parse(JSON.parse(line)))
    const [silent, cancelled, back, again] = steps
    expect(silent).toMatchObject({ state: 'paused', failed: 0 })
    expect(silent?.stopped?.message).toMatch(
      /^The drive with .*nas\/.* has not answered for \d+ sec/u,
    )
    expect(cancelled?.seconds).toBeLessThan(10)
    expect(back).toMatchObject({ state: 'done', failed: 0, stopped: null })
    expect(again?.stopped?.message).toMatch(
      /^The drive with .*nas.* (?:has|still does) not answer/u,
    )
    // The process ends although the drive still holds its threads.
    expect(code).toBe(7)
    const held = await contentsOf(studio.client, collectionId)
    expect(held.map(({ asset_name }) => asset_name).toSorted()).toEqual(
      Array.from({ length: images }, (_, at) => row(at + 1)[0] ?? '').toSorted(),
    )
  })
})
