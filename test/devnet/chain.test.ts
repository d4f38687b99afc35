import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { protocolParameters } from '#devnet/protocol-parameters.ts'
import {
  blockfrostBlock,
  blockfrostTransaction,
  blockfrostUtxo,
} from '#contract/gateways/blockfrost.ts'
import {
  freshFolder,
  openDevnet,
  outputsFor,
  rejectionOf,
  type Reply,
  type TestDevnet,
  valueOf,
} from './open-devnet.ts'
import { fee, newParty, sign } from './payments.ts'

const ada = 1_000_000n
const alice = newParty()
const bob = newParty()
const given = outputsFor(alice, 40, 100n * ada)
const spendable = (index: number) => {
  const found = given[index]
  if (found === undefined) throw new Error(`no output ${index}`)
  return found.spend
}
/** A payment of 10 ADA to Bob from the alice's output of that number. */
const payment = (index: number, more: object = {}) =>
  sign(alice, { spends: [spendable(index)], pays: [{ to: bob, lovelace: 10n * ada }], ...more })

let devnet: TestDevnet
beforeEach(() => {
  devnet = openDevnet({ given })
})
afterEach(async () => {
  await devnet.close()
})

const tip = async (on = devnet) => valueOf(await on.get('/blocks/latest'), blockfrostBlock)
const transaction = async (id: string, on = devnet) => {
  const reply = await on.get(`/txs/${id}`)
  return reply.status === 404 ? undefined : valueOf(reply, blockfrostTransaction)
}
const heldAt = async (address: string, on = devnet) => {
  const reply = await on.get(`/addresses/${address}/utxos`)
  return reply.status === 404 ? [] : valueOf(reply, z.array(blockfrostUtxo))
}

