import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { slotAt } from '#cardano/slots.ts'
import { Database } from '#platform/db/database.ts'
import { submissionSchema } from '#chain/submission/schema.ts'
import { createSubmissions, type SubmissionOptions } from '#chain/submission/submission.ts'
import { readSubmitted } from '#cardano/transactions/parts/read-submitted.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { createFakeChain, type FakeChain } from './fake-chain.ts'
import { plainTransaction, refOf } from './transactions.ts'
import { temporaryFolder } from '../../support/folder-test.ts'
import { until } from '../../support/until.ts'

const start = Date.UTC(2026, 8, 1)

let dir: string
let chain: FakeChain
let db: Database
let nowMs: number
let submissions: ReturnType<typeof createSubmissions>

const open = (more: Partial<SubmissionOptions> = {}) => {
  db = new Database(join(dir, 'test.db'), [submissionSchema])
  submissions = createSubmissions({
    db,
    gateway: chain.gateway,
    now: () => new Date(nowMs),
    confirmations: 3,
    marginSlots: 20n,
    resendMs: 10_000,
    ...more,
  })
}
/** As after a kill: nothing is left but the file. */
const reopen = () => {
  db.close()
  open()
}
const later = (ms: number) => {
  nowMs += ms
}

beforeEach(() => {
  dir = temporaryFolder()
  chain = createFakeChain()
  nowMs = start
  open()
})
afterEach(() => db.close())

const given = (digit = 'a', validUntil = 100n) => {
  chain.give(refOf(digit))
  return plainTransaction([refOf(digit)], { validUntil })
}
const create = ({ bytes }: { readonly bytes: Uint8Array }, holder = 'mint') =>
  submissions.create({ bytes, holder })
const stateOf = ({ txId }: { readonly txId: ReturnType<typeof given>['txId'] }) =>
  submissions.find(txId)

