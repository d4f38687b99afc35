import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { networks } from '#values/networks/networks.ts'
import { explainSaleError } from '#contract/sales/explain-sale-error.ts'
import { saleResolutions } from '#contract/sales/sale-status.ts'

/** Every name of the table of errors with its message, and the expected explanation. */
const known = [
  {
    name: 'OutsideOfValidityIntervalError',
    message: { interval: { invalidBefore: 0, invalidHereafter: 3_600 }, currentSlot: 7_205 },
    cause:
      'It could be minted before slot 3,600 (2025-01-01 01:00:00 UTC), and the chain was in slot 7,205 (2025-01-01 02:00:05 UTC): 3,605 slots (1 hour) too late.',
    resolution: 'refund',
  },
  {
    name: 'ReservationEndedError',
    message: { reservedUntil: 1_000, paidAt: 1_090, lovelace: 2_500_000 },
    cause:
      '2.5 ADA came in slot 1,090 (2025-01-01 00:18:10 UTC): 90 slots (1 minute 30 seconds) after the reservation had ended, in slot 1,000 (2025-01-01 00:16:40 UTC).',
    resolution: 'refund',
  },
  {
    name: 'SigningKeyMissingError',
    message: { keyHashes: ['ab12'], reason: 'the vault does not have it any more' },
    cause: 'the vault does not have it any more (key ab12).',
    resolution: 'retry',
  },
  {
    name: 'RoyaltyNotMintedError',
    message: { reason: 'The royalty token was never paid.' },
    cause: 'The royalty token was never paid.',
    resolution: 'retry',
  },
  {
    name: 'AlreadyMintedError',
    message: { assetNames: ['Fern01', 'Fern02'] },
    cause: 'Fern01, Fern02 of this policy are on chain already, and an NFT is minted once.',
    resolution: 'refund',
  },
  {
    name: 'TransactionBuildError',
    message: { reason: 'The metadata has 20,000 bytes' },
    cause: 'The metadata has 20,000 bytes.',
    resolution: 'retry',
  },
  {
    name: 'PaidByScriptError',
    message: { address: 'addr_test1wq' },
    cause:
      'The payment came from addr_test1wq, the address of a script, as exchanges that trade by contract use it. What is sent back there may be lost.',
    resolution: 'retry',
  },
  {
    name: 'GatewayRefusedError',
    message: { reason: 'FeeTooSmallUTxO' },
    cause: 'FeeTooSmallUTxO.',
    resolution: 'retry',
  },
  {
    name: 'GatewayUnreachableError',
    message: { reason: 'connection refused', since: '2026-11-22T03:04:05.000Z' },
    cause: 'Since 2026-11-22 03:04:05 UTC: connection refused.',
    resolution: 'retry',
  },
  {
    name: 'TransactionMissingError',
    message: { txId: 'aa11', validUntilSlot: 100, currentSlot: 200 },
    cause:
      'Transaction aa11 was valid up to slot 100 (2025-01-01 00:01:40 UTC) and was not in a block by then, so it never will be.',
    resolution: 'retry',
  },
  {
    name: 'RolledBackError',
    message: { txId: 'aa11' },
    cause:
      'The block with transaction aa11 was replaced by another one (a rollback), as the newest blocks sometimes are.',
    resolution: undefined,
  },
  {
    name: 'OverpaidError',
    message: { expected: 25_000_000, paid: 27_000_000, surplus: 2_000_000 },
    cause: '27 ADA arrived, 2 ADA more than the price.',
    resolution: 'accept',
  },
  {
    name: 'OtherTokensError',
    message: { assets: [{ unit: 'abcd', quantity: '3' }] },
    cause: 'Together with the ADA came 3 of abcd, which no price asks for.',
    resolution: 'accept',
  },
  {
    name: 'SecondPaymentError',
    message: { txIds: ['aa11', 'bb22'], lovelace: 25_000_000 },
    cause: 'The sale has its buyer, and 25 ADA came on top, in transaction aa11, transaction bb22.',
    resolution: undefined,
  },
  {
    name: 'RefundFailedError',
    message: { reason: 'Its time was over before everybody had signed' },
    cause: 'Its time was over before everybody had signed.',
    resolution: 'refund',
  },
  {
    name: 'UnderpaidError',
    message: { expected: 25_000_000, paid: 20_000_000, missing: 5_000_000 },
    cause: '20 of 25 ADA arrived. 5 ADA is still missing.',
    resolution: 'wait',
  },
  {
    name: 'RefundLeftError',
    message: {
      payers: [
        { address: 'addr_test1dust', lovelace: 1_000_000, missing: 134_277 },
        { address: 'addr_test1huge', lovelace: 2_000_000, missing: 0 },
      ],
    },
    cause:
      "It stays at the sale's address: 1 ADA of addr_test1dust, which lack 0.134277 ADA for their own way back; 2 ADA of addr_test1huge, which no transaction can give back.",
    resolution: undefined,
  },
  {
    name: 'NoReceiverError',
    message: { payers: [{ address: 'addr_test1script', lovelace: 9_000_000 }] },
    cause:
      '9 ADA of addr_test1script: a script, or an address that nothing can be sent back to with certainty.',
    resolution: 'refund',
  },
  {
    name: 'PaymentLostError',
    message: { txId: 'aa11', waitsFor: 'bb22', validUntilSlot: 100 },
    cause:
      'A rollback took payment aa11. Transaction bb22, which spends it, may still come back until slot 100 (2025-01-01 00:01:40 UTC).',
    resolution: undefined,
  },
  {
    name: 'SpentElsewhereError',
    message: { payments: [{ txId: 'aa11', lovelace: 5_000_000, spentIn: 'bb22' }] },
    cause:
      '5 ADA of payment aa11 were spent in transaction bb22. This studio did not send that: an older copy of its data may have been put back, or somebody used the phrase of its wallet.',
    resolution: undefined,
  },
] as const

