import { join } from 'node:path'
import { expect } from 'vitest'
import { Database } from '#platform/db/database.ts'
import { GivenAddresses, givenAddressesSchema } from '#chain/sale-addresses/given-addresses.ts'
import { folderTest as it } from '../../support/folder-test.ts'

const wallet = { network: 'preprod', walletId: 'w' } as const

it('records which addresses were given out, whichever process recorded its own first', async () => {
  const given = new GivenAddresses(':memory:')
  for (const index of [1, 0, 3, 2, 4, 20_001, 20_000, 20_002]) await given.give(wallet, index)
  given.leaveOut(wallet, 50_000)
  // One that was taken before a skip of another process, and recorded after it.
  await given.give(wallet, 5)
  expect(given.runs(wallet)).toEqual([
    { first: 0, last: 0 },
    { first: 1, last: 5 },
    { first: 20_000, last: 20_000 },
    { first: 20_001, last: 20_002 },
  ])
  expect(given.highest(wallet)).toBe(50_000)
  expect(given.wallets('preprod')).toEqual(['w'])
  expect(given.wallets('mainnet')).toEqual([])
  given.close()
})

it('knows of a record of an earlier version what was given out before its first skip', async ({
  folder,
}) => {
  const path = join(folder, 'sale-addresses.db')
  const [first = ''] = givenAddressesSchema.steps
  const database = new Database(path, [{ name: givenAddressesSchema.name, steps: [first] }])
  for (const [walletId, highest] of [
    ['unused', -1],
    ['w', 400],
    ['skipped', 2_000_000],
  ] as const)
    database.insert('given_addresses', { network: 'preprod', wallet_id: walletId, highest })
  database.close()
  const given = new GivenAddresses(path)
  expect(given.runs(wallet)).toEqual([{ first: 0, last: 400 }])
  for (const walletId of ['unused', 'skipped'])
    expect(given.runs({ ...wallet, walletId })).toEqual([])
  const skipped = { ...wallet, walletId: 'skipped' }
  expect(given.highest(skipped)).toBe(2_000_000)
  // The version that records runs has sold once before anybody told it of the earlier ones.
  await given.give(skipped, 2_000_001)
  const earlier = [
    { first: 0, last: 15_000 },
    { first: 1_999_990, last: 2_000_001 },
  ]
  for (let start = 0; start < 2; start += 1) given.recordEarlier(skipped, earlier)
  expect(given.runs(skipped)).toEqual([
    { first: 0, last: 15_000 },
    { first: 1_999_990, last: 2_000_000 },
    { first: 2_000_001, last: 2_000_001 },
  ])
  given.recordEarlier(wallet, [{ first: 0, last: 300 }])
  expect(given.runs(wallet)).toEqual([{ first: 0, last: 400 }])
  given.close()
})
