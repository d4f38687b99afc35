import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isColdpressError } from '#values/errors/errors.ts'
import { transactionSummary } from '#contract/signing/transactions.ts'
import { assemble } from '#cardano/transactions/assemble.ts'
import { inspectTransaction } from '#cardano/transactions/inspect/inspect.ts'
import { readTransactionText } from '#cardano/transactions/tx-envelope.ts'
import { warningsOf } from '#cardano/transactions/warnings/warnings.ts'
import { vectors } from '../../vectors.ts'
import { payer } from '../ingredients.ts'
import { raw } from '../raw.ts'

const real = vectors.realTx.map(({ cbor }) => Buffer.from(cbor, 'hex'))

/** Either a summary that the window could show, or a sentence; anything else fails. */
const inspected = (bytes: Uint8Array): boolean => {
  try {
    const summary = inspectTransaction(bytes)
    transactionSummary.parse(JSON.parse(JSON.stringify(summary)))
    for (const { message } of warningsOf(summary, { nowSlot: 1n })) expect(message).toMatch(/\.$/u)
    return true
  } catch (error) {
    if (!isColdpressError(error, 'invalid')) throw error
    expect(error.message).toMatch(/^transaction: |^script: /u)
    return false
  }
}

describe('whatever the bytes are', () => {
  it('real transactions with some bytes changed are inspected or refused', () => {
    const change = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }))
    let stated = 0
    fc.assert(
      fc.property(
        fc.constantFrom(...real),
        fc.array(change, { minLength: 1, maxLength: 4 }),
        (bytes, changes) => {
          const changed = Uint8Array.from(bytes)
          for (const [at, value] of changes) changed[at % changed.length] = value
          stated += inspected(changed) ? 1 : 0
        },
      ),
      { numRuns: 800 },
    )
    // most changes are inside texts and hashes
    expect(stated).toBeGreaterThan(100)
  })

  it('transactions with bytes cut out, doubled or put in are inspected or refused', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...real),
        fc.nat(),
        fc.nat({ max: 40 }),
        fc.uint8Array({ maxLength: 20 }),
        (bytes, from, count, put) => {
          const at = from % bytes.length
          inspected(Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + count)]))
        },
      ),
      { numRuns: 800 },
    )
  })

  it('random bytes are refused', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => !inspected(bytes)))
  })

  it.each([
    ['lists in lists', `84a0a0f5${'81'.repeat(60_000)}01`],
    ['tags in tags', `84a0a0f5${'c2'.repeat(60_000)}01`],
    ['a script without end', `84a0a10181${'820181'.repeat(30_000)}`],
    ['a count of inputs without inputs', '84a1009bffffffffffffffffa0f5f6'],
    ['a length beyond the bytes', '84a1005bffffffffffffffffa0f5f6'],
    ['a map of 2^64 entries', '84bbffffffffffffffff00'],
  ])('no attack on the reader gets further: %s', (_, hex) => {
    expect(inspected(Buffer.from(hex, 'hex'))).toBe(false)
    expect(() => readTransactionText(hex)).toThrow('transaction: ')
  })

  it('the id follows every byte of the body, and nothing else', () => {
    const { txId } = inspectTransaction(raw({ signers: [payer] }))
    const unsigned = raw()
    expect(inspectTransaction(unsigned).txId).toBe(txId)
    const ids = Array.from({ length: 60 }, (_, at) => {
      const changed = Uint8Array.from(unsigned)
      changed[at + 1] = (changed[at + 1] ?? 0) ^ 1
      return unlessInvalid(() => inspectTransaction(changed).txId)
    })
    expect(ids.filter((id) => id !== undefined).length).toBeGreaterThan(20)
    expect(ids).not.toContain(txId)
  })

  it('assembling what was changed keeps to the bytes it was given, or refuses', () => {
    const changes = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }))
    fc.assert(
      fc.property(fc.constantFrom(...real), changes, (bytes, [at, value]) => {
        const changed = Uint8Array.from(bytes)
        changed[at % changed.length] = value
        const assembled = unlessInvalid(() => assemble(changed, []).bytes)
        expect([undefined, changed]).toContainEqual(assembled)
      }),
      { numRuns: 200 },
    )
  })
})

const unlessInvalid = <T>(work: () => T): T | undefined => {
  try {
    return work()
  } catch (error) {
    if (isColdpressError(error, 'invalid')) return undefined
    throw error
  }
}
