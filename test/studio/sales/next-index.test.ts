import { afterEach, describe, expect, it } from 'vitest'
import { Database } from '#platform/db/database.ts'
import { GivenAddresses } from '#chain/sale-addresses/given-addresses.ts'
import type { StudioNotice } from '#studio/notice.ts'
import { skipAllForgotten, takeIndex } from '#studio/sales/reserve/next-index.ts'
import { studioSchemas } from '#studio/schemas.ts'
import { insertWallet } from '#studio/store/sale-wallets.ts'
import { findSkipped, skipFrom } from '#studio/store/skipped-addresses.ts'
import { salelessToWatch } from '#studio/store/saleless-addresses.ts'

const opened: { close(): void }[] = []
afterEach(() => {
  for (const one of opened.splice(0)) one.close()
})

type Recorded = Pick<GivenAddresses, 'highest' | 'runs' | 'give' | 'leaveOut' | 'recordEarlier'>

const at = '2027-01-01T00:00:00Z'

/** A studio's part that gives out the indexes of one wallet. */
const openStudio = () => {
  const database = new Database(':memory:', studioSchemas)
  const givenAddresses = new GivenAddresses(':memory:')
  opened.push(database, givenAddresses)
  insertWallet(database, { id: 'w', accountKey: 'key', at })
  const notices: StudioNotice[] = []
  return {
    database,
    givenAddresses: givenAddresses as Recorded,
    network: 'preprod' as const,
    now: () => new Date(at),
    notify: (notice: StudioNotice) => void notices.push(notice),
    notices,
  }
}

const wallet = { network: 'preprod', walletId: 'w' } as const
const forget = (database: Database, next: number): void => {
  database.run('UPDATE sale_wallets SET next_index = :next', { next })
}

describe('The next index of a wallet', () => {
  it('is on record before it is answered, and each is another', async () => {
    const studio = openStudio()
    expect(await Promise.all([0, 1, 2].map(() => takeIndex(studio, 'w')))).toEqual([0, 1, 2])
    expect(studio.givenAddresses.highest(wallet)).toBe(2)
    expect(studio.notices).toEqual([])
  })

  it('is given to nobody where it cannot be recorded, and nothing is skipped after that', async () => {
    const studio = openStudio()
    await takeIndex(studio, 'w')
    const full: Recorded = {
      highest: (of) => studio.givenAddresses.highest(of),
      runs: (of) => studio.givenAddresses.runs(of),
      give: () => Promise.reject(new Error('The disk is full.')),
      leaveOut: () => undefined,
      recordEarlier: () => undefined,
    }
    await expect(takeIndex({ ...studio, givenAddresses: full }, 'w')).rejects.toThrow('full')
    expect(await takeIndex(studio, 'w')).toBe(2)
    expect(studio.notices).toEqual([])
    expect(findSkipped(studio.database)).toEqual([])
  })

  it('lies beyond what was recorded where the database has forgotten it, and the newest of that are watched', async () => {
    const studio = openStudio()
    await takeIndex(studio, 'w')
    await studio.givenAddresses.give(wallet, 249)
    forget(studio.database, 3)
    skipAllForgotten(studio)
    expect(studio.notices).toHaveLength(1)
    expect(studio.notices[0]?.message).toMatch(
      /number 3 would be next, and number 249 was given out/u,
    )
    const [range] = findSkipped(studio.database)
    expect(range).toMatchObject({ first_index: 3, asked_at: null })
    const watched = salelessToWatch(studio.database, Date.parse(at), 1_000)
    expect(watched.map(({ wallet_index: index }) => index)).toEqual(
      Array.from({ length: 100 }, (_, index) => 150 + index),
    )
    expect(await takeIndex(studio, 'w')).toBeGreaterThanOrEqual(250 + 10_000)
    expect(studio.notices).toHaveLength(1)
  })

  it('has a record of what an earlier version gave out, which an older copy searches and watches', () => {
    const studio = openStudio()
    const { database, givenAddresses } = studio
    // 12,000 sales, a skip, 30 sales, and one more since the version that records runs
    skipFrom(database, 'w', { first: 12_000, next: 50_000, at })
    forget(database, 50_031)
    givenAddresses.leaveOut(wallet, 50_029)
    expect(givenAddresses.runs(wallet)).toEqual([])
    skipAllForgotten(studio)
    const runs = [
      { first: 0, last: 11_999 },
      { first: 50_000, last: 50_030 },
    ]
    expect(givenAddresses.runs(wallet)).toEqual(runs)
    skipAllForgotten(studio)
    expect(givenAddresses.runs(wallet)).toEqual(runs)
    expect(studio.notices).toEqual([])

    database.run('DELETE FROM skipped_addresses', {})
    forget(database, 11_990)
    skipAllForgotten(studio)
    expect(studio.notices).toHaveLength(1)
    expect(givenAddresses.runs(wallet)).toEqual(runs)
    const watched = salelessToWatch(database, Date.parse(at), 1_000)
    expect(watched.map(({ wallet_index: index }) => index)).toEqual(
      Array.from({ length: 31 }, (_, index) => 50_000 + index),
    )
  })

  it('is skipped by another number each time', async () => {
    const next = async (): Promise<number> => {
      const studio = openStudio()
      forget(studio.database, 5)
      return takeIndex(studio, 'w')
    }
    const taken = await Promise.all([next(), next(), next(), next()])
    expect(new Set(taken).size).toBeGreaterThan(1)
    for (const index of taken) expect(index).toBeGreaterThanOrEqual(10_005)
  })
})
