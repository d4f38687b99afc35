import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { derivePaymentAddress } from '#cardano/payment-wallet.ts'
import { Database } from '#platform/db/database.ts'
import { placeImport } from '#app/home/place-import.ts'
import { givenAddressesPath } from '#chain/sale-addresses/given-addresses.ts'
import { Secret } from '#platform/secret/secret.ts'
import type { StudioNotice } from '#studio/notice.ts'
import { reactivateHome } from '#studio/home/reactivate-home.ts'
import { studioSchemas } from '#studio/schemas.ts'
import { findWallet } from '#studio/store/sale-wallets.ts'
import { exportTo, importInto, passphrase } from '../app/home/open-home.ts'
import { ada, openMintHarness } from '../studio/mints/mint-harness.ts'
import { createBuyer } from '../studio/sales/buyer.ts'
import { collectionWith, fixedSale, postSale, saleOf } from '../studio/sales/sale-harness.ts'
import { unknownPaymentsOf } from '../studio/sales/unknown-payments.ts'
import { folderTest as it } from '../support/folder-test.ts'
import { openApp } from '../support/open-app.ts'
import { until } from '../support/until.ts'

const databaseIn = (home: string): string => join(home, 'studio', 'devnet.db')

/** The address of an index of the wallet of sales. */
const addressAt = (home: string, index: number): string => {
  const database = new Database(databaseIn(home), studioSchemas)
  const { account_key: accountKey = '' } = findWallet(database) ?? {}
  database.close()
  return derivePaymentAddress(accountKey, index, 'devnet').address
}

const open = async () => {
  const harness = await openMintHarness()
  onTestFinished(() => harness.close())
  const notices: StudioNotice[] = []
  const studioOf = async (home: string) => {
    const studio = await harness.open({
      database: databaseIn(home),
      givenAddresses: givenAddressesPath(home),
      notify: (notice) => void notices.push(notice),
    })
    await studio.app.ready()
    return studio
  }
  const sellIn = async (home: string): Promise<string> => {
    const studio = await studioOf(home)
    const { id, tokens } = await collectionWith(studio, ['Fern'])
    const { payment_address: address } = saleOf(await postSale(studio, id, fixedSale(tokens)))
    await studio.close()
    return address
  }
  return { harness, notices, studioOf, sellIn }
}

/** A data folder that sold once and was exported. */
const exported = async (folder: string, sellIn: (home: string) => Promise<string>) => {
  const home = join(folder, 'first')
  const app = await openApp(home)
  await app.vault.create(Secret.ofText(passphrase))
  const address = await sellIn(home)
  const file = join(folder, 'moved.coldpress')
  await exportTo(app, file)
  await app.close()
  return { home, address, file }
}

it('one exported data folder gives no two buyers one address: not in two places, and not where it is used again', async ({
  folder,
}) => {
  const { notices, sellIn } = await open()
  const { home, address, file } = await exported(folder, sellIn)
  const addresses = [address]
  for (const name of ['second', 'third']) {
    const place = join(folder, name)
    await importInto(place, file)
    await placeImport(place)
    addresses.push(await sellIn(place))
  }
  reactivateHome(home)
  addresses.push(await sellIn(home))
  expect(new Set(addresses).size).toBe(4)
  expect(addresses).not.toContain(addressAt(home, 1))
  // It is part of the import: the start of a studio has nothing to say about it.
  expect(notices).toEqual([])
})

it.for(['imported', 'used again'])(
  'what a buyer of the other place paid is reported where an exported data folder is %s',
  async (what, { folder }) => {
    const { harness, studioOf, sellIn } = await open()
    const { home, file } = await exported(folder, sellIn)
    const buyer = await createBuyer(harness)
    await buyer.pay({ payment_address: addressAt(home, 1) }, 9n * ada)
    const place = what === 'imported' ? join(folder, 'second') : home
    if (place === home) reactivateHome(home)
    else {
      await importInto(place, file)
      await placeImport(place)
    }
    const studio = await studioOf(place)
    onTestFinished(() => studio.close())
    await until(async () => (await unknownPaymentsOf(studio)).length === 1)
    expect(await unknownPaymentsOf(studio)).toMatchObject([
      { payment_address: addressAt(home, 1), payer: buyer.address, sale_id: null },
    ])
  },
)
