import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { z } from 'zod'
import { appSchemas } from '#app/home/home-schemas.ts'
import { KeyHash } from '#cardano/ids.ts'
import { Database } from '#platform/db/database.ts'
import { partsOf } from '#app/home/home-parts.ts'
import { placeImport } from '#app/home/place-import.ts'
import { Secret } from '#platform/secret/secret.ts'
import { gatewaySecretName } from '#chain/gateway/store-gateway.ts'
import { studioSchemas } from '#studio/schemas.ts'
import { folderTest as it } from '../../support/folder-test.ts'
import { openApp } from '../../support/open-app.ts'
import { counted, exportedHome, repack } from './exported-home.ts'
import { exportTo, importInto, passphrase } from './open-home.ts'

/** What a failed import must leave alone: nothing but the lock of the folder. */
const expectNothingIn = (home: string): void =>
  expect(readdirSync(home).filter((name) => name !== 'home.lock')).toEqual([])

describe('a data folder that moves to another computer', () => {
  it('has its keys, settings and images there, and is not used here any more', async ({
    folder,
  }) => {
    const { home, file, key, exported } = await exportedHome(folder)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(exported).toMatchObject({ hasImages: true })
    await expect(openApp(home)).rejects.toMatchObject({
      code: 'conflict',
      details: { rule: 'moved' },
    })

    const to = join(folder, 'to')
    expect(await importInto(to, file)).toMatchObject({ coldpress: '1.2.3', items: 3, home })
    const app = await openApp(to)
    expect(app.settings.get().autoLockMinutes).toBe(5)
    expect(readFileSync(join(to, 'content', 'objects', 'ab', 'image'), 'utf8')).toBe('an image')
    await app.vault.unlock(Secret.ofText(passphrase))
    expect(await app.vault.hasKey(key.keyHash)).toBe(true)
    expect((await app.vault.getApiKey('studio'))?.text()).toBe('an API key')
    expect(
      app.log.page({ before: null, limit: 1, kinds: null, levels: null, search: '' }).entries[0]
        ?.message,
    ).toContain(home)
    await app.close()
  })

  it('has the secrets of all gateways of a network there, in their order', async ({ folder }) => {
    const from = await openApp(join(folder, 'from'))
    await from.vault.create(Secret.ofText(passphrase))
    const gatewayAt = (host: string) => ({
      network: 'preprod' as const,
      kind: 'koios',
      settings: { baseUrl: `https://${host}.example.org` },
      secret: Secret.ofText(`secret-of-${host}`),
    })
    await from.gateways.set(gatewayAt('first'))
    await from.gateways.add(gatewayAt('second'))
    const file = join(folder, 'x.coldpress')
    await exportTo(from, file)
    await from.close()
    const to = join(folder, 'to')
    await importInto(to, file)
    const app = await openApp(to)
    await app.vault.unlock(Secret.ofText(passphrase))
    const secrets = await Promise.all(
      app.gateways
        .list()
        .filter(({ network }) => network === 'preprod')
        .map(async ({ id }) => (await app.vault.getApiKey(gatewaySecretName(id)))?.text()),
    )
    expect(secrets).toEqual(['secret-of-first', 'secret-of-second'])
    await app.close()
  })

  it('leaves its images out when told to', async ({ folder }) => {
    const app = await openApp(join(folder, 'from'))
    await app.vault.create(Secret.ofText(passphrase))
    mkdirSync(join(app.home, 'content', 'objects', 'ab'), { recursive: true })
    writeFileSync(join(app.home, 'content', 'objects', 'ab', 'image'), 'an image')
    const file = join(folder, 'small.coldpress')
    expect(await exportTo(app, file, { withImages: false })).toMatchObject({ hasImages: false })
    await app.close()
    await importInto(join(folder, 'to'), file)
    await placeImport(join(folder, 'to'))
    expect(existsSync(join(folder, 'to', 'content', 'objects', 'ab'))).toBe(false)
  })

  it('stays in use when its export fails, and leaves no file', async ({ folder }) => {
    const app = await openApp(join(folder, 'from'))
    await app.vault.create(Secret.ofText(passphrase))
    const file = join(folder, 'x.coldpress')
    await expect(
      exportTo(app, file, { passphrase: Secret.ofText('other words entirely') }),
    ).rejects.toMatchObject({ code: 'wrong_passphrase' })
    const stopped = AbortSignal.abort(new Error('stopped'))
    await expect(exportTo(app, file, { signal: stopped })).rejects.toThrow('stopped')
    expect(readdirSync(folder)).toEqual(['from'])
    await app.close()
    await (await openApp(app.home)).close()
  })

  it('is refused whole when its file is damaged, cut off, put into another order or opened wrongly', async ({
    folder,
  }) => {
    const { file } = await exportedHome(folder)
    const whole = readFileSync(file)
    const start = whole.indexOf('\n---') + 49 + 16
    const chunk = 64 * 1024 + 16
    const cut = (from: number, to: number): Buffer =>
      whole.subarray(start + from * chunk, start + to * chunk)
    const variants: Readonly<Record<string, Buffer>> = {
      damaged: Buffer.from(whole.map((byte, at) => (at === start + chunk + 9 ? byte ^ 1 : byte))),
      'cut off in a chunk': whole.subarray(0, -20),
      'cut off between chunks': whole.subarray(0, start + 2 * chunk),
      reordered: Buffer.concat([
        whole.subarray(0, start),
        cut(0, 1),
        cut(2, 3),
        cut(1, 2),
        whole.subarray(start + 3 * chunk),
      ]),
      'without a chunk': Buffer.concat([
        whole.subarray(0, start),
        cut(0, 1),
        whole.subarray(start + 2 * chunk),
      ]),
      'longer than it was': Buffer.concat([whole, Buffer.from('more')]),
      'something else': Buffer.from('hello'),
      empty: Buffer.alloc(0),
    }
    const to = join(folder, 'to')
    for (const [what, bytes] of Object.entries(variants)) {
      const path = join(folder, 'variant')
      writeFileSync(path, bytes)
      await expect(importInto(to, path), what).rejects.toMatchObject({
        code: 'invalid',
        message: expect.stringContaining('Nothing was changed'),
      })
      expectNothingIn(to)
    }
    await expect(
      importInto(to, file, { passphrase: 'other words entirely' }),
    ).rejects.toMatchObject({
      code: 'wrong_passphrase',
    })
    await expect(importInto(to, join(folder, 'missing'))).rejects.toThrow('missing')
    expectNothingIn(to)
  })

  it('is refused when a newer version made it, or it holds what no data folder has', async ({
    folder,
  }) => {
    const { file } = await exportedHome(folder)
    const to = join(folder, 'to')
    const path = join(folder, 'other')
    const refused = async (rule: string, change: Parameters<typeof repack>[2]): Promise<void> => {
      await repack(file, path, change)
      await expect(importInto(to, path), rule).rejects.toMatchObject({
        code: 'invalid',
        details: { rule },
      })
      expectNothingIn(to)
    }
    await refused('version', (facts, entries) => [{ ...facts, version: 2 }, entries])
    const newer = join(folder, 'newer.db')
    new Database(newer, [
      ...appSchemas.slice(1),
      {
        name: 'accounts',
        steps: [
          'CREATE TABLE accounts (id TEXT)',
          'CREATE TABLE z (id TEXT)',
          'CREATE TABLE y (id TEXT)',
        ],
      },
    ]).close()
    const newerBytes = readFileSync(newer)
    await refused('version', (facts, entries) => {
      const changed = entries.map((one) =>
        one.name === 'app.db' ? { ...one, size: newerBytes.length, source: newerBytes } : one,
      )
      return [counted(facts, changed), changed]
    })
    for (const name of [
      '../outside',
      '/absolute',
      'a/../../b',
      '.',
      'other\n.txt',
      'back\\slash',
      'strange.db',
    ])
      await refused('contents', (facts, entries) => {
        const more = [...entries, { name, size: 1, source: Buffer.from('x') }]
        return [counted(facts, more), more]
      })
    await refused('contents', (facts, entries) => {
      const twice = [...entries, ...entries.slice(0, 1)]
      return [counted(facts, twice), twice]
    })
    await refused('contents', (facts, entries) => {
      const fewer = entries.filter(({ name }) => name !== 'vault.json')
      return [counted(facts, fewer), fewer]
    })
    await refused('contents', (facts, entries) => [{ ...facts, files: facts.files + 1 }, entries])
    await refused('damaged', (facts, entries) => [
      facts,
      entries.map((one) =>
        one.name === 'app.db' ? { ...one, source: Buffer.alloc(one.size, 7) } : one,
      ),
    ])
    expect(existsSync(join(folder, 'outside'))).toBe(false)
  })

  it('takes the place of another with a vault only when told to, and keeps that aside', async ({
    folder,
  }) => {
    const { file } = await exportedHome(folder)
    const to = join(folder, 'to')
    const before = await openApp(to)
    await before.vault.create(Secret.ofText('the other passphrase'))
    await before.close()
    const hasVault = () => Promise.resolve(true)
    await expect(importInto(to, file, { hasVault })).rejects.toMatchObject({
      details: { rule: 'home_has_vault' },
    })
    await importInto(to, file, { hasVault, replace: true })
    const app = await openApp(to)
    await app.vault.unlock(Secret.ofText(passphrase))
    await app.close()
    const aside = readdirSync(to).filter((name) => name.startsWith('before-import-'))
    expect(aside).toHaveLength(1)
    const kept = await openApp(join(to, aside[0] ?? ''))
    await kept.vault.unlock(Secret.ofText('the other passphrase'))
    await kept.close()
  })

  it('of an older version has the tables of this one after its import', async ({ folder }) => {
    const fixture = join(import.meta.dirname, 'fixtures', 'older-home.coldpress')
    const to = join(folder, 'to')
    expect(await importInto(to, fixture)).toMatchObject({ coldpress: '0.1.0', items: 2 })
    const app = await openApp(to)
    expect(app.settings.get().autoLockMinutes).toBe(7)
    expect(readdirSync(to).filter((name) => name.includes('before'))).toEqual([])
    await app.vault.unlock(Secret.ofText(passphrase))
    const key = KeyHash('49ad0dfe6086e643c73e9a9623079184f246b8c78f9bf1d14d34ece8')
    expect(await app.vault.inspect({ keyHashes: [key], phrases: [] })).toEqual([])
    await app.close()
    const studio = new Database(join(to, 'studio', 'devnet.db'), studioSchemas)
    const versions = studio.all(
      z.object({ name: z.string(), version: z.int() }),
      'SELECT name, version FROM schema_versions',
    )
    studio.close()
    for (const { name, steps } of studioSchemas)
      expect(versions).toContainEqual({ name, version: steps.length })
  })

  it('is not put in place while another process uses the data folder, and goes on where it was interrupted', async ({
    folder,
  }) => {
    const { file } = await exportedHome(folder)
    const to = join(folder, 'to')
    const other = await openApp(to)
    await importInto(to, file)
    await expect(placeImport(to, 100)).rejects.toMatchObject({ code: 'busy' })
    await other.close()
    // As a process leaves it that was killed between two renames.
    const placing = join(to, 'import-placing')
    renameSync(join(to, 'import-ready'), placing)
    for (const name of readdirSync(to).filter((one) => one !== 'import-placing'))
      rmSync(join(to, name), { recursive: true })
    renameSync(join(placing, 'app.db'), join(to, 'app.db'))
    const app = await openApp(to)
    await app.vault.unlock(Secret.ofText(passphrase))
    await app.close()
  })

  it('leaves no copy behind when a process was killed while it exported or imported', async ({
    folder,
  }) => {
    const home = join(folder, 'home')
    // A process number that no system gives.
    const killed = ['export', 'import'].map((what) => `${what}-999999999-${'a'.repeat(24)}.tmp`)
    for (const name of killed) mkdirSync(join(home, name), { recursive: true })
    for (const name of killed) writeFileSync(join(home, name, '0-app.db'), 'a copy')
    const app = await openApp(home)
    await app.close()
    expect(readdirSync(home).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('leaves downloaded versions of Coldpress where they are', async ({ folder }) => {
    const home = join(folder, 'home')
    mkdirSync(join(home, 'updates'), { recursive: true })
    writeFileSync(join(home, 'updates', 'coldpress.deb.part'), 'half a file')
    writeFileSync(join(home, 'other.txt'), 'a file')
    expect((await partsOf(home, true)).map(({ name }) => name)).toEqual(['other.txt'])
  })
})
