import { describe, expect, onTestFinished, vi } from 'vitest'
import { Database } from '#platform/db/database.ts'
import { mintTest as it } from '../mints/mint-test.ts'
import {
  addTokens,
  createCollection,
  errorMessage,
  tokenBody,
  type TestStudio,
} from '../open-studio.ts'
import { postSale, randomSale, saleOf } from './sale-harness.ts'

const count = 300

const collectionOf = async (studio: TestStudio): Promise<string> => {
  const { id } = await createCollection(studio)
  const bodies = Array.from({ length: count }, (_, at) => tokenBody(`Lot${at}`))
  for (let at = 0; at < count; at += 25) await addTokens(studio, id, ...bodies.slice(at, at + 25))
  return id
}

describe('A random sale', () => {
  it('reads the tokens that it draws, however many are for sale', async ({ studio }) => {
    const id = await collectionOf(studio)
    const spied = vi.spyOn(Database.prototype, 'all')
    onTestFinished(() => spied.mockRestore())
    expect(saleOf(await postSale(studio, id, randomSale(3))).tokens).toHaveLength(3)
    const rows = spied.mock.calls.flatMap(([, sql], at) => {
      const found: unknown = spied.mock.results[at]?.value
      return /FROM tokens|JOIN tokens/u.test(sql) && Array.isArray(found) ? [found.length] : []
    })
    expect(rows.length).toBeGreaterThan(0)
    expect(Math.max(...rows)).toBeLessThanOrEqual(3)
  })

  it('finds the few that are left among many that are gone, and says how many there are', async ({
    studio,
  }) => {
    const id = await collectionOf(studio)
    const left = ['Lot17', 'Lot254']
    const database = new Database(studio.databasePath, [])
    database.run(
      `UPDATE tokens SET status = 'COMPLETED'
       WHERE collection_id = :id AND asset_name NOT IN (SELECT value FROM json_each(:left))`,
      { id, left: JSON.stringify(left) },
    )
    database.close()
    expect(errorMessage(await postSale(studio, id, randomSale(3)), 409)).toBe(
      "quantity: 3 wanted, but only 2 of the collection's tokens can be sold now",
    )
    const { tokens } = saleOf(await postSale(studio, id, randomSale(2)))
    expect(tokens.map(({ asset_name: name }) => name).toSorted()).toEqual(left)
    expect(errorMessage(await postSale(studio, id, randomSale(1)), 409)).toContain('only 0 of')
  })
})
