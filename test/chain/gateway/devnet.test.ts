import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { TxId } from '#cardano/ids.ts'
import { createBlockfrost } from '#chain/gateway/blockfrost/client.ts'
import type { Gateway } from '#chain/gateway/gateway.ts'
import { Secret } from '#platform/secret/secret.ts'
import { startDevnet } from '#devnet/server.ts'
import { mintOf, newPayer } from '../../support/gateways/mint.ts'
import { until } from '../../support/until.ts'
import { temporaryFolder } from '../../support/folder-test.ts'

/** A devnet with blocks that come quickly, and its gateway. */
const openChain = async (database = ':memory:') => {
  const token = Secret.ofText('token-of-this-test')
  const devnet = await startDevnet({ database, token, blockMs: 20 })
  onTestFinished(() => devnet.close())
  return createBlockfrost({ network: 'devnet', baseUrl: devnet.baseUrl, secret: token })
}

const funded = async (gateway: Gateway, address: string, lovelace: bigint) => {
  if (gateway.fund === undefined) throw new Error('this gateway has no test wallet')
  const txId = await gateway.fund(address, lovelace)
  await until(() => gateway.transaction(txId))
  return txId
}

describe('the gateway over the devnet', () => {
  it('tells tip, network and parameters', async () => {
    const gateway = await openChain()
    const tip = await gateway.tip()
    expect(await gateway.networkMagic()).toBe(42)
    expect(await gateway.block(tip.hash)).toMatchObject({ hash: tip.hash, height: tip.height })
    expect(await gateway.block(0)).toMatchObject({ height: 0 })
    expect((await gateway.parameters()).parameters).toMatchObject({
      minFeeA: 44n,
      minFeeB: 155_381n,
      coinsPerUtxoByte: 4310n,
      maxTxBytes: 16_384,
      maxValueBytes: 5000,
      keyDeposit: 2_000_000n,
      poolDeposit: 500_000_000n,
    })
  })

  it('is paid by the test wallet, more often than a page holds', async () => {
    const gateway = await openChain()
    const { address } = newPayer()
    const paid: TxId[] = []
    for (let count = 0; count < 105; count += 1)
      // oxlint-disable-next-line no-await-in-loop -- one wallet
      paid.push(await (gateway.fund?.(address, 2_000_000n) ?? Promise.reject(new Error('none'))))
    for (const txId of paid)
      // oxlint-disable-next-line no-await-in-loop -- the last one is all that is waited for
      await until(() => gateway.transaction(txId))
    const utxos = await gateway.utxosAt(address)
    expect(new Set(utxos.map(({ txId }) => txId))).toEqual(new Set(paid))
    expect(utxos.every(({ value }) => value.lovelace === 2_000_000n)).toBe(true)
    const uses = await gateway.usesOf(address)
    expect(uses).toHaveLength(105)
    expect(uses.map(({ height }) => height)).toEqual(
      uses.map(({ height }) => height).toSorted((a, b) => a - b),
    )
    const last = uses.at(-1)
    if (last === undefined) throw new Error('no use')
    expect(await gateway.usesOf(address, { from: last })).toEqual([last])
  })

  it('is refused with another token', async () => {
    const token = Secret.ofText('right')
    const devnet = await startDevnet({ database: ':memory:', token })
    onTestFinished(() => devnet.close())
    const wrong = createBlockfrost({
      network: 'devnet',
      baseUrl: devnet.baseUrl,
      secret: Secret.ofText('wrong'),
    })
    await expect(wrong.tip()).rejects.toMatchObject({ code: 'unauthorized' })
  })

  it('sees one chain through two devnets on one database, as the app and a command have', async () => {
    const database = join(temporaryFolder(), 'chain.db')
    const [one, other] = [await openChain(database), await openChain(database)]
    const payer = newPayer()
    const txId = await funded(one, payer.address, 20_000_000n)
    expect(await other.transaction(txId)).toMatchObject({ txId })
    const { signed } = await mintOf(other, payer)
    const minted = await other.submit(signed)
    const [here, there] = await Promise.all(
      [one, other].map((gateway) => until(() => gateway.transaction(minted))),
    )
    expect(here).toEqual(there)
    expect(await one.submit(signed)).toBe(minted)
  })
})
