import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { generatePolicyKey } from '#cardano/keys.ts'
import { TestHome } from '../support/coldpress.ts'
import { cntoolsFolder, policyFilesOf } from '../support/policy-folder.ts'
import { zipOf } from '../support/zip.ts'

const home = await TestHome.withVault()
afterAll(() => home.remove())

const pycardano = join(import.meta.dirname, '..', 'fixtures', 'pycardano')

describe('policy import', () => {
  it('says what a CNTools policy can still do, and stores it only without --dry-run', async () => {
    const { files, policyId, key } = policyFilesOf(generatePolicyKey(), 250_000_000n)
    const folder = join(home.dir, 'Night Garden')
    const { skey: _, ...others } = files
    cntoolsFolder(folder, { ...others, 'skey.gpg': 'encrypted' })
    const dry = await home.run(['policy', 'import', '--file', folder, '--dry-run'])
    expect(dry.code, dry.stderr).toBe(0)
    for (const words of [
      policyId,
      'Night Garden',
      'mainnet: the files do not say',
      'slot 250000000, 2028-05-10',
      '1 of 1',
      `${key.keyHash}  encrypted in policy.skey.gpg`,
      'possible once the missing keys sign',
      'gpg --decrypt --output policy.skey policy.skey.gpg',
      'Nothing was stored.',
    ])
      expect(dry.stdout).toContain(words)
    expect((await home.json(['policy', 'list'])).document).toEqual([])
    const inspected = await home.json(['policy', 'inspect', folder])
    expect(inspected.document).toMatchObject({ policy_id: policyId, minting: 'others_sign' })
    const watched = await home.json(['policy', 'import', '--file', folder, '--network', 'devnet'])
    expect(watched.document).toMatchObject({ name: 'Night Garden', keys_here: [] })
  })

  it("takes over NMKR's zip with its key, and what pycardano wrote", async () => {
    const { files, policyId, key } = policyFilesOf()
    const path = join(home.dir, 'Herbarium_keys.zip')
    const entries = Object.entries(files).map(([extension, content]) => ({
      name: `Herbarium.${extension === 'id' ? 'policyid' : extension}`,
      content,
    }))
    writeFileSync(path, zipOf(entries))
    const taken = await home.json(['policy', 'import', '--file', path])
    expect(taken.document).toMatchObject({
      policy_id: policyId,
      name: 'Herbarium',
      keys_here: [key.keyHash],
      can_mint: true,
    })
    const written = await home.json(['policy', 'import', '--file', pycardano, '--dry-run'])
    expect(written.document).toMatchObject({ minting: 'possible', keys: [{ source: 'files' }] })
  })

  it.skipIf(process.platform === 'win32')(
    'names both files of a contradiction, and waits for no pipe in a folder',
    async () => {
      const [one, other] = [policyFilesOf(), policyFilesOf()]
      const folder = join(home.dir, 'mixed')
      cntoolsFolder(folder, { ...one.files, vkey: other.files.vkey })
      execFileSync('mkfifo', [join(folder, 'pipe.skey')])
      const mixed = await home.run(['policy', 'import', '--file', folder])
      expect(mixed.code).toBe(3)
      expect(mixed.stderr).toMatch(/policy\.vkey is the public key .* but policy\.skey signs as/u)
      const key = one.files.skey.replaceAll(/\s/gu, '')
      expect(mixed.stderr).not.toContain(key)
    },
  )

  it('is not followed by a collection at a hosted service that could not mint: its keys are missing from the file', async () => {
    const { policyId, key } = policyFilesOf()
    const apiKey = home.file('key.txt', 'an-api-key\n')
    // Nothing listens there: a request would end as unreachable.
    const base = ['--network', 'mainnet', '--base-url', 'http://127.0.0.1:9', '--app-id', 'a1']
    await home.json(['account', 'add', 'shop', ...base, '--api-key-file', apiKey])
    const script = { type: 'sig', keyHash: key.keyHash }
    const request = {
      name: 'Herbarium',
      payout_address: 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8',
      policy: { lock: false, policy_id: policyId, script },
    }
    const file = home.file('collection.json', JSON.stringify(request))
    const create = ['collection', 'create', '--file', file, '--account', 'shop']
    expect(await home.json(create)).toMatchObject({
      code: 3,
      document: {
        error: { code: 'invalid', message: expect.stringMatching(/watch-only.*Nothing was sent/u) },
      },
    })
  })
})
