import { DatabaseSync } from 'node:sqlite'
import { blake2b } from '@noble/hashes/blake2.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeBech32 } from '#cardano/bech32.ts'
import type { TxId } from '#cardano/ids.ts'
import { newGenesisId } from '#devnet/chain/genesis.ts'
import { chainSchema } from '#devnet/chain/schema.ts'
import { schemaFingerprint } from '#platform/db/schema.ts'
import { mainAddress } from './addresses.ts'
import {
  freshFolder,
  openDevnet,
  outputsFor,
  rejectionOf,
  type TestDevnet,
  token,
} from './open-devnet.ts'
import { encode, fee, newParty, type Party, type Payment, type Plain, sign } from './payments.ts'

const ada = 1_000_000n
const alice = newParty()
const bob = newParty()
const given = outputsFor(alice, 12, 100n * ada)
const missing = 'The requested component has not been found.'

/** An address of bob's key with a stake key of its own. */
const stakeKey = '1c'.repeat(28)
const bobsBase = hexToBytes(`00${bob.key.keyHash}${stakeKey}`)
const bobsBaseAddress = writeBech32('addr_test', bobsBase)
const stakeAddress = writeBech32('stake_test', hexToBytes(`e0${stakeKey}`))
const credential = writeBech32('addr_vkh', hexToBytes(bob.key.keyHash))

let devnet: TestDevnet
beforeEach(() => {
  devnet = openDevnet({ given })
})
afterEach(() => devnet.close())

const spend = (index: number) => {
  const output = given[index]
  if (output === undefined) throw new Error(`no output ${index}`)
  return output.spend
}
const mine = (): void => {
  devnet.clock.slot += 1
  devnet.chain.makeBlock()
}
const mined = async (party: Party, payment: Payment): Promise<TxId> => {
  const { id, cbor } = sign(party, payment)
  expect((await devnet.submit(cbor)).body).toBe(id)
  mine()
  return id
}
const body = async (path: string): Promise<unknown> => {
  const reply = await devnet.get(path)
  if (reply.status !== 200) throw new Error(`${path}: ${JSON.stringify(reply)}`)
  return reply.body
}
const expectMissing = async (path: string): Promise<void> => {
  expect(rejectionOf(await devnet.get(path), 404)).toBe(missing)
}
const rollBack = (blocks: number) => devnet.post('/devnet/rollback', { blocks })

const red = alice.unit('Red')
const blue = alice.unit('Blue')
const title = (text: string): Plain => new Map([['msg', [text]]])