describe('A transaction on its way', () => {
  it('is sent, found in a block, and confirmed when three blocks stand on it', async () => {
    const tx = given()
    create(tx)
    expect(stateOf(tx)).toMatchObject({ state: 'ready', attempts: 0, validUntil: 100n })
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({ state: 'sent', attempts: 1, settled: false })
    chain.mine()
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({ state: 'in_block', confirmations: 0, block: { height: 1 } })
    chain.mine(2)
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({ state: 'in_block', confirmations: 2 })
    chain.mine()
    const { changed } = await submissions.advance()
    expect(changed).toMatchObject([{ state: 'confirmed', confirmations: 3, settled: true }])
    expect(submissions.open()).toEqual([])
    expect(chain.sent).toEqual([tx.txId])
  })

  it('is not asked about while nothing is unfinished', async () => {
    chain.down(true)
    expect(await submissions.advance()).toEqual({ changed: [], unfinished: 0, error: undefined })
  })

  it('is sent again with the same bytes when nothing is known of it, and never while it waits its turn', async () => {
    const tx = given()
    create(tx)
    await submissions.advance()
    chain.forgetPool()
    await submissions.advance()
    expect(chain.sent).toHaveLength(1)
    later(10_000)
    await submissions.advance()
    expect(chain.sent).toEqual([tx.txId, tx.txId])
  })

  it('is sent again although the clock was put back by a day meanwhile', async () => {
    const tx = given()
    create(tx)
    await submissions.advance()
    chain.forgetPool()
    later(-86_400_000)
    await submissions.advance()
    await submissions.advance()
    expect(chain.sent).toEqual([tx.txId, tx.txId])
  })

  it('whose reply was lost is looked for first, and is on chain once', async () => {
    const tx = given()
    create(tx)
    chain.mishap('reply_lost')
    expect((await submissions.advance()).error).toMatchObject({ code: 'timeout' })
    expect(stateOf(tx)).toMatchObject({
      state: 'ready',
      attempts: 1,
      error: { code: 'timeout', message: 'No answer came in time.' },
    })
    // Still in the pool: sent again it is refused, because its own inputs are spent, and that is no failure.
    later(10_000)
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({ state: 'sent', settled: false })
    chain.mine()
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({ state: 'in_block', error: null })
    expect(chain.blocksWith(tx.txId)).toBe(1)
  })

  it('stays as it is while the gateway is away, says why, and goes on', async () => {
    const tx = given()
    create(tx)
    chain.down(true)
    const round = await submissions.advance()
    expect(round.error).toEqual({
      code: 'unreachable',
      message: 'The chain gateway cannot be reached.',
    })
    expect(stateOf(tx)).toMatchObject({
      state: 'ready',
      attempts: 0,
      error: { code: 'unreachable' },
    })
    expect((await submissions.advance()).changed).toEqual([])
    chain.down(false)
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({ state: 'sent', error: null })
  })

  it('loses the error of a gateway that answers again, though nothing else is new', async () => {
    const tx = given()
    create(tx)
    await submissions.advance()
    chain.down(true)
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({ state: 'sent', error: { code: 'unreachable' } })
    chain.down(false)
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({ state: 'sent', error: null })
  })

  it('that the ledger rejects for its bytes is rejected at once, and nothing waits for it', async () => {
    const tx = given()
    create(tx)
    submissions.reserve([refOf('a')], 'mint', 10_000_000_000n)
    chain.mishap({ refuses: 'FeeTooSmallUTxO (expected 170001)' })
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({
      state: 'rejected',
      settled: true,
      error: { code: 'rejected', message: expect.stringContaining('FeeTooSmallUTxO') },
    })
    expect(submissions.reserved()).toEqual(new Set())
  })

  it('that was refused is sent again when it is recorded again, with the signatures it comes with then', async () => {
    const tx = given()
    create(tx)
    chain.mishap({ refuses: 'MissingVKeyWitnessesUTXOW' })
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({ state: 'rejected', settled: true })
    // Witnesses in another way of writing: the same transaction in other bytes.
    const complete = Uint8Array.of(...tx.bytes.slice(0, -3), 0xa1, 0, 0x80, ...tx.bytes.slice(-2))
    expect(create({ bytes: complete })).toMatchObject({ txId: tx.txId, state: 'ready' })
    expect(submissions.bytesOf(tx.txId)).toEqual(complete)
    expect(stateOf(tx)).toMatchObject({ settled: false, error: null })
    await submissions.advance()
    chain.mine(4)
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({ state: 'confirmed' })
  })

  it.each([
    ['too_large', 'The gateway takes no more than 5 KB.'],
    ['not_implemented', 'Kupo does not index it.'],
  ] as const)('that the gateway cannot take lets those after it pass: %s', async (code, words) => {
    const unable = new ColdpressError(code, words)
    const large = given('a')
    db.close()
    open({
      gateway: {
        ...chain.gateway,
        submit: async (bytes) => {
          if (readSubmitted(bytes).txId === large.txId) throw unable
          return chain.gateway.submit(bytes)
        },
      },
    })
    create(large)
    const small = given('b')
    create(small, 'another mint')
    const round = await submissions.advance()
    expect(round.error).toEqual({ code, message: words })
    expect(stateOf(large)).toMatchObject({ state: 'ready', error: { code } })
    expect(stateOf(small)).toMatchObject({ state: 'sent', error: null })
  })

  it('whose input somebody else spent is rejected, and decided only when its validity has ended', async () => {
    const tx = given()
    chain.acceptFromElsewhere(plainTransaction([refOf('a')], { lovelace: 1_200_000 }).bytes)
    create(tx)
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({ state: 'rejected', settled: false })
    chain.pass(100n)
    chain.mine()
    await submissions.advance()
    expect(stateOf(tx)?.settled).toBe(false)
    chain.pass(20n)
    chain.mine()
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({ state: 'rejected', settled: true })
    expect(chain.sent).toHaveLength(1)
  })

  it('that was refused because somebody else had sent it already is found on chain', async () => {
    const tx = given()
    chain.acceptFromElsewhere(tx.bytes)
    create(tx)
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({ state: 'rejected', settled: false })
    chain.mine()
    later(20_000)
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({ state: 'in_block', error: null })
  })

  it('is missing only when its validity has ended and a margin has passed', async () => {
    const tx = given()
    create(tx)
    chain.mishap('not_sent')
    await submissions.advance()
    chain.pass(119n)
    chain.mine()
    later(60_000)
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({ state: 'ready', settled: false })
    expect(chain.sent).toEqual([])
    chain.pass(1n)
    chain.mine()
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({
      state: 'missing',
      settled: true,
      error: { message: expect.stringContaining('ended at slot 100') },
    })
  })

  it('that appears within the margin is not missing', async () => {
    const tx = given()
    create(tx)
    chain.mishap('reply_lost')
    await submissions.advance()
    chain.pass(119n)
    await submissions.advance()
    chain.mine()
    chain.pass(50n)
    chain.mine()
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({ state: 'in_block' })
  })

  it('taken back by the chain is sent again with the same bytes, and confirmed from there', async () => {
    const tx = given()
    create(tx)
    await submissions.advance()
    chain.mine(3)
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({ state: 'in_block', confirmations: 2 })
    chain.rollBack(3)
    const { changed } = await submissions.advance()
    expect(changed).toMatchObject([{ state: 'sent', rollbacks: 1, block: null, confirmations: 0 }])
    expect(chain.sent).toEqual([tx.txId, tx.txId])
    chain.mine(4)
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({ state: 'confirmed', rollbacks: 1, block: { height: 1 } })
  })

  it('taken back and too old to be sent again is missing, not confirmed', async () => {
    const tx = given()
    create(tx)
    await submissions.advance()
    chain.mine()
    await submissions.advance()
    chain.rollBack(1)
    chain.pass(120n)
    chain.mine()
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({ state: 'missing', settled: true, rollbacks: 1 })
    expect(chain.sent).toHaveLength(1)
  })

  it('that moved to another block is counted from there', async () => {
    const tx = given()
    create(tx)
    await submissions.advance()
    chain.mine(2)
    await submissions.advance()
    chain.rollBack(2)
    chain.acceptFromElsewhere(tx.bytes)
    chain.mine(1)
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({ state: 'in_block', confirmations: 0, rollbacks: 0 })
  })

  /** How often it is looked at within 40 blocks, the first of which confirm it. */
  const looksUntilFinal = async (tx: ReturnType<typeof given>): Promise<number> => {
    create(tx)
    await submissions.advance()
    chain.mine(4)
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({ state: 'confirmed', confirmations: 3, finalAfter: 20 })
    let looks = 0
    for (let blocks = 0; blocks < 40; blocks += 1) {
      chain.pass(20n)
      later(20_000)
      chain.mine()
      looks += (await submissions.advance()).changed.length
    }
    return looks
  }

  it('is looked at until it is final, more rarely the deeper it is', async () => {
    const tx = given('a', 10_000n)
    expect(await looksUntilFinal(tx)).toBeLessThan(15)
    expect(stateOf(tx)).toMatchObject({ state: 'confirmed', finalAfter: 20 })
    expect(stateOf(tx)?.confirmations).toBeGreaterThanOrEqual(20)
    chain.down(true)
    expect(await submissions.advance()).toMatchObject({ changed: [], error: undefined })
  })

  it('is looked at more rarely once the calls of the day are nearly used up', async () => {
    const looks = await looksUntilFinal(given('a', 10_000n))
    db.close()
    const budget = () => ({ calls: 900, callsPerDay: 1_000 })
    open({ gateway: { ...chain.gateway, budget } })
    const scarce = await looksUntilFinal(given('b', 10_000n))
    expect(scarce).toBeGreaterThan(0)
    expect(scarce * 2).toBeLessThan(looks)
  })

  it('taken back after it was confirmed is sent again, holds its inputs again, and is confirmed once more', async () => {
    const tx = given('a', 10_000n)
    create(tx)
    submissions.reserve([refOf('a')], 'mint', slotAt('devnet', new Date(nowMs)) + 60n)
    await submissions.advance()
    chain.mine(14)
    await submissions.advance()
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({ state: 'confirmed', confirmations: 13 })
    expect(submissions.reserved().size).toBe(0)
    later(3_600_000)
    chain.rollBack(14)
    // the other chain is not as high yet: a gateway that lags looks the same
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({ state: 'confirmed', settled: true })
    chain.mine(14)
    later(60_000)
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({ state: 'sent', settled: false, rollbacks: 1 })
    expect(submissions.reserved().size).toBe(1)
    await submissions.advance()
    expect(chain.sent).toEqual([tx.txId, tx.txId])
    chain.mine(4)
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({ state: 'confirmed', settled: true })
  })

  it('in another block after it was confirmed is counted from there', async () => {
    const tx = given('a', 10_000n)
    create(tx)
    await submissions.advance()
    chain.mine(5)
    await submissions.advance()
    chain.rollBack(5)
    chain.mine(3)
    chain.acceptFromElsewhere(tx.bytes)
    chain.mine(2)
    later(60_000)
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({
      state: 'in_block',
      settled: false,
      confirmations: 1,
      block: { height: 4 },
      rollbacks: 1,
    })
  })

  it('recorded a second time stays what it is', async () => {
    const tx = given()
    create(tx)
    await submissions.advance()
    expect(create(tx)).toMatchObject({ state: 'sent', attempts: 1 })
  })

  it('is refused when it is none', () => {
    expect(() => submissions.create({ bytes: Uint8Array.of(1, 2), holder: 'mint' })).toThrow(
      'transaction: not the CBOR of a whole transaction',
    )
  })
})

