import { bytesToHex } from '@noble/hashes/utils.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCborItem, type CborItem } from '#cardano/cbor-items.ts'
import { PolicyId } from '#cardano/ids.ts'
import { splitText } from '#cardano/metadata.ts'
import { policyIdOf } from '#cardano/scripts.ts'
import { assemble } from '#cardano/transactions/assemble.ts'
import { buildBurn } from '#cardano/transactions/build/build-burn.ts'
import { buildMint } from '#cardano/transactions/build/build-mint.ts'
import { buildRoyaltyRound } from '#cardano/transactions/build/build-royalty-round.ts'
import { buildPayment } from '#cardano/transactions/build/build-payment.ts'
import type {
  BuildContext,
  BuiltTransaction,
  MintPolicy,
  TokenToMint,
} from '#cardano/transactions/build/types.ts'
import { refText, type Utxo } from '#cardano/utxo.ts'
import { isSameValue, lovelaceOnly, sumOf, unitOf, type Unit } from '#cardano/value.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import { splitAddress } from '../split-address.ts'
import { readTransaction } from '../transaction.ts'
import * as given from './ingredients.ts'

const { ada, alice, bob, carol, utxoOf, contextWith, held, parameters } = given
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

const foreign = PolicyId('5c'.repeat(28))
const foreignUnits = (count: number): readonly (readonly [Unit, bigint])[] =>
  Array.from({ length: count }, (_, at) => [
    unitOf(foreign, at.toString(16).padStart(2 + 2 * (at % 30), '0')),
    BigInt(at + 1),
  ])

const sig = given.sig
const policies: readonly MintPolicy[] = [
  given.plainPolicy,
  given.policyWith(sig(alice), alice),
  given.policyWith(given.atLeast(2, sig(alice), sig(bob), sig(carol)), alice, carol),
  given.policyWith(
    given.any(given.all(sig(alice), sig(bob), given.after(500)), sig(carol)),
    bob,
    alice,
  ),
  given.policyWith(given.all(given.before(9_000), given.after(10))),
  given.policyWith(sig(given.payer), given.payer),
]

const funding = fc
  .array(
    fc.record({
      lovelace: fc.bigInt(ada(1), ada(40)),
      tokens: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(120)),
      isOther: fc.boolean(),
    }),
    { maxLength: 12, size: 'max' },
  )
  .map((coins) =>
    coins.map(({ lovelace, tokens, isOther }) =>
      utxoOf(
        // What lies on chain holds the least that it must.
        held(lovelace + BigInt(tokens) * ada(0.3), foreignUnits(tokens)),
        isOther ? given.enterprise(given.other) : given.home,
      ),
    ),
  )

/** The same with as much more as it lacks. */
const enough = <T>(utxos: readonly Utxo[], build: (context: BuildContext) => T) => {
  const context = contextWith(utxos)
  try {
    return { context, built: build(context) }
  } catch (error) {
    if (!isColdpressError(error, 'conflict')) throw error
    const missing = BigInt(String(error.details['missing']))
    const enlarged = contextWith([...utxos, utxoOf(missing)])
    return { context: enlarged, built: build(enlarged) }
  }
}

const text = fc.string({ maxLength: 90, unit: fc.constantFrom('a', 'é', '€', '𝄞', ' ', '0') })
const names = fc.uniqueArray(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.stringMatching(/^[A-Za-z0-9]{1,30}$/u).map((name) => Buffer.from(name)),
    },
    fc.uint8Array({ minLength: 1, maxLength: 32 }).map((bytes) => Buffer.from(bytes)),
  ),
  { minLength: 1, maxLength: 100, selector: hexOf, size: 'max' },
)
type Wanted = { readonly policy: MintPolicy; readonly tokens: readonly TokenToMint[] }
const wanted: fc.Arbitrary<Wanted> = fc
  .tuple(
    fc.constantFrom(...policies),
    names,
    fc.array(fc.dictionary(fc.constantFrom('a', 'b', 'Rarity', 'x'), text), { minLength: 1 }),
    fc.array(fc.constantFrom(given.buyer, given.collector, given.home), { minLength: 1 }),
  )
  .map(([policy, all, contents, addresses]) => ({
    policy,
    tokens: all.map((name, at) => {
      const entries = Object.entries(contents[at % contents.length] ?? {})
      const extra = Object.fromEntries(entries.map(([key, value]) => [key, splitText(value)]))
      const label = `No. ${at}`
      return given.tokenNamed(name, {
        address: addresses[at % addresses.length] ?? given.buyer,
        content: { ...given.described(label), ...extra },
        policyId: policyIdOf(policy.script),
      })
    }),
  }))