describe('the assets of an address', () => {
  it('are found by unit among its UTxOs, page by page, without those that were spent', async () => {
    const id = await mined(alice, {
      spends: [spend(0)],
      mints: new Map([
        [red, 3n],
        [blue, 1n],
      ]),
      pays: [
        { to: bob, lovelace: 5n * ada, assets: new Map([[red, 1n]]) },
        { to: bob, lovelace: 2n * ada, assets: new Map([[red, 2n]]) },
        { to: bob, lovelace: 2n * ada, assets: new Map([[blue, 1n]]) },
        { to: bob, lovelace: 2n * ada },
      ],
    })
    const held = async (unit: string, query = '') => {
      const utxos = await body(`/addresses/${bob.address}/utxos/${unit}${query}`)
      return (
        JSON.stringify(utxos)
          .match(/"output_index":\d+/gu)
          ?.map((text) => text.slice(15)) ?? []
      )
    }
    expect(await held(red)).toEqual(['0', '1'])
    expect(await held(red, '?order=desc&count=1')).toEqual(['1'])
    expect(await held(red, '?count=1&page=2')).toEqual(['1'])
    expect(await held(red, '?count=1&page=3')).toEqual([])
    expect(await held(blue)).toEqual(['2'])
    expect(await held('lovelace')).toEqual(['3'])
    expect(await held(alice.unit('Never'))).toEqual([])
    await mined(bob, {
      spends: [{ txId: id, index: 0, lovelace: 5n * ada, assets: new Map([[red, 1n]]) }],
      pays: [{ to: alice, lovelace: 2n * ada, assets: new Map([[red, 1n]]) }],
    })
    expect(await held(red)).toEqual(['1'])
    await expectMissing(`/addresses/${newParty().address}/utxos/${red}`)
    for (const unit of ['x', red.slice(1), `${red}f`])
      expect(rejectionOf(await devnet.get(`/addresses/${bob.address}/utxos/${unit}`))).toMatch(
        /malformed asset format/u,
      )
  })

  it('add up with the ADA, as they are now and as they came and went', async () => {
    const minted = new Map([[red, 5n]])
    const id = await mined(alice, {
      spends: [spend(0)],
      mints: minted,
      pays: [{ to: bob, lovelace: 10n * ada, assets: minted }],
    })
    const back = await mined(bob, {
      spends: [{ txId: id, index: 0, lovelace: 10n * ada, assets: minted }],
      pays: [{ to: alice, lovelace: 2n * ada, assets: new Map([[red, 2n]]) }],
    })
    const rest = String(8n * ada - fee)
    const now = [
      { unit: 'lovelace', quantity: rest },
      { unit: red, quantity: '3' },
    ]
    const first = [
      { unit: 'lovelace', quantity: '10000000' },
      { unit: red, quantity: '5' },
    ]
    expect(await body(`/addresses/${bob.address}`)).toEqual({
      address: bob.address,
      amount: now,
      stake_address: null,
      type: 'shelley',
      script: false,
    })
    expect(await body(`/addresses/${bob.address}/total`)).toEqual({
      address: bob.address,
      received_sum: [
        { unit: 'lovelace', quantity: String(10n * ada + BigInt(rest)) },
        { unit: red, quantity: '8' },
      ],
      sent_sum: first,
      tx_count: 2,
    })
    expect(await body(`/assets/${red}/transactions`)).toMatchObject([
      { tx_hash: id, block_height: 1 },
      { tx_hash: back, block_height: 2 },
    ])
    await rollBack(1)
    expect(await body(`/addresses/${bob.address}`)).toMatchObject({ amount: first })
    expect(await body(`/assets/${red}/transactions`)).toMatchObject([{ tx_hash: id }])
    await rollBack(1)
    for (const path of ['', '/total', '/utxos', `/utxos/${red}`, '/transactions'])
      await expectMissing(`/addresses/${bob.address}${path}`)
  })

  it('add up exactly above what a database counts to', async () => {
    const most = 2n ** 63n - 1n
    const ids: TxId[] = []
    for (const index of [0, 1, 2])
      ids.push(await mined(alice, { spends: [spend(index)], mints: new Map([[red, most]]) }))
    const total = String(3n * most)
    expect(await body(`/assets/${red}`)).toMatchObject({ quantity: total, mint_or_burn_count: 3 })
    expect(await body(`/assets/${red}/addresses`)).toEqual([
      { address: alice.address, quantity: total },
    ])
    expect(await body(`/assets/policy/${alice.policyId}`)).toEqual([
      { asset: red, quantity: total },
    ])
    const [id] = ids
    if (id === undefined) throw new Error('nothing was minted')
    await mined(alice, {
      spends: [{ txId: id, index: 0, lovelace: 100n * ada - fee, assets: new Map([[red, most]]) }],
      mints: new Map([[red, -1_234_567_890_123_456n]]),
    })
    const left = String(3n * most - 1_234_567_890_123_456n)
    expect(await body(`/assets/${red}`)).toMatchObject({ quantity: left })
    expect(await body(`/assets/${red}/history?order=desc&count=1`)).toMatchObject([
      { amount: '-1234567890123456', action: 'burned' },
    ])
    expect(await body(`/addresses/${alice.address}`)).toMatchObject({
      amount: [{ unit: 'lovelace' }, { unit: red, quantity: left }],
    })
  })
})