const outside = (interval: object, currentSlot: unknown) => ({
  name: 'OutsideOfValidityIntervalError',
  message: { interval, currentSlot },
})

describe('what went wrong with a sale, in plain words', () => {
  it.each(known)('a failed sale is explained: $name', ({ name, message, cause, resolution }) => {
    const words = explainSaleError({ name, message }, 'devnet')
    expect(words).toMatchObject({ cause })
    expect(words.resolution).toBe(resolution)
    expect(words.title).not.toContain(name)
    expect(words.next).toMatch(/^[A-Z].+\.$/u)
  })

  it.each(known)('tells $name as it came, where the message is another', ({ name }) => {
    const { title, cause } = explainSaleError({ name, message: { note: 'no\nlines' } }, 'mainnet')
    expect(cause).toBe('The service says: {"note":"no\\nlines"}')
    expect(title).not.toContain('The service says')
  })

  it.each([
    [
      'COMPLETED',
      'refund',
      /^Refund what came on top, to each who paid it; the sale itself goes on\.$/u,
    ],
    [
      'PROCESSING',
      'refund',
      /^Refund what came on top, to each who paid it; the sale itself goes on\.$/u,
    ],
    ['UNRESOLVED_OVERPAID', 'accept', /^Accept, .*A refund now gives back everything/u],
    ['PROCESSING_FAILED', 'retry', /^Retry, .*A refund now gives back everything/u],
    ['UNRESOLVED_SUBMITTING_FAILED', 'retry', /A refund now gives back everything/u],
    ['UNRESOLVED_MINTING_MISSING', 'retry', /A refund now gives back everything/u],
    ['REFUNDED', 'refund', /everything that is still here/u],
    [undefined, undefined, /^Look at the sale first/u],
  ])('says of a second payment to a sale that is %s what a refund gives back', (...row) => {
    const [status, resolution, next] = row
    const error = { name: 'SecondPaymentError', message: { txIds: ['aa11'], lovelace: 5 } }
    const words = explainSaleError(error, 'devnet', status)
    expect(words.resolution).toBe(resolution)
    expect(words.next).toMatch(next)
  })

  const underpaid = (...payers: readonly (readonly [string, number])[]) => ({
    name: 'UnderpaidError',
    message: {
      expected: 10_000_000,
      paid: payers[0]?.[1] ?? 0,
      missing: 10_000_000 - (payers[0]?.[1] ?? 0),
      payers: payers.map(([address, paid]) => ({ address, paid, missing: 10_000_000 - paid })),
    },
  })

  it('names who has paid too little, and of several each alone, the nearest first', () => {
    expect(explainSaleError(underpaid(['addr_a', 6_000_000]), 'devnet').cause).toBe(
      '6 of 10 ADA arrived. 4 ADA is still missing.',
    )
    const two = underpaid(['addr_a', 6_000_000], ['addr_b', 5_000_000])
    const { cause, next } = explainSaleError(two, 'devnet')
    expect(cause).toBe(
      'The price is 10 ADA, and no payer has paid it. Each payer counts alone: 6 ADA from addr_a, where 4 ADA is still missing; 5 ADA from addr_b, where 5 ADA is still missing.',
    )
    expect(next).toContain('the same payer can pay what is missing, or anybody the whole price')
    expect(next).toContain('each payer gets back what they paid')
  })

  it('names five of the payers of a sale at most', () => {
    const many = underpaid(...Array.from({ length: 20 }, (_, at) => [`addr${at}`, 5] as const))
    expect(explainSaleError(many, 'devnet').cause).toMatch(/addr4, where .* and 15 more\.$/u)
  })

  it.each([
    ['RESERVED_FAILED', /^Nothing is sold for what is left\. Refund again/u],
    ['REFUNDED', /^Refund again: that gives back what is still here\.$/u],
    ['COMPLETED', /^The sale itself goes on\. Refund again/u],
    ['UNRESOLVED_UNDERPAID', /^Refund again.*something else about the sale\.$/u],
    [undefined, /^Refund again/u],
  ])('says of a refund of a sale that is %s and failed in part what is still to do', (...row) => {
    const [status, next] = row
    const error = { name: 'RefundFailedError', message: { reason: 'no' } }
    const words = explainSaleError(error, 'devnet', status)
    expect(words.next).toMatch(next)
    expect(words.next).not.toMatch(/nothing was given back/iu)
    expect(words.resolution).toBe('refund')
  })

  it('says what is left to do about a payment that somebody else spent', () => {
    const error = known.find(({ name }) => name === 'SpentElsewhereError')
    const words = explainSaleError(error ?? {}, 'devnet', 'RESERVED_FAILED')
    expect(words.next).toMatch(/tokens are free.*refund gives back what is left/u)
    expect(words.resolution).toBe('refund')
  })

  it('says of too much and of other tokens who gets what when it is accepted, and when it is refunded', () => {
    for (const name of ['OverpaidError', 'OtherTokensError']) {
      const error = known.find((one) => one.name === name) ?? {}
      const { next } = explainSaleError(error, 'devnet')
      expect(next).toMatch(
        /^Accept it: .* back to the buyer .*The price is yours|the price is yours/u,
      )
      expect(next).toContain('refund: everything goes back to who paid it, less the fee')
    }
  })

  it('says what is asked for where no wallet can send what is missing', () => {
    const message = { expected: 5_000_000, paid: 4_500_000, missing: 500_000 }
    expect(explainSaleError({ name: 'UnderpaidError', message }, 'devnet').cause).toBe(
      '4.5 of 5 ADA arrived. 0.5 ADA is still missing. No wallet sends so little, so 1 ADA is asked for; what is too much of it goes back with the tokens.',
    )
  })

  it('says what an unknown service says, with its message as it is', () => {
    expect(explainSaleError({ name: 'MoonError', message: { phase: 'full' } }, 'testnet')).toEqual({
      title: 'The service says MoonError',
      cause: 'The service says: {"phase":"full"}',
      next: 'Ask the service what it means.',
    })
    expect(explainSaleError({ name: 'constructor', message: 'plain' }, 'testnet').cause).toBe(
      'The service says: plain',
    )
    expect(explainSaleError({}, 'testnet')).toMatchObject({
      title: 'An error without a name',
      cause: 'The service says: nothing more',
    })
  })

  it('says which bound of a validity was missed, by how much, in slots and in time', () => {
    const early = outside({ invalidBefore: '500', invalidHereafter: null }, 440)
    expect(explainSaleError(early, 'testnet').cause).toBe(
      'It can be minted from slot 500 on, and the chain was in slot 440: 60 slots (1 minute) too early.',
    )
    const late = outside({ invalidHereafter: 100 }, 101)
    expect(explainSaleError(late, 'testnet').cause).toContain(': 1 slot (1 second) too late.')
    const onTime = outside({ invalidBefore: 1, invalidHereafter: 100 }, 50)
    expect(explainSaleError(onTime, 'testnet').cause).toContain('within the bounds that it names')
  })

  it('knows that mainnet counted twenty seconds to a slot at first', () => {
    const { cause } = explainSaleError(outside({ invalidHereafter: 0 }, 3), 'mainnet')
    expect(cause).toContain('3 slots (1 minute) too late')
  })

  it('gives no time for a slot that has none', () => {
    const error = outside({ invalidHereafter: '18446744073709551000' }, '18446744073709551614')
    expect(explainSaleError(error, 'preview').cause).toContain(': 614 slots too late.')
  })

  it('tells a payment after a cancelled reservation from one after its end', () => {
    const paid = (paidAt: number) =>
      explainSaleError(
        { name: 'ReservationEndedError', message: { reservedUntil: 9, paidAt, lovelace: 1 } },
        'testnet',
      ).cause
    expect(paid(8)).toBe('0.000001 ADA came in slot 8, when the sale was over already.')
    expect(paid(9)).toContain('in the very slot in which the reservation had ended')
  })

  it('tells a transaction that can still get on chain from one that cannot', () => {
    const message = { txId: 'aa11', validUntilSlot: 100, currentSlot: 99 }
    expect(explainSaleError({ name: 'TransactionMissingError', message }, 'testnet').cause).toBe(
      'Transaction aa11 is not on chain; it can still get there before slot 100.',
    )
  })

  it('the explanation of a failed sale shortens long lists', () => {
    const assetNames = Array.from({ length: 20 }, (_, position) => `T${position}`)
    expect(
      explainSaleError({ name: 'AlreadyMintedError', message: { assetNames } }, 'testnet').cause,
    ).toContain('T4 and 15 more')
  })

  it('never throws and always answers lines without controls, whatever a service sends', () => {
    const names = fc.constantFrom(undefined, '__proto__', ...known.map(({ name }) => name))
    // fields of the right names with wrong values get further than any object does
    const near = fc
      .constantFrom(...known)
      .chain(({ message }) =>
        fc.record(
          Object.fromEntries(
            Object.entries(message).map(([field, value]) => [
              field,
              fc.oneof(fc.constant(value), fc.string(), fc.integer(), fc.anything()),
            ]),
          ),
          { requiredKeys: [] },
        ),
      )
    fc.assert(
      fc.property(
        fc.oneof(names, fc.string()),
        fc.oneof(near, fc.anything({ withBigInt: true })),
        fc.constantFrom(...networks, 'testnet' as const),
        (name, message, network) => {
          const words = explainSaleError({ name, message }, network)
          for (const line of [words.title, words.cause, words.next]) {
            expect(line).not.toMatch(/\p{Cc}/u)
            expect(line.length).toBeGreaterThan(0)
          }
          expect([undefined, ...saleResolutions]).toContain(words.resolution)
        },
      ),
      { numRuns: 1000 },
    )
  })
})