const isConserved = ({ inputs, mint, outputs, fee }: BuiltTransaction): boolean =>
  isSameValue(
    sumOf([...inputs.map(({ value }) => value), { lovelace: 0n, assets: mint }]),
    sumOf([...outputs.map(({ value }) => value), lovelaceOnly(fee)]),
  )

/** The ledger's minimum, which leaves the byte for "valid" out. */
const minFee = (signedBytes: number): bigint =>
  parameters.minFeeA * BigInt(signedBytes - 1) + parameters.minFeeB

const stringsIn = (item: CborItem): readonly Uint8Array[] => {
  if (item.kind === 'text') return [new TextEncoder().encode(item.value)]
  if (item.kind === 'bytes') return [item.value]
  if (item.kind === 'list') return item.items.flatMap(stringsIn)
  if (item.kind === 'map')
    return item.entries.flatMap(({ key, value }) => [...stringsIn(key), ...stringsIn(value)])
  return []
}

const auxiliaryOf = ({ cbor }: BuiltTransaction): CborItem => {
  const whole = readCborItem(cbor)
  const auxiliary = whole.kind === 'list' ? whole.items[3] : undefined
  if (auxiliary === undefined) throw new Error('not a transaction')
  return auxiliary
}

const checkEach = (transactions: readonly BuiltTransaction[]): void => {
  for (const built of transactions) {
    expect(isConserved(built)).toBe(true)
    const signed = given.signed(built)
    expect(signed.length).toBe(built.signedBytes)
    expect(signed.length).toBeLessThanOrEqual(parameters.maxTxBytes)
    const least = minFee(signed.length)
    expect(built.fee).toBeGreaterThanOrEqual(least)
    expect(built.fee * 100n).toBeLessThanOrEqual(least * 102n)
    const read = readTransaction(bytesToHex(signed))
    expect(read.txId).toBe(built.txId)
    expect(read.witnesses).toHaveLength(built.requiredSigners.length)
    const { bytes } = assemble(built.cbor, read.witnesses.toReversed())
    expect(bytes.length).toBe(built.signedBytes)
    expect(readTransaction(bytesToHex(bytes)).txId).toBe(built.txId)
    for (const bytes of stringsIn(auxiliaryOf(built))) expect(bytes.length).toBeLessThanOrEqual(64)
  }
}

describe('whatever is minted', () => {
  it('conserves value, costs the least fee, fits, keeps its id, and the ledger takes it', () => {
    fc.assert(
      fc.property(funding, wanted, (utxos, request) => {
        const { context, built } = enough(utxos, (from) => buildMint(from, request))
        checkEach(built)
        expect(given.rejections(context, built)).toEqual([])
        checkTokens(built, request)
      }),
      { numRuns: 30 },
    )
  })

  it('takes no more transactions than adding token by token would', () => {
    fc.assert(
      fc.property(funding, wanted, (utxos, request) => {
        const { context, built } = enough(utxos, (from) => buildMint(from, request))
        let left = context.funding.utxos
        const together = built.flatMap(({ tokens, inputs, change }, at) => {
          const next = built[at + 1]?.tokens[0]
          const more = [...tokens, next ?? -1].flatMap((index) => request.tokens[index] ?? [])
          const isFollowed = next !== undefined && next > (tokens.at(-1) ?? 0)
          const count = isFollowed
            ? [buildMint(contextWith(left), { ...request, tokens: more })]
            : []
          const spent = new Set(inputs.map(refText))
          left = [...left.filter((utxo) => !spent.has(refText(utxo))), ...change]
          return count
        })
        expect(together.filter(({ length }) => length === 1)).toEqual([])
      }),
      { numRuns: 30 },
    )
  })
})

/** Every token once, at its address, and nothing else new. */
const checkTokens = (built: readonly BuiltTransaction[], { policy, tokens }: Wanted): void => {
  const policyId = policyIdOf(policy.script)
  const unitAt = (index: number): Unit =>
    unitOf(policyId, hexOf(tokens[index]?.assetName ?? new Uint8Array()))
  expect(built.flatMap(({ tokens: some }) => some).toSorted((a, b) => a - b)).toEqual(
    tokens.map((_, index) => index),
  )
  for (const { mint, outputs, change, tokens: indices } of built) {
    expect(mint).toEqual(new Map(indices.map((index) => [unitAt(index), 1n])))
    const delivered = outputs.slice(0, outputs.length - change.length)
    for (const index of indices)
      expect(delivered.filter(({ value }) => value.assets.get(unitAt(index)) === 1n)).toMatchObject(
        [{ address: tokens[index]?.address }],
      )
  }
}

