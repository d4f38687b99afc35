import { expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { createBlockfrost } from '#chain/gateway/blockfrost/client.ts'
import { Secret } from '#platform/secret/secret.ts'
import { unknownPayments, unknownRefund } from '#contract/sales/unknown-payment.ts'
import { TestHome } from '../support/coldpress.ts'
import { serve } from '../support/serving.ts'
import { until } from '../support/until.ts'
import { ada } from '../studio/mints/mint-harness.ts'
import { createBuyer } from '../studio/sales/buyer.ts'
import { mintForeign } from '../studio/sales/foreign-tokens.ts'

const servedDevnet = z.object({ gateway_url: z.string(), gateway_token: z.string() })
type ServedDevnet = z.output<typeof servedDevnet>
const found = unknownPayments.shape.data
const doctorChecks = z.object({
  checks: z.array(z.object({ name: z.string(), message: z.string() })),
})

const payingChain = ({ gateway_url: baseUrl, gateway_token: token }: ServedDevnet) => {
  const gateway = createBlockfrost({ baseUrl, network: 'devnet', secret: Secret.ofText(token) })
  const fundAndWait = async (address: string, lovelace: bigint): Promise<void> => {
    const paid = await fetch(`${baseUrl}/devnet/fund`, {
      method: 'POST',
      headers: { project_id: token, 'content-type': 'application/json' },
      body: JSON.stringify({ address, lovelace: Number(lovelace) }),
    })
    expect(paid.ok).toBe(true)
    await until(async () => (await gateway.utxosAt(address)).length > 0)
  }
  return { gateway, fundAndWait }
}

it('A payment for a deleted sale is listed, named by doctor and given back, after a confirmation alone', async () => {
  const home = await TestHome.withVault()
  onTestFinished(() => home.remove())
  const passphrase = ['--passphrase-file', home.passphraseFile]
  const studio = await serve(home, passphrase)
  const chain = payingChain(servedDevnet.parse(studio))
  const { id, collection_id: collection, payment_address: address } = await studio.reserve('Fern')
  await studio.call(`/sales/${id}/cancel`, {})
  const path = `${studio.base_url}/${studio.app_id}/v1/nft/collections/${collection}`
  const headers = { 'x-api-key': studio.api_key }
  expect((await fetch(path, { method: 'DELETE', headers })).status).toBe(200)
  const payer = await createBuyer(chain)
  const [unit] = await mintForeign(chain, payer, ['Foreign'], 3n)
  if (unit === undefined) throw new Error('nothing was minted')
  await payer.send({ address, value: { lovelace: 25n * ada, assets: new Map([[unit, 3n]]) } })

  const list = async () => found.parse((await home.json(['sale', 'unknown'])).document)
  await vi.waitFor(async () => expect(await list()).toHaveLength(1), {
    timeout: 60_000,
    interval: 1_000,
  })
  const text = (await home.run(['sale', 'unknown'])).stdout
  expect(text).toContain(`25 ADA and 1 other token were paid for the sale ${id}`)
  expect(text).toContain(`sale refund-unknown ${address}`)
  const checks = doctorChecks.parse((await home.json(['doctor'])).document).checks
  expect(checks).toContainEqual(
    expect.objectContaining({
      name: 'payments for deleted sales, devnet',
      message: expect.stringMatching(/^25 ADA and 1 other token were paid/u),
    }),
  )

  const refund = ['sale', 'refund-unknown', address, ...passphrase]
  const unasked = await home.json(refund)
  expect(unasked).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') })
  expect(await list()).toMatchObject([{ refund_id: null }])
  expect(await home.json(['sale', 'refund-unknown', 'addr_test1nothing', '--yes'])).toMatchObject({
    stderr: expect.stringContaining('No payment without a sale is known'),
  })

  const asked = await home.json([...refund, '--yes'])
  expect(asked.code, asked.stderr).toBe(0)
  expect(asked.stderr).toContain(`This goes back, less the fee of the transaction:
  25 ADA and 1 other token to ${payer.address}
    3 × Foreign (policy ${unit.slice(0, 56)})`)
  const given = unknownRefund.parse(asked.document)
  expect(given.receivers).toMatchObject([{ lovelace: 25_000_000 - given.fee }])
  await vi.waitFor(async () => expect(await list()).toEqual([]), {
    timeout: 60_000,
    interval: 1_000,
  })
})
