import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { derivePaymentAddress } from '#cardano/payment-wallet.ts'
import { Secret } from '#platform/secret/secret.ts'
import { testWalletBackup } from '#keys/vault/test-backup.ts'
import { type SaleRequest, saleRequest } from '#contract/sales/sale.ts'
import { temporaryFolder } from '../../support/folder-test.ts'
import { startLoopbackServer } from '../../support/loopback-server.ts'
import { herbariumForm, nobodysAddress, openServices, passphrase } from './open-services.ts'

const accountId = 'local'
type TestServices = Awaited<ReturnType<typeof openServices>>

const open = async (count = 3) => {
  const harness = await openServices()
  const { id: collectionId } = await harness.call('collections.create', {
    accountId,
    form: herbariumForm,
  })
  const client = await harness.app.accounts.client(accountId)
  const tokens = await client.addTokens(
    collectionId,
    Array.from({ length: count }, (_, index) => ({
      asset_name: `Leaf${index}`,
      name: `Leaf ${index}`,
      image: 'ipfs://QmdfTbBqBPQ7VNxZEYEj14VmRuZBkqFbiwReogJgS1zR1n',
      media_type: 'image/png',
      metadata_attributes: [{ tag: 'ink', value: 'sepia' }],
    })),
  )
  return {
    ...harness,
    collectionRef: { accountId, collectionId },
    tokens: tokens.map(({ id }) => id),
  }
}

const request = (tokens: readonly string[] | number, price = 10_000_000): SaleRequest =>
  saleRequest.parse({
    ...(typeof tokens === 'number'
      ? { type: 'random', quantity: tokens }
      : { type: 'fixed', tokens }),
    price,
    reservation_time: 600,
    confirmations: 1,
  })

const reaches = async (
  { call }: Pick<TestServices, 'call'>,
  saleRef: { readonly accountId: string; readonly collectionId: string; readonly saleId: string },
  status: string,
): Promise<void> => {
  await expect
    .poll(async () => (await call('sales.show', saleRef)).status, { timeout: 50_000 })
    .toBe(status)
}

describe("the wallet that a collection's sales are paid to", () => {
  /** A service that lists one sale, which is paid to this address. */
  const selling = async (harness: Awaited<ReturnType<typeof open>>, address: string) => {
    const { call, app, collectionRef, tokens } = harness
    await call('sales.create', { ...collectionRef, request: request(tokens.slice(0, 1)) })
    const client = await app.accounts.client(accountId)
    const [sale] = (await client.salePage(collectionRef.collectionId, null)).sales
    const data = [{ ...sale, payment_address: address }]
    const server = await startLoopbackServer((_request, _message, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ data, cursor: null }))
    })
    onTestFinished(() => server.close())
    const { id } = await call('accounts.add', {
      name: 'My studio on preprod',
      network: 'testnet',
      baseUrl: server.url,
      appId: 'studio',
      apiKey: 'key-of-the-studio',
    })
    return { accountId: id, collectionId: 'herbarium' }
  }

  it('is warned of until a backup of it has passed its test', async () => {
    const harness = await open()
    const { call, app } = harness
    const { id, accountKey } = await app.wallets.create('preprod')
    const collectionRef = await selling(
      harness,
      derivePaymentAddress(accountKey, 3, 'preprod').address,
    )
    expect(await call('sales.wallet', collectionRef)).toEqual({ id, backup: 'none' })
    const files: Uint8Array[] = []
    const own = () => Secret.ofText('words for the backup alone')
    await app.wallets.backUp(id, own(), async ({ file }) => void files.push(file))
    expect(await call('sales.wallet', collectionRef)).toEqual({ id, backup: 'made' })
    await app.wallets.recordBackupTest(await testWalletBackup(files[0] ?? new Uint8Array(), own()))
    expect(await call('sales.wallet', collectionRef)).toBeNull()
  })

  it('is nothing to warn of on the devnet, nor where it is not of this machine', async () => {
    const harness = await open()
    await harness.app.wallets.create('preprod')
    expect(await harness.call('sales.wallet', await selling(harness, nobodysAddress))).toBeNull()
    expect(await harness.call('sales.wallet', harness.collectionRef)).toBeNull()
  })
})