describe('blocks', () => {
  it('take in what was accepted, in its order, and only then is it on the chain', async () => {
    const [first, second] = [payment(0), payment(1)]
    expect((await devnet.submit(first.cbor)).body).toBe(first.id)
    expect((await devnet.submit(second.cbor)).body).toBe(second.id)
    expect(await transaction(first.id)).toBeUndefined()
    expect(await heldAt(bob.address)).toEqual([])
    devnet.clock.slot = 1005
    devnet.chain.makeBlock()
    const block = await tip()
    expect(block).toMatchObject({ height: 1, slot: 1005, tx_count: 2, confirmations: 0 })
    expect(block.time).toBe(Date.parse('2025-01-01T00:16:45Z') / 1000)
    expect(await transaction(first.id)).toMatchObject({
      block: block.hash,
      block_height: 1,
      slot: 1005,
      index: 0,
      fees: String(fee),
      size: first.cbor.length,
    })
    expect(await transaction(second.id)).toMatchObject({ index: 1 })
    expect(await heldAt(bob.address)).toHaveLength(2)
    expect(await heldAt(alice.address)).toHaveLength(40)
  })

  it('stand on each other, and count as confirmations', async () => {
    for (const slot of [1001, 1002, 1010]) {
      devnet.clock.slot = slot
      devnet.chain.makeBlock()
    }
    const blocks = await Promise.all(
      [0, 1, 2, 3].map(async (height) =>
        valueOf(await devnet.get(`/blocks/${height}`), blockfrostBlock),
      ),
    )
    expect(blocks.map(({ slot }) => slot)).toEqual([1000, 1001, 1002, 1010])
    expect(blocks.map(({ confirmations }) => confirmations)).toEqual([3, 2, 1, 0])
    expect(blocks.slice(1).map((block) => block.previous_block)).toEqual(
      blocks.slice(0, -1).map(({ hash }) => hash),
    )
    expect(blocks.map((block) => block.next_block)).toEqual([
      ...blocks.slice(1).map(({ hash }) => hash),
      null,
    ])
    const [, , third] = blocks
    const byHash = await devnet.get(`/blocks/${third?.hash}`)
    expect(valueOf(byHash, blockfrostBlock)).toEqual(third)
  })

  it('never go back in slots, whatever the clock does', async () => {
    devnet.clock.slot = 2000
    devnet.chain.makeBlock()
    devnet.clock.slot = 1500
    devnet.chain.makeBlock()
    expect((await tip()).slot).toBe(2000)
    const tooOld = payment(0, { ttl: 1900n })
    expect(rejectionOf(await devnet.submit(tooOld.cbor))).toMatch(/validity interval/u)
  })

  it('take in a transaction that spends one that waits beside it', async () => {
    const first = payment(0)
    const onIt = sign(bob, {
      spends: [{ txId: first.id, index: 0, lovelace: 10n * ada }],
      pays: [{ to: alice, lovelace: 2n * ada }],
    })
    expect(rejectionOf(await devnet.submit(onIt.cbor))).toMatch(/All inputs are spent/u)
    expect((await devnet.submit(first.cbor)).status).toBe(200)
    expect((await devnet.submit(onIt.cbor)).status).toBe(200)
    devnet.chain.makeBlock()
    expect(await transaction(onIt.id)).toMatchObject({ block_height: 1, index: 1 })
    expect((await heldAt(bob.address)).map(({ amount }) => amount[0]?.quantity)).toEqual([
      String(8n * ada - fee),
    ])
  })

  it('leave out what has become too old while it waited, and all that builds on it', async () => {
    const old = payment(0, { ttl: 1010n })
    const onIt = sign(bob, { spends: [{ txId: old.id, index: 0, lovelace: 10n * ada }] })
    const other = payment(1)
    for (const { cbor } of [old, onIt, other]) expect((await devnet.submit(cbor)).status).toBe(200)
    devnet.clock.slot = 1010
    devnet.chain.makeBlock()
    expect((await tip()).tx_count).toBe(1)
    expect(await transaction(old.id)).toBeUndefined()
    expect(await transaction(onIt.id)).toBeUndefined()
    // Its input is free again.
    expect((await devnet.submit(payment(0, { ttl: 1011n }).cbor)).status).toBe(200)
  })

  it('hold no more bytes than a block may; the rest is in the next one', async () => {
    const text = 'x'.repeat(64)
    const metadata = new Map([[1n, Array.from({ length: 220 }, () => text)]])
    for (let index = 0; index < 7; index += 1) {
      const large = sign(alice, { spends: [spendable(index)], metadata, fee: 900_000n })
      expect((await devnet.submit(large.cbor)).status).toBe(200)
    }
    devnet.chain.makeBlock()
    const full = await tip()
    devnet.chain.makeBlock()
    const rest = await tip()
    expect([full.tx_count, rest.tx_count]).toEqual([6, 1])
    expect(full.size).toBeLessThanOrEqual(protocolParameters.max_block_size)
  })
})

describe('a reference input', () => {
  it('must exist, is shown as only read, and stays unspent', async () => {
    const reading = payment(0, { reads: [spendable(1)] })
    const missing = payment(2, { reads: [{ txId: reading.id, index: 7 }] })
    expect(rejectionOf(await devnet.submit(missing.cbor))).toMatch(/reference inputs/u)
    expect((await devnet.submit(reading.cbor)).status).toBe(200)
    devnet.chain.makeBlock()
    const { body } = await devnet.get(`/txs/${reading.id}/utxos`)
    expect(body).toMatchObject({ inputs: [{ reference: false }, { reference: true }] })
    expect((await devnet.submit(payment(1).cbor)).status).toBe(200)
  })
})

