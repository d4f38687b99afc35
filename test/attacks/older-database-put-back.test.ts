import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { StudioNotice } from '#studio/notice.ts'
import { ada } from '../studio/mints/mint-harness.ts'
import { openSales } from '../studio/sales/open-sales.ts'
import {
  postUnknownRefund,
  unknownPaymentsOf,
  unknownRefundOf,
} from '../studio/sales/unknown-payments.ts'
import { until } from '../support/until.ts'

const recordName = 'sale-addresses.db'

const endings = ['', '-wal', '-shm']

/** A studio whose database is copied after its first sale; the sale after it is in no copy. */
const openForgetful = async () => {
  const notices: StudioNotice[] = []
  const sales = await openSales({ notify: (notice) => void notices.push(notice) })
  onTestFinished(() => sales.close())
  const { databasePath } = sales.studio
  const record = join(dirname(databasePath), recordName)
  const known = await sales.reserve(['Known'])
  await sales.closedWhile(async () => {
    for (const path of [databasePath, record]) copyFileSync(path, `${path}.old`)
  })
  const forgotten = await sales.reserve(['Forgotten'])
  const putBack = async (path: string): Promise<void> => {
    for (const ending of endings) rmSync(`${path}${ending}`, { force: true })
    copyFileSync(`${path}.old`, path)
  }
  const skips = () => notices.filter(({ message }) => message.includes('leaves out the next'))
  const reported = () =>
    until(() => notices.find(({ details }) => details['address'] !== undefined))
  return { sales, notices, skips, reported, databasePath, record, known, forgotten, putBack }
}

describe('An older copy of the studio’s database that is put back', () => {
  it('gives nobody the address of a sale that it forgot, and a payment there is reported and refunded', async () => {
    const { sales, skips, reported, databasePath, known, forgotten, putBack } =
      await openForgetful()
    await sales.closedWhile(() => putBack(databasePath))
    await sales.studio.app.ready()
    expect(skips()).toMatchObject([
      {
        level: 'warning',
        message: expect.stringMatching(/older than what it gave to buyers.*Never put back a copy/u),
      },
    ])
    const next = await sales.reserve(['Next'])
    expect([known, forgotten].map(({ sold }) => sold.payment_address)).not.toContain(
      next.sold.payment_address,
    )
    await sales.other.pay(forgotten.sold, 10n * ada)
    expect(await reported()).toMatchObject({
      level: 'warning',
      message: expect.stringMatching(
        /^10 ADA were paid for a sale that this studio does not know/u,
      ),
      details: { address: forgotten.sold.payment_address, payer: sales.other.address },
    })
    await sales.buyer.pay(next.sold, next.total)
    expect(await sales.reaches(next.sold, 'COMPLETED')).toMatchObject({ surplus: 0 })

    const before = (await sales.other.held()).lovelace
    const refund = unknownRefundOf(
      await postUnknownRefund(sales.studio, forgotten.sold.payment_address),
    )
    expect(await sales.gains(sales.other, before)).toBe(10n * ada - BigInt(refund.fee))
    expect(skips()).toHaveLength(1)
  })

  it.for([
    ['is missing', (path: string) => rmSync(path), 0],
    ['is damaged', (path: string) => writeFileSync(path, 'not a database '.repeat(500)), 1],
    ['is empty', (path: string) => writeFileSync(path, ''), 0],
  ] as const)(
    'skips addresses too where the record of them %s',
    async ([_what, harm, setAside]) => {
      const { sales, skips, notices, databasePath, record, forgotten, putBack } =
        await openForgetful()
      await sales.closedWhile(async () => {
        await putBack(databasePath)
        harm(record)
      })
      const next = await sales.reserve(['Next'])
      expect(next.sold.payment_address).not.toBe(forgotten.sold.payment_address)
      expect(skips()).toMatchObject([{ message: expect.stringContaining('sale-addresses.db') }])
      const aside = readdirSync(dirname(record)).filter((name) => name.includes('.damaged-'))
      expect(aside).toHaveLength(setAside)
      const said = notices.filter(({ message }) =>
        /was damaged\. It is now .*damaged-/u.test(message),
      )
      expect(said).toHaveLength(setAside)
      // It is a record again: nothing more is left out at the next start.
      await sales.closedWhile(async () => undefined)
      await sales.studio.app.ready()
      expect(skips()).toHaveLength(1)
    },
  )

  it('with the record of the same day is found out by the first address that was used, and reports what lies there', async () => {
    const { sales, skips, reported, databasePath, record, forgotten, putBack } =
      await openForgetful()
    const second = await sales.reserve(['Second'])
    await sales.buyer.pay(forgotten.sold, 7n * ada)
    await sales.closedWhile(async () => {
      await putBack(databasePath)
      await putBack(record)
    })
    await sales.studio.app.ready()
    expect(skips()).toEqual([])
    const next = await sales.reserve(['Next'])
    // The sale after the forgotten one was never paid, and its address is left out all the same.
    expect([forgotten, second].map(({ sold }) => sold.payment_address)).not.toContain(
      next.sold.payment_address,
    )
    expect(skips()).toMatchObject([{ message: expect.stringContaining('was used on chain') }])
    expect(await reported()).toMatchObject({
      details: { address: forgotten.sold.payment_address, lovelace: String(7n * ada) },
    })
    expect(await unknownPaymentsOf(sales.studio)).toMatchObject([
      {
        payment_address: forgotten.sold.payment_address,
        payer: sales.buyer.address,
        sale_id: null,
      },
    ])
  })
})

describe('A studio that goes on with its own database', () => {
  it('skips no address: not at its first sale, not when it starts again, not with two processes', async () => {
    const notices: StudioNotice[] = []
    const sales = await openSales({ notify: (notice) => void notices.push(notice) })
    onTestFinished(() => sales.close())
    await sales.reserve(['First'])
    await sales.closedWhile(async () => undefined)
    await sales.studio.app.ready()
    const beside = await sales.harness.open({
      database: sales.studio.databasePath,
      notify: (notice) => void notices.push(notice),
    })
    onTestFinished(() => beside.close())
    await beside.app.ready()
    const made = await Promise.all(
      ['One', 'Two', 'Three', 'Four'].map((name) => sales.reserve([name])),
    )
    expect(new Set(made.map(({ sold }) => sold.payment_address)).size).toBe(4)
    await sales.closedWhile(async () => undefined)
    await sales.studio.app.ready()
    expect(notices).toEqual([])
  })
})
