import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { TestHome } from '../support/coldpress.ts'
import { temporaryFolder } from '../support/folder-test.ts'
import { ownMounts } from '../support/own-mounts.ts'
import { succeeds } from '../support/two-machines.ts'

const mounts = ownMounts('an import into a data folder with a disk in it', [
  'mount',
  '-t',
  'tmpfs',
  'none',
  '/mnt',
])

const homeWith = async (policy: string): Promise<TestHome> => {
  const home = await TestHome.withVault()
  onTestFinished(() => home.remove())
  await succeeds(home, ['policy', 'generate', '--name', policy])
  return home
}

/** Runs its programs with a disk at a folder of the data folder: no rename moves that. */
const withDiskAt = (home: TestHome, name: string): void => {
  mkdirSync(join(home.dir, name), { recursive: true })
  const script = `mount -t tmpfs none '${join(home.dir, name)}' && exec "$@"`
  home.within = (command) => {
    const [program, args] = mounts.command('sh', '-c', script, 'sh', ...command)
    return [program, ...args]
  }
}

const withoutDisk = (home: TestHome): void => {
  home.within = (command) => command
}

it.runIf(mounts.isAllowed)(
  'an import that cannot be put in place leaves everything as it was, whichever step fails, and can be done again',
  async () => {
    const old = await homeWith('Herbarium')
    const file = join(temporaryFolder(), 'moved.coldpress')
    await succeeds(old, ['home', 'export', file, '--yes'])
    const home = await homeWith('Fungarium')
    const command = ['home', 'import', file, '--replace', '--yes']
    const names = async (): Promise<string> =>
      JSON.stringify(await succeeds(home, ['policy', 'list']))

    // The earlier content cannot be moved aside.
    withDiskAt(home, 'studio')
    expect(await home.json(command)).toMatchObject({
      code: 3,
      document: { error: { message: expect.stringContaining('is there again') } },
    })
    withoutDisk(home)
    expect(await names()).toContain('Fungarium')
    expect(readdirSync(home.dir).filter((name) => name.startsWith('before-import'))).toEqual([])

    // The imported content cannot be moved in: as a process leaves it that was killed before.
    const failed = readdirSync(home.dir).find((name) => name.startsWith('import-failed')) ?? ''
    const aside = join(home.dir, 'import-aside')
    mkdirSync(aside)
    for (const name of readdirSync(home.dir).filter((one) => !/^(?:import-|home\.lock)/u.test(one)))
      renameSync(join(home.dir, name), join(aside, name))
    renameSync(join(home.dir, failed), join(home.dir, 'import-placing'))
    withDiskAt(home, 'import-placing/studio')
    const passphrase = join(temporaryFolder(), 'passphrase.txt')
    writeFileSync(passphrase, 'a long enough passphrase\n', { mode: 0o600 })
    const started = await home.run(['policy', 'list', '--passphrase-file', passphrase])
    expect(started).toMatchObject({ code: 3, stderr: expect.stringContaining('is there again') })
    withoutDisk(home)
    expect(await names()).toContain('Fungarium')
    expect(existsSync(aside)).toBe(false)

    await succeeds(home, command)
    writeFileSync(home.passphraseFile, 'a long enough passphrase\n', { mode: 0o600 })
    expect(await names()).toContain('Herbarium')
  },
)