describe('a rollback', () => {
  it('takes blocks and their transactions away; those still valid may be sent again', async () => {
    const [kept, gone] = [payment(0), payment(1)]
    await devnet.submit(kept.cbor)
    devnet.chain.makeBlock()
    const before = await tip()
    await devnet.submit(gone.cbor)
    devnet.chain.makeBlock()
    devnet.chain.makeBlock()
    const forked = await tip()
    expect(await devnet.post('/devnet/rollback', { blocks: 2 })).toEqual({
      status: 200,
      body: { height: 1 },
    })
    expect((await tip()).hash).toBe(before.hash)
    expect(await transaction(gone.id)).toBeUndefined()
    expect(await transaction(kept.id)).toBeDefined()
    expect((await devnet.get(`/blocks/${forked.hash}`)).status).toBe(404)
    expect((await devnet.submit(gone.cbor)).body).toBe(gone.id)
    devnet.chain.makeBlock()
    expect(await transaction(gone.id)).toMatchObject({ block_height: 2 })
  })

  it('takes what waits with it where that builds on what is gone, and nothing else', async () => {
    const gone = payment(0)
    await devnet.submit(gone.cbor)
    devnet.chain.makeBlock()
    const onIt = sign(bob, { spends: [{ txId: gone.id, index: 0, lovelace: 10n * ada }] })
    const apart = payment(1)
    await devnet.submit(onIt.cbor)
    await devnet.submit(apart.cbor)
    await devnet.post('/devnet/rollback', { blocks: 1 })
    devnet.chain.makeBlock()
    expect(await transaction(onIt.id)).toBeUndefined()
    expect(await transaction(apart.id)).toBeDefined()
    expect(rejectionOf(await devnet.submit(onIt.cbor))).toMatch(/All inputs are spent/u)
  })

  it('makes other blocks in the place of those that are gone', async () => {
    devnet.chain.makeBlock()
    const { hash } = await tip()
    await devnet.post('/devnet/rollback', { blocks: 1 })
    devnet.chain.makeBlock()
    expect((await tip()).height).toBe(1)
    expect((await tip()).hash).not.toBe(hash)
  })

  it('ends above the first block', async () => {
    devnet.chain.makeBlock()
    const errorReply = await devnet.post('/devnet/rollback', { blocks: 2 })
    expect(rejectionOf(errorReply)).toMatch(/only 1 above the first one/u)
    for (const blocks of [0, -1, 1.5, '1', null])
      expect(rejectionOf(await devnet.post('/devnet/rollback', { blocks }))).toMatch(/^blocks: /u)
    expect((await tip()).height).toBe(1)
  })
})

describe('a devnet that is started again', () => {
  it('goes on where it was, with what was waiting, and takes nothing twice', async () => {
    const { folder, remove } = freshFolder()
    const database = `${folder}/devnet.db`
    try {
      const [mined, waiting] = [payment(0), payment(1)]
      const before = openDevnet({ database, given })
      await before.submit(mined.cbor)
      before.chain.makeBlock()
      await before.submit(waiting.cbor)
      const [tipBefore, heldBefore] = [await tip(before), await heldAt(alice.address, before)]
      await before.close()

      const after = openDevnet({ database, given })
      expect(await tip(after)).toEqual(tipBefore)
      expect(await heldAt(alice.address, after)).toEqual(heldBefore)
      for (const { cbor } of [mined, waiting])
        expect(rejectionOf(await after.submit(cbor))).toMatch(/probably already been included/u)
      after.chain.makeBlock()
      expect(await transaction(waiting.id, after)).toMatchObject({ block_height: 2 })
      await after.close()
    } finally {
      remove()
    }
  })

  it('may be two at once over one database', async () => {
    const { folder, remove } = freshFolder()
    const database = `${folder}/devnet.db`
    try {
      const [one, other] = [openDevnet({ database, given }), openDevnet({ database, given })]
      const sent = payment(0)
      await one.submit(sent.cbor)
      expect(rejectionOf(await other.submit(sent.cbor))).toMatch(/All inputs are spent/u)
      other.chain.makeBlock()
      expect(await transaction(sent.id, one)).toMatchObject({ block_height: 1 })
      await one.close()
      await other.close()
    } finally {
      remove()
    }
  })
})

describe('while too much waits', () => {
  it('a transaction is refused as by a node whose mempool is full, and taken later', async () => {
    const outputs = outputsFor(bob, 160, 100n * ada)
    const full = openDevnet({ given: outputs })
    const metadata = new Map([[1n, Array.from({ length: 220 }, () => 'x'.repeat(64))]])
    const sent = outputs.map(({ spend }) => sign(bob, { spends: [spend], metadata, fee: 900_000n }))
    const replies: Reply[] = []
    for (const { cbor } of sent) replies.push(await full.submit(cbor))
    const taken = replies.filter(({ status }) => status === 200).length
    const [first] = sent.slice(taken)
    expect(replies[taken]).toMatchObject({ status: 425, body: { error: 'Mempool Full' } })
    full.chain.makeBlock()
    expect((await full.submit(first?.cbor ?? new Uint8Array())).body).toBe(first?.id)
    await full.close()
  })
})