describe('a round of a royalty token and tokens', () => {
  it('conserves value over all its transactions, each of which depends on the first, and the ledger takes it', () => {
    fc.assert(
      fc.property(funding, wanted, (utxos, mint) => {
        const royalty = {
          policy: mint.policy,
          royalty: { address: splitAddress(given.home), rate: 0.1 },
          address: given.collector,
          minted: [],
        }
        const { context, built } = enough(utxos, (from) =>
          buildRoyaltyRound(from, { royalty, mint }),
        )
        checkEach(built)
        expect(given.rejections(context, built)).toEqual([])
        const [first, ...tokens] = built
        if (first === undefined) throw new Error('nothing was built')
        checkTokens(tokens, mint)
        const policyId = policyIdOf(mint.policy.script)
        expect(first.mint).toEqual(new Map([[unitOf(policyId, ''), 1n]]))
        // No transaction spends anything but what the royalty's brought along.
        const brought = new Set<string>([first.txId])
        for (const { txId, inputs } of tokens) {
          expect(inputs.every((input) => brought.has(input.txId))).toBe(true)
          brought.add(txId)
        }
        const spent = first.inputs.map(({ value }) => value)
        const fees = built.reduce((sum, { fee }) => sum + fee, 0n)
        const minted = { lovelace: 0n, assets: new Map(built.flatMap(({ mint: one }) => [...one])) }
        const used = new Set(tokens.flatMap(({ inputs }) => inputs.map(refText)))
        const left = built.flatMap(({ txId, outputs }) =>
          outputs.filter((_, index) => !used.has(refText({ txId, index }))),
        )
        expect(
          isSameValue(
            sumOf([...spent, minted]),
            sumOf([...left.map(({ value }) => value), lovelaceOnly(fees)]),
          ),
        ).toBe(true)
      }),
      { numRuns: 10 },
    )
  })
})

describe('whatever is paid or burned', () => {
  const amounts = fc.array(fc.bigInt(ada(1.2), ada(30)), { minLength: 1, maxLength: 20 })

  it('a payment conserves value and costs the least fee, and the ledger takes it', () => {
    fc.assert(
      fc.property(funding, amounts, fc.nat(60), (utxos, paid, tokens) => {
        const some = utxos.find(({ value }) => value.assets.size > tokens)
        const assets = [...(some?.value.assets ?? [])].slice(0, tokens)
        const outputs = paid.map((lovelace, at) => ({
          address: at % 2 === 0 ? given.buyer : given.collector,
          value: at === 0 ? held(lovelace + ada(20), assets) : lovelaceOnly(lovelace),
        }))
        const { context, built } = enough(utxos, (from) => buildPayment(from, outputs))
        checkEach([built])
        expect(built.outputs.slice(0, outputs.length)).toEqual(outputs)
        expect(given.rejections(context, [built])).toEqual([])
      }),
      { numRuns: 40 },
    )
  })

  it('a burn conserves value and costs the least fee, and the ledger takes it', () => {
    fc.assert(
      fc.property(
        funding,
        fc.constantFrom(...policies),
        fc.array(fc.bigInt(1n, 9n), { minLength: 1, maxLength: 30 }),
        fc.constantFrom(given.home, given.enterprise(given.other)),
        (utxos, policy, quantities, address) => {
          const policyId = policyIdOf(policy.script)
          const own = quantities.map((quantity, at) => {
            const unit = unitOf(policyId, at === 0 ? '' : hexOf(Uint8Array.of(at)))
            return [unit, quantity] as const
          })
          const holders = own.map(([unit, quantity]) =>
            utxoOf(held(ada(2), [[unit, quantity + (quantity % 2n)]]), address),
          )
          const tokens = own.map(([, quantity], at) => ({
            assetName: at === 0 ? new Uint8Array() : Uint8Array.of(at),
            quantity,
          }))
          const { context, built } = enough(utxos, (from) =>
            buildBurn(from, { policy, tokens, holders }),
          )
          checkEach(built)
          expect(built.map(({ mint }) => mint)).toEqual([
            new Map(own.map(([unit, quantity]) => [unit, -quantity])),
          ])
          const all = contextWith([...context.funding.utxos, ...holders])
          expect(given.rejections(all, built)).toEqual([])
        },
      ),
      { numRuns: 40 },
    )
  })
})
