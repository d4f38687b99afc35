import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { appSchemas } from '#app/home/home-schemas.ts'
import { Database } from '#platform/db/database.ts'
import { TestHome } from '../support/coldpress.ts'
import { ownMounts } from '../support/own-mounts.ts'

const root = join(import.meta.dirname, '..', '..')
const coldpress = `${process.execPath} ${join(root, 'bin', 'coldpress.js')}`
const run = promisify(execFile)

const ended = z.looseObject({ code: z.int(), stdout: z.string(), stderr: z.string() })

type Ended = { readonly code: number; readonly output: string }

const endOf = async (program: string, args: readonly string[]): Promise<Ended> => {
  try {
    const { stdout, stderr } = await run(program, args, { env: { PATH: process.env['PATH'] } })
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = ended.parse(error)
    return { code, output: stdout + stderr }
  }
}

const scratch = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'coldpress-first-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755)
  return folder
}

const smallDisk = ['mount', '-t', 'tmpfs', 'none', '/mnt'] as const
const mounts = ownMounts('a first start on a full and a read-only disk', smallDisk)
const canChangeUser = process.getuid?.() === 0
if (!canChangeUser) console.warn('NOT TESTED: folders of other users need root.')

/** Runs with a small disk at the folder. */
const onDisk = (folder: string, mebibytes: number, script: string): Promise<Ended> => {
  const mounted = `mount -t tmpfs -o size=${mebibytes}m,mode=700 none ${folder} && ${script}`
  return endOf(...mounts.command('bash', '-c', mounted))
}

describe('a first start says what to do', () => {
  it.runIf(mounts.isAllowed)(
    'on a full disk, and leaves nothing behind that looks like damage',
    async () => {
      const disk = scratch()
      const home = join(disk, 'home')
      const fill = `dd if=/dev/zero of=${disk}/fill bs=1k count=4000 2>/dev/null`
      const list = `${coldpress} policy list --home ${home}`
      const full = await onDisk(disk, 1, `${fill}; ${list}`)
      expect(full).toMatchObject({
        code: 1,
        output: expect.stringMatching(/no room left.*Free some space/su),
      })
      const freed = await onDisk(
        disk,
        8,
        `${fill}; dd if=/dev/zero of=${disk}/rest bs=1k count=8000 2>/dev/null; ${list}; rm ${disk}/fill ${disk}/rest; ${coldpress} doctor --offline --home ${home} | grep databases; ${list}`,
      )
      expect(freed.code).toBe(0)
      expect(freed.output).not.toContain('empty (0 bytes)')
    },
  )

  it.runIf(mounts.isAllowed)('on a read-only disk, new or used', async () => {
    const disk = scratch()
    const list = (home: string): string => `${coldpress} policy list --home ${join(disk, home)}`
    const script = `${list('used')} >/dev/null && mount -o remount,ro none ${disk} && ${list('used')}; ${list('new')}`
    const ended = await onDisk(disk, 16, script)
    expect(ended.output).toContain('read-only for this user')
    expect(ended.output).toContain(
      'Give a folder that can be written, with --home or COLDPRESS_HOME',
    )
    expect(ended.output).not.toMatch(/^\s+at /mu)
  })

  it.runIf(canChangeUser)('in a folder of another user, whatever its mode', async () => {
    const folder = scratch()
    const nobody = ['--reuid=65534', '--regid=65534', '--clear-groups']
    for (const mode of [0o700, 0o755, 0o777]) {
      const home = join(folder, `home-${mode}`)
      mkdirSync(home)
      chmodSync(home, mode)
      const script = `HOME=/tmp ${coldpress} policy list --home ${home}`
      const ended = await endOf('setpriv', [...nobody, 'bash', '-c', script])
      expect(ended, `mode ${mode}`).toMatchObject({
        code: 1,
        output: expect.stringContaining('belongs to another user of this computer'),
      })
      expect(ended.output).not.toMatch(/^\s+at /mu)
    }
  })

  it('without a keychain: secrets are in sealed files, and that is said', async () => {
    const home = new TestHome()
    onTestFinished(() => home.remove())
    const made = await home.json(['policy', 'generate'])
    expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('sealed files') })
  })

  it('in a folder of an older version: its tables are brought to this one, after a copy', async () => {
    const home = new TestHome()
    onTestFinished(() => home.remove())
    const older = appSchemas.map(({ name, steps }) => ({ name, steps: steps.slice(0, 1) }))
    new Database(join(home.dir, 'app.db'), older).close()
    expect((await home.run(['policy', 'list'])).code).toBe(0)
    const copies = readdirSync(home.dir).filter((name) => name.includes('before-update'))
    expect(copies).toHaveLength(1)
  })
})
