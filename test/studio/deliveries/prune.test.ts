import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { Database, type Parameters } from '#platform/db/database.ts'
import { deleteEnded } from '#studio/deliveries/store.ts'
import { openStudio } from '../open-studio.ts'

const planRow = z.object({ detail: z.string() })

/** Notes by which way SQLite finds what a statement asks for. */
class Explained extends Database {
  readonly ways: string[] = []

  override run(sql: string, parameters: Parameters = {}): number {
    const named = z.record(z.string(), z.union([z.string(), z.number()])).parse(parameters)
    const plan = this.all(planRow, `EXPLAIN QUERY PLAN ${sql}`, named)
    this.ways.push(...plan.map(({ detail }) => detail))
    return super.run(sql, parameters)
  }
}

it('Deliveries that ended are found by when they ended, however many are kept', async () => {
  const studio = await openStudio()
  onTestFinished(() => studio.close())
  const database = new Explained(studio.databasePath, [])
  onTestFinished(() => database.close())
  expect(deleteEnded(database, '2026-11-22T00:00:00.000Z', 500)).toBe(0)
  expect(database.ways).toContainEqual(expect.stringMatching(/INDEX deliveries_ended /u))
  expect(database.ways.filter((way) => /SCAN|TEMP B-TREE/u.test(way))).toEqual([])
})
