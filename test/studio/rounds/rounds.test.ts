import { describe, expect } from 'vitest'
import { currentSlot } from '#cardano/slots.ts'
import { errorMessage } from '../open-studio.ts'
import { statusesOf } from '../mints/mint-harness.ts'
import { twoOfThree } from '../mints/two-of-three.ts'
import { fixedSale, postSale, terms } from '../sales/sale-harness.ts'
import { salesTest as it } from '../sales/sales-test.ts'
import { until } from '../../support/until.ts'
import type { Sales } from '../sales/open-sales.ts'
import { offlinePolicy, openOffline, roundOf, twoDays } from './round-harness.ts'

describe('A sale that a key elsewhere signs for', () => {
  it('wants a delivery time once, which later sales take over', async ({ sales }) => {
    const { id, tokens, view, reserve, key } = await openOffline(sales, ['First', 'Second'])
    const unstated = await postSale(sales.studio, id, fixedSale(tokens.slice(0, 1)))
    expect(errorMessage(unstated, 400)).toMatch(/^delivers_within: required, because keys/u)
    expect(await view()).toMatchObject({ delivers_within: null, keys_elsewhere: [key.keyHash] })
    expect(await reserve('First')).toMatchObject({
      delivery: { within: twoDays, by: null, is_late: false, round_id: null },
    })
    expect(await reserve('Second', {})).toMatchObject({ delivery: { within: twoDays } })
    expect((await view()).delivers_within).toBe(twoDays)
  })

  it('is not made with a delivery time where the keys are here', async ({ sales }) => {
    await expect(sales.reserve(['Here'], { delivers_within: twoDays })).rejects.toThrow(
      /delivers_within: the keys of this policy are on this computer/u,
    )
  })

  it('is not made where the policy locks before the delivery time is over', async ({ sales }) => {
    const inADay = {
      type: 'before',
      slot: Number(currentSlot('devnet', new Date())) + 86_400,
    } as const
    const { id, tokens, reserve } = await openOffline(sales, ['Locks'], offlinePolicy([inADay]))
    const late = await postSale(sales.studio, id, fixedSale(tokens, { delivers_within: twoDays }))
    expect(errorMessage(late, 409)).toContain('the end of the reservation and the delivery time')
    expect(await reserve('Locks', { delivers_within: 3_600 })).toMatchObject({ status: 'RESERVED' })
  })

  it('waits once it is paid, with others, for one round that delivers all of them', async ({
    sales,
  }) => {
    const offline = await openOffline(sales, ['Anemone', 'Bellis', 'Cornus'])
    const [a, b] = [await offline.sell('Anemone'), await offline.sell('Bellis')]
    expect((await offline.view()).waiting.map((one) => one.sale_id)).toEqual([a.id, b.id])
    const waiting = await sales.now(a)
    expect(waiting).toMatchObject({ status: 'PROCESSING', mint_id: null, resolutions: ['refund'] })
    expect(Date.parse(waiting.delivery?.by ?? '')).toBeGreaterThan(Date.now() + 47 * 3_600_000)

    const built = await offline.build({ valid_for_seconds: 3 * 86_400 })
    expect(built).toMatchObject({
      status: 'awaiting_witnesses',
      missing: [offline.key.keyHash],
      missing_here: [],
      sales: [{ sale_id: a.id }, { sale_id: b.id }],
    })
    expect(Date.parse(built.valid_until)).toBeGreaterThan(Date.now() + 71 * 3_600_000)
    expect((await offline.view()).waiting).toEqual([])
    // The payment's key is here and has signed.
    const [first] = built.sales
    const parked = await offline.mintOf(first?.mint_id ?? '')
    expect(parked.transactions[0]?.signed_by).toHaveLength(1)

    // What is paid meanwhile waits for the next round.
    const c = await offline.sell('Cornus')
    expect((await offline.view()).waiting).toMatchObject([{ sale_id: c.id }])

    for (const one of built.sales) expect((await offline.sign(one)).status).toBe(200)
    await sales.reaches(a, 'COMPLETED')
    await sales.reaches(b, 'COMPLETED')
    await until(async () => (await offline.round(built)).status === 'completed')
    expect(await statusesOf(sales.studio, offline.id)).toEqual({
      Anemone: 'COMPLETED',
      Bellis: 'COMPLETED',
      Cornus: 'RESERVED',
    })
  })

  it('is signed by two of three keys: one here, and either of the others', async ({ sales }) => {
    const { keys, policy } = twoOfThree()
    const [here, second, third] = keys
    const offline = await openOffline(sales, ['Dahlia', 'Erica', 'Freesia'], {
      key: third,
      policy: { ...policy, signing_keys: policy.signing_keys.slice(0, 1) },
    })
    expect((await offline.view()).keys_elsewhere).toHaveLength(1)
    const [a, b] = [await offline.sell('Dahlia'), await offline.sell('Erica')]
    const built = await offline.build()
    expect(built).toMatchObject({ missing_here: [], sales: [{ sale_id: a.id }, { sale_id: b.id }] })
    // The key that is here has signed, and one of two others suffices.
    expect(built.missing).toHaveLength(1)
    expect(built.missing).not.toContain(here.keyHash)
    const [first, other] = built.sales
    if (first === undefined || other === undefined) throw new Error('two sales were built')
    expect((await offline.sign(first, second)).status).toBe(200)
    expect(await offline.round(built)).toMatchObject({ status: 'awaiting_witnesses' })
    expect((await offline.sign(other, third)).status).toBe(200)
    await sales.reaches(a, 'COMPLETED')
    await sales.reaches(b, 'COMPLETED')
  })

  it('is refunded while it waits, which takes it out of the next round', async ({ sales }) => {
    const offline = await openOffline(sales, ['Back', 'Stays'])
    const [back, stays] = [await offline.sell('Back'), await offline.sell('Stays')]
    await sales.resolved(back, 'refund')
    const built = await offline.build()
    expect(built.sales).toMatchObject([{ sale_id: stays.id }])
    await sales.reaches(back, 'REFUNDED')
    const none = await sales.studio.call('POST', offline.path, {})
    expect(errorMessage(none, 409)).toContain('no paid sale of this collection waits')
  })

  it('is not refunded while it is in a round, but after that is withdrawn', async ({ sales }) => {
    const offline = await openOffline(sales, ['Parked'])
    const sold = await offline.sell('Parked')
    const built = await offline.build()
    expect(await sales.now(sold)).toMatchObject({
      resolutions: [],
      delivery: { round_id: built.id },
    })
    const refused = await sales.studio.call('POST', `/sales/${sold.id}/resolve`, {
      action: 'refund',
    })
    expect(errorMessage(refused, 409)).toContain(`in the signing round ${built.id}`)
    expect(roundOf(await offline.withdraw(built))).toMatchObject({ status: 'withdrawn' })
    expect(errorMessage(await offline.withdraw(built), 409)).toContain('cannot be withdrawn')
    expect((await offline.view()).waiting).toMatchObject([{ sale_id: sold.id }])
    await sales.resolved(sold, 'refund')
    await sales.reaches(sold, 'REFUNDED')
    // The signature of the withdrawn round comes too late.
    for (const one of built.sales)
      expect(errorMessage(await offline.sign(one), 409)).toContain('cancelled')
    expect(await statusesOf(sales.studio, offline.id)).toEqual({ Parked: 'FOR_SALE' })
  })

  it('waits again when the time of its round ends, and is built again', async ({ sales }) => {
    const offline = await openOffline(sales, ['Ended'])
    const sold = await offline.sell('Ended')
    const built = await offline.build({ valid_for_seconds: 60 })
    sales.state.ahead = 100n
    await until(async () => (await offline.view()).waiting.length === 1)
    sales.state.ahead = 0n
    expect(await offline.round(built)).toMatchObject({ status: 'ended' })
    const again = await offline.build()
    expect(again.sales[0]?.tx_id).not.toBe(built.sales[0]?.tx_id)
    for (const one of again.sales) await offline.sign(one)
    await sales.reaches(sold, 'COMPLETED')
  })

  it('is the same transaction when its round is built again in the same second, so that signatures over the old file serve it', async ({
    sales,
  }) => {
    const offline = await openOffline(sales, ['Same'])
    const sold = await offline.sell('Same')
    const builtTwice = async () => {
      const old = await offline.build()
      await offline.withdraw(old)
      return [old.sales[0], (await offline.build()).sales[0]] as const
    }
    let [old, again] = await builtTwice()
    while (old?.tx_id !== again?.tx_id) {
      const [round] = (await offline.view()).rounds
      if (round !== undefined) await offline.withdraw(round)
      ;[old, again] = await builtTwice()
    }
    if (old === undefined || again === undefined) throw new Error('nothing was built')
    expect(old.mint_id).not.toBe(again.mint_id)
    expect(errorMessage(await offline.sign(old), 409)).toContain('cancelled')
    const [signed] = (await offline.view()).rounds.flatMap(({ sales: all }) => all)
    expect(signed).toEqual(again)
    expect((await offline.sign({ ...again, tx_id: old.tx_id })).status).toBe(200)
    await sales.reaches(sold, 'COMPLETED')
    expect((await offline.view()).rounds.map(({ status }) => status)).toContain('withdrawn')
  })

  it('goes on in its round after the studio stopped, and waits again where nothing proves its order', async ({
    sales,
  }) => {
    const offline = await openOffline(sales, ['Kept', 'Unproved'])
    const kept = await offline.sell('Kept')
    const built = await offline.build()
    sales.fakeVault.state.locked = true
    const unproved = await offline.sell('Unproved')
    const lost = await offline.build()
    expect(lost).toMatchObject({ sales: [{ sale_id: unproved.id }] })
    expect(lost.missing_here).toHaveLength(1)
    await sales.closedWhile(async () => undefined)
    sales.fakeVault.state.locked = false
    await until(async () => (await offline.view()).waiting.length === 1)
    expect(await offline.round(lost)).toMatchObject({ status: 'withdrawn' })
    expect(await offline.round(built)).toMatchObject({ status: 'awaiting_witnesses' })
    const again = await offline.build()
    for (const one of [...built.sales, ...again.sales]) await offline.sign(one)
    await sales.reaches(kept, 'COMPLETED')
    await sales.reaches(unproved, 'COMPLETED')
  })

  it('stops when its delivery time has passed, and goes on when its owner says so', async ({
    sales,
  }) => {
    const offline = await openOffline(sales, ['Late', 'Given'])
    const terms = { delivers_within: 3_600 }
    const [late, given] = [await offline.sell('Late', terms), await offline.sell('Given', terms)]
    sales.state.ahead = 4_000n
    for (const one of [late, given]) {
      expect(await sales.reaches(one, 'PROCESSING_FAILED')).toMatchObject({
        error: [{ name: 'DeliveryLateError' }],
        resolutions: ['refund', 'retry'],
      })
      expect(await sales.kinds(one)).toEqual(['PROCESSING_FAILED'])
    }
    await sales.resolved(given, 'retry')
    await until(async () => (await offline.view()).waiting.length === 1)
    sales.state.ahead = 0n
    const built = await offline.build()
    expect(built.sales).toMatchObject([{ sale_id: given.id }])
    for (const one of built.sales) await offline.sign(one)
    await sales.reaches(given, 'COMPLETED')
    await sales.resolved(late, 'refund')
    await sales.reaches(late, 'REFUNDED')
  })

  it('goes on in its round when its delivery time has passed', async ({ sales }) => {
    const offline = await openOffline(sales, ['Carried'])
    const sold = await offline.sell('Carried', { delivers_within: 3_600 })
    const built = await offline.build()
    sales.state.ahead = 4_000n
    const polled = sales.state.polls.get(sold.payment_address) ?? 0
    await until(() =>
      Promise.resolve(sales.state.polls.get(sold.payment_address) ?? 0).then((n) => n > polled + 2),
    )
    expect(await sales.now(sold)).toMatchObject({ status: 'PROCESSING', error: null })
    sales.state.ahead = 0n
    for (const one of built.sales) await offline.sign(one)
    await sales.reaches(sold, 'COMPLETED')
  })
})