describe('Independent transactions', () => {
  it('are sent at the same time, a few at once, each recorded before it leaves', async () => {
    let most = 0
    const sending = new Set<string>()
    db.close()
    open({
      gateway: {
        ...chain.gateway,
        submit: async (bytes, signal) => {
          const { txId } = readSubmitted(bytes)
          const other = new Database(join(dir, 'test.db'), [])
          const row = z.object({ attempts: z.int() })
          const query = 'SELECT attempts FROM submissions WHERE tx_id = :txId'
          expect(other.get(row, query, { txId })).toEqual({ attempts: 1 })
          other.close()
          sending.add(txId)
          most = Math.max(most, sending.size)
          // All that may be sent at once come before the first ends; one too many would come then.
          await until(() => most >= 16)
          await sleep(5)
          sending.delete(txId)
          return chain.gateway.submit(bytes, signal)
        },
      },
    })
    const transactions = Array.from({ length: 20 }, (_, at) => {
      const ref = refOf('a', at)
      chain.give(ref)
      return plainTransaction([ref], { validUntil: 100n })
    })
    for (const one of transactions) create(one)
    const { changed } = await submissions.advance()
    expect(changed).toHaveLength(20)
    expect(new Set(chain.sent)).toEqual(new Set(transactions.map(({ txId }) => txId)))
    expect(most).toBe(16)
  })

  it('are all noted as unsent when the gateway goes away while some are sent', async () => {
    const transactions = ['a', 'b', 'c'].map((digit) => given(digit))
    for (const one of transactions) create(one)
    let isAway = false
    db.close()
    open({
      gateway: {
        ...chain.gateway,
        submit: async (bytes, signal) => {
          if (isAway) throw new ColdpressError('unreachable', 'away')
          isAway = true
          return chain.gateway.submit(bytes, signal)
        },
      },
    })
    const { error } = await submissions.advance()
    expect(error).toMatchObject({ code: 'unreachable' })
    expect(transactions.map((one) => stateOf(one)?.error?.code)).toEqual([
      undefined,
      'unreachable',
      'unreachable',
    ])
  })
})