describe('/assets/{asset}', () => {
  it('has a history of mints and burns either way, page by page', async () => {
    const first = await mined(alice, { spends: [spend(0)], mints: new Map([[red, 3n]]) })
    const second = await mined(alice, {
      spends: [{ txId: first, index: 0, lovelace: 100n * ada - fee, assets: new Map([[red, 3n]]) }],
      mints: new Map([[red, -3n]]),
    })
    const [minted, burned] = [
      { tx_hash: first, amount: '3', action: 'minted' },
      { tx_hash: second, amount: '-3', action: 'burned' },
    ]
    expect(await body(`/assets/${red}/history`)).toEqual([minted, burned])
    expect(await body(`/assets/${red}/history?order=desc`)).toEqual([burned, minted])
    expect(await body(`/assets/${red}/history?count=1&page=2`)).toEqual([burned])
    expect(await body(`/assets/${red}/addresses`)).toEqual([])
    await rollBack(2)
    for (const part of ['', '/history', '/transactions', '/addresses'])
      await expectMissing(`/assets/${red}${part}`)
  })
})

describe('a payment credential', () => {
  it('stands for every address that it pays to', async () => {
    const first = await mined(alice, {
      spends: [spend(0)],
      mints: new Map([[red, 1n]]),
      pays: [
        { to: bob, lovelace: 3n * ada },
        { to: { addressBytes: bobsBase }, lovelace: 4n * ada, assets: new Map([[red, 1n]]) },
      ],
    })
    const second = await mined(alice, {
      spends: [spend(1)],
      pays: [{ to: bob, lovelace: 5n * ada }],
    })
    expect(await body(`/addresses/${credential}/utxos`)).toMatchObject([
      { address: bob.address, tx_hash: first, output_index: 0 },
      { address: bobsBaseAddress, tx_hash: first, output_index: 1 },
      { address: bob.address, tx_hash: second, output_index: 0 },
    ])
    expect(await body(`/addresses/${credential}/utxos/${red}`)).toMatchObject([
      { address: bobsBaseAddress },
    ])
    expect(await body(`/addresses/${credential}/utxos?order=desc&count=1`)).toMatchObject([
      { tx_hash: second },
    ])
    expect(await body(`/addresses/${credential}/transactions`)).toMatchObject([
      { tx_hash: first },
      { tx_hash: second },
    ])
    expect(await body(`/addresses/${credential}/transactions?from=2`)).toMatchObject([
      { tx_hash: second },
    ])
    expect(await body(`/addresses/${credential}`)).toEqual({
      address: credential,
      amount: [
        { unit: 'lovelace', quantity: '12000000' },
        { unit: red, quantity: '1' },
      ],
      stake_address: null,
      type: 'shelley',
      script: false,
    })
    expect(await body(`/addresses/${credential}/total`)).toMatchObject({ tx_count: 2 })
    await expectMissing(`/addresses/${writeBech32('script', hexToBytes('00'.repeat(28)))}/utxos`)
    await rollBack(2)
    await expectMissing(`/addresses/${credential}/utxos`)
  })

  it.each([
    writeBech32('addr_vkh', new Uint8Array(27)),
    writeBech32('script', new Uint8Array(32)),
    writeBech32('stake_vkh', new Uint8Array(28)),
    `${credential.slice(0, -1)}${credential.endsWith('q') ? 'p' : 'q'}`,
    mainAddress,
  ])('of another form is refused: %s', async (text) => {
    expect(rejectionOf(await devnet.get(`/addresses/${text}`))).toMatch(/malformed address format/u)
  })
})

describe('/accounts/{stake_address}', () => {
  it('is an account that was never registered, with the ADA of its addresses', async () => {
    await expectMissing(`/accounts/${stakeAddress}`)
    await mined(alice, {
      spends: [spend(0)],
      pays: [{ to: { addressBytes: bobsBase }, lovelace: 4n * ada }],
    })
    expect(await body(`/accounts/${stakeAddress}`)).toMatchObject({
      stake_address: stakeAddress,
      active: false,
      registered: false,
      controlled_amount: '4000000',
      withdrawable_amount: '0',
      pool_id: null,
    })
    expect(await body(`/addresses/${bobsBaseAddress}`)).toMatchObject({
      stake_address: stakeAddress,
    })
    for (const text of [bob.address, 'stake_test1x', mainAddress])
      expect(rejectionOf(await devnet.get(`/accounts/${text}`))).toMatch(/malformed stake address/u)
    await rollBack(1)
    await expectMissing(`/accounts/${stakeAddress}`)
  })
})

