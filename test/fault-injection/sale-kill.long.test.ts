import { randomInt } from 'node:crypto'
import { describe, it } from 'vitest'
import { sellAndKill } from './kill-sales-run.ts'

describe('A studio that is killed fifty times while a hundred sales run', () => {
  it(
    'brings every sale to its end, tells every event once, and loses no lovelace',
    { timeout: 900_000 },
    () =>
      sellAndKill({
        sales: 100,
        kills: 50,
        seed: Number(process.env['SEED'] ?? randomInt(2 ** 31)),
      }),
  )
})