describe('Transactions that spend each other', () => {
  const chainOfTwo = () => {
    const parent = given()
    const child = plainTransaction([parent.change], { validUntil: 100n })
    return { parent, child }
  }

  it('are sent parents first, whatever their order in the journal', async () => {
    const { parent, child } = chainOfTwo()
    create(child)
    create(parent)
    await submissions.advance()
    expect(chain.sent).toEqual([parent.txId, child.txId])
    chain.mine(4)
    await submissions.advance()
    expect([stateOf(parent)?.state, stateOf(child)?.state]).toEqual(['confirmed', 'confirmed'])
  })

  it('wait for their parent', async () => {
    const { parent, child } = chainOfTwo()
    create(parent)
    create(child)
    chain.mishap('not_sent')
    await submissions.advance()
    expect(chain.sent).toEqual([])
    expect(stateOf(child)).toMatchObject({ state: 'ready', attempts: 0 })
  })

  it('are tried again when the gateway has not seen the parent yet', async () => {
    const { parent, child } = chainOfTwo()
    create(parent)
    await submissions.advance()
    create(child)
    chain.mishap({ refuses: 'BadInputsUTxO' })
    await submissions.advance()
    expect(stateOf(child)).toMatchObject({
      state: 'ready',
      attempts: 1,
      error: { code: 'rejected' },
    })
    later(10_000)
    await submissions.advance()
    expect(stateOf(child)).toMatchObject({ state: 'sent', error: null })
  })

  it('fall with a parent that can never be on chain', async () => {
    const { parent, child } = chainOfTwo()
    create(parent)
    create(child)
    chain.mishap({ refuses: 'MissingVKeyWitnessesUTXOW' })
    await submissions.advance()
    expect(stateOf(parent)).toMatchObject({ state: 'rejected', settled: true })
    expect(stateOf(child)).toMatchObject({
      state: 'rejected',
      settled: true,
      attempts: 0,
      error: { code: 'parent_lost' },
    })
  })

  it('are sent again together, in order, after a rollback', async () => {
    const { parent, child } = chainOfTwo()
    create(parent)
    create(child)
    await submissions.advance()
    chain.mine(2)
    await submissions.advance()
    chain.rollBack(2)
    await submissions.advance()
    expect(chain.sent).toEqual([parent.txId, child.txId, parent.txId, child.txId])
    chain.mine(4)
    await submissions.advance()
    expect([stateOf(parent)?.state, stateOf(child)?.state]).toEqual(['confirmed', 'confirmed'])
  })
})

