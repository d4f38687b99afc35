import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { TestHome } from '../support/coldpress.ts'
import { temporaryFolder } from '../support/folder-test.ts'
import { succeeds } from '../support/two-machines.ts'

const homeWithVault = async (): Promise<TestHome> => {
  const home = await TestHome.withVault()
  onTestFinished(() => home.remove())
  return home
}

/** Moves a file or folder of the data folder to another disk, as users do, and links it. */
const moveAway = (home: TestHome, name: string): string => {
  const target = join(temporaryFolder(), name.replaceAll('/', '-'))
  renameSync(join(home.dir, name), target)
  symlinkSync(target, join(home.dir, name))
  return target
}

const image = (home: string): string => join(home, 'content', 'objects', 'ab', 'an-image')

it.each(['studio backup', 'home export'])(
  '%s takes folders and databases that are linked into the data folder',
  async (what) => {
    const home = await homeWithVault()
    const policy = z
      .looseObject({ policy_id: z.string() })
      .parse(await succeeds(home, ['policy', 'generate', '--name', 'Herbarium']))
    mkdirSync(join(image(home.dir), '..'), { recursive: true })
    writeFileSync(image(home.dir), 'an image')
    for (const name of ['content', 'app.db']) moveAway(home, name)

    const file = join(temporaryFolder(), 'copy.coldpress')
    await succeeds(
      home,
      what === 'home export'
        ? ['home', 'export', file, '--yes']
        : ['studio', 'backup', '--out', file, '--images'],
    )
    const fresh = new TestHome()
    onTestFinished(() => fresh.remove())
    await succeeds(fresh, ['home', 'import', file])
    writeFileSync(fresh.passphraseFile, 'a long enough passphrase\n', { mode: 0o600 })
    expect(readFileSync(image(fresh.dir), 'utf8')).toBe('an image')
    expect(await succeeds(fresh, ['policy', 'show', policy.policy_id])).toMatchObject({
      name: 'Herbarium',
    })
  },
)

it('a link below the top of the data folder, and one that leads nowhere, end a backup and an export by their names, and nothing is marked or written', async () => {
  const home = await homeWithVault()
  await succeeds(home, ['policy', 'generate', '--name', 'Herbarium'])
  mkdirSync(join(image(home.dir), '..'), { recursive: true })
  moveAway(home, 'content/objects')
  const file = join(temporaryFolder(), 'copy.coldpress')
  const commands = [
    ['studio', 'backup', '--out', file, '--images'],
    ['home', 'export', file, '--yes'],
  ]
  const refuse = async (name: string): Promise<void> => {
    for (const args of commands) {
      expect(await home.json(args), args.join(' ')).toMatchObject({
        code: 3,
        document: {
          error: { message: expect.stringMatching(`${name}, which is a symbolic link`) },
        },
      })
      expect(existsSync(file)).toBe(false)
      await succeeds(home, ['policy', 'list'])
    }
  }
  await refuse('content/objects')
  // Without images the folder is not taken, and the link is nothing to it.
  await succeeds(home, ['studio', 'backup', '--out', file])
  rmSync(file)
  rmSync(join(home.dir, 'content', 'objects'))
  symlinkSync(join(home.dir, 'a-disk-that-is-not-there'), join(home.dir, 'submissions'))
  await refuse('submissions')
})

it('a backup is not written into a folder that the data folder links to, under whichever name', async () => {
  const home = await homeWithVault()
  await succeeds(home, ['policy', 'generate', '--name', 'Herbarium'])
  const content = moveAway(home, 'content')
  const other = join(temporaryFolder(), 'link')
  symlinkSync(home.dir, other)
  for (const folder of [content, other])
    expect(
      await home.json(['studio', 'backup', '--out', join(folder, 'x.coldpress')]),
      folder,
    ).toMatchObject({ code: 2, stderr: expect.stringContaining('data folder itself') })
})