describe('What a buyer reads of a sale that a key elsewhere signs for', () => {
  const page = async ({ studio }: Sales, url: string): Promise<string> =>
    (await studio.app.inject({ url, headers: { host: '127.0.0.1:4800' } })).body

  it('is the delivery time and the rule of its refund, before the payment and after it', async ({
    sales,
  }) => {
    const offline = await openOffline(sales, ['Page'])
    const reserved = await offline.reserve('Page')
    const before = await page(sales, `/pay/sale/${reserved.id}`)
    expect(before).toContain('Delivered within 2 days of your payment')
    expect(before).toContain('the seller has to send your payment back')
    expect(before).toContain(reserved.payment_address)
    await sales.buyer.pay(reserved, BigInt(reserved.price))
    await until(async () => (await offline.view()).waiting.length === 1)
    expect(await page(sales, `/pay/sale/${reserved.id}`)).toContain('The seller signs before')
    await offline.build()
    expect(await page(sales, `/pay/sale/${reserved.id}`)).toContain('The seller signs before')
  })

  it('is there before a visitor reserves a token, which takes the time over', async ({ sales }) => {
    const offline = await openOffline(sales, ['Stated', 'Visited'])
    const token = offline.tokens.find((one) => one.asset_name === 'Visited')?.id ?? ''
    await sales.studio.call('PATCH', `/nft/collections/${offline.id}/tokens/${token}`, {
      price: terms.price,
    })
    expect(await page(sales, `/pay/token/${token}`)).toContain(
      'keys that sign for it are on another',
    )
    await offline.reserve('Stated')
    const shown = await page(sales, `/pay/token/${token}`)
    expect(shown).toContain('Delivered within 2 days')
    const reply = await sales.studio.app.inject({
      method: 'POST',
      url: `/pay/token/${token}?reserve=now`,
      headers: {
        host: '127.0.0.1:4800',
        origin: 'http://127.0.0.1:4800',
        'content-type': 'application/x-www-form-urlencoded',
      },
    })
    expect(reply.statusCode).toBe(303)
    const sold = await page(sales, String(reply.headers.location))
    expect(sold).toContain('Delivered within 2 days')
  })
})