describe('sales from the window', () => {
  it('are shared as a page or a picture where the user says, without a link to this computer', async () => {
    const { call, collectionRef, state, tokens } = await open()
    const { id, payment_address: paymentAddress } = await call('sales.create', {
      ...collectionRef,
      request: request(tokens.slice(0, 1)),
    })
    const share = (as: 'html' | 'png') =>
      call('sales.share', { ...collectionRef, saleId: id, form: as })
    expect(await share('html')).toBeNull()
    state.saveTo = join(temporaryFolder(), 'payment')
    expect(await share('html')).toBe(state.saveTo)
    const page = readFileSync(state.saveTo, 'utf8')
    expect(page).toContain(paymentAddress)
    expect(page).not.toContain('127.0.0.1')
    await share('png')
    expect(readFileSync(state.saveTo).subarray(1, 4).toString()).toBe('PNG')
    await call('sales.cancel', { ...collectionRef, saleId: id })
    await expect(share('html')).rejects.toMatchObject({ code: 'conflict' })
  })

  it('are made of chosen tokens or of any, listed, shown and cancelled', async () => {
    const { call, collectionRef, tokens, logged } = await open()
    const [first = ''] = tokens
    const asked = Date.now()
    const sale = await call('sales.create', { ...collectionRef, request: request([first]) })
    expect(sale).toMatchObject({
      status: 'RESERVED',
      network: 'devnet',
      type: 'fixed',
      price: 10_000_000,
      supply: 1,
      due: 10_000_000,
      tokens: [{ id: first, name: 'Leaf 0', cid: expect.stringMatching(/^Qm/u) }],
      uri: `web+cardano:${sale.payment_address}?amount=10`,
      payments: [],
      parked: null,
    })
    const endsAt = Date.parse(sale.endsAt ?? '')
    expect(endsAt).toBeGreaterThanOrEqual(asked + 599_000)
    expect(endsAt).toBeLessThanOrEqual(Date.now() + 601_000)
    const any = await call('sales.create', { ...collectionRef, request: request(2) })
    expect(any).toMatchObject({ type: 'random', price: 10_000_000, supply: 2 })
    const list = await call('sales.list', { ...collectionRef, cursor: null })
    expect(list).toMatchObject({ canSell: true, cursor: null })
    expect(list.sales.map(({ id }) => id)).toEqual([any.id, sale.id])
    expect(await call('sales.cancel', { ...collectionRef, saleId: any.id })).toMatchObject({
      status: 'CANCELLED',
      endsAt: null,
      uri: null,
    })
    expect(logged('collection').slice(0, 3)).toEqual([
      'A sale of 2 tokens was cancelled; its price had not been paid.',
      '2 tokens were put on sale.',
      'Leaf 0 was put on sale.',
    ])
  })

  it('are refused below the least possible price, which is named', async () => {
    const { call, collectionRef, tokens } = await open()
    await expect(
      call('sales.create', { ...collectionRef, request: request(tokens, 1) }),
    ).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(/price: .* minimum price is [\d.]+ ADA/u),
    })
  })

  it('refund what was paid, as it was shown before, with an open vault alone', async () => {
    const harness = await open()
    const { call, app, collectionRef, tokens, logged } = harness
    const { id: saleId, payment_address: paymentAddress } = await call('sales.create', {
      ...collectionRef,
      request: request(tokens.slice(0, 1)),
    })
    const gateway = await app.gateways.get('devnet')
    await gateway.fund?.(paymentAddress, 4_000_000n)
    await reaches(harness, { ...collectionRef, saleId }, 'UNRESOLVED_UNDERPAID')
    const sale = await call('sales.show', { ...collectionRef, saleId })
    expect(sale).toMatchObject({
      // Whoever has paid a part, the whole price is asked for.
      due: 10_000_000,
      buyer_address: null,
      resolutions: ['wait', 'refund'],
      error: [{ name: 'UnderpaidError' }],
      payments: [
        {
          lovelace: 4_000_000,
          counts: 4_000_000,
          use: 'counted',
          spentPage: null,
          at: expect.stringMatching(/^\d{4}-/u),
        },
      ],
    })
    const { receivers, fee, transactions, left } = await call('sales.refund', {
      ...collectionRef,
      saleId,
      to: null,
    })
    expect({ transactions, left }).toEqual({ transactions: 1, left: [] })
    const [receiver] = receivers
    expect(receiver?.address).toBe(sale.payments[0]?.address)
    expect((receiver?.lovelace ?? 0) + (fee ?? 0)).toBe(4_000_000)
    app.vault.lock()
    const refund = { ...collectionRef, saleId, action: 'refund', to: null } as const
    await expect(call('sales.resolve', refund)).rejects.toMatchObject({ code: 'vault_locked' })
    expect((await call('sales.show', { ...collectionRef, saleId })).status).toBe(
      'UNRESOLVED_UNDERPAID',
    )
    await call('vault.unlock', { passphrase })
    await call('sales.resolve', refund)
    await reaches(harness, { ...collectionRef, saleId }, 'REFUNDED')
    const { mints } = await call('minting.list', collectionRef)
    const mint = mints.find(({ kind }) => kind === 'refund')
    const { transactions: sent } = await call('minting.show', {
      ...collectionRef,
      mintId: mint?.id ?? '',
    })
    expect(sent[0]?.fee).toBe(fee)
    expect(logged('signing')[0]).toBe('A refund was started: a sale of Leaf 0.')
  })

  it('wait for an open vault, whose keys they need, and count once they are confirmed', async () => {
    const harness = await open()
    const { call, app, collectionRef, tokens } = harness
    const { id: saleId, payment_address: paymentAddress } = await call('sales.create', {
      ...collectionRef,
      request: request(tokens.slice(0, 2)),
    })
    const before = await call('sales.analytics', collectionRef)
    expect(before.totals).toMatchObject({ reserved: 2, paid: 0, delivered: 0, revenue: '0' })
    const gateway = await app.gateways.get('devnet')
    app.vault.lock()
    await gateway.fund?.(paymentAddress, 20_000_000n)
    const parked = async () => (await call('sales.show', { ...collectionRef, saleId })).parked
    await expect.poll(parked, { timeout: 50_000 }).not.toBeNull()
    const { mintId = '', kind, missing = [] } = (await parked()) ?? {}
    expect(kind).toBe('sale')
    expect(missing.map(({ here }) => here)).toEqual([true, true])
    const { signers } = await call('minting.show', { ...collectionRef, mintId })
    expect(signers.map(({ here, role }) => [here, role])).toEqual([
      [true, 'policy'],
      [true, 'payer'],
    ])
    const sign = () => call('minting.sign', { ...collectionRef, mintId })
    await expect(sign()).rejects.toMatchObject({ code: 'vault_locked' })
    await call('vault.unlock', { passphrase })
    await sign()
    await reaches(harness, { ...collectionRef, saleId }, 'COMPLETED')
    const { periods, totals, isCut } = await call('sales.analytics', collectionRef)
    expect(isCut).toBe(false)
    expect(periods.at(-1)).toMatchObject({ delivered: 2 })
    expect(totals).toMatchObject({ reserved: 2, paid: 2, delivered: 2, revenue: '20000000' })
    const { accountId } = collectionRef
    const all = await call('sales.analytics', { accountId, collectionId: null })
    expect(all.totals).toEqual(totals)
    const { income, txFee, nftFee } = totals
    expect(BigInt(income) + BigInt(txFee) + BigInt(nftFee)).toBe(20_000_000n)
    const sold = await call('sales.show', { ...collectionRef, saleId })
    expect(sold.events.map(({ status }) => status)).toEqual(['MINTING', 'COMPLETED'])
    expect(sold.page).toContain(sold.tx_id)
  })
})