describe('A transaction that waits for witnesses', () => {
  const awaited = () => {
    const tx = given()
    submissions.create({ bytes: tx.bytes, holder: 'mint', awaiting: true })
    return tx
  }

  it('is not sent before its signed bytes are there', async () => {
    const tx = awaited()
    await submissions.advance()
    expect(chain.sent).toEqual([])
    expect(stateOf(tx)).toMatchObject({ state: 'awaiting', isSigned: false })
    submissions.complete(tx.bytes)
    await submissions.advance()
    expect(chain.sent).toEqual([tx.txId])
  })

  it('is followed when somebody else completed and sent it', async () => {
    const tx = awaited()
    chain.acceptFromElsewhere(tx.bytes)
    chain.mine()
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({ state: 'in_block' })
    expect(() => submissions.complete(tx.bytes)).toThrow('is in_block, so no witness is awaited')
    chain.mine(3)
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({ state: 'confirmed' })
  })

  it('is missing when its validity has ended', async () => {
    const tx = awaited()
    chain.pass(120n)
    chain.mine()
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({
      state: 'missing',
      error: { message: expect.stringContaining('before everybody had signed it') },
    })
  })

  it('is asked about only now and then', async () => {
    const tx = awaited()
    await submissions.advance()
    chain.acceptFromElsewhere(tx.bytes)
    chain.mine()
    await submissions.advance()
    expect(stateOf(tx)?.state).toBe('awaiting')
    later(10_000)
    await submissions.advance()
    expect(stateOf(tx)?.state).toBe('in_block')
  })

  it('is not sent once it was withdrawn, and followed when somebody else sends it', async () => {
    const tx = awaited()
    submissions.complete(tx.bytes)
    submissions.withdraw('mint')
    await submissions.advance()
    chain.mine()
    expect(stateOf(tx)).toMatchObject({ state: 'ready', attempts: 0, withdrawn: true })
    chain.acceptFromElsewhere(tx.bytes)
    chain.mine(4)
    await submissions.advance()
    expect(stateOf(tx)?.state).toBe('ready')
    later(10_000)
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({ state: 'confirmed', settled: true })
  })

  it('is sent again after it was resumed', async () => {
    const tx = given()
    create(tx)
    submissions.withdraw('mint')
    await submissions.advance()
    submissions.resume('mint')
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({ state: 'sent', withdrawn: false })
  })

  it('belongs to who builds it once more after it was withdrawn, and is signed again', () => {
    const tx = awaited()
    submissions.complete(tx.bytes)
    submissions.withdraw('mint')
    submissions.create({ bytes: tx.bytes, holder: 'second', awaiting: true })
    expect(stateOf(tx)).toMatchObject({ holder: 'second', state: 'awaiting', isSigned: false })
    submissions.complete(tx.bytes)
    expect(stateOf(tx)).toMatchObject({ state: 'ready', withdrawn: false })
  })

  it('belongs to who builds it once more after the ledger rejected it, and is signed and sent again', async () => {
    const tx = given()
    create(tx, 'first')
    chain.mishap({ refuses: 'FeeTooSmallUTxO' })
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({ state: 'rejected', settled: true })
    submissions.create({ bytes: tx.bytes, holder: 'second', awaiting: true })
    expect(stateOf(tx)).toMatchObject({
      holder: 'second',
      state: 'awaiting',
      isSigned: false,
      settled: false,
      attempts: 0,
      error: null,
    })
    submissions.complete(tx.bytes)
    await submissions.advance()
    expect(stateOf(tx)).toMatchObject({ state: 'sent' })
  })
})

