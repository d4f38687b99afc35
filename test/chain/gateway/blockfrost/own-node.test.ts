import { describe, expect, it, onTestFinished } from 'vitest'
import { TxId } from '#cardano/ids.ts'
import { createBlockfrost } from '#chain/gateway/blockfrost/client.ts'
import { caseNamed, givenOutputs, vectors } from '../../../devnet/cases.ts'
import { openTestChain } from '../../../support/gateways/chain.ts'
import { startDingo, startDolos } from '../../../support/gateways/own-nodes.ts'

const openNode = async (start: typeof startDolos) => {
  const test = openTestChain(givenOutputs, vectors.slot)
  onTestFinished(test.close)
  const baseUrl = await start(test)
  // Of no devnet, as everybody's node.
  return { test, gateway: createBlockfrost({ network: 'preprod', baseUrl }) }
}

describe.each([
  ['Dolos', startDolos],
  ['Dingo', startDingo],
])('a node of one’s own: %s', (_name, start) => {
  it('answers reads and takes a transaction without a project ID', async () => {
    const { test, gateway } = await openNode(start)
    test.mine()
    const { txId } = test.pay(test.payerAddress, 5_000_000n)
    expect((await gateway.tip()).height).toBe(2)
    expect(await gateway.transaction(txId)).toMatchObject({ height: 2 })
    expect(await gateway.transaction(TxId('ab'.repeat(32)))).toBeUndefined()
    const sent = await gateway.submit(caseNamed('good'))
    test.mine()
    expect(await gateway.transaction(sent)).toMatchObject({ height: 3 })
    expect(await gateway.submit(caseNamed('good'))).toBe(sent)
    expect(await gateway.callsToday?.()).toBeUndefined()
  })

  it('rejects a transaction', async () => {
    const { gateway } = await openNode(start)
    await expect(gateway.submit(caseNamed('unbalanced: 1 lovelace lost'))).rejects.toMatchObject({
      code: 'rejected',
    })
  })
})

describe('Dolos', () => {
  it('has a transaction in its mempool: it is submitted', async () => {
    const { gateway } = await openNode(startDolos)
    const sent = await gateway.submit(caseNamed('good'))
    expect(await gateway.submit(caseNamed('good'))).toBe(sent)
  })

  it('gives no reason for a rejection, so that the transaction is watched until it has ended', async () => {
    const { gateway } = await openNode(startDolos)
    await expect(gateway.submit(caseNamed('unbalanced: 1 lovelace lost'))).rejects.toMatchObject({
      details: { mayHaveArrived: true, reason: 'no reason given' },
    })
  })

  it('lists no tokens of a policy under which nothing was minted', async () => {
    const { gateway } = await openNode(startDolos)
    expect(await gateway.assetsOf('ab'.repeat(28))).toEqual([])
  })
})

describe('Dingo', () => {
  it('cannot list the tokens of a policy, which is no empty list', async () => {
    const { gateway } = await openNode(startDingo)
    await expect(gateway.assetsOf('ab'.repeat(28))).rejects.toMatchObject({
      code: 'not_implemented',
      message: expect.stringContaining('does not list the tokens of a policy'),
    })
  })
})