describe('a price of a token', () => {
  it('gives it a payment link, until it is taken away', async () => {
    const { call, collectionRef, tokens } = await open(1)
    const [tokenId = ''] = tokens
    const priced = await call('sales.setTokenPrice', {
      ...collectionRef,
      tokenId,
      price: 40_000_000,
    })
    expect(priced).toMatchObject({
      price: 40_000_000,
      payment_link: expect.stringMatching(/\/pay\/token\//u),
    })
    const plain = await call('sales.setTokenPrice', { ...collectionRef, tokenId, price: null })
    expect(plain.payment_link ?? null).toBeNull()
  })

  it('is set for several tokens in one call, which names those that the service refuses', async () => {
    const { call, collectionRef, tokens } = await open(3)
    const [first = '', second = '', third = ''] = tokens
    const prices = [
      { tokenId: first, price: 20_000_000 },
      { tokenId: 'nobody', price: 30_000_000 },
      { tokenId: third, price: 50_000_000 },
    ]
    const { changed, failed } = await call('sales.setTokenPrices', { ...collectionRef, prices })
    expect(failed).toEqual([{ tokenId: 'nobody', message: expect.stringContaining('token') }])
    expect(new Map(changed.map(({ id, price }) => [id, price]))).toEqual(
      new Map([
        [first, 20_000_000],
        [third, 50_000_000],
      ]),
    )
    const page = await call('tokens.page', { ...collectionRef, cursor: null })
    const rows = new Map(page.tokens.map((row) => [row.id, row]))
    expect(rows.get(first)).toMatchObject({
      price: 20_000_000,
      payment_link: expect.stringMatching(/\/pay\/token\//u),
    })
    expect(rows.get(second)?.price ?? null).toBeNull()
    const removed = await call('sales.setTokenPrices', {
      ...collectionRef,
      prices: [{ tokenId: first, price: null }],
    })
    expect(removed.changed[0]?.price ?? null).toBeNull()
  })
})