describe('Reserved inputs', () => {
  const slotNow = slotAt('devnet', new Date(start))

  it('belong to one holder, all or none', () => {
    submissions.reserve([refOf('a'), refOf('b')], 'first', slotNow + 100n)
    expect(() => submissions.reserve([refOf('c'), refOf('b')], 'second', slotNow + 100n)).toThrow(
      `inputs: ${'b'.repeat(64)}#0 is promised to another transaction`,
    )
    expect(submissions.reserved()).toEqual(new Set([`${'a'.repeat(64)}#0`, `${'b'.repeat(64)}#0`]))
    submissions.reserve([refOf('a')], 'first', slotNow + 200n)
    submissions.release('first')
    expect(submissions.reserved()).toEqual(new Set())
  })

  it('are free again at their slot, but not while a transaction of the holder may reach the chain', () => {
    submissions.reserve([refOf('a')], 'first', slotNow + 10n)
    submissions.reserve([refOf('b')], 'second', slotNow + 10n)
    create(given('a'), 'first')
    later(10_000)
    expect(submissions.reserved()).toEqual(new Set([`${'a'.repeat(64)}#0`]))
    submissions.reserve([refOf('b')], 'third', slotNow + 100n)
    expect(() => submissions.reserve([refOf('a')], 'third', slotNow + 100n)).toThrow('promised')
  })

  it('are kept over a restart, and undone with the transaction of the database that made them', () => {
    submissions.reserve([refOf('a')], 'first', slotNow + 10n)
    expect(() =>
      db.transact(() => {
        submissions.reserve([refOf('b')], 'first', slotNow + 10n)
        throw new Error('the rest failed')
      }),
    ).toThrow('the rest failed')
    reopen()
    expect(submissions.reserved()).toEqual(new Set([`${'a'.repeat(64)}#0`]))
  })
})

describe('What depends on a transaction', () => {
  it('is written with every change of it or not at all', async () => {
    db.close()
    const seen: string[] = []
    open({
      onChange: (after, before) => {
        seen.push(`${before.state} > ${after.state}`)
        if (after.state === 'in_block') throw new Error('cannot be written')
      },
    })
    const tx = given()
    create(tx)
    await submissions.advance()
    chain.mine()
    await expect(submissions.advance()).rejects.toThrow('cannot be written')
    expect(stateOf(tx)?.state).toBe('sent')
    expect(seen).toEqual(['ready > ready', 'ready > sent', 'sent > in_block'])
  })
})

describe('Two programs that follow the same transaction', () => {
  it('send it once and agree', async () => {
    const tx = given()
    create(tx)
    const other = new Database(join(dir, 'test.db'), [submissionSchema])
    const second = createSubmissions({
      db: other,
      gateway: chain.gateway,
      now: () => new Date(nowMs),
    })
    await Promise.all([submissions.advance(), second.advance()])
    expect(chain.sent).toEqual([tx.txId])
    chain.mine(4)
    await Promise.all([submissions.advance(), second.advance()])
    expect(second.find(tx.txId)).toMatchObject({ state: 'confirmed' })
    other.close()
  })
})

describe('follow', () => {
  it('brings a transaction to its end, is woken by a new one, and ends with its signal', async () => {
    db.close()
    open({ pollMs: 1 })
    const stop = new AbortController()
    const done = Promise.withResolvers<void>()
    const following = submissions.follow(stop.signal, ({ changed }) => {
      chain.mine()
      if (changed.some(({ state }) => state === 'confirmed')) done.resolve()
    })
    const tx = given()
    create(tx)
    submissions.wake()
    await done.promise
    stop.abort()
    await following
    expect(stateOf(tx)?.state).toBe('confirmed')
  })

  it('goes on when a round breaks', async () => {
    db.close()
    let breaks = 2
    open({
      pollMs: 1,
      onChange: () => {
        breaks -= 1
        if (breaks >= 0) throw new Error('broken')
      },
    })
    const tx = given()
    create(tx)
    const stop = new AbortController()
    const errors: (string | undefined)[] = []
    await submissions.follow(stop.signal, ({ error }) => {
      errors.push(error?.message)
      if (stateOf(tx)?.state === 'sent') stop.abort()
    })
    expect(errors.slice(0, 3)).toEqual(['broken', 'broken', undefined])
  })
})
