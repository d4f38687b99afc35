import { expect, it } from 'vitest'
import { enterpriseAddress } from '#cardano/addresses.ts'
import { generatePolicyKey } from '#cardano/keys.ts'
import { buildRefunds } from '#cardano/transactions/build/build-refunds.ts'
import * as given from '../ingredients.ts'

const { ada, parameters, saleAddress, slot, utxoOf } = given
const context = { network: 'devnet', parameters, slot } as const

/** Payments of so many payers. */
const paidBy = (payers: number, lovelace: bigint) =>
  Array.from({ length: payers }, () => ({
    utxo: utxoOf(lovelace, saleAddress),
    to: enterpriseAddress(generatePolicyKey().keyHash, 'devnet'),
  }))

it('A refund to more payers than anybody can wait for builds 50 transactions at once', () => {
  const { built, left } = buildRefunds(context, { payments: paidBy(60, ada(3)) })
  expect([built.length, left.length]).toEqual([50, 0])
})

it('A refund of the dust of very many payers names 200 of them at once', () => {
  const { built, left } = buildRefunds(context, { payments: paidBy(260, 975_000n) })
  expect([built.length, left.length]).toEqual([0, 200])
  expect(left.every(({ missing }) => missing > 0n)).toBe(true)
})
