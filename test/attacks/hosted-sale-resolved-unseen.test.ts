import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startLoopbackServer } from '../support/loopback-server.ts'
import { herbariumForm, openServices } from '../main/services/open-services.ts'

/** A sale that was paid 3 ADA too much, at a service that the window knows as a hosted account. */
const overpaid = async ({ canHold }: { readonly canHold: boolean }) => {
  const harness = await openServices()
  const { call, app, running } = harness
  const local = 'local'
  const { id: collectionId } = await call('collections.create', {
    accountId: local,
    form: herbariumForm,
  })
  const client = await app.accounts.client(local)
  const [token] = await client.addTokens(collectionId, [
    {
      asset_name: 'Leaf',
      name: 'Leaf',
      image: 'ipfs://QmdfTbBqBPQ7VNxZEYEj14VmRuZBkqFbiwReogJgS1zR1n',
      media_type: 'image/png',
      metadata_attributes: [{ tag: 'ink', value: 'sepia' }],
    },
  ])
  const { id: saleId, payment_address: paymentAddress } = await call('sales.create', {
    accountId: local,
    collectionId,
    request: {
      type: 'fixed',
      tokens: [token?.id ?? ''],
      price: 10_000_000,
      reservation_time: 600,
      confirmations: 1,
    },
  })
  await (await app.gateways.get('devnet')).fund?.(paymentAddress, 13_000_000n)
  const status = async () => (await client.getSale(collectionId, saleId)).status
  await expect.poll(status, { timeout: 50_000 }).toBe('UNRESOLVED_OVERPAID')

  const studio = await running()
  if (studio === undefined) throw new Error('no studio runs')
  const hosted = await startLoopbackServer(async (_request, message, response) => {
    const { method = 'GET', url = '/', headers } = message
    const body = await text(message)
    const reply = await fetch(`${studio.baseUrl}${url}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-api-key': String(headers['x-api-key']),
      },
      ...(body === '' ? {} : { body }),
    })
    const answer = (await reply.text()).replace(canHold ? /$^/u : /,"held_mint_id":[^,}]*/gu, '')
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(answer)
  })
  onTestFinished(() => hosted.close())
  const { id: accountId } = await call('accounts.add', {
    name: 'Somewhere else',
    network: 'testnet',
    baseUrl: hosted.url,
    appId: studio.appId,
    apiKey: studio.apiKey.use((bytes) => Buffer.from(bytes).toString()),
  })
  harness.state.asked.length = 0
  const accept = () =>
    call('sales.resolve', { accountId, collectionId, saleId, action: 'accept', to: null })
  return { ...harness, client, collectionId, saleId, status, accept, hosted }
}

const linesOf = ({ state }: Awaited<ReturnType<typeof overpaid>>) =>
  state.asked.at(-1)?.lines.join('\n') ?? ''

describe('a sale that a hosted service is to accept', () => {
  it('is confirmed by the bytes of its transaction, and just these are sent', async () => {
    const harness = await overpaid({ canHold: true })
    const { state, accept, client, collectionId, saleId, status } = harness
    state.confirms = false
    await expect(accept()).rejects.toMatchObject({ code: 'cancelled' })
    expect(await status()).toBe('UNRESOLVED_OVERPAID')
    const [cancelled] = await Array.fromAsync(client.mints(collectionId, { order: 'desc' }))
    expect(cancelled).toMatchObject({ status: 'cancelled', transactions: [{ signed_by: [] }] })
    expect(linesOf(harness)).toContain(`Transaction ${cancelled?.transactions[0]?.tx_id}`)

    state.confirms = true
    await accept()
    const lines = linesOf(harness)
    expect(lines).toMatch(/^Your vault: /mu)
    expect(lines).toContain(`Pays `)
    expect(lines).toContain(herbariumForm.payout_address)
    expect(lines).toMatch(/Mints 1 token of policy [0-9a-f]{56}/u)
    await expect.poll(status, { timeout: 50_000 }).toBe('COMPLETED')
    expect(lines).toContain(`Transaction ${(await client.getSale(collectionId, saleId)).tx_id}`)
  })

  it('is confirmed with what nobody can check, where the service builds it afterwards', async () => {
    const harness = await overpaid({ canHold: false })
    const { state, accept, client, saleId, status, hosted, collectionId } = harness
    state.confirms = false
    await expect(accept()).rejects.toMatchObject({ code: 'cancelled' })
    const lines = linesOf(harness)
    expect(lines).toContain('Price: 10 ADA. Paid by the buyer, as the service says: 13 ADA')
    expect(lines).toContain('give back 3 ADA')
    expect(lines).toContain(`to ${(await client.getSale(collectionId, saleId)).buyer_address}`)
    expect(lines).toContain('Not known: the transaction.')
    // A service that does not know `hold` would have done it.
    expect(hosted.requests.filter(({ path }) => path.endsWith('/resolve'))).toEqual([])
    expect(await status()).toBe('UNRESOLVED_OVERPAID')
  })
})
