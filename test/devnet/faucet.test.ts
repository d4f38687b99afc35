import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { mainAddress, stakeAddress, testAddress } from './addresses.ts'
import { paymentAddress } from '#cardano/addresses.ts'
import {
  devnetFunded,
  blockfrostTransactionUtxos,
  blockfrostUtxo,
} from '#contract/gateways/blockfrost.ts'
import { freshFolder, openDevnet, rejectionOf, type TestDevnet, valueOf } from './open-devnet.ts'

let devnet: TestDevnet
beforeEach(() => {
  devnet = openDevnet()
})
afterEach(async () => {
  await devnet.close()
})

const fund = (address: string, lovelace: string, on = devnet) =>
  on.post('/devnet/fund', { address, lovelace })
const paid = async (lovelace: string, on = devnet) =>
  valueOf(await fund(testAddress, lovelace, on), devnetFunded).tx_hash
const inputsOf = async (id: string, on = devnet) =>
  valueOf(await on.get(`/txs/${id}/utxos`), blockfrostTransactionUtxos).inputs.map(
    (input) => `${input.tx_hash}#${input.output_index}`,
  )

describe('the test wallet', () => {
  it('pays what is asked, in a transaction like any other', async () => {
    const id = await paid('25000000')
    devnet.chain.makeBlock()
    const held = valueOf(
      await devnet.get(`/addresses/${testAddress}/utxos`),
      z.array(blockfrostUtxo),
    )
    expect(held).toMatchObject([
      { tx_hash: id, output_index: 0, amount: [{ unit: 'lovelace', quantity: '25000000' }] },
    ])
    expect(await devnet.get(`/txs/${id}`)).toMatchObject({
      body: { block_height: 1, invalid_hereafter: String(devnet.clock.slot + 7200) },
    })
  })

  it('pays a hundred at the same time, more than it has outputs, without a clash', async () => {
    const ids = await Promise.all(Array.from({ length: 100 }, () => paid('1000000000')))
    devnet.chain.makeBlock()
    const spent = (await Promise.all(ids.map((id) => inputsOf(id)))).flat()
    expect(new Set(ids).size).toBe(100)
    expect(new Set(spent).size).toBe(100)
  })

  it('pays from the same key after a restart, and through two programs at once', async () => {
    const { folder, remove } = freshFolder()
    const database = `${folder}/devnet.db`
    try {
      const one = openDevnet({ database })
      const first = await paid('5000000', one)
      await one.close()
      const [two, three] = [openDevnet({ database }), openDevnet({ database })]
      const ids = [await paid('5000000', two), await paid('5000000', three)]
      two.chain.makeBlock()
      const spent = await Promise.all([first, ...ids].map((id) => inputsOf(id, three)))
      expect(new Set(spent.flat()).size).toBe(3)
      await Promise.all([two.close(), three.close()])
    } finally {
      remove()
    }
  })

  it('has its money back after a rollback', async () => {
    const id = await paid('5000000')
    devnet.chain.makeBlock()
    const inputs = await inputsOf(id)
    await devnet.post('/devnet/rollback', { blocks: 1 })
    const again = await paid('6000000')
    devnet.chain.makeBlock()
    expect(await inputsOf(again)).toEqual(inputs)
  })

  it('pays the least that an output may hold, and not one lovelace less', async () => {
    // (160 bytes of overhead + 38 of this output) at 4310 a byte.
    const errorReply = rejectionOf(await fund(testAddress, '849069'))
    expect(errorReply).toMatch(/^lovelace: 849069 is below 849070, the least/u)
    expect((await fund(testAddress, '849070')).status).toBe(200)
    expect(rejectionOf(await fund(testAddress, '0'))).toMatch(/^lovelace: 0 is below/u)
  })

  it('pays up to a million ADA at a time', async () => {
    expect((await fund(testAddress, '1000000000000')).status).toBe(200)
    expect(rejectionOf(await fund(testAddress, '1000000000001'))).toMatch(/a million ADA/u)
    expect(rejectionOf(await fund(testAddress, '9'.repeat(30)))).toMatch(/a million ADA/u)
  })

  it.each([
    ['of mainnet', mainAddress, /mainnet address/u],
    ['of a stake', stakeAddress, /stake address/u],
    [
      'from Byron times',
      '2cWKMJemoBajc46Wu4Z7e6bG48myZWfB7Z6pD77L6PrJQWt9HZ3Yv7o8CYZTBMqHTPTkv',
      /Byron/u,
    ],
    ['with a slip', `${testAddress.slice(0, -1)}q`, /checksum/u],
    ['of nobody', '', /^address: empty/u],
  ])('refuses an address %s', async (_, address, message) => {
    expect(rejectionOf(await fund(address, '5000000'))).toMatch(message)
  })

  it.each([
    [{}, /address/u],
    [{ address: testAddress }, /^lovelace/u],
    [{ address: testAddress, lovelace: '-5' }, /^lovelace/u],
    [{ address: testAddress, lovelace: '1.5' }, /^lovelace/u],
    [{ address: 7, lovelace: '5000000' }, /^address/u],
  ])('the test wallet refuses %j', async (body, message) => {
    expect(rejectionOf(await devnet.post('/devnet/fund', body))).toMatch(message)
  })

  it('is at an address of the devnet', async () => {
    const id = await paid('5000000')
    devnet.chain.makeBlock()
    const { outputs } = valueOf(await devnet.get(`/txs/${id}/utxos`), blockfrostTransactionUtxos)
    expect(() => paymentAddress(outputs[1]?.address ?? '', 'devnet')).not.toThrow()
  })
})
