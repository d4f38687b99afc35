import { expect, it, onTestFinished } from 'vitest'
import { enterpriseAddress } from '#cardano/addresses.ts'
import { generatePolicyKey } from '#cardano/keys.ts'
import type { OrderedTransaction } from '#keys/vault-schemas.ts'
import { statement, type Statement } from '#keys/seal/seal.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { openSales } from '../studio/sales/open-sales.ts'
import { postUnknownRefund, unknownPaymentsOf } from '../studio/sales/unknown-payments.ts'
import { orderedId, testSeals } from '../support/test-seals.ts'
import { until } from '../support/until.ts'

/** What a studio had its vault sign for the refund of a payment to a deleted sale. */
const refundOrdered = async () => {
  const sales = await openSales()
  onTestFinished(() => sales.close())
  const asked: OrderedTransaction[] = []
  const { keys } = sales.fakeVault
  const witness = keys.witness.bind(keys)
  Object.assign(keys, {
    witness: async (ordered: OrderedTransaction) => {
      asked.push(ordered)
      return witness(ordered)
    },
  })
  const { id, sold, total } = await sales.reserve(['Gone'])
  await sales.studio.call('POST', `/sales/${sold.id}/cancel`)
  await sales.studio.call('DELETE', `/nft/collections/${id}`)
  await sales.buyer.pay(sold, total)
  await until(async () => (await unknownPaymentsOf(sales.studio)).length === 1)
  expect((await postUnknownRefund(sales.studio, sold.payment_address)).status).toBe(200)
  const [ordered] = asked
  if (ordered === undefined) throw new Error('nothing was signed')
  return ordered
}

const sealed = async (
  ordered: OrderedTransaction,
  change: (order: Statement) => Partial<Statement>,
): Promise<OrderedTransaction> => {
  const order = statement.parse(JSON.parse(ordered.order.text))
  const [seal] = await testSeals.seal([{ ...order, ...change(order) }])
  if (seal === undefined) throw new Error('nothing was sealed')
  return { ...ordered, order: seal }
}

const answerTo = (ordered: OrderedTransaction): string => {
  try {
    orderedId(ordered)
    return 'signed'
  } catch (error) {
    if (error instanceof ColdpressError && error.details['rule'] === 'not_ordered')
      return error.message
    throw error
  }
}

it('an order without a collection has the vault sign nothing but a refund, to whom it names, with the key of the address', async () => {
  const ordered = await refundOrdered()
  expect(ordered.collection).toBeUndefined()
  expect(answerTo(ordered)).toBe('signed')
  const { walletIndex: _none, ...withPolicyKey } = ordered
  expect(answerTo(withPolicyKey)).toMatch(/only a key of the wallet of sales/u)
  for (const kind of ['sale', 'tokens', 'withdrawal', 'burn'])
    expect(
      answerTo(await sealed(ordered, ({ facts }) => ({ facts: { ...facts, kind } }))),
      kind,
    ).toMatch(/the order names no collection/u)
  const thief = enterpriseAddress(generatePolicyKey().keyHash, 'devnet')
  expect(
    answerTo(await sealed(ordered, ({ facts }) => ({ facts: { ...facts, receivers: [thief] } }))),
  ).toMatch(/who was not ordered/u)
  expect(
    answerTo(await sealed(ordered, ({ facts }) => ({ facts: { ...facts, transactions: [] } }))),
  ).toMatch(/is not one that mint/u)
  // An order of a collection is worth nothing without the collection's own seal.
  expect(answerTo(await sealed(ordered, () => ({ collection: 'c1' })))).toMatch(
    /seal of its collection is missing/u,
  )
})
