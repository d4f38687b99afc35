import { afterAll, beforeAll, expect, it } from 'vitest'
import { royaltyView } from '#shared/wire/mint.ts'
import { Database } from '#core/db/database.ts'
import {
  createCollection,
  errorMessage,
  testAddress,
  type TestStudio,
} from '../studio/open-studio.ts'
import {
  ada,
  fundingOf,
  type MintHarness,
  openMintHarness,
  royaltyOf,
} from '../studio/mints/mint-harness.ts'
import { until } from '../support/until.ts'

let harness: MintHarness
let studio: TestStudio
beforeAll(async () => {
  harness = await openMintHarness()
  studio = await harness.open()
})
afterAll(async () => {
  await studio.close()
  await harness.close()
})

const royalty = { address: [testAddress], rate: 0.05 }
const unconfirmed = () => createCollection(studio, { royalty, royalty_confirmed: false })
const confirm = (id: string, shown: object) =>
  studio.call('POST', `/nft/collections/${id}/royalty/confirm`, shown)

it('a royalty that nobody confirmed asks for no payment, and is not minted when ADA arrives', async () => {
  const { id } = await unconfirmed()
  const asked = await royaltyOf(studio, id)
  expect(asked).toMatchObject({ status: 'unpaid', confirmed: false, address: null, amount: null })
  expect(asked.message).toContain(`5 % of every later sale to ${testAddress}`)

  const { address } = await fundingOf(studio, id)
  await harness.fundAndWait(address, 10n * ada)
  await studio.call('POST', `/nft/collections/${id}/royalty`)
  expect(await royaltyOf(studio, id)).toMatchObject({ status: 'unpaid', mint_id: null })

  const confirmed = await confirm(id, { rate: '0.05', address: testAddress })
  expect(royaltyView.parse(confirmed.body)).toMatchObject({ confirmed: true, amount: null })
  await until(async () => (await royaltyOf(studio, id)).status === 'minted')
})

it('a confirmation of another rate or address confirms nothing', async () => {
  const { id } = await unconfirmed()
  for (const shown of [
    { rate: '0.5', address: testAddress },
    { rate: '0.05', address: `${testAddress}q` },
  ])
    expect(errorMessage(await confirm(id, shown), 409)).toMatch(/^royalty: it is 5 %/u)
  expect(await royaltyOf(studio, id)).toMatchObject({ confirmed: false })
})

it('a royalty that was changed in the database after it was confirmed is not confirmed any more', async () => {
  const { id } = await unconfirmed()
  await confirm(id, { rate: '0.05', address: testAddress })
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
