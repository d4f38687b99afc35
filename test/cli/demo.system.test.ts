import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { bech32 } from '@scure/base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { TestHome } from '../support/coldpress.ts'
import { startKeychainSession, type KeychainSession } from '../support/keychain-session.ts'
import { serveHome } from '../support/served-home.ts'

const txId = z.string().regex(/^[0-9a-f]{64}$/u)

const demo = z.strictObject({
  collection_id: z.string(),
  policy_id: z.string().regex(/^[0-9a-f]{56}$/u),
  tokens: z
    .array(
      z.strictObject({
        asset_name: z.string(),
        image: z.string().regex(/^ipfs:\/\/Qm\w{44}$/u),
        fingerprint: z.string().regex(/^asset1/u),
      }),
    )
    .length(24),
  royalty_tx_id: txId,
  mint_tx_ids: z.array(txId).min(1),
  metadata: z.strictObject({
    '721': z.looseObject({}),
    '777': z.strictObject({ rate: z.literal('0.05'), addr: z.array(z.string()) }),
  }),
  seconds: z.number().positive(),
})

const policies = z.array(
  z.object({ policy_id: z.string(), keys_here: z.array(z.string()).length(1) }),
)

const json = z.record(z.string(), z.unknown())
/** What stands under 721 for one token. */
const nftIn = (metadata: unknown, policyId: string, name: string): unknown =>
  json.parse(json.parse(json.parse(metadata)['721'])[policyId])[name]

const tokenPage = z.object({
  data: z.array(
    z.object({
      asset_name: z.string(),
      status: z.string(),
      metadata: z.unknown(),
    }),
  ),
})

/** An address without a staking part is a header and the hash of the key that pays (CIP-19). */
const paymentKeyOf = (address: string): string => {
  const { bytes } = bech32.decodeToBytes(address)
  expect(bytes).toHaveLength(29)
  return Buffer.from(bytes.subarray(1)).toString('hex')
}

let keychain: KeychainSession
let home: TestHome
beforeAll(async () => {
  keychain = await startKeychainSession()
  home = new TestHome()
})
afterAll(async () => {
  home.remove()
  await keychain.stop()
})

describe('coldpress demo', () => {
  it('goes the whole way with the policy key in a real keychain, and takes it all back', async () => {
    const temporary = { ...keychain.env, TMPDIR: home.dir, COLDPRESS_HOME: undefined }
    const run = await home.run(['demo', '--json'], temporary)
    expect(run.code, run.stderr).toBe(0)
    const played = demo.parse(JSON.parse(run.stdout))
    const { collection_id: collectionId, policy_id: policyId, tokens } = played
    expect(new Set(tokens.map(({ image }) => image)).size).toBe(24)

    const made = readdirSync(home.dir).find((name) => name.startsWith('coldpress-demo-'))
    const demoHome = join(home.dir, made ?? '')
    const list = await home.run(['policy', 'list', '--json', '--home', demoHome], temporary)
    const [policy] = policies.parse(JSON.parse(list.stdout))
    expect(policy?.policy_id).toBe(policyId)
    expect(existsSync(join(demoHome, 'secrets'))).toBe(false)
    const item = `policy/${policy?.keys_here[0] ?? ''}`
    expect(await keychain.searchItems({ username: item })).toHaveLength(1)

    const asked = await serveHome(home, { dir: demoHome, environment: temporary })
    const said = tokenPage.parse(
      await asked.studio(`collections/${collectionId}/tokens?size=100&order=asc`),
    )
    expect(said.data).toHaveLength(24)
    for (const { asset_name: name, status, metadata } of said.data) {
      expect(status).toBe('COMPLETED')
      const nft = nftIn(metadata, policyId, name)
      expect(nft).toMatchObject({ name: expect.any(String), image: expect.any(String) })
      expect(nftIn(played.metadata, policyId, name)).toEqual(nft)
    }
    const minted = z
      .array(z.object({ asset: z.string(), quantity: z.literal('1') }))
      .parse(await asked.chain(`assets/policy/${policyId}?count=100`))
    const hex = (name: string): string => Buffer.from(name).toString('hex')
    expect(minted.map(({ asset }) => asset).toSorted()).toEqual(
      [policyId, ...tokens.map(({ asset_name: name }) => policyId + hex(name))].toSorted(),
    )
    expect(await asked.chain(`txs/${played.royalty_tx_id}/metadata`)).toEqual([
      { label: '777', json_metadata: played.metadata['777'] },
    ])
    const blocks = await Promise.all(
      [played.royalty_tx_id, ...played.mint_tx_ids].map(async (id) =>
        z.object({ block_height: z.int() }).parse(await asked.chain(`txs/${id}`)),
      ),
    )
    const [royalty = { block_height: Infinity }, ...mints] = blocks
    for (const { block_height: height } of mints)
      expect(height).toBeGreaterThan(royalty.block_height)
    const funding = z
      .object({ address: z.string() })
      .parse(await asked.studio(`collections/${collectionId}/funding`))
    const payment = `policy/${paymentKeyOf(funding.address)}`
    expect(await keychain.searchItems({ username: payment })).toHaveLength(1)
    await asked.stop()

    const removed = await home.run(['demo', '--remove', demoHome], temporary)
    expect(removed.code, removed.stderr).toBe(0)
    expect(existsSync(demoHome)).toBe(false)
    expect(await keychain.searchItems({ username: item })).toHaveLength(0)
    expect(await keychain.searchItems({ username: payment })).toHaveLength(0)
  })

  it('leaves nothing behind when it is interrupted', async () => {
    const child = home.start(['demo'], { TMPDIR: home.dir, COLDPRESS_HOME: undefined })
    if (child.stderr === null) throw new Error('no standard error')
    const exited = once(child, 'exit')
    let said = ''
    for await (const piece of child.stderr.setEncoding('utf8')) {
      if (!said.includes('Importing') && String(piece).includes('Importing')) child.kill('SIGTERM')
      said += String(piece)
    }
    expect((await exited)[0]).toBe(4)
    expect(said).toContain('The demo was interrupted, and its home removed.')
    expect(readdirSync(home.dir).filter((name) => name.startsWith('coldpress-demo-'))).toEqual([])
  })

  it('removes nothing that no demo made', async () => {
    const run = await home.run(['demo', '--remove', home.dir])
    expect(run.code).toBe(2)
    expect(existsSync(home.passphraseFile)).toBe(true)
  })
})
