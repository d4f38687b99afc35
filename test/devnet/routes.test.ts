import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { mainAddress, stakeAddress } from './addresses.ts'
import {
  blockfrostAddressTransaction,
  blockfrostAsset,
  blockfrostPolicyAsset,
  blockfrostTransactionUtxos,
  blockfrostUtxo,
} from '#contract/gateways/blockfrost.ts'
import { TxId } from '#cardano/ids.ts'
import { Unit } from '#cardano/value.ts'
import { protocolParameters } from '#devnet/protocol-parameters.ts'
import { openDevnet, outputsFor, rejectionOf, type TestDevnet, valueOf } from './open-devnet.ts'
import { fee, newParty, type Party, type Payment, type Plain, sign } from './payments.ts'

const ada = 1_000_000n
const alice = newParty()
const bob = newParty()
const given = outputsFor(alice, 12, 100n * ada)
const missing = 'The requested component has not been found.'

let devnet: TestDevnet
beforeEach(() => {
  devnet = openDevnet({ given })
})
afterEach(async () => {
  await devnet.close()
})

const spendable = (index: number) => {
  const found = given[index]
  if (found === undefined) throw new Error(`no output ${index}`)
  return found.spend
}
/** Sends it and puts it into a block of its own. */
const mined = async (party: Party, payment: Payment) => {
  const { id, cbor } = sign(party, payment)
  expect((await devnet.submit(cbor)).body).toBe(id)
  devnet.clock.slot += 1
  devnet.chain.makeBlock()
  return id
}
const pay = (index: number, lovelace = 10n * ada) =>
  mined(alice, { spends: [spendable(index)], pays: [{ to: bob, lovelace }] })

