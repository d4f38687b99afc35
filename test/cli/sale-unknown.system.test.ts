import { expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { unknownPayments, unknownRefund } from '#shared/wire/unknown-payment.ts'
import { TestHome } from '../support/coldpress.ts'
import { serve } from '../support/serving.ts'

const servedDevnet = z.object({ gateway_url: z.string(), gateway_token: z.string() })
const found = unknownPayments.shape.data
const doctorChecks = z.object({
  checks: z.array(z.object({ name: z.string(), message: z.string() })),
})

it('A payment for a deleted sale is listed, named by doctor and given back, after a confirmation alone', async () => {
  const home = await TestHome.withVault()
  onTestFinished(() => home.remove())
  const passphrase = ['--passphrase-file', home.passphraseFile]
  const studio = await serve(home, passphrase)
  const { gateway_url: devnet, gateway_token: token } = servedDevnet.parse(studio)
  const { id, collection_id: collection, payment_address: address } = await studio.reserve('Fern')
  await studio.call(`/sales/${id}/cancel`, {})
  const path = `${studio.base_url}/${studio.app_id}/v1/nft/collections/${collection}`
  const headers = { 'x-api-key': studio.api_key }
  expect((await fetch(path, { method: 'DELETE', headers })).status).toBe(200)
  const paid = await fetch(`${devnet}/devnet/fund`, {
    method: 'POST',
    headers: { project_id: token, 'content-type': 'application/json' },
    body: JSON.stringify({ address, lovelace: 25_000_000 }),
  })
  expect(paid.ok).toBe(true)

  const list = async () => found.parse((await home.json(['sale', 'unknown'])).document)
  await vi.waitFor(async () => expect(await list()).toHaveLength(1), {
    timeout: 60_000,
    interval: 1_000,
  })
  const text = (await home.run(['sale', 'unknown'])).stdout
  expect(text).toContain(`25 ADA were paid for the sale ${id}`)
  expect(text).toContain(`sale refund-unknown ${address}`)
  const checks = doctorChecks.parse((await home.json(['doctor'])).document).checks
  expect(checks).toContainEqual(
    expect.objectContaining({
      name: 'payments for deleted sales, devnet',
      message: expect.stringMatching(/^25 ADA were paid/u),
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
  expect(asked.stderr).toMatch(/This goes back, less the fee.*25 ADA to addr_test1/su)
  const given = unknownRefund.parse(asked.document)
  expect(given.receivers).toMatchObject([{ lovelace: 25_000_000 - given.fee }])
  await vi.waitFor(async () => expect(await list()).toEqual([]), {
    timeout: 60_000,
    interval: 1_000,
  })
})
