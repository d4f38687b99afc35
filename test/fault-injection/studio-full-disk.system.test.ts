import { join } from 'node:path'
import { describe, expect, onTestFinished } from 'vitest'
import { z } from 'zod'
import { folderTest as it } from '../support/folder-test.ts'
import { ownMounts } from '../support/own-mounts.ts'
import { startProgram } from './start-program.ts'

const script = join(import.meta.dirname, 'studio-full-disk.process.ts')
const mounts = ownMounts('a studio on a full disk', [process.execPath, script])

const reported = z.object({
  status: z.int(),
  health: z.object({
    status: z.string(),
    failures: z.array(z.object({ what: z.string(), message: z.string() })).optional(),
  }),
})

describe.runIf(mounts.isAllowed)('A studio on a full disk', () => {
  it('says what it cannot write, and is well and logs again once there is room', async ({
    folder,
  }) => {
    const command = mounts.command(process.execPath, script, join(folder, 'home'))
    const program = startProgram(...command)
    onTestFinished(() => void program.child.kill())
    const { code, stdout } = await program.ended
    expect(code).toBe(0)
    const lines = stdout
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    const [before, full, after] = lines.slice(0, 3).map((line) => reported.parse(line))
    for (const well of [before, after]) {
      expect(well).toMatchObject({ status: 200, health: { status: 'ok' } })
      expect(well?.health).not.toHaveProperty('failures')
    }
    expect(full).toMatchObject({ status: 503, health: { status: 'failing' } })
    const failures = full?.health.failures ?? []
    expect(failures.map(({ what }) => what)).toContain('disk')
    for (const { message } of failures) expect(message).toMatch(/room|bytes left|lines were lost/u)
    const { log } = z.object({ log: z.string() }).parse(lines.at(-1))
    const statuses = log
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect(statuses.at(-1)).toMatchObject({ msg: 'request', route: '/health', status: 200 })
  }, 60_000)
})
