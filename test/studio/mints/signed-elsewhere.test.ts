import { hexToBytes } from '@noble/hashes/utils.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KeyHash } from '#cardano/ids.ts'
import { readSigningKey } from '#cardano/keys.ts'
import { Database } from '#platform/db/database.ts'
import { Secret } from '#platform/secret/secret.ts'
import { openStudioFacts } from '#studio/unconfirmed.ts'
import { openSales, type Sales } from '../sales/open-sales.ts'
import { signWith } from '../../support/ledger.ts'
import { mintOf, mintReaches, mintsPath, readMint, statusesOf } from './mint-harness.ts'
import { until } from '../../support/until.ts'
import { twoOfThree, waitingForThird, witnessOf } from './two-of-three.ts'

let sales: Sales
beforeAll(async () => {
  sales = await openSales({}, 1)
})
afterAll(() => sales.close())

describe('A mint of a 2-of-3 policy', () => {
  it('is completed by the third key where the second was asked, with as many signatures as were paid for', async () => {
    const { studio } = sales
    const waiting = await waitingForThird(sales.harness, studio, 'Any')
    const { second, third, id, made, transaction } = waiting
    const { tx_id: txId } = transaction
    expect(transaction.missing).toEqual([third.keyHash])
    const path = `${mintsPath(id)}/${made.id}/witnesses`
    mintOf(await studio.call('POST', path, { witnesses: [witnessOf(second, txId)] }))
    const done = await mintReaches(studio, made, 'completed')
    expect(done.transactions[0]).toMatchObject({ tx_id: txId, missing: [] })
    expect(done.transactions[0]?.signed_by).toContain(second.keyHash)
    expect(hexToBytes(done.transactions[0]?.cbor ?? '')).toHaveLength(
      made.transactions[0]?.size ?? 0,
    )
  })
})

describe('A mint that was cancelled when others had a copy', () => {
  it('makes its tokens COMPLETED when they send it all the same', async () => {
    const { studio, fakeVault, harness } = sales
    const { third, id, made, transaction } = await waitingForThird(harness, studio, 'Gone')
    mintOf(await studio.call('POST', `${mintsPath(id)}/${made.id}/cancel`))
    expect(await statusesOf(studio, id)).toEqual({ Gone: 'FOR_SALE' })
    const vault = [...fakeVault.kept.values()].map((text) => readSigningKey(Secret.ofText(text)))
    const signers = transaction.missing.map(KeyHash)
    await harness.gateway.submit(signWith(hexToBytes(transaction.cbor), signers, [...vault, third]))
    await until(async () => (await statusesOf(studio, id))['Gone'] === 'COMPLETED')
    expect((await readMint(studio, made)).status).toBe('completed')
  })
})

describe('A sale whose policy needs a key that is not here', () => {
  it('is parked, and goes on with the signature that comes from there', async () => {
    const { studio, fakeVault } = sales
    const { keys, policy } = twoOfThree()
    const [, second, third] = keys
    const { sold, id, total } = await sales.reserve(['Parked'], {}, { policy })
    const database = new Database(studio.databasePath, [])
    database.run('UPDATE collections SET key_hashes = :keys WHERE id = :id', {
      id,
      keys: JSON.stringify([keys[0].keyHash]),
    })
    database.close()
    const facts = await openStudioFacts(studio.databasePath, 'devnet', fakeVault.keys)
    await facts?.confirm(await facts.unconfirmed())
    facts?.close()
    await sales.buyer.pay(sold, total)
    await until(async () => typeof (await sales.now(sold)).mint_id === 'string')
    const { mint_id: mintId, status } = await sales.now(sold)
    expect(status).toBe('PROCESSING')
    const path = `${mintsPath(id)}/${mintId}`
    await until(
      async () => mintOf(await studio.call('GET', path)).transactions[0]?.missing.length === 1,
    )
    const made = mintOf(await studio.call('GET', path))
    expect(made).toMatchObject({ kind: 'sale', status: 'awaiting_witnesses' })
    const cancelled = await studio.call('POST', `${path}/cancel`)
    expect(cancelled).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/sale/u) },
    })
    const [transaction] = made.transactions
    if (transaction === undefined) throw new Error('no transaction')
    const { tx_id: txId, missing } = transaction
    const outside = [second, third].find(({ keyHash }) => !missing.includes(keyHash)) ?? third
    await studio.call('POST', `${path}/witnesses`, { witnesses: [witnessOf(outside, txId)] })
    const done = await sales.reaches(sold, 'COMPLETED')
    expect(done.tx_id).toBe(txId)
  })
})
