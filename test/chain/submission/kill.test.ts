import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Database } from '#platform/db/database.ts'
import type { Gateway } from '#chain/gateway/gateway.ts'
import { submissionSchema } from '#chain/submission/schema.ts'
import { createSubmissions } from '#chain/submission/submission.ts'
import { createFakeChain } from './fake-chain.ts'
import { plainTransaction, refOf } from './transactions.ts'
import { temporaryFolder } from '../../support/folder-test.ts'

class Killed extends Error {}

/** A gateway whose caller dies at call number `at`: before it has gone out, or before its answer is there. */
const mortal = (gateway: Gateway, at: number, moment: 'before' | 'after') => {
  let calls = 0
  const lifted = <A extends readonly unknown[], T>(call: (...given: A) => Promise<T>) => {
    return async (...given: A): Promise<T> => {
      calls += 1
      if (calls === at && moment === 'before') throw new Killed()
      const answer = await call(...given)
      if (calls === at) throw new Killed()
      return answer
    }
  }
  const { tip, transaction, block, submit } = gateway
  const dying: Gateway = {
    ...gateway,
    tip: lifted(tip),
    transaction: lifted(transaction),
    block: lifted(block),
    submit: lifted(submit),
  }
  return { dying, wasKilled: () => calls >= at }
}

/** Two transactions, one spending the other, from the journal to their confirmation. */
const live = async (killAt: number, moment: 'before' | 'after') => {
  const dir = temporaryFolder()
  const chain = createFakeChain()
  chain.give(refOf('a'))
  const parent = plainTransaction([refOf('a')], { validUntil: 1_000n })
  const child = plainTransaction([parent.change], { validUntil: 1_000n })
  let nowMs = Date.UTC(2026, 8, 1)
  const { dying, wasKilled } = mortal(chain.gateway, killAt, moment)
  const open = (gateway: Gateway) => {
    const db = new Database(join(dir, 'test.db'), [submissionSchema])
    return { db, submissions: createSubmissions({ db, gateway, now: () => new Date(nowMs) }) }
  }
  let life = open(dying)
  life.submissions.create({ bytes: parent.bytes, holder: 'mint' })
  life.submissions.create({ bytes: child.bytes, holder: 'mint' })
  for (let round = 0; life.submissions.open().length > 0 && round < 50; round += 1) {
    try {
      await life.submissions.advance()
    } catch (error) {
      if (!(error instanceof Killed)) throw error
      // A kill closes nothing in order; SQLite's file is as it was at that instant.
      life.db.close()
      life = open(chain.gateway)
    }
    nowMs += 3_000
    chain.mine()
  }
  const states = life.submissions.of('mint').map(({ state }) => state)
  const blocks = [chain.blocksWith(parent.txId), chain.blocksWith(child.txId)]
  life.db.close()
  return { states, blocks, sent: chain.sent, wasKilled: wasKilled() }
}

describe('A program that dies in the middle of a submission', () => {
  it('has every transaction on chain exactly once after the next start, whenever it dies', async () => {
    let deaths = 0
    for (const moment of ['before', 'after'] as const) {
      for (let at = 1; ; at += 1) {
        const { states, blocks, wasKilled } = await live(at, moment)
        expect({ at, moment, states, blocks }).toEqual({
          at,
          moment,
          states: ['confirmed', 'confirmed'],
          blocks: [1, 1],
        })
        if (!wasKilled) break
        deaths += 1
      }
    }
    expect(deaths).toBeGreaterThan(20)
  })
})
