import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TestHome } from '../support/coldpress.ts'
import { temporaryFolder } from '../support/folder-test.ts'

vi.setConfig({ testTimeout: 300_000 })

let home: TestHome
beforeEach(async () => {
  home = await TestHome.withVault()
  await home.run(['policy', 'generate', '--network', 'devnet'])
})
afterEach(() => home.remove())

const temporaries = (folder: string): readonly string[] =>
  readdirSync(folder).filter((name) => name.endsWith('.tmp'))

it.for(['SIGTERM', 'SIGKILL'] as const)(
  'a backup that is ended by %s leaves no temporary file once the data folder is opened again',
  async (signal) => {
    const folder = temporaryFolder()
    const file = join(folder, 'home.coldpress')
    const given = ['--passphrase-file', home.passphraseFile]
    const child = home.start(['studio', 'backup', '--out', file, ...given])
    const ended = once(child, 'exit')
    // The file is there while its key is derived, which takes long on purpose.
    await vi.waitFor(() => expect(temporaries(folder)).toHaveLength(1), {
      timeout: 60_000,
      interval: 5,
    })
    child.kill(signal)
    await ended
    expect(temporaries(folder)).toHaveLength(signal === 'SIGKILL' ? 1 : 0)
    expect((await home.run(['policy', 'list'])).code).toBe(0)
    expect(temporaries(folder)).toEqual([])
    expect(temporaries(home.dir)).toEqual([])
    expect(readdirSync(folder)).toEqual([])
  },
)
