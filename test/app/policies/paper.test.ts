import sharp from 'sharp'
import { decodeQR } from 'qr/decode.js'
import { describe, expect, it } from 'vitest'
import { generatePolicyKey, type PolicyKey } from '#cardano/keys.ts'
import { scriptToCbor } from '#cardano/scripts.ts'
import { paperPage } from '#app/policies/paper.ts'
import { Secret } from '#platform/secret/secret.ts'
import { ageFileIn } from '#keys/vault/age-text.ts'
import type { SealedBackup } from '#keys/vault-schemas.ts'
import { openBackup, sealBackup } from '#keys/vault/backup-file.ts'

const passphrase = () => Secret.ofText('words for the backup alone')

const backupOf = (keys: readonly PolicyKey[], name: string | null = null): Promise<SealedBackup> =>
  sealBackup(
    {
      name,
      network: 'preprod',
      scriptCbor: scriptToCbor({
        type: 'all',
        scripts: keys.map(({ keyHash }) => ({ type: 'sig', keyHash })),
      }),
    },
    keys,
    passphrase(),
    { created: '2026-01-01T00:00:00.000Z', workFactor: 2 },
  )

const newKeys = (count: number) => Array.from({ length: count }, () => generatePolicyKey())

/** What a camera sees of each code: pixels, not the drawing. */
const scan = async (page: string): Promise<string[]> => {
  const codes: string[] = []
  for (const [drawing] of page.matchAll(/<svg[\s\S]*?<\/svg>/gu)) {
    const { data, info } = await sharp(Buffer.from(drawing), { density: 300 })
      .resize(700, 700, { kernel: 'nearest' })
      .flatten({ background: 'white' })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    codes.push(decodeQR({ height: info.height, width: info.width, data }))
  }
  return codes
}

describe('a paper backup', () => {
  it.each([1, 3])(
    'of %i keys is read off its codes, one below the other, and opens',
    async (count) => {
      const keys = newKeys(count)
      const backup = await backupOf(keys)
      const codes = await scan(paperPage(backup))
      expect(codes.length).toBeGreaterThan(1)
      const opened = await openBackup(new TextEncoder().encode(codes.join('\n')), passphrase())
      expect(opened.content.fingerprint).toBe(backup.fingerprint)
      expect(opened.keys.map(({ keyHash }) => keyHash)).toEqual(keys.map(({ keyHash }) => keyHash))
    },
  )

  it('holds the same file as text, says whose it is, and has nothing active in it', async () => {
    const backup = await backupOf(newKeys(1), '<script>alert("x")</script> & co')
    const page = paperPage(backup)
    expect(ageFileIn(new TextEncoder().encode(page))).toEqual(backup.file)
    expect(page).toContain(backup.policyId)
    expect(page).toMatch(/content="default-src 'none'; style-src 'sha256-[\w+/]{43}='"/u)
    expect(page).toContain('2026-01-01T00:00:00.000Z')
    expect(page).toContain('restore the policy from the file in Coldpress')
    expect(page).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org\/2000\/svg)|\bon\w+=/u)
    expect(page).not.toMatch(/ed25519e?_sk/u)
  })

  it('is refused for more than one sheet holds', async () => {
    const backup = await backupOf(newKeys(40))
    expect(() => paperPage(backup)).toThrow(/Keep it as a file/u)
  })
})