describe('/addresses/{address}/utxos', () => {
  const held = async (query = '') =>
    valueOf(
      await devnet.get(`/addresses/${alice.address}/utxos${query}`),
      z.array(blockfrostUtxo),
    ).map((utxo) => utxo.output_index)

  it('pages in the order of the chain, either way', async () => {
    expect(await held()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect(await held('?count=5')).toEqual([0, 1, 2, 3, 4])
    expect(await held('?count=5&page=3')).toEqual([10, 11])
    expect(await held('?count=5&page=4')).toEqual([])
    expect(await held('?count=5&order=desc')).toEqual([11, 10, 9, 8, 7])
  })

  it('shows amount, block and where it was made', async () => {
    const id = await pay(0)
    const [utxo] = valueOf(
      await devnet.get(`/addresses/${bob.address}/utxos`),
      z.array(blockfrostUtxo),
    )
    const { body } = await devnet.get('/blocks/latest')
    expect(utxo).toEqual({
      address: bob.address,
      tx_hash: id,
      output_index: 0,
      amount: [{ unit: 'lovelace', quantity: '10000000' }],
      block: z.object({ hash: z.string() }).parse(body).hash,
      data_hash: null,
      inline_datum: null,
      reference_script_hash: null,
    })
  })

  it('is 404 for an address never used, and empty for one whose all was spent', async () => {
    expect(rejectionOf(await devnet.get(`/addresses/${bob.address}/utxos`), 404)).toBe(missing)
    const id = await pay(0)
    await mined(bob, {
      spends: [{ txId: id, index: 0, lovelace: 10n * ada }],
      pays: [{ to: alice, lovelace: 5n * ada }],
    })
    const change = valueOf(
      await devnet.get(`/addresses/${bob.address}/utxos`),
      z.array(blockfrostUtxo),
    )
    expect(change).toHaveLength(1)
  })

  it.each(['?count=0', '?count=101', '?count=x', '?page=0', '?page=1.5', '?order=up', '?count=-1'])(
    '/addresses/{address}/utxos refuses %s',
    async (query) => {
      const reply = await devnet.get(`/addresses/${alice.address}/utxos${query}`)
      expect(rejectionOf(reply)).toMatch(/^(?:count|page|order): must be/u)
    },
  )

  it.each([mainAddress, stakeAddress, 'addr_test1nonsense', alice.address.slice(0, -1), '%20'])(
    'refuses the address %s',
    async (address) => {
      const errorReply = rejectionOf(await devnet.get(`/addresses/${address}/utxos`))
      expect(errorReply).toMatch(/Invalid address for this network or malformed address format/u)
    },
  )
})

describe('/addresses/{address}/transactions', () => {
  const history = async (address: string, query = '') =>
    valueOf(
      await devnet.get(`/addresses/${address}/transactions${query}`),
      z.array(blockfrostAddressTransaction),
    )

  it('lists what pays to an address and what spends from it, with the place on the chain', async () => {
    const first = await pay(0)
    const [second, third] = [1, 2].map((index) =>
      sign(alice, { spends: [spendable(index)], pays: [{ to: bob, lovelace: 5n * ada }] }),
    )
    if (second === undefined || third === undefined) throw new Error('two are made')
    await devnet.submit(second.cbor)
    await devnet.submit(third.cbor)
    devnet.clock.slot += 1
    devnet.chain.makeBlock()
    const spending = await mined(bob, {
      spends: [{ txId: first, index: 0, lovelace: 10n * ada }],
    })
    const time = (slot: number) => Date.parse('2025-01-01T00:00:00Z') / 1000 + slot
    expect(await history(bob.address)).toEqual([
      { tx_hash: first, tx_index: 0, block_height: 1, block_time: time(1001) },
      { tx_hash: second.id, tx_index: 0, block_height: 2, block_time: time(1002) },
      { tx_hash: third.id, tx_index: 1, block_height: 2, block_time: time(1002) },
      { tx_hash: spending, tx_index: 0, block_height: 3, block_time: time(1003) },
    ])
    expect((await history(alice.address)).map((use) => use.tx_hash)).toEqual([
      first,
      second.id,
      third.id,
    ])
    const ids = async (query: string) =>
      (await history(bob.address, query)).map((use) => use.tx_hash)
    expect(await ids('?from=2')).toEqual([second.id, third.id, spending])
    expect(await ids('?from=2:1')).toEqual([third.id, spending])
    expect(await ids('?to=2')).toEqual([first, second.id, third.id])
    expect(await ids('?to=2:0')).toEqual([first, second.id])
    expect(await ids('?from=2:0&to=2:0')).toEqual([second.id])
    expect(await ids('?order=desc&count=2')).toEqual([spending, third.id])
    expect(await ids('?order=desc&count=2&page=2')).toEqual([second.id, first])
  })

  it('refuses a place that is none', async () => {
    for (const from of ['x', '1:', ':1', '-1', '1:2:3'])
      expect(
        rejectionOf(await devnet.get(`/addresses/${alice.address}/transactions?from=${from}`)),
      ).toMatch(/malformed block number/u)
  })
})

describe('/txs/{hash}', () => {
  it('tells both sides, and what was spent since', async () => {
    const id = await pay(3)
    const spending = await mined(bob, { spends: [{ txId: id, index: 0, lovelace: 10n * ada }] })
    const utxos = valueOf(await devnet.get(`/txs/${id}/utxos`), blockfrostTransactionUtxos)
    expect(utxos.inputs).toMatchObject([
      { address: alice.address, tx_hash: spendable(3).txId, output_index: 3, reference: false },
    ])
    expect(utxos.outputs.map((output) => [output.address, output.consumed_by_tx])).toEqual([
      [bob.address, spending],
      [alice.address, null],
    ])
  })

  it('gives the bytes as they were sent', async () => {
    const { id, cbor } = sign(alice, { spends: [spendable(0)] })
    await devnet.submit(cbor)
    devnet.chain.makeBlock()
    expect((await devnet.get(`/txs/${id}/cbor`)).body).toEqual({
      cbor: Buffer.from(cbor).toString('hex'),
    })
  })

  it('shows metadata as JSON: bytes as 0x, keys as text, in their order', async () => {
    const bytes = Uint8Array.of(0xca, 0xfe)
    const value = new Map<Plain, Plain>([
      ['zebra', [1n, -2n, 'three']],
      ['__proto__', 'kept'],
      [7n, bytes],
      [bytes, new Map<Plain, Plain>()],
      [[1n], 'a key that is a list'],
    ])
    const id = await mined(alice, {
      spends: [spendable(0)],
      metadata: new Map<bigint, Plain>([
        [674n, value],
        [18446744073709551615n, 'the last label'],
      ]),
    })
    const text = JSON.stringify((await devnet.get(`/txs/${id}/metadata`)).body)
    expect(text).toBe(
      '[{"label":"674","json_metadata":{"7":"0xcafe","zebra":[1,-2,"three"],"__proto__":"kept","0xcafe":{},"[1]":"a key that is a list"}},{"label":"18446744073709551615","json_metadata":"the last label"}]',
    )
  })

  it('without metadata has an empty list of it', async () => {
    expect((await devnet.get(`/txs/${await pay(0)}/metadata`)).body).toEqual([])
  })

  it.each(['', '/utxos', '/metadata', '/cbor'])(
    '%s is 404 for one not in a block',
    async (part) => {
      const { id, cbor } = sign(alice, { spends: [spendable(0)] })
      await devnet.submit(cbor)
      expect(rejectionOf(await devnet.get(`/txs/${id}${part}`), 404)).toBe(missing)
      expect(rejectionOf(await devnet.get(`/txs/xyz${part}`))).toMatch(
        /malformed transaction hash/u,
      )
    },
  )
})

describe('/assets/{asset}', () => {
  const asset = async (unit: string) =>
    valueOf(await devnet.get(`/assets/${unit}`), blockfrostAsset)
  const named = (name: string): Plain =>
    new Map([
      [
        alice.policyId,
        new Map([
          [
            name,
            new Map([
              ['name', `${name} #1`],
              ['image', 'ipfs://x'],
            ]),
          ],
        ]),
      ],
    ])

  it('adds up mints and burns; metadata is that of the newest mint, which a burn leaves', async () => {
    const unit = alice.unit('Print')
    const first = await mined(alice, {
      spends: [spendable(0)],
      mints: new Map([[unit, 3n]]),
      metadata: new Map([[721n, named('Print')]]),
    })
    expect(await asset(unit)).toEqual({
      asset: unit,
      policy_id: alice.policyId,
      asset_name: Buffer.from('Print').toString('hex'),
      fingerprint: expect.stringMatching(/^asset1/u),
      quantity: '3',
      initial_mint_tx_hash: first,
      mint_or_burn_count: 1,
      onchain_metadata: { name: 'Print #1', image: 'ipfs://x' },
      onchain_metadata_standard: 'CIP25v1',
    })
    const corrected = new Map([
      [
        alice.policyId,
        new Map([
          [
            'Print',
            new Map([
              ['name', 'Corrected'],
              ['image', 'ipfs://y'],
            ]),
          ],
        ]),
      ],
    ])
    await mined(alice, {
      spends: [spendable(1)],
      mints: new Map([[unit, 2n]]),
      metadata: new Map([[721n, corrected]]),
    })
    await mined(alice, {
      spends: [
        { txId: TxId(first), index: 0, lovelace: 100n * ada - fee, assets: new Map([[unit, 3n]]) },
      ],
      mints: new Map([[unit, -3n]]),
      metadata: new Map([[721n, named('Print')]]),
    })
    expect(await asset(unit)).toMatchObject({
      quantity: '2',
      initial_mint_tx_hash: first,
      mint_or_burn_count: 3,
      onchain_metadata: { name: 'Corrected' },
    })
    await devnet.post('/devnet/rollback', { blocks: 2 })
    expect(await asset(unit)).toMatchObject({ quantity: '3', mint_or_burn_count: 1 })
    await devnet.post('/devnet/rollback', { blocks: 1 })
    expect(rejectionOf(await devnet.get(`/assets/${unit}`), 404)).toBe(missing)
  })

  it('finds version 2 by bytes, and a hex name in version 1 not at all, like a wallet', async () => {
    const policy = Uint8Array.from(Buffer.from(alice.policyId, 'hex'))
    const name = Uint8Array.of(0xff, 0xfe)
    const unit = `${alice.policyId}fffe`
    const shown = new Map([
      ['name', 'Raw'],
      ['image', 'ipfs://x'],
    ])
    const mint = (index: number, content: Plain) =>
      mined(alice, {
        spends: [spendable(index)],
        mints: new Map([[Unit(unit), 1n]]),
        metadata: new Map([[721n, content]]),
      })
    await mint(0, new Map([[alice.policyId, new Map([['fffe', shown]])]]))
    expect(await asset(unit)).toMatchObject({
      onchain_metadata: null,
      onchain_metadata_standard: null,
    })
    await mint(
      1,
      new Map<Plain, Plain>([
        [policy, new Map([[name, shown]])],
        ['version', 2n],
      ]),
    )
    expect(await asset(unit)).toMatchObject({
      onchain_metadata: { name: 'Raw' },
      onchain_metadata_standard: 'CIP25v2',
    })
  })

  it('finds nothing of its own making for a token with an unusual name', async () => {
    const units = ['constructor', '__proto__'].map(alice.unit)
    await mined(alice, {
      spends: [spendable(0)],
      mints: new Map(units.map((unit) => [unit, 1n])),
      metadata: new Map([[721n, named('__proto__')]]),
    })
    const [first, second] = await Promise.all(units.map(asset))
    expect(first?.onchain_metadata).toBeNull()
    expect(second?.onchain_metadata).toMatchObject({ name: '__proto__ #1' })
  })

  it('names no standard for metadata that no wallet can show', async () => {
    await mined(alice, {
      spends: [spendable(0)],
      mints: new Map([[alice.unit('Bare'), 1n]]),
      metadata: new Map([
        [721n, new Map([[alice.policyId, new Map([['Bare', new Map([['name', 'x']])]])]])],
      ]),
    })
    expect(await asset(alice.unit('Bare'))).toMatchObject({
      onchain_metadata: { name: 'x' },
      onchain_metadata_standard: null,
    })
  })

  it('shows the token without a name, which carries royalties (CIP-27)', async () => {
    const rate = new Map([
      ['rate', '0.05'],
      ['addr', 'addr_test1'],
    ])
    await mined(alice, {
      spends: [spendable(0)],
      mints: new Map([[alice.unit(''), 1n]]),
      metadata: new Map([[777n, rate]]),
    })
    expect(await asset(alice.unit(''))).toMatchObject({ asset_name: null, quantity: '1' })
  })

  it('refuses what is no asset', async () => {
    for (const unit of ['xyz', alice.policyId.slice(1), `${alice.policyId}f`, 'ab'.repeat(61)])
      expect(rejectionOf(await devnet.get(`/assets/${unit}`))).toMatch(/malformed asset format/u)
  })
})

describe('/assets/policy/{policy_id}', () => {
  it('lists every asset ever minted under a policy by its first mint, burned ones with 0', async () => {
    const units = ['b', 'a', 'c'].map(alice.unit)
    const mints = new Map(units.map((unit) => [unit, 1n]))
    const id = await mined(alice, { spends: [spendable(0)], mints })
    const burned = alice.unit('a')
    await mined(alice, {
      spends: [{ txId: TxId(id), index: 0, lovelace: 100n * ada - fee, assets: mints }],
      mints: new Map([[burned, -1n]]),
    })
    const list = async (query = '') =>
      valueOf(
        await devnet.get(`/assets/policy/${alice.policyId}${query}`),
        z.array(blockfrostPolicyAsset),
      )
    expect(await list()).toEqual(
      units.map((unit) => ({ asset: unit, quantity: unit === burned ? '0' : '1' })),
    )
    expect((await list('?count=2&page=2')).map(({ asset }) => asset)).toEqual(units.slice(2))
    expect(await list('?count=2&page=3')).toEqual([])
    expect((await list('?order=desc&count=1')).map(({ asset }) => asset)).toEqual(units.slice(-1))
  })

  it('is 404 where nothing was minted, 400 for what is no policy', async () => {
    expect(rejectionOf(await devnet.get(`/assets/policy/${bob.policyId}`), 404)).toBe(missing)
    expect(rejectionOf(await devnet.get('/assets/policy/xyz'))).toMatch(/malformed policy format/u)
  })
})

describe('what is the same for everybody', () => {
  it('is the parameters of mainnet, in the epoch of the clock', async () => {
    devnet.clock.slot = 432_000 * 3 + 5
    expect((await devnet.get('/epochs/latest/parameters')).body).toEqual({
      ...protocolParameters,
      epoch: 3,
    })
  })

  it('is a genesis that says how slots become times', async () => {
    expect((await devnet.get('/genesis')).body).toMatchObject({
      network_magic: 42,
      slot_length: 1,
      system_start: Date.parse('2025-01-01T00:00:00Z') / 1000,
    })
  })

  it('is a 404 for blocks that are not there, and a 400 for what names none', async () => {
    for (const block of ['1', 'ab'.repeat(32), '999999999999'])
      expect(rejectionOf(await devnet.get(`/blocks/${block}`), 404)).toBe(missing)
    for (const block of ['x', '-1', '1.5', 'AB'.repeat(32)])
      expect(rejectionOf(await devnet.get(`/blocks/${block}`))).toMatch(/malformed block hash/u)
  })
})
