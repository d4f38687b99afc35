import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openChain } from '#devnet/chain/chain.ts'
import { chainSchema } from '#devnet/chain/schema.ts'
import { Database } from '#platform/db/database.ts'
import { Secret } from '#platform/secret/secret.ts'
import { type RunningDevnet, startDevnet } from '#devnet/server.ts'
import { freshFolder } from '../devnet/open-devnet.ts'
import { newParty } from '../devnet/payments.ts'
import { hasChainPeers, runChainPeer } from '../support/chain-peers.ts'
import { startKoios } from '../support/gateways/koios.ts'
import { startKupo } from '../support/gateways/kupo.ts'
import { startOgmios } from '../support/gateways/ogmios.ts'

const token = 'token-of-the-chain-libraries'

const id = z.string().regex(/^[0-9a-f]{64}$/u)
/** What a program of tools/chain-peers says that it did. */
const report = z.strictObject({
  asset: z.string().regex(/^[0-9a-f]{56}50656572$/u),
  pay: id,
  mint: id,
  burn: id,
  lock: id,
  unlock: id,
  /** How many of the asset the program found at its own address at the end. */
  held: z.string(),
  /** Of the token's metadata as the library read it, where the library reads metadata. */
  title: z.string().optional(),
})

const { folder, remove } = freshFolder()
const file = join(folder, 'devnet.sqlite')
let devnet: RunningDevnet
beforeAll(async () => {
  devnet = await startDevnet({ database: file, token: Secret.ofText(token), blockMs: 200 })
})
afterAll(async () => {
  await devnet.close()
  remove()
})

const ask = async (path: string): Promise<unknown> =>
  (await fetch(`${devnet.baseUrl}${path}`, { headers: { project_id: token } })).json()

/** Runs a program, and compares what it says with what is on the chain. */
const expectStory = async (
  program: string,
  title?: string,
  servers: Readonly<Record<string, string>> = {},
): Promise<void> => {
  const receiver = newParty().address
  const { asset, pay, mint, burn, lock, unlock, ...read } = report.parse(
    JSON.parse(
      await runChainPeer(program, {
        DEVNET_URL: devnet.baseUrl,
        DEVNET_TOKEN: token,
        DEVNET_RECEIVER: receiver,
        ...servers,
      }),
    ),
  )
  const policyId = asset.slice(0, 56)
  expect(await ask(`/addresses/${receiver}/utxos`)).toMatchObject([
    { tx_hash: pay, amount: [{ unit: 'lovelace', quantity: '5000000' }] },
  ])
  expect(await ask(`/assets/${asset}/history`)).toEqual([
    { tx_hash: mint, amount: '2', action: 'minted' },
    { tx_hash: burn, amount: '-1', action: 'burned' },
  ])
  expect(await ask(`/txs/${mint}/metadata`)).toEqual([
    {
      label: '721',
      json_metadata: { [policyId]: { Peer: { name: 'Peer', image: 'ipfs://x' } } },
    },
  ])
  const amount = [{ unit: 'lovelace', quantity: '7000000' }]
  expect(await ask(`/txs/${lock}/utxos`)).toMatchObject({
    outputs: expect.arrayContaining([expect.objectContaining({ amount, consumed_by_tx: unlock })]),
  })
  expect(await ask(`/scripts/${policyId}`)).toMatchObject({ type: 'timelock' })
  expect(read).toEqual({ held: '1', ...(title === undefined ? {} : { title }) })
}

describe.runIf(hasChainPeers('npm'))('against the devnet', () => {
  it('Mesh pays, mints, burns, spends from a script and reads its token with metadata, once its client has the token of the devnet', () =>
    expectStory('mesh.mjs', 'Peer'))

  it('Blaze pays, mints, burns, spends from a script and finds its token, by addresses: it asks for a credential as for an address of mainnet', () =>
    expectStory('blaze.mjs'))

  it('Lucid Evolution pays, mints, burns, spends from a script and finds its token by its credential', () =>
    expectStory('lucid-evolution.mjs'))

  it('blockfrost-js submits a payment, a mint, a burn and a spend from a script, which cardano-serialization-lib builds for it, and reads every path that it has', () =>
    expectStory('blockfrost-js.mjs', 'Peer'))
})

describe.runIf(hasChainPeers('npm'))('against the stand-ins of gateways over the devnet', () => {
  it('Lucid Evolution pays, mints, burns and spends from a script through Ogmios 6 and Kupo, and reads the same from Koios', async () => {
    const database = new Database(file, [chainSchema])
    const chain = { database, chain: openChain(database, () => new Date()) }
    const [ogmios, kupo] = [await startOgmios(chain, { version: 6 }), await startKupo(chain)]
    const koios = await startKoios(chain)
    await expectStory('lucid-evolution-kupmios.mjs', undefined, {
      OGMIOS_URL: ogmios.url,
      KUPO_URL: kupo.url,
      KOIOS_URL: koios.baseUrl,
    })
    for (const server of [ogmios, kupo, koios])
      // oxlint-disable-next-line no-await-in-loop -- each ends by itself
      await server.close()
    database.close()
  })
})

describe.runIf(hasChainPeers('Python'))('against the devnet', () => {
  it('pycardano pays, mints, burns and spends from a script through blockfrost-python, which builds no transactions and reads every path that it has', () =>
    expectStory('pycardano_and_blockfrost.py', 'Peer'))
})
