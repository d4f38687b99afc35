import { describe, expect, it, onTestFinished } from 'vitest'
import { createKoios } from '#chain/gateway/koios/client.ts'
import { koios } from '#chain/gateway/koios/provider.ts'
import { Secret } from '#platform/secret/secret.ts'
import { Unit } from '#cardano/value.ts'
import { answer, errorOf, serve } from '../../../app/api/service.ts'
import { newParty, type Plain, sign } from '../../../devnet/payments.ts'
import { outputsFor } from '../../../devnet/open-devnet.ts'
import { recordWaits } from '../../../platform/http/recorded-waits.ts'
import { openTestChain } from '../../../support/gateways/chain.ts'
import { startKoios } from '../../../support/gateways/koios.ts'
import { signed, signedId } from '../blockfrost/gateway-of.ts'

const hash = 'aa'.repeat(32)

const openKoios = async (
  options: Parameters<typeof startKoios>[1] = {},
  given: Parameters<typeof openTestChain>[0] = [],
) => {
  const test = openTestChain(given)
  const server = await startKoios(test, options)
  onTestFinished(async () => {
    await server.close()
    test.close()
  })
  const { retry } = recordWaits()
  return {
    test,
    server,
    gateway: createKoios({ network: 'devnet', baseUrl: server.baseUrl, retry }),
  }
}

/** A client of koios.rest itself, to which nothing may be sent. */
const hosted = (token?: string) => {
  const sent: string[] = []
  const gateway = createKoios({
    network: 'mainnet',
    baseUrl: 'https://api.koios.rest/api/v1',
    secret: token === undefined ? undefined : Secret.ofText(token),
    fetch: async (url) => {
      sent.push(String(url))
      return new Response(JSON.stringify(signedId), { status: 202 })
    },
  })
  return { gateway, sent }
}

describe('a transaction above the limit of koios.rest', () => {
  const large = new Uint8Array([...signed, ...new Uint8Array(6_000)])

  it.each([
    [undefined, '1,024 at most without a token (5,120 with one)'],
    ['a-token', '5,120 at most with a token'],
  ])(
    'is refused before it is sent, and another gateway offered: token %s',
    async (token, words) => {
      const { gateway, sent } = hosted(token)
      // The bytes behind the transaction are none of it; only their number counts here.
      const error = await errorOf(() => gateway.submit(large))
      if (!(error instanceof Error)) throw new Error('no error')
      expect(sent).toEqual([])
      expect(error.message).toContain(words)
      expect(error.message).toContain('Set up another gateway for this network')
      expect(error).toMatchObject({ code: 'too_large', details: { mayHaveArrived: false } })
    },
  )

  it('is sent where it fits', async () => {
    const { gateway, sent } = hosted('a-token')
    expect(signed.length).toBeLessThan(5_120)
    expect(await gateway.submit(signed)).toBe(signedId)
    expect(sent).toEqual(['https://api.koios.rest/api/v1/submittx'])
  })

  it('is refused by an instance that has a limit of its own, in words', async () => {
    const { gateway } = await openKoios({ maxBodyBytes: 200 })
    await expect(gateway.submit(signed)).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('Use another gateway for it'),
      details: { status: 413, mayHaveArrived: false },
    })
  })
})

describe('Koios', () => {
  it('is refused a wrong token in words', async () => {
    const { gateway } = await openKoios({ token: 'right' })
    await expect(gateway.tip()).rejects.toMatchObject({
      code: 'unauthorized',
      message: expect.stringContaining('does not accept the token'),
    })
  })

  it('reads a tip that names its height as earlier versions did', async () => {
    const tip = { hash, epoch_no: 1, abs_slot: 9, block_no: 7, block_time: 1_735_689_609 }
    const { baseUrl } = await serve(answer(200, [tip]))
    expect((await createKoios({ network: 'devnet', baseUrl }).tip()).height).toBe(7)
    const { block_no: _, ...without } = tip
    const other = await serve(answer(200, [without]))
    await expect(
      createKoios({ network: 'devnet', baseUrl: other.baseUrl }).tip(),
    ).rejects.toMatchObject({ code: 'service_error' })
  })

  it('counts a mint with metadata under several labels once', async () => {
    const party = newParty()
    const [funds] = outputsFor(party, 1, 50_000_000n)
    if (funds === undefined) throw new Error('no funds')
    const unit = party.unit('Leaf')
    const { test, gateway } = await openKoios({}, [funds])
    const metadata = new Map<bigint, Plain>([
      [721n, new Map([[party.policyId, new Map([['Leaf', new Map([['name', 'Leaf']])]])]])],
      [674n, new Map([['msg', 'hello']])],
    ])
    const { cbor } = sign(party, {
      spends: [funds.spend],
      mints: new Map([[unit, 3n]]),
      metadata,
    })
    const txId = test.chain.submit(cbor)
    test.mine()
    expect(await gateway.asset(unit)).toMatchObject({
      quantity: 3n,
      mintOrBurnCount: 1,
      firstMintedIn: txId,
      metadata: { name: 'Leaf' },
    })
    expect((await gateway.metadata(txId))?.map(({ label }) => label)).toEqual(['674', '721'])
    expect(await gateway.holdersOf(unit)).toEqual([{ address: party.address, quantity: 3n }])
  })

  it('says that its address is wrong where a server has none of its calls', async () => {
    const { baseUrl } = await serve(answer(404, { message: 'Not found' }))
    await expect(
      createKoios({ network: 'devnet', baseUrl }).holdersOf(Unit('ab'.repeat(28))),
    ).rejects.toMatchObject({
      code: 'service_error',
      message: expect.stringContaining('Check that the base URL is that of a Koios API'),
    })
  })
})

describe('the address of koios.rest', () => {
  it.each([
    ['mainnet', 'https://api.koios.rest/api/v1'],
    ['preprod', 'https://preprod.koios.rest/api/v1'],
    ['preview', 'https://preview.koios.rest/api/v1'],
  ] as const)('is the default of %s', (network, baseUrl) => {
    expect(koios.settings(network).parse({})).toEqual({ baseUrl })
  })

  it('is not taken for another network', () => {
    const settings = { baseUrl: 'https://preprod.koios.rest/api/v1' }
    expect(() => koios.check?.({ network: 'mainnet', settings, secret: undefined })).toThrow(
      'the base URL is not that of mainnet',
    )
  })
})
