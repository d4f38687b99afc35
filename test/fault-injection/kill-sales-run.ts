import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import {
  createKillableStudio,
  createPayer,
  endOf,
  eventsOf,
  hasOpenMints,
  hows,
  readAll,
  readDatabase,
  reserveAll,
  resolveAll,
  startDevnetProcess,
} from './kill-sales.ts'

/** Mulberry32: the printed seed brings the same moments back. */
const randomFrom = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const longestLifeMs = 2_500

/**
 * Sells while the studio is killed at random moments and started again, some of them before it is
 * up; then looks at everything: each sale at its end, each event once, each token once, and every
 * lovelace where it belongs.
 */
export const sellAndKill = async (of: {
  readonly sales: number
  readonly kills: number
  readonly seed: number
}): Promise<void> => {
  console.log(`${of.sales} sales, ${of.kills} kills: seed ${of.seed}`)
  const random = randomFrom(of.seed)
  const ways = Array.from({ length: of.sales }, (_, at) => hows[at % hows.length] ?? 'exact')
  const folder = mkdtempSync(join(tmpdir(), 'coldpress-sale-kill-'))
  const devnet = await startDevnetProcess(50)
  const studio = createKillableStudio(folder, devnet)
  try {
    await studio.start()
    const { id, payout, policyId, orders } = await reserveAll(studio, ways)
    const payer = await createPayer(devnet.gateway)
    await payer.fund(BigInt(of.sales) * 25_000_000n)
    const before = await payer.held()
    const perKill = Math.ceil(of.sales / of.kills)
    for (let kill = 0; kill < of.kills; kill += 1) {
      const lifeMs = random() * longestLifeMs
      const life = delay(lifeMs)
      await payer.pay(orders.slice(kill * perKill, (kill + 1) * perKill))
      await Promise.race([life, resolveAll(studio, id, orders)])
      await life
      await studio.kill()
      void studio.start()
    }
    while ((await resolveAll(studio, id, orders)) < orders.length) await delay(200)
    while (hasOpenMints(folder)) await delay(100)
    // Late events would have arrived by now.
    await delay(500)

    const ended = new Map((await readAll(studio, id))?.map((sold) => [sold.id, sold]))
    await studio.kill()
    const { reported, fees } = readDatabase(folder)
    for (const { sold, how } of orders) {
      const events = reported.get(sold.id)?.map(({ status }) => status) ?? []
      expect([how, ended.get(sold.id)?.status, events.toSorted()]).toEqual([
        how,
        endOf(how),
        eventsOf(how),
      ])
    }
    const minted = await devnet.gateway.assetsOf(policyId)
    expect(minted.map(({ quantity }) => quantity)).toEqual(
      orders.filter(({ how }) => endOf(how) === 'COMPLETED').map(() => 1n),
    )
    const income = [...ended.values()].reduce((sum, one) => sum + BigInt(incomeOf(one)), 0n)
    const paidOut = await devnet.gateway.utxosAt(payout)
    expect(paidOut.reduce((sum, { value }) => sum + value.lovelace, 0n)).toBe(income)
    expect(before - (await payer.held())).toBe(income + fees + payer.fees())
  } finally {
    await studio.kill()
    devnet.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

const incomeOf = ({ status, income }: { status: string; income?: number | null | undefined }) =>
  status === 'COMPLETED' ? (income ?? 0) : 0