describe('/scripts/{script_hash}', () => {
  it('is the native script of a mint and of a payment from its address, and null as CBOR', async () => {
    await expectMissing(`/scripts/${alice.policyId}`)
    const address = { addressBytes: hexToBytes(`70${bob.policyId}`) }
    await mined(alice, { spends: [spend(0)], mints: new Map([[red, 1n]]) })
    expect(await body(`/scripts/${alice.policyId}`)).toEqual({
      script_hash: alice.policyId,
      type: 'timelock',
      serialised_size: null,
    })
    expect(await body(`/scripts/${alice.policyId}/json`)).toEqual({
      json: { type: 'sig', keyHash: alice.key.keyHash },
    })
    expect(await body(`/scripts/${alice.policyId}/cbor`)).toEqual({ cbor: null })
    const paid = await mined(alice, {
      spends: [spend(1)],
      pays: [{ to: address, lovelace: 4n * ada }],
    })
    // The address is paid: nobody has shown its script yet.
    await expectMissing(`/scripts/${bob.policyId}`)
    expect(await body('/network')).toMatchObject({ supply: { locked: '4000000' } })
    await mined(bob, {
      spends: [{ txId: paid, index: 0, lovelace: 4n * ada }],
      showsScript: true,
    })
    expect(await body(`/scripts/${bob.policyId}/json`)).toEqual({
      json: { type: 'sig', keyHash: bob.key.keyHash },
    })
    expect(await body('/network')).toMatchObject({ supply: { locked: '0' } })
    await rollBack(3)
    await expectMissing(`/scripts/${bob.policyId}`)
    for (const part of ['', '/json', '/cbor'])
      await expectMissing(`/scripts/${alice.policyId}${part}`)
    expect(rejectionOf(await devnet.get('/scripts/xyz'))).toMatch(/malformed script hash/u)
  })
})

describe('a script that an output carries', () => {
  /** An output in the form of a map, whose field 3 is a script for others to refer to. */
  const carrying = (language: bigint, script: Plain) => {
    const content = encode([language, script])
    const head = [0xa3, 0x00, ...encode(alice.addressBytes), 0x01, ...encode(3n * ada), 0x03]
    return Uint8Array.of(...head, 0xd8, 0x18, ...encode(content))
  }
  const hashOf = (language: number, script: Uint8Array) =>
    Buffer.from(blake2b(Uint8Array.of(language, ...script), { dkLen: 28 })).toString('hex')

  it('is found by its hash: a native one as JSON, a Plutus one as CBOR', async () => {
    const plutus = Uint8Array.of(0x4e, 0x4d, 0x01, 0x00, 0x00, 0x33)
    const native = [4n, 1234n]
    const txId = newGenesisId()
    const other = openDevnet({
      given: [
        { ref: { txId, index: 0 }, cbor: carrying(2n, plutus) },
        { ref: { txId, index: 1 }, cbor: carrying(0n, native) },
      ],
    })
    const plutusHash = hashOf(2, plutus)
    expect((await other.get(`/scripts/${plutusHash}`)).body).toEqual({
      script_hash: plutusHash,
      type: 'plutusV2',
      serialised_size: 6,
    })
    expect((await other.get(`/scripts/${plutusHash}/json`)).body).toEqual({ json: null })
    expect((await other.get(`/scripts/${plutusHash}/cbor`)).body).toEqual({ cbor: '4e4d01000033' })
    expect((await other.get(`/scripts/${hashOf(0, encode(native))}/json`)).body).toEqual({
      json: { type: 'after', slot: 1234 },
    })
    await other.close()
  })
})

describe('redeemers', () => {
  it('are none, of a transaction and of a script that is there', async () => {
    const id = await mined(alice, { spends: [spend(0)], mints: new Map([[red, 1n]]) })
    expect(await body(`/txs/${id}/redeemers`)).toEqual([])
    expect(await body(`/scripts/${alice.policyId}/redeemers`)).toEqual([])
    await expectMissing(`/txs/${'0'.repeat(64)}/redeemers`)
    await expectMissing(`/scripts/${bob.policyId}/redeemers`)
    expect(rejectionOf(await devnet.get(`/scripts/${alice.policyId}/redeemers?count=101`))).toMatch(
      /<= 100/u,
    )
  })
})

