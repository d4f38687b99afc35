import { copyFileSync, rmSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import type { StudioNotice } from '#studio/notice.ts'
import { ada } from '../studio/mints/mint-harness.ts'
import { errorMessage } from '../studio/open-studio.ts'
import { openSales } from '../studio/sales/open-sales.ts'
import {
  postUnknownRefund,
  unknownPaymentsOf,
  unknownRefundOf,
} from '../studio/sales/unknown-payments.ts'
import { until } from '../support/until.ts'

/** A studio whose database was copied before its first sale, and is put back after it. */
const openBeforeTheFirst = async () => {
  const notices: StudioNotice[] = []
  const sales = await openSales({ notify: (notice) => void notices.push(notice) })
  onTestFinished(() => sales.close())
  const { databasePath } = sales.studio
  await sales.closedWhile(async () => copyFileSync(databasePath, `${databasePath}.old`))
  const { sold } = await sales.reserve(['Forgotten'])
  const [wallet] = [...sales.fakeVault.wallets].map(([id, entropy]) => ({ id, entropy }))
  if (wallet === undefined) throw new Error('the vault made no wallet')
  const putBack = () =>
    sales.closedWhile(async () => {
      for (const ending of ['', '-wal', '-shm']) rmSync(`${databasePath}${ending}`, { force: true })
      copyFileSync(`${databasePath}.old`, databasePath)
    })
  return { sales, notices, sold, wallet, putBack }
}

it('a copy of the database from before the first sale forgets the wallet: it is taken up again, and what is paid there is reported and given back', async () => {
  const { sales, notices, sold, wallet, putBack } = await openBeforeTheFirst()
  await putBack()
  await sales.studio.app.ready()
  await sales.other.pay(sold, 10n * ada)
  await until(async () => (await unknownPaymentsOf(sales.studio)).length === 1)
  expect(await unknownPaymentsOf(sales.studio)).toMatchObject([
    { payment_address: sold.payment_address, payer: sales.other.address, sale_id: null },
  ])
  const skips = notices.filter(({ message }) => message.includes('leaves out the next'))
  expect(skips).toMatchObject([{ details: { wallet: wallet.id, index: '0' } }])
  const before = (await sales.other.held()).lovelace
  const { fee } = unknownRefundOf(await postUnknownRefund(sales.studio, sold.payment_address))
  expect(await sales.gains(sales.other, before)).toBe(10n * ada - BigInt(fee))
  // The next sale is of the same wallet, which has a backup, and not of a second one.
  const next = await sales.reserve(['Next'])
  expect(next.sold.payment_address).not.toBe(sold.payment_address)
  expect(sales.fakeVault.wallets.size).toBe(1)
  await sales.buyer.pay(next.sold, next.total)
  await sales.reaches(next.sold, 'COMPLETED')
})

it('a sale right after that is of the same wallet, also while the vault is locked', async () => {
  const { sales, sold, putBack } = await openBeforeTheFirst()
  sales.fakeVault.state.locked = true
  await putBack()
  const next = await sales.reserve(['Next'])
  sales.fakeVault.state.locked = false
  expect(next.sold.payment_address).not.toBe(sold.payment_address)
  expect(sales.fakeVault.wallets.size).toBe(1)
})

it('a wallet that the vault has lost too is reported once, and taken up when it is restored', async () => {
  const { sales, notices, sold, wallet, putBack } = await openBeforeTheFirst()
  sales.fakeVault.wallets.delete(wallet.id)
  await putBack()
  await sales.studio.app.ready()
  const said = () => notices.filter(({ message }) => message.includes('does not look at'))
  await until(async () => said().length > 0)
  // A sale goes on with a wallet of its own, and nothing more is said.
  const next = await sales.reserve(['Next'])
  await sales.buyer.pay(next.sold, next.total)
  await sales.reaches(next.sold, 'COMPLETED')
  expect(said()).toMatchObject([
    {
      level: 'warning',
      message: expect.stringMatching(/forgotten the wallet.*Restore its backup\./u),
      details: { wallet: wallet.id, index: '0' },
    },
  ])
  expect(errorMessage(await postUnknownRefund(sales.studio, sold.payment_address), 404)).toMatch(
    /no payment without a sale/u,
  )
  await sales.other.pay(sold, 10n * ada)
  await sales.closedWhile(async () => {
    sales.fakeVault.wallets.set(wallet.id, wallet.entropy)
  })
  await sales.studio.app.ready()
  await until(async () => (await unknownPaymentsOf(sales.studio)).length === 1)
  const before = (await sales.other.held()).lovelace
  const { fee } = unknownRefundOf(await postUnknownRefund(sales.studio, sold.payment_address))
  expect(await sales.gains(sales.other, before)).toBe(10n * ada - BigInt(fee))
})
