import { randomInt } from 'node:crypto'
import { describe, it } from 'vitest'
import { sellAndKill } from '../../fault-injection/kill-sales-run.ts'

describe('A studio that is killed while it sells', () => {
  it('brings every sale to its end, tells every event once, and loses no lovelace', () =>
    sellAndKill({ sales: 20, kills: 8, seed: Number(process.env['SEED'] ?? randomInt(2 ** 31)) }))
})