describe('a chain from before these routes', () => {
  it('is read like a new one', async () => {
    const { folder, remove } = freshFolder()
    const database = `${folder}/chain.db`
    const before = openDevnet({ given, database })
    const { id, cbor } = sign(alice, {
      spends: [spend(0)],
      mints: new Map([[red, 1n]]),
      metadata: new Map([[674n, title('one')]]),
      pays: [{ to: { addressBytes: bobsBase }, lovelace: 4n * ada, assets: new Map([[red, 1n]]) }],
    })
    await before.submit(cbor)
    before.chain.makeBlock()
    const paths = [
      `/addresses/${credential}`,
      `/addresses/${credential}/utxos/${red}`,
      `/accounts/${stakeAddress}`,
      `/assets/${red}/addresses`,
      `/assets/${red}/transactions`,
      '/metadata/txs/labels/674',
      `/scripts/${alice.policyId}/json`,
    ]
    const answers = await Promise.all(paths.map(before.get))
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200))
    await before.close()
    const older = new DatabaseSync(database)
    older.exec(`
      DROP TABLE addresses; DROP TABLE output_assets; DROP TABLE metadata_labels;
      DROP INDEX outputs_by_script; DROP INDEX blocks_by_slot;`)
    older
      .prepare(`UPDATE schema_versions SET version = 1, fingerprint = ? WHERE name = 'devnet'`)
      .run(schemaFingerprint(chainSchema.steps.slice(0, 1)))
    older.close()
    const after = openDevnet({ database })
    expect(await Promise.all(paths.map(after.get))).toEqual(answers)
    await after.post('/devnet/rollback', { blocks: 1 })
    expect((await after.get(`/assets/${red}/transactions`)).status).toBe(404)
    expect((await after.get(`/txs/${id}`)).status).toBe(404)
    await after.close()
    remove()
  })
})

describe('metadata', () => {
  it('is found by its label, and as the bytes that were sent', async () => {
    const labelled = (index: number, label: bigint, text: string) =>
      mined(alice, { spends: [spend(index)], metadata: new Map([[label, title(text)]]) })
    const first = await labelled(0, 674n, 'one')
    await labelled(1, 675n, 'other')
    const second = await labelled(2, 674n, 'two')
    const [one, two] = [
      { tx_hash: first, json_metadata: { msg: ['one'] } },
      { tx_hash: second, json_metadata: { msg: ['two'] } },
    ]
    expect(await body('/metadata/txs/labels/674')).toEqual([one, two])
    expect(await body('/metadata/txs/labels/674?order=desc&count=1')).toEqual([two])
    expect(await body(`/txs/${first}/metadata/cbor`)).toEqual([
      {
        label: '674',
        cbor_metadata: '\\xa11902a2a1636d736781636f6e65',
        metadata: 'a11902a2a1636d736781636f6e65',
      },
    ])
    await expectMissing('/metadata/txs/labels/674?count=2&page=2')
    await expectMissing('/metadata/txs/labels/721')
    for (const label of ['x', '-1', '1.5'])
      expect(rejectionOf(await devnet.get(`/metadata/txs/labels/${label}`))).toMatch(/malformed/u)
    await rollBack(1)
    expect(await body('/metadata/txs/labels/674')).toEqual([one])
  })
})

