import { copyFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { Database } from '#platform/db/database.ts'
import { GivenAddresses } from '#chain/sale-addresses/given-addresses.ts'
import { takeIndex } from '#studio/sales/reserve/next-index.ts'
import { studioSchemas } from '#studio/schemas.ts'
import { findWallet } from '#studio/store/sale-wallets.ts'
import { ada } from '../studio/mints/mint-harness.ts'
import { openSales } from '../studio/sales/open-sales.ts'
import {
  postUnknownRefund,
  unknownPaymentsOf,
  unknownRefundOf,
} from '../studio/sales/unknown-payments.ts'
import { until } from '../support/until.ts'

/** A studio whose database is copied after its first sale, and that visitors reserve in who never pay. */
const openCrowded = async () => {
  const sales = await openSales()
  onTestFinished(() => sales.close())
  const { databasePath } = sales.studio
  await sales.reserve(['Known'])
  await sales.closedWhile(async () => copyFileSync(databasePath, `${databasePath}.old`))
  /** Takes addresses as reservations do. */
  const reserveUnpaid = (count: number) =>
    sales.closedWhile(async () => {
      const database = new Database(databasePath, studioSchemas)
      const givenAddresses = new GivenAddresses(join(dirname(databasePath), 'sale-addresses.db'))
      const { id = '' } = findWallet(database) ?? {}
      const deps = { database, givenAddresses, network: 'devnet', now: () => new Date() } as const
      await Promise.all(
        Array.from({ length: count }, () => takeIndex({ ...deps, notify: () => undefined }, id)),
      )
      givenAddresses.close()
      database.close()
    })
  const putBack = () =>
    sales.closedWhile(async () => {
      for (const ending of ['', '-wal', '-shm']) rmSync(`${databasePath}${ending}`, { force: true })
      copyFileSync(`${databasePath}.old`, databasePath)
    })
  return { sales, reserveUnpaid, putBack }
}

/** Far from the first and far from the newest. */
const among = { before: 215, after: 105 }

it('a payment among hundreds of unpaid reservations that an older copy of the database forgot is found and given back', async () => {
  const { sales, reserveUnpaid, putBack } = await openCrowded()
  await reserveUnpaid(among.before)
  const { sold } = await sales.reserve(['Forgotten'])
  await reserveUnpaid(among.after)
  await putBack()
  await sales.other.pay(sold, 9n * ada)
  await until(async () => (await unknownPaymentsOf(sales.studio)).length === 1)
  expect(await unknownPaymentsOf(sales.studio)).toMatchObject([
    { payment_address: sold.payment_address, payer: sales.other.address, sale_id: null },
  ])
  const before = (await sales.other.held()).lovelace
  const { fee } = unknownRefundOf(await postUnknownRefund(sales.studio, sold.payment_address))
  expect(await sales.gains(sales.other, before)).toBe(9n * ada - BigInt(fee))
})

// If what lies between were asked about, the payment would not be found in the time of a test.
it('so is one behind a second copy, thousands or millions of addresses later, of which none is asked about', async () => {
  const { sales, reserveUnpaid, putBack } = await openCrowded()
  await reserveUnpaid(1)
  await putBack()
  await sales.reserve(['Next'])
  await reserveUnpaid(3)
  const { sold } = await sales.reserve(['Forgotten'])
  await reserveUnpaid(among.after)
  await putBack()
  await sales.other.pay(sold, 9n * ada)
  await until(async () => (await unknownPaymentsOf(sales.studio)).length === 1)
})
