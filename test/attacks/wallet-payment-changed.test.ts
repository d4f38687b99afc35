import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enterpriseAddress } from '#cardano/addresses.ts'
import { generatePolicyKey } from '#cardano/keys.ts'
import { lovelaceOnly } from '#cardano/value.ts'
import { offerOf, witnessSetOf } from '../support/browser-wallet.ts'
import { ada } from '../studio/mints/mint-harness.ts'
import { mainAddress } from '../studio/open-studio.ts'
import { openWalletHarness, type WalletHarness } from '../studio/pages/wallet-harness.ts'
import { readSale } from '../studio/sales/sale-harness.ts'

let all: WalletHarness
let real: Awaited<ReturnType<WalletHarness['harness']['gateway']['utxosAt']>>[number]
beforeAll(async () => {
  all = await openWalletHarness()
  const [utxo] = await all.harness.gateway.utxosAt(all.buyer.address)
  if (utxo === undefined) throw new Error('the buyer has nothing')
  real = utxo
})
afterAll(() => all.close())

const offer = async () => ({
  utxos: await all.wallet.getUtxos(),
  change: await all.wallet.getChangeAddress(),
})

describe('A crafted post to the payment by a browser wallet', () => {
  it('cannot name an amount, an address to pay to, or a transaction of its own', async () => {
    const sale = await all.sell('Amount')
    const own = enterpriseAddress(generatePolicyKey().keyHash, 'devnet')
    for (const more of [{ amount: 1 }, { address: own }, { due: '1' }, { tx: '84' }]) {
      // oxlint-disable-next-line no-await-in-loop -- one request after the other
      const reply = await all.post(sale, '/wallet', { ...(await offer()), ...more })
      expect([reply.status, reply.tx], JSON.stringify(more)).toEqual([400, undefined])
    }
    const { tx = '', tx_id: txId } = await all.post(sale, '/wallet', await offer())
    const witness = witnessSetOf(tx, all.buyer.key)
    const withBytes = await all.post(sale, '/wallet/signed', { tx_id: txId, witness, tx })
    expect(withBytes.status).toBe(400)
    // An id of bytes that the studio did not build.
    const foreign = await all.post(sale, '/wallet/signed', { tx_id: 'ab'.repeat(32), witness })
    expect(foreign).toMatchObject({
      status: 409,
      message: expect.stringContaining('did not build'),
    })
  })

  it('cannot make an output hold more than the chain says, or belong to another', async () => {
    const sale = await all.sell('Lies')
    const change = await all.wallet.getChangeAddress()
    const stranger = enterpriseAddress(generatePolicyKey().keyHash, 'devnet')
    for (const lie of [
      { ...real, value: lovelaceOnly(real.value.lovelace + 1_000n * ada) },
      { ...real, address: stranger },
      { ...real, index: real.index + 7 },
    ]) {
      // oxlint-disable-next-line no-await-in-loop
      const reply = await all.post(sale, '/wallet', { utxos: [offerOf(lie)], change })
      expect([reply.status, reply.tx]).toEqual([409, undefined])
    }
  })

  it('cannot use the signature of another payment, or send one sale’s payment for another', async () => {
    const [one, other] = [await all.sell('One'), await all.sell('Other')]
    const first = await all.post(one, '/wallet', await offer())
    const second = await all.post(other, '/wallet', await offer())
    const wrong = witnessSetOf(second.tx ?? '', all.buyer.key)
    const reply = await all.post(one, '/wallet/signed', { tx_id: first.tx_id, witness: wrong })
    expect(reply).toMatchObject({ status: 409, message: expect.stringContaining('not signed') })
    const witness = witnessSetOf(first.tx ?? '', all.buyer.key)
    const swapped = await all.post(other, '/wallet/signed', { tx_id: first.tx_id, witness })
    expect(swapped).toMatchObject({
      status: 409,
      message: expect.stringContaining('did not build'),
    })
    expect((await readSale(all.studio, one.id)).status).toBe('RESERVED')
  })

  it('is refused from another page, for change on another network, without reading it where it is too long, and again and again', async () => {
    const sale = await all.sell('Refused')
    const elsewhere = { headers: { origin: 'https://attacker.example' } }
    expect((await all.post(sale, '/wallet', await offer(), elsewhere)).status).toBe(403)
    const utxos = [offerOf(real)]
    const mainnet = await all.post(sale, '/wallet', { utxos, change: mainAddress })
    expect(mainnet).toMatchObject({ status: 409, message: expect.stringContaining('network') })
    for (const bad of [
      { utxos: [], change: real.address },
      { utxos: Array.from({ length: 201 }, () => '80'), change: real.address },
      { utxos: ['00'.repeat(3_000)], change: real.address },
      { utxos: ['zz'], change: real.address },
    ])
      // oxlint-disable-next-line no-await-in-loop
      expect((await all.post(sale, '/wallet', bad)).status).toBe(400)
    const long = { utxos: Array.from({ length: 20 }, () => '00'.repeat(2_000)), change: 'x' }
    expect((await all.post(sale, '/wallet', long)).status).toBe(413)
    const nested = { tx_id: 'ab'.repeat(32), witness: '81'.repeat(20_000) }
    expect((await all.post(sale, '/wallet/signed', nested)).status).toBe(409)
    const many = await Promise.all(
      Array.from({ length: 12 }, () => all.post(sale, '/wallet', { utxos, change: real.address })),
    )
    expect(many.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
  })
})
