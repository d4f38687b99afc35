import { hexToBytes } from '@noble/hashes/utils.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unsignedIn } from '#cardano/cbor-access.ts'
import { enterpriseAddress } from '#cardano/addresses.ts'
import { generatePolicyKey } from '#cardano/keys.ts'
import { slotAt } from '#cardano/slots.ts'
import { inspectTransaction } from '#cardano/transactions/inspect/inspect.ts'
import { parseTransaction } from '#cardano/transactions/parts/parse.ts'
import { TxId } from '#cardano/ids.ts'
import { browserWallet, offerOf, witnessSetOf } from '../../support/browser-wallet.ts'
import { until } from '../../support/until.ts'
import { ada } from '../mints/mint-harness.ts'
import { createBuyer } from '../sales/buyer.ts'
import { collectionWith, fixedSale, postSale, readSale, saleOf } from '../sales/sale-harness.ts'
import { openWalletHarness, walletOf, type WalletHarness } from './wallet-harness.ts'

let all: WalletHarness
beforeAll(async () => {
  all = await openWalletHarness()
})
afterAll(() => all.close())

const offer = async () => ({
  utxos: await all.wallet.getUtxos(),
  change: await all.wallet.getChangeAddress(),
})

const outputsOf = (tx: string) => {
  const { outputs } = inspectTransaction(hexToBytes(tx), { network: 'devnet' })
  return outputs.map(({ address, lovelace }) => ({ address, lovelace }))
}

describe('A payment by a wallet in the browser', () => {
  it('is exact, valid no longer than the reservation, sent as it was signed, and delivered', async () => {
    const { buyer, harness, post, sell, studio, page } = all
    const sale = await sell('Exact')
    const signedBefore = studio.fakeVault.signed.length
    const built = await post(sale, '/wallet', await offer())
    expect(built.status, built.message).toBe(200)
    const { tx = '', tx_id: txId = '' } = built
    const [paid, change, ...others] = outputsOf(tx)
    expect(others).toEqual([])
    expect(paid).toEqual({ address: sale.payment_address, lovelace: String(10n * ada) })
    expect(change?.address).toBe(buyer.address)
    const { fields } = parseTransaction(hexToBytes(tx))
    const reservedUntil = new Date(Date.now() + sale.reserved_time)
    expect(unsignedIn(fields.get(3n), 'the end')).toBeLessThanOrEqual(
      slotAt('devnet', reservedUntil) + 1n,
    )
    const sent = await post(sale, '/wallet/signed', {
      tx_id: txId,
      witness: await all.wallet.signTx(tx),
    })
    expect(sent).toMatchObject({ status: 200, tx_id: txId })
    expect(studio.fakeVault.signed).toHaveLength(signedBefore)
    expect(await page(sale)).toContain(`Transaction <code>${txId}</code>`)
    await until(async () => (await readSale(studio, sale.id)).status === 'COMPLETED')
    const body = parseTransaction(hexToBytes(tx)).body
    const onChain = await harness.gateway.transactionCbor(TxId(txId))
    const there = parseTransaction(onChain ?? new Uint8Array())
    expect(
      Buffer.from(there.bytes.subarray(there.body.start, there.body.end)).toString('hex'),
    ).toBe(tx.slice(body.start * 2, body.end * 2))
    expect((await buyer.held()).assets.size).toBe(1)
  })

  it('of more tokens than one buyer may get is not built, so nothing has to go back', async () => {
    const { harness, post, studio } = all
    const { id, tokens } = await collectionWith(studio, ['One', 'Two'])
    const sale = saleOf(await postSale(studio, id, fixedSale(tokens, { max_per_buyer: 1 })))
    const buyer = walletOf(harness.gateway, await createBuyer(harness, 100n * ada))
    expect(await post(sale, '/wallet', await buyer.offer())).toMatchObject({
      status: 409,
      message:
        'Your wallet would have more than 1 token of this collection, the most that one buyer may get. Nothing was paid.',
    })
  })

  it('ends with the reservation, however short that is', async () => {
    const { post, sell } = all
    const sale = await sell('Short', { reservation_time: 120 })
    const { tx = '', message } = await post(sale, '/wallet', await offer())
    expect(tx, message).not.toBe('')
    const end = unsignedIn(parseTransaction(hexToBytes(tx)).fields.get(3n), 'the end')
    expect(end - slotAt('devnet', new Date())).toBeLessThanOrEqual(121n)
  })

  it('takes nothing that the chain does not know, and says what is missing', async () => {
    const { harness, post, sell } = all
    const sale = await sell('Elsewhere')
    const stranger = generatePolicyKey()
    const address = enterpriseAddress(stranger.keyHash, 'devnet')
    const [real] = await harness.gateway.utxosAt(all.buyer.address)
    if (real === undefined) throw new Error('the buyer has nothing')
    const elsewhere = { ...real, txId: TxId('ab'.repeat(32)) }
    expect(await post(sale, '/wallet', { utxos: [offerOf(elsewhere)], change: address })).toEqual({
      status: 409,
      message: expect.stringMatching(/^Nothing that your wallet offers is on devnet/u),
    })
    await harness.fundAndWait(address, 4n * ada)
    const poor = browserWallet(harness.gateway, { key: stranger, address })
    const offered = { utxos: await poor.getUtxos(), change: await poor.getChangeAddress() }
    expect(await post(sale, '/wallet', offered)).toEqual({
      status: 409,
      message: expect.stringMatching(/too little .* ADA is still missing/u),
    })
  })

  it('is asked for once: after one was sent no second one is built', async () => {
    const { post, sell, studio } = all
    const sale = await sell('Once')
    const first = await post(sale, '/wallet', await offer())
    const signed = async ({ tx = '', tx_id: id }: typeof first) =>
      post(sale, '/wallet/signed', { tx_id: id, witness: await all.wallet.signTx(tx) })
    expect((await signed(first)).status).toBe(200)
    // The same once more, as after a lost answer.
    expect((await signed(first)).status).toBe(200)
    const again = await post(sale, '/wallet', await offer())
    expect([again.status, again.message]).toEqual([409, expect.stringContaining('second time')])
    // Until then its wallet offers what this payment spends.
    await until(async () => (await readSale(studio, sale.id)).status === 'COMPLETED')
  })

  it('waits for the signature of each key that spends, and leaves out all others', async () => {
    const { buyer, post, sell, studio } = all
    const sale = await sell('Signed')
    const { tx = '', tx_id: txId = '' } = await post(sale, '/wallet', await offer())
    const other = generatePolicyKey()
    const send = (witness: string) => post(sale, '/wallet/signed', { tx_id: txId, witness })
    expect(await send(witnessSetOf(tx, other))).toEqual({
      status: 409,
      message: expect.stringMatching(/has not signed/u),
    })
    expect((await send(witnessSetOf(tx, other, buyer.key))).status).toBe(200)
    await until(async () => (await readSale(studio, sale.id)).status === 'COMPLETED')
  })
})
