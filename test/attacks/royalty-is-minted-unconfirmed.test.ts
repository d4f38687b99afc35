import { expect } from 'vitest'
import { royaltyView } from '#contract/mints/mint.ts'
import { Database } from '#platform/db/database.ts'
import {
  createCollection,
  errorMessage,
  testAddress,
  type TestStudio,
} from '../studio/open-studio.ts'
import { ada, fundingOf, royaltyOf } from '../studio/mints/mint-harness.ts'
import { until } from '../support/until.ts'
import { mintTest as it } from '../studio/mints/mint-test.ts'

const royalty = { address: [testAddress], rate: 0.05 }
const unconfirmed = (studio: TestStudio) =>
  createCollection(studio, { royalty, royalty_confirmed: false })
const confirm = (studio: TestStudio, id: string, shown: object) =>
  studio.call('POST', `/nft/collections/${id}/royalty/confirm`, shown)

it('a royalty that nobody confirmed asks for no payment, and is not minted when ADA arrives', async ({
  harness,
  studio,
}) => {
  const { id } = await unconfirmed(studio)
  const asked = await royaltyOf(studio, id)
  expect(asked).toMatchObject({ status: 'unpaid', confirmed: false, address: null, amount: null })
  expect(asked.message).toContain(`5% of every later sale to ${testAddress}`)

  const { address } = await fundingOf(studio, id)
  await harness.fundAndWait(address, 10n * ada)
  await studio.call('POST', `/nft/collections/${id}/royalty`)
  expect(await royaltyOf(studio, id)).toMatchObject({ status: 'unpaid', mint_id: null })

  const confirmed = await confirm(studio, id, { rate: '0.05', address: testAddress })
  expect(royaltyView.parse(confirmed.body)).toMatchObject({ confirmed: true, amount: null })
  await until(async () => (await royaltyOf(studio, id)).status === 'minted')
})

it('a confirmation of another rate or address confirms nothing', async ({ studio }) => {
  const { id } = await unconfirmed(studio)
  for (const shown of [
    { rate: '0.5', address: testAddress },
    { rate: '0.05', address: `${testAddress}q` },
  ])
    expect(errorMessage(await confirm(studio, id, shown), 409)).toMatch(/^royalty: it is 5%/u)
  expect(await royaltyOf(studio, id)).toMatchObject({ confirmed: false })
})

it('a royalty that was changed in the database after it was confirmed is not confirmed any more', async ({
  studio,
}) => {
  const { id } = await unconfirmed(studio)
  await confirm(studio, id, { rate: '0.05', address: testAddress })
  expect(await royaltyOf(studio, id)).toMatchObject({ confirmed: true })
  const database = new Database(studio.databasePath, [])
  database.run("UPDATE collections SET royalty = replace(royalty, '0.05', '0.9') WHERE id = :id", {
    id,
  })
  database.close()
  const reply = await studio.call('GET', `/nft/collections/${id}/royalty`)
  // sealed facts may refuse to say anything at all about it
  expect(reply.status === 200 ? royaltyView.parse(reply.body).confirmed : reply.status).not.toBe(
    true,
  )
})
