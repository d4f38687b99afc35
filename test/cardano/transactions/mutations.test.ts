import { describe, expect, it } from 'vitest'
import { PolicyId } from '#cardano/ids.ts'
import { splitAddress } from '../split-address.ts'
import { policyIdOf } from '#cardano/scripts.ts'
import { buildBurn } from '#cardano/transactions/build/build-burn.ts'
import { buildMint } from '#cardano/transactions/build/build-mint.ts'
import { buildPayment } from '#cardano/transactions/build/build-payment.ts'
import { buildRefund } from '#cardano/transactions/build/build-refund.ts'
import { buildRoyaltyMint } from '#cardano/transactions/build/build-royalty.ts'
import { buildSale } from '#cardano/transactions/build/build-sale.ts'
import { minLovelace } from '#cardano/transactions/build/outputs.ts'
import type { BuiltTransaction } from '#cardano/transactions/build/types.ts'
import { unitOf } from '#cardano/value.ts'
import { createTestLedger } from '../../support/ledger.ts'
import * as given from './ingredients.ts'
import { mutations, unchanged } from './mutations.ts'

const { ada, utxoOf } = given
const name = Buffer.from('Held').toString('hex')
const foreign = unitOf(PolicyId('5c'.repeat(28)), name)
const context = given.contextWith([
  utxoOf(ada(40)),
  utxoOf(ada(30), given.enterprise(given.other)),
  utxoOf(
    given.held(ada(5), [
      [unitOf(given.plainId, name), 3n],
      [foreign, 7n],
    ]),
  ),
])
const gift = given.held(0n, [[foreign, 2n]])
const twoOfThree = given.policyWith(
  given.atLeast(
    2,
    ...[given.alice, given.bob, given.carol].map(given.sig),
    given.all(given.sig(given.alice), given.after(500)),
  ),
  given.bob,
  given.carol,
)
const late = given.policyWith(given.all(given.sig(given.bob), given.after(900)), given.bob)
const payments = [
  utxoOf(given.held(ada(30), [[foreign, 5n]]), given.saleAddress),
  utxoOf(ada(12), given.secondSaleAddress),
]
const one = ([first]: readonly BuiltTransaction[]): BuiltTransaction => {
  if (first === undefined) throw new Error('nothing was built')
  return first
}
const mintOf = (policy: typeof late) =>
  one(
    buildMint(context, {
      policy,
      tokens: given.tokensNamed(2, { policyId: policyIdOf(policy.script) }),
    }),
  )

const transactions: readonly (readonly [string, BuiltTransaction])[] = [
  ['a mint', mintOf(given.plainPolicy)],
  [
    'a mint of names that are no text',
    one(
      buildMint(context, {
        policy: given.plainPolicy,
        tokens: [given.tokenNamed(Uint8Array.of(0xff, 0xfe))],
      }),
    ),
  ],
  ['a mint of two of three', mintOf(twoOfThree)],
  ['a mint of a policy that opened late', mintOf(late)],
  [
    'a royalty mint',
    buildRoyaltyMint(context, {
      policy: given.plainPolicy,
      royalty: { address: splitAddress(given.home), rate: 0.05 },
      address: given.buyer,
      minted: [],
    }),
  ],
  [
    'a burn',
    one(
      buildBurn(context, {
        policy: given.plainPolicy,
        tokens: [{ assetName: Buffer.from('Held'), quantity: 2n }],
        holders: context.funding.utxos,
      }),
    ),
  ],
  [
    'a payment',
    buildPayment(context, [
      {
        address: given.buyer,
        value: {
          ...gift,
          lovelace: minLovelace({ address: given.buyer, value: gift }, given.parameters),
        },
      },
      { address: given.collector, value: given.held(ada(60), []) },
    ]),
  ],
  [
    'a sale',
    buildSale(context, {
      policy: given.plainPolicy,
      tokens: given.tokensNamed(2),
      buyer: given.buyer,
      payments,
      price: ada(41),
      payouts: [
        { address: given.home, ratio: 0.75 },
        { address: given.collector, ratio: 0.25 },
      ],
    }),
  ],
  [
    'a refund',
    buildRefund(context, {
      payments: payments.map((utxo, at) => ({ utxo, to: at === 0 ? given.collector : given.home })),
    }),
  ],
  [
    'a refund whose fee another pays',
    buildRefund(context, {
      payments: payments.map((utxo) => ({ utxo, to: given.collector })),
      feeFrom: context.funding,
    }),
  ],
]

describe.each(transactions)('%s', (_, built) => {
  const ledger = createTestLedger([...context.funding.utxos, ...payments], context.slot)

  it('is taken by the ledger, also when it was taken apart and put together', () => {
    expect(ledger.rejection(given.signed(built))).toBeUndefined()
    expect(ledger.rejection(unchanged(built))).toBeUndefined()
  })

  it('is refused with every mutation', () => {
    const evaluated = mutations.flatMap(({ name, because, of }) => {
      const cbor = of(built)
      if (cbor === undefined) return []
      const reason = ledger.rejection(cbor) ?? 'it was taken'
      return { name, reason, isRight: because.test(reason) }
    })
    expect(evaluated.filter(({ isRight }) => !isRight)).toEqual([])
    expect(evaluated.length).toBeGreaterThanOrEqual(30)
  })
})

it('every mutation was tried on one of them', () => {
  expect(mutations.length).toBeGreaterThanOrEqual(45)
  const idle = mutations.filter(({ of }) =>
    transactions.every(([, built]) => of(built) === undefined),
  )
  expect(idle.map(({ name }) => name)).toEqual([])
})

describe('what the ledger knows beyond one transaction', () => {
  it('refuses the same twice, and a second that spends the same', () => {
    const ledger = createTestLedger(context.funding.utxos, context.slot)
    const first = mintOf(given.plainPolicy)
    const second = mintOf(late)
    expect(ledger.submit(given.signed(first))).toBeUndefined()
    expect(ledger.submit(given.signed(first))).toBeDefined()
    expect(ledger.submit(given.signed(second))).toBeDefined()
  })
})
