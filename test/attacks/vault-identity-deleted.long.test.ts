import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { startKeychainSession } from '../support/keychain-session.ts'
import { TestHome } from '../support/coldpress.ts'
import { herbarium } from '../support/prints.ts'

const run = promisify(execFile)
const policy = z.object({ key_hashes: z.array(z.string()).length(1) })
const checks = z.object({
  checks: z.array(z.object({ name: z.string(), state: z.string(), message: z.string() })),
})

let home: TestHome

beforeEach(async () => {
  home = await TestHome.withVault()
})

afterEach(() => home.remove())

const secrets = (...names: string[]): string => join(home.dir, 'secrets', ...names)

const generate = async (): Promise<string> => {
  const { code, document } = await home.json(['policy', 'generate', '--network', 'devnet'])
  expect(code).toBe(0)
  return policy.parse(document).key_hashes[0] ?? ''
}

const keyErrors = async (): Promise<readonly string[]> => {
  const { document } = await home.json(['doctor', '--offline'])
  return checks
    .parse(document)
    .checks.filter(({ name, state }) => name === 'keys' && state === 'error')
    .map(({ message }) => message)
}

it('no key is made after the sealed identity of the vault was deleted', async () => {
  await generate()
  await rm(secrets('vault'), { recursive: true })
  const before = await readdir(secrets('policy'))
  const file = home.file('collection.json', JSON.stringify(herbarium))

  for (const command of [
    ['policy', 'generate', '--network', 'devnet'],
    ['collection', 'create', '--file', file],
  ]) {
    // 3 is what the client makes of the studio's 409
    const error = {
      code: expect.toBeOneOf([3, 5]),
      stderr: expect.stringContaining('vault/identity is missing'),
    }
    expect(await home.run(command)).toMatchObject(error)
    expect(await home.json(command)).toMatchObject(error)
  }
  expect(await readdir(secrets('policy'))).toEqual(before)
  expect((await home.json(['policy', 'list'])).document).toHaveLength(1)
  expect(await keyErrors()).toEqual([expect.stringContaining('vault/identity')])
})

it('no key is made after the sealed identity was replaced by that of another vault', async () => {
  const other = await TestHome.withVault()
  try {
    await cp(join(other.dir, 'secrets', 'vault'), secrets('vault'), { recursive: true })
    const locked = await home.run(['policy', 'generate', '--network', 'devnet'])
    expect(locked.code).toBe(5)
    const { code, stderr } = await home.json(['policy', 'generate', '--network', 'devnet'])
    // the passphrase is the same, so the other identity opens, and does not fit vault.json
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('recipient'),
    })
    await expect(readdir(secrets('policy'))).rejects.toThrow('ENOENT')
  } finally {
    other.remove()
  }
})

it('doctor names each key that cannot be opened, with the vault locked and open', async () => {
  const [sound, cut, foreign] = [await generate(), await generate(), await generate()]
  const fileOf = (keyHash: string): string => secrets('policy', `${keyHash}.age`)
  await cp(fileOf(sound), fileOf(foreign))
  await writeFile(fileOf(cut), 'age-encryption.org/v1\n')

  const locked = await home.run(['doctor', '--offline'])
  expect(locked.code).toBe(1)
  expect(locked.stdout).toContain(`policy/${cut} is damaged`)
  expect(locked.stdout).not.toContain(sound)

  expect(await keyErrors()).toEqual([
    expect.stringContaining(foreign),
    expect.stringContaining(cut),
  ])
  await rm(fileOf(cut))
  expect((await home.run(['doctor', '--offline'])).stdout).toContain(`key ${cut} of policy`)
})

it('no key is made after the identity was deleted from the keychain', async () => {
  const session = await startKeychainSession()
  const inKeychain = new TestHome()
  try {
    const command = ['policy', 'generate', '--network', 'devnet']
    const open = [...command, '--passphrase-file', inKeychain.passphraseFile]
    expect(await inKeychain.run(open, session.env)).toMatchObject({ code: 0 })
    const [item = ''] = await session.searchItems({
      service: serviceOf(await realpath(inKeychain.dir)),
      username: 'vault/identity',
    })
    const destination = '--dest=org.freedesktop.secrets'
    await run('dbus-send', ['--session', '--print-reply', destination, item, deleteItem], {
      env: session.env,
    })

    for (const args of [command, open]) {
      const { code, stderr } = await inKeychain.run(args, session.env)
      expect({ code, stderr }).toMatchObject({
        code: 5,
        stderr: expect.stringContaining('missing from the keychain'),
      })
    }
  } finally {
    await session.stop()
    inKeychain.remove()
  }
})

const deleteItem = 'org.freedesktop.Secret.Item.Delete'

/** As keychain-store.ts names it: the hash of the home's real path. */
const serviceOf = (path: string): string =>
  `Coldpress ${createHash('sha256').update(path).digest('hex').slice(0, 8)}`
