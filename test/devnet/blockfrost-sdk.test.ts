import { BlockFrostAPI, BlockfrostServerError } from '@blockfrost/blockfrost-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Secret } from '#platform/secret/secret.ts'
import { type RunningDevnet, startDevnet } from '#devnet/server.ts'
import { atSlot, caseNamed, givenAddress, givenOutputs } from './cases.ts'
import { newParty } from './payments.ts'

/** The network that its name starts with is what the SDK looks for in a token. */
const token = 'preprodDevnetToken4711'

let devnet: RunningDevnet
let api: BlockFrostAPI
beforeAll(async () => {
  devnet = await startDevnet({
    database: ':memory:',
    token: Secret.ofText(token),
    now: () => atSlot(1000),
    genesis: givenOutputs,
    blockMs: 10,
  })
  api = sdk(token)
})
afterAll(() => devnet.close())

const sdk = (projectId: string) =>
  new BlockFrostAPI({ projectId, network: 'preprod', customBackend: devnet.baseUrl })

const rejectionOf = async (call: Promise<unknown>) => {
  try {
    await call
  } catch (error) {
    if (error instanceof BlockfrostServerError) return error
    throw error
  }
  throw new Error('this should have been refused')
}

describe("Blockfrost's own client", () => {
  it('reads the tip, a block, the genesis and the parameters', async () => {
    const tip = await api.blocksLatest()
    expect(tip.slot).toBe(1000)
    expect((await api.blocks(tip.hash)).height).toBe(tip.height)
    expect((await api.genesis()).slot_length).toBe(1)
    const parameters = await api.epochsLatestParameters()
    expect(parameters).toMatchObject({ min_fee_a: 44, max_tx_size: 16_384, key_deposit: '2000000' })
    expect((await api.root()).url).toBe(devnet.baseUrl)
    expect((await api.health()).is_healthy).toBe(true)
  })

  it('reads every UTxO of an address, page by page', async () => {
    const utxos = await api.addressesUtxosAll(givenAddress, { batchSize: 1 })
    expect(utxos.map((utxo) => utxo.output_index)).toEqual([0, 1, 2])
    const [last] = await api.addressesUtxos(givenAddress, { count: 1, page: 1, order: 'desc' })
    expect(last?.output_index).toBe(2)
  })

  it('submits a mint, and reads it, its metadata, its assets and the history', async () => {
    const id = await api.txSubmit(caseNamed('good'))
    await expect.poll(() => api.txs(id).catch(() => undefined)).toBeDefined()
    const tx = await api.txs(id)
    expect(tx).toMatchObject({ hash: id, fees: '207037', valid_contract: true })
    const [metadata] = await api.txsMetadata(id)
    expect(metadata?.label).toBe('721')
    const { inputs, outputs } = await api.txsUtxos(id)
    expect([inputs.length, outputs.length]).toEqual([1, 2])
    const unit = outputs[0]?.amount[1]?.unit ?? ''
    const asset = await api.assetsById(unit)
    expect(asset).toMatchObject({
      quantity: '1',
      initial_mint_tx_hash: id,
      onchain_metadata: { name: 'Coldpress #0000' },
      onchain_metadata_standard: 'CIP25v1',
    })
    expect(await api.assetsPolicyByIdAll(asset.policy_id)).toHaveLength(2)
    expect(await api.addressesTransactionsAll(givenAddress)).toMatchObject([{ tx_hash: id }])
    expect((await api.txsCbor(id)).cbor).toBe(Buffer.from(caseNamed('good')).toString('hex'))
  })

  it('knows every rejection for what it is', async () => {
    const twice = await rejectionOf(api.txSubmit(caseNamed('good')))
    expect(twice).toMatchObject({ status_code: 400, error: 'Bad Request' })
    expect(twice.message).toMatch(/All inputs are spent/u)
    const unused = await rejectionOf(api.addressesUtxos(newParty().address))
    expect(unused).toMatchObject({ status_code: 404, error: 'Not Found' })
    const malformed = await rejectionOf(api.txs('nonsense'))
    expect(malformed.status_code).toBe(400)
    const stranger = await rejectionOf(sdk('preprodAnotherToken').blocksLatest())
    expect(stranger).toMatchObject({ status_code: 403, message: 'Invalid project token.' })
  })
})
