import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { temporaryFolder } from '../support/folder-test.ts'
import { TestHome } from '../support/coldpress.ts'
import { hasKeychainService, startKeychainSession } from '../support/keychain-session.ts'
import { at, succeeds } from '../support/two-machines.ts'
import { resourceJson, sample } from '../support/resources.ts'

const made: TestHome[] = []
const newHome = async (): Promise<TestHome> => {
  const home = await TestHome.withVault()
  made.push(home)
  return home
}
const emptyHome = (): TestHome => {
  const home = new TestHome()
  made.push(home)
  return home
}
afterEach(() => {
  for (const home of made.splice(0)) home.remove()
})

const identified = z.looseObject({ id: z.string() })
const idOf = (document: unknown): string => identified.parse(document).id

/** A collection of twelve tokens with a policy key of this home. */
const collectionIn = async (home: TestHome): Promise<string> => {
  const request = { ...resourceJson('sample-collection.json'), royalty: undefined }
  const file = home.file('plain.json', JSON.stringify(request))
  const collection = idOf(await succeeds(home, ['collection', 'create', '--file', file]))
  await succeeds(home, ['import', sample, '--collection', collection])
  return collection
}

describe('home export and import', () => {
  it('move a sale that is on its way, its wallet and a policy key that signs to another computer; the old one serves nothing until it is told to', async () => {
    const old = await newHome()
    const collection = await collectionIn(old)
    const create = (home: TestHome, token: string) =>
      succeeds(home, [
        'sale',
        'create',
        '--collection',
        collection,
        '--price',
        '25',
        '--tokens',
        token,
        '--reserve',
        '1h',
      ])
    const file = join(temporaryFolder(), 'moved.coldpress')
    const sale = idOf(await create(old, 'Herbarium01'))
    // Paid, and not minted yet when the export begins.
    await succeeds(old, ['sale', 'pay', sale])
    const before = z
      .looseObject({ payment_address: z.string() })
      .parse(await succeeds(old, ['sale', 'show', sale], 0))
    const exported = await succeeds(old, ['home', 'export', file, '--yes'])
    expect(exported).toMatchObject({ images: true })

    for (const args of [
      ['sale', 'show', sale],
      ['sale', 'create', '--collection', collection, '--price', '25', '--tokens', 'Herbarium02'],
      ['import', sample, '--collection', collection],
      ['mint', 'build', '--collection', collection, '--yes'],
      ['studio', 'serve'],
    ]) {
      const refused = await old.json(args)
      expect(refused, args.join(' ')).toMatchObject({
        code: 3,
        document: { error: { message: expect.stringContaining('used on another computer') } },
      })
    }

    const fresh = emptyHome()
    expect(await succeeds(fresh, ['home', 'import', file])).toMatchObject({
      aside: expect.anything(),
    })
    // The earlier content is what this test put beside the data: the passphrase file and the export.
    const aside = readdirSync(fresh.dir).find((name) => name.startsWith('before-import-')) ?? ''
    writeFileSync(fresh.passphraseFile, 'a long enough passphrase\n', { mode: 0o600 })
    expect(readdirSync(join(fresh.dir, aside))).toContain('passphrase.txt')

    const ended = await succeeds(fresh, ['sale', 'show', sale, '--wait'])
    expect(ended).toMatchObject({ status: 'COMPLETED', payment_address: before.payment_address })
    // The next sale has another address than any before the move.
    const next = z
      .looseObject({ id: z.string(), payment_address: z.string() })
      .parse(await create(fresh, 'Herbarium02'))
    expect(next.payment_address).not.toBe(before.payment_address)
    await succeeds(fresh, ['sale', 'pay', next.id, '--wait'])
    const checked = await fresh.json(['doctor'])
    expect(JSON.stringify(checked.document)).not.toContain('is missing')

    const asked = await old.run(['home', 'reactivate'])
    expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') })
    await succeeds(old, ['home', 'reactivate', '--yes'])
    await succeeds(old, ['policy', 'list'])
    // Neither the old data folder nor a second import of the file gives an address that the first gave.
    const other = emptyHome()
    await succeeds(other, ['home', 'import', file])
    writeFileSync(other.passphraseFile, 'a long enough passphrase\n', { mode: 0o600 })
    for (const home of [old, other])
      expect(
        z.looseObject({ payment_address: z.string() }).parse(await create(home, 'Herbarium02'))
          .payment_address,
      ).not.toBe(next.payment_address)
  })

  it('needs an answer before it stops the use of a data folder, and names the file that is there already', async () => {
    const home = await newHome()
    await succeeds(home, ['policy', 'generate'])
    const file = join(temporaryFolder(), 'x.coldpress')
    const unasked = await home.json(['home', 'export', file])
    expect(unasked).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') })
    const inside = await home.json(['home', 'export', at(home, 'x.coldpress'), '--yes'])
    expect(inside).toMatchObject({ code: 2, stderr: expect.stringContaining('data folder itself') })
    await succeeds(home, ['policy', 'list'])
  })

  it.runIf(hasKeychainService)(
    'move the items of a keychain into the keychain of the other computer',
    async () => {
      const keychains = [await startKeychainSession(), await startKeychainSession()] as const
      onTestFinished(async () => {
        for (const session of keychains) await session.stop()
      })
      const [there, here] = keychains
      const old = emptyHome()
      const fresh = emptyHome()
      const run = async (home: TestHome, env: NodeJS.ProcessEnv, ...args: readonly string[]) => {
        const { code, stdout, stderr } = await home.run(
          [...args, '--json', '--passphrase-file', home.passphraseFile],
          { ...env },
        )
        expect(code, `${args.join(' ')}: ${stderr}`).toBe(0)
        return JSON.parse(stdout) as unknown
      }
      const key = old.file('api-key.txt', 'a-key-of-a-hosted-service\n')
      const policy = z
        .looseObject({ policy_id: z.string(), key_hashes: z.array(z.string()) })
        .parse(await run(old, there.env, 'policy', 'generate', '--name', 'Herbarium'))
      await run(
        old,
        there.env,
        'account',
        'add',
        'hosted',
        '--network',
        'testnet',
        '--base-url',
        'https://service.example',
        '--app-id',
        'one',
        '--api-key-file',
        key,
      )
      const target = join(fresh.dir, '..', `moved-${process.pid}.coldpress`)
      onTestFinished(() => fresh.remove())
      await run(old, there.env, 'home', 'export', target, '--yes')
      expect(await run(fresh, here.env, 'home', 'import', target)).toMatchObject({
        keychain: true,
        items: 3,
      })
      writeFileSync(fresh.passphraseFile, 'a long enough passphrase\n', { mode: 0o600 })
      expect(readdirSync(fresh.dir)).not.toContain('secrets')
      expect(await run(fresh, here.env, 'policy', 'show', policy.policy_id)).toMatchObject({
        keys_here: policy.key_hashes,
      })
      const items = await here.searchItems({ username: `policy/${policy.key_hashes[0]}` })
      expect(items).toHaveLength(1)
      // Signs with the key: a backup is made and tested.
      const words = fresh.file('backup-passphrase.txt', 'words for the backup alone\n')
      await run(
        fresh,
        here.env,
        'policy',
        'backup',
        policy.policy_id,
        '--out',
        at(fresh, 'b.age'),
        '--backup-passphrase-file',
        words,
      )
      await run(
        fresh,
        here.env,
        'policy',
        'drill',
        at(fresh, 'b.age'),
        '--backup-passphrase-file',
        words,
      )
    },
  )
})
