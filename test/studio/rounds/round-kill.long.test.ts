import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { type SaleRound, saleRounds } from '#contract/rounds/sale-round.ts'
import {
  createKillableStudio,
  createPayer,
  type KillableStudio,
  readAll,
  reserveAll,
  startDevnetProcess,
} from '../../fault-injection/kill-sales.ts'
import { witnessOf } from '../mints/two-of-three.ts'
import { watchedPolicy } from '../mints/watched-policy.ts'

const count = 6
/** How long the studio lives after it was asked to build a round, and after the first signatures. */
const livesMs = [0, 15, 40, 90] as const

const roundsOf = async (studio: KillableStudio, path: string) =>
  saleRounds.parse(await studio.ask('GET', path))

it('A studio that is killed while it builds signing rounds and takes their signatures delivers every sale once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coldpress-round-kill-'))
  const devnet = await startDevnetProcess(50)
  const studio = createKillableStudio(folder, devnet)
  const killedAfter = async (ms: number, asked: Promise<unknown>): Promise<void> => {
    await delay(ms)
    await studio.kill()
    await asked
    await studio.start()
  }
  try {
    await studio.start()
    const { key, policy } = watchedPolicy()
    const { id, payout, policyId } = await reserveAll(
      studio,
      Array.from({ length: count * livesMs.length }, () => 'exact' as const),
      { collection: { policy }, terms: { delivers_within: 86_400 } },
    ).then(async (reserved) => {
      const payer = await createPayer(devnet.gateway)
      await payer.fund(BigInt(reserved.orders.length) * 25_000_000n)
      await payer.pay(reserved.orders)
      return reserved
    })
    const rounds = `/nft/collections/${id}/sale-rounds`
    const sign = ({ mint_id: mintId, tx_id: txId }: SaleRound['sales'][number]) =>
      studio.ask('POST', `/nft/collections/${id}/mints/${mintId}/witnesses`, {
        witnesses: [witnessOf(key, txId)],
      })
    const total = count * livesMs.length
    while ((await roundsOf(studio, rounds)).waiting.length < total) await delay(100)

    for (const lifeMs of livesMs) {
      await killedAfter(lifeMs, studio.ask('POST', rounds, {}))
      const { waiting, rounds: built } = await roundsOf(studio, rounds)
      const inRounds = built.flatMap(({ sales }) => sales)
      // All of a round, or nothing of it.
      expect([waiting.length, inRounds.length]).toEqual(
        built.length === 0 ? [total, 0] : [0, total],
      )
    }
    if ((await roundsOf(studio, rounds)).waiting.length > 0) await studio.ask('POST', rounds, {})
    const [round] = (await roundsOf(studio, rounds)).rounds
    const parts = livesMs.map((_, at) => round?.sales.slice(at * count, (at + 1) * count) ?? [])
    for (const [at, part] of parts.entries())
      await killedAfter(livesMs[at] ?? 0, Promise.all(part.map(sign)))
    for (;;) {
      const [now] = (await roundsOf(studio, rounds)).rounds
      const unsigned = now?.sales.filter(({ status }) => status === 'awaiting_witnesses') ?? []
      if (now?.status === 'completed') break
      for (const one of unsigned) await sign(one)
      await delay(200)
    }

    const sold = (await readAll(studio, id)) ?? []
    expect(sold.map(({ status }) => status)).toEqual(sold.map(() => 'COMPLETED'))
    expect(sold).toHaveLength(total)
    const minted = await devnet.gateway.assetsOf(policyId)
    expect(minted.map(({ quantity }) => quantity)).toEqual(sold.map(() => 1n))
    const paidOut = await devnet.gateway.utxosAt(payout)
    expect(paidOut.reduce((sum, { value }) => sum + value.lovelace, 0n)).toBe(
      sold.reduce((sum, { income }) => sum + BigInt(income ?? 0), 0n),
    )
  } finally {
    await studio.kill()
    devnet.kill()
    rmSync(folder, { recursive: true, force: true })
  }
})
