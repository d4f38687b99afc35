import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findPolicyInFiles } from '#app/policies/from-files/find-policy.ts'
import { givenPolicyFiles, readPolicyFiles } from '#app/policies/from-files/read-policy-files.ts'
import { inspectFiles } from '#app/policies/inspect.ts'
import { Secret } from '#platform/secret/secret.ts'
import { readFileSource } from '#main/services/read-source.ts'
import { temporaryFolder } from '../support/folder-test.ts'
import { cntoolsFolder, policyFilesOf } from '../support/policy-folder.ts'
import { type ZipEntry, zipOf } from '../support/zip.ts'

const read = (path: string) => readPolicyFiles(path, readFileSource)
const { files, key } = policyFilesOf()

/** A policy folder with everything but its signing key. */
const folderWithout = (): string => {
  const folder = join(temporaryFolder(), 'policy')
  const { script, vkey } = files
  cntoolsFolder(folder, { script, vkey })
  return folder
}

describe('a folder that somebody else prepared', () => {
  it.skipIf(process.platform === 'win32')(
    'leads to no file outside it, and to no pipe that never ends',
    async () => {
      const folder = folderWithout()
      const secret = join(temporaryFolder(), 'wallet.skey')
      writeFileSync(secret, files.skey)
      symlinkSync(secret, join(folder, 'linked.skey'))
      symlinkSync('/dev/zero', join(folder, 'endless.skey'))
      execFileSync('mkfifo', [join(folder, 'pipe.skey')])
      mkdirSync(join(folder, 'inner.skey'))
      const given = await read(folder)
      expect(given.files.map(({ name }) => name)).toEqual(['policy.script', 'policy.vkey'])
      expect(given.skipped.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
        { name: 'endless.skey', reason: 'a link, which is not followed' },
        { name: 'linked.skey', reason: 'a link, which is not followed' },
        { name: 'pipe.skey', reason: 'not an ordinary file' },
      ])
      expect(inspectFiles(given, { now: new Date() }).keys).toMatchObject([{ source: 'public' }])
    },
  )

  it('does not fill the memory with a huge file, or with very many', async () => {
    const folder = folderWithout()
    writeFileSync(join(folder, 'huge.skey'), '')
    truncateSync(join(folder, 'huge.skey'), 8 * 1024 ** 3)
    await expect(read(folder)).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('huge.skey cannot be read: it is larger than'),
    })
    const many = folderWithout()
    for (let at = 0; at < 80; at += 1) writeFileSync(join(many, `${at}.vkey`), files.vkey)
    await expect(read(many)).rejects.toMatchObject({
      message: expect.stringContaining('too many files'),
    })
  })

  it('says which folder to name where the policies are in folders of it', async () => {
    const folder = folderWithout()
    await expect(read(join(folder, '..'))).rejects.toThrow(/name one, such as .*policy/u)
  })

  it('cannot move text of a message with the names of its files', async () => {
    const { files: given, skipped } = await givenPolicyFiles(
      [{ name: 'a\u{202e}\n.skey', content: Secret.ofText('x') }],
      null,
    )
    expect(skipped).toEqual([])
    expect(given[0]?.name).toBe(String.raw`a\u{202e}\n.skey`)
    expect(() => findPolicyInFiles(given, [])).toThrow(/policy cannot be read/u)
  })
})

describe('a zip that somebody else prepared', () => {
  const readZip = async (entries: readonly ZipEntry[]) => {
    const path = join(temporaryFolder(), 'keys.zip')
    writeFileSync(path, zipOf(entries))
    return read(path)
  }
  const bomb = Buffer.alloc(64 * 1024 ** 2)
  const script = { name: 'p.script', content: files.script }

  it.each([
    ['a name that leads out of it', [{ ...script, name: '../../p.script' }], 'relative path'],
    ['an absolute name', [{ ...script, name: '/etc/p.script' }], 'absolute path'],
    [
      'a bomb that states its size',
      [script, { name: 'p.skey', content: bomb }],
      'more than 1048576 bytes',
    ],
    [
      'a bomb that states another size',
      [script, { name: 'p.skey', content: bomb, statedBytes: 100 }],
      'cannot be read',
    ],
    [
      'an encrypted entry',
      [script, { name: 'p.skey', content: files.skey, isEncrypted: true }],
      'p.skey is encrypted. Unpack the zip with its password',
    ],
    ['no policy', [{ name: 'a.png', content: 'x' }], 'no file of a policy'],
    ['nothing', [], 'no file of a policy'],
    [
      'very many entries of policies',
      Array.from({ length: 70 }, (_, at) => ({ name: `${at}.vkey`, content: files.vkey })),
      'more than 64 files',
    ],
  ])('is refused in words: %s', async (_name, entries, words) => {
    await expect(readZip(entries)).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining(words),
      details: { rule: 'zip' },
    })
  })

  it('is refused when it is cut off at any place', async () => {
    const whole = zipOf([script, { name: 'p.skey', content: files.skey }])
    for (let length = 4; length < whole.length; length += 7) {
      const content = Secret.ofBytes(Uint8Array.from(whole.subarray(0, length)))
      await expect(givenPolicyFiles([{ name: 'keys.zip', content }], null)).rejects.toMatchObject({
        code: 'invalid',
        details: { rule: 'zip' },
      })
    }
  })

  it('is not unpacked where its entries have no name of a policy file', async () => {
    const given = await readZip([script, { name: 'movie.mp4', content: bomb }])
    expect(given.files.map(({ name }) => name)).toEqual(['p.script'])
    expect(inspectFiles(given, { now: new Date() }).keys).toMatchObject([{ keyHash: key.keyHash }])
  })
})