describe('blocks and epochs', () => {
  const heights = async (path: string) =>
    JSON.stringify(await body(path))
      .match(/"height":\d+/gu)
      ?.map((text) => Number(text.slice(9))) ?? []

  it('lists the blocks beside one, by its hash or its height', async () => {
    for (let block = 0; block < 5; block += 1) mine()
    expect(await heights('/blocks/2/next')).toEqual([3, 4, 5])
    expect(await heights('/blocks/2/next?count=2&page=2')).toEqual([5])
    expect(await heights('/blocks/5/next')).toEqual([])
    expect(await heights('/blocks/4/previous')).toEqual([0, 1, 2, 3])
    expect(await heights('/blocks/4/previous?count=3')).toEqual([1, 2, 3])
    expect(await heights('/blocks/4/previous?count=3&page=2')).toEqual([0])
    expect(await heights('/blocks/4/previous?count=3&page=3')).toEqual([])
    const { hash } = Object(await body('/blocks/2'))
    expect(await heights(`/blocks/${hash}/next`)).toEqual([3, 4, 5])
    for (const part of ['next', 'previous', 'txs']) await expectMissing(`/blocks/6/${part}`)
    await rollBack(2)
    expect(await heights('/blocks/2/next')).toEqual([3])
  })

  it('lists the transactions of a block, and those that wait for one', async () => {
    const sent = [0, 1, 2].map((index) => sign(alice, { spends: [spend(index)] }))
    for (const { cbor } of sent) await devnet.submit(cbor)
    const ids = sent.map(({ id }) => id)
    expect(await body('/mempool')).toEqual(ids.map((id) => ({ tx_hash: id })))
    expect(await body('/mempool?count=1&page=2')).toEqual([{ tx_hash: ids[1] }])
    expect(await body('/blocks/latest/txs')).toEqual([])
    mine()
    expect(await body('/mempool')).toEqual([])
    expect(await body('/blocks/latest/txs')).toEqual(ids)
    expect(await body('/blocks/1/txs?order=desc&count=2')).toEqual([ids[2], ids[1]])
    expect(await body('/blocks/0/txs')).toEqual([])
  })

  it('adds up the blocks of an epoch, and knows none that did not begin', async () => {
    await mined(alice, { spends: [spend(0)] })
    devnet.clock.slot = 432_000 + 7
    devnet.chain.makeBlock()
    const start = Date.parse('2025-01-01T00:00:00Z') / 1000
    expect(await body('/epochs/0')).toEqual({
      epoch: 0,
      start_time: start,
      end_time: start + 432_000,
      first_block_time: start + 1000,
      last_block_time: start + 1001,
      block_count: 2,
      tx_count: 1,
      output: String(100n * ada - fee),
      fees: String(fee),
      active_stake: null,
    })
    expect(await body('/epochs/latest')).toMatchObject({ epoch: 1, block_count: 1, tx_count: 0 })
    expect(await body('/epochs/1/parameters')).toEqual(await body('/epochs/latest/parameters'))
    await expectMissing('/epochs/2')
    await expectMissing('/epochs/2/parameters')
    expect(rejectionOf(await devnet.get('/epochs/x'))).toMatch(/malformed epoch number/u)
    await rollBack(1)
    await expectMissing('/epochs/1')
  })
})

describe('a path', () => {
  const ask = (method: 'GET' | 'HEAD', url: string) =>
    devnet.app.inject({ method, url, headers: { project_id: token, host: 'localhost' } })

  it('may have a slash too many, as tools put their addresses together', async () => {
    for (const url of ['/api/v0//blocks/0', '//api/v0/blocks//0', '/api/v0/blocks/0/'])
      expect((await ask('GET', url)).statusCode).toBe(200)
    expect((await ask('GET', '/api/v0//addresses//x/utxos')).statusCode).toBe(400)
  })

  it('that is not served is 400, which no program reads as an empty answer', async () => {
    for (const path of ['/pools', '/nowhere', '/accounts/x/rewards', '/blocks/1/nothing'])
      expect(rejectionOf(await devnet.get(path))).toMatch(/^Invalid path\. Please check https:/u)
    expect(rejectionOf(await devnet.post('/blocks/latest', {}))).toMatch(/^Invalid path/u)
  })

  it('answers HEAD like GET, without the body', async () => {
    const [get, head] = [await ask('GET', '/api/v0/genesis'), await ask('HEAD', '/api/v0/genesis')]
    expect(head.statusCode).toBe(200)
    expect(head.body).toBe('')
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
    expect((await ask('HEAD', '/api/v0/blocks/99')).statusCode).toBe(404)
  })
})
