import { describe, expect, it, onTestFinished } from 'vitest'
import { TxId } from '#cardano/ids.ts'
import { policyIdOf } from '#cardano/scripts.ts'
import { transactionId } from '#cardano/transaction-id.ts'
import { parseTransaction } from '#cardano/transactions/parts/parse.ts'
import { lovelaceOnly, Unit } from '#cardano/value.ts'
import type { GatewayAbility } from '#chain/gateway/gateway.ts'
import { messageOf } from '#values/errors/errors.ts'
import { firstRoyaltyMint } from '#chain/gateway/policy-royalty.ts'
import { caseNamed, givenOutputs, vectors } from '../../devnet/cases.ts'
import { openTestChain, type TestChain } from '../../support/gateways/chain.ts'
import { mintOf, newPayer } from '../../support/gateways/mint.ts'
import { gatewayKinds } from '../../support/gateways/kinds.ts'

describe.each(gatewayKinds)('a gateway of %s', (_name, open) => {
  const openGateway = async (test: TestChain = openTestChain()) => {
    onTestFinished(test.close)
    return { test, gateway: await open(test) }
  }

  it('reads network, tip, blocks and parameters', async () => {
    const { test, gateway } = await openGateway()
    test.mine(5)
    const tip = await gateway.tip()
    expect(tip).toMatchObject({ height: 5, confirmations: 0 })
    expect(await gateway.networkMagic()).toBe(42)
    expect(await gateway.securityParam()).toBe(12)
    expect(await gateway.block(tip.hash)).toEqual(tip)
    expect(await gateway.block(2)).toMatchObject({ height: 2, confirmations: 3 })
    expect((await gateway.block(2))?.slot).toBe(tip.slot - 3n)
    expect(await gateway.block(0)).toMatchObject({ height: 0 })
    const { parameters } = await gateway.parameters()
    const { referenceScripts, ...plain } = parameters
    expect(plain).toEqual({
      minFeeA: 44n,
      minFeeB: 155_381n,
      coinsPerUtxoByte: 4310n,
      maxTxBytes: 16_384,
      maxValueBytes: 5000,
      keyDeposit: 2_000_000n,
      poolDeposit: 500_000_000n,
    })
    expect(referenceScripts).toMatchObject({ perByte: 15n, stepBytes: 25_600n })
    const { numerator = 0n, denominator = 0n } = referenceScripts?.steeper ?? {}
    expect(numerator * 5n).toBe(denominator * 6n)
  })

  it('knows nothing of what was never used', async () => {
    const { gateway } = await openGateway()
    const { address, key } = newPayer()
    const none = TxId('ab'.repeat(32))
    expect(await gateway.utxosAt(address)).toEqual([])
    expect(await gateway.usesOf(address)).toEqual([])
    expect(await gateway.transaction(none)).toBeUndefined()
    expect(await gateway.outputsOf(none)).toBeUndefined()
    expect(await gateway.metadata(none)).toBeUndefined()
    expect(await gateway.asset(Unit(key.keyHash))).toBeUndefined()
    expect(await gateway.holdersOf(Unit(key.keyHash))).toEqual([])
    expect(await gateway.assetsOf(key.keyHash)).toEqual([])
    expect(await gateway.block(1_000_000)).toBeUndefined()
    expect(await gateway.block('cd'.repeat(32))).toBeUndefined()
  })

  it('reads the payments of a sale: what came, from whom, and what is left', async () => {
    const { test, gateway } = await openGateway()
    const { address } = newPayer()
    const first = test.pay(address, 3_000_000n).txId
    test.mine(2)
    const second = test.pay(address, 4_000_000n).txId
    test.mine()
    const uses = await gateway.usesOf(address)
    expect(uses.map(({ txId, height }) => [txId, height])).toEqual([
      [first, 1],
      [second, 4],
    ])
    const [, last] = uses
    if (last === undefined) throw new Error('no use')
    expect(await gateway.usesOf(address, { from: last })).toEqual([last])
    expect(await gateway.usesOf(address, { from: { height: 2 } })).toEqual([last])
    const { inputs, outputs } = (await gateway.outputsOf(second)) ?? { inputs: [], outputs: [] }
    expect(inputs.map((input) => input.address)).toEqual([test.payerAddress])
    expect(outputs.find((output) => output.address === address)?.value).toEqual(
      lovelaceOnly(4_000_000n),
    )
    const utxos = await gateway.utxosAt(address)
    expect(new Set(utxos.map(({ txId }) => txId))).toEqual(new Set([first, second]))
  })

  it('mints, is followed to its confirmations, and reads back what was minted', async () => {
    const { test, gateway } = await openGateway()
    const payer = newPayer()
    test.pay(payer.address, 20_000_000n)
    const { signed, unit, policyId, built } = await mintOf(gateway, payer)

    const txId = await gateway.submit(signed)
    expect(txId).toBe(transactionId(signed))
    expect(await gateway.transaction(txId)).toBeUndefined()
    test.mine(4)
    const found = await gateway.transaction(txId)
    expect(found).toMatchObject({ txId, height: 2 })
    expect(await gateway.block(found?.block ?? '')).toMatchObject({
      height: found?.height,
      slot: found?.slot,
      confirmations: 3,
    })

    expect(await gateway.metadata(txId)).toEqual([
      {
        label: '721',
        json: { [policyId]: { Leaf: expect.objectContaining({ name: 'Leaf' }) }, version: '1.0' },
      },
    ])
    expect(await gateway.asset(unit)).toMatchObject({
      unit,
      quantity: 1n,
      metadata: expect.objectContaining({ name: 'Leaf' }),
    })
    expect(await gateway.assetsOf(policyId)).toEqual([{ unit, quantity: 1n }])
    expect(await gateway.holdersOf(unit)).toEqual([{ address: payer.address, quantity: 1n }])
    const { inputs, outputs } = (await gateway.outputsOf(txId)) ?? { inputs: [], outputs: [] }
    expect(inputs.map(({ value }) => value)).toEqual([lovelaceOnly(20_000_000n)])
    const sum = outputs.reduce((total, { value }) => total + value.lovelace, built.fee)
    expect(sum).toBe(20_000_000n)
    expect(outputs.some(({ value }) => value.assets.get(unit) === 1n)).toBe(true)
  })

  it('counts mints and gives the bytes of a transaction, or says in words that it cannot', async () => {
    const { test, gateway } = await openGateway()
    const payer = newPayer()
    test.pay(payer.address, 20_000_000n)
    const { signed, unit } = await mintOf(gateway, payer)
    const txId = await gateway.submit(signed)
    test.mine()
    const lacks = (ability: GatewayAbility): boolean => gateway.lacks?.includes(ability) === true
    expect(await gateway.asset(unit)).toMatchObject(
      lacks('mint_counts')
        ? { firstMintedIn: undefined, mintOrBurnCount: undefined }
        : { firstMintedIn: txId, mintOrBurnCount: 1 },
    )
    const read = gateway.transactionCbor(txId).then(
      (bytes = new Uint8Array()) => parseTransaction(bytes).txId,
      (error: unknown) => messageOf(error),
    )
    const inWords = /Use Blockfrost or Koios/u
    expect(await read).toMatch(lacks('bytes') ? inWords : new RegExp(`^${txId}$`, 'u'))
  })

  it('reads no royalty of a policy without one', async () => {
    const { gateway } = await openGateway()
    expect(await firstRoyaltyMint(gateway, policyIdOf({ type: 'all', scripts: [] }))).toBe(
      undefined,
    )
  })

  it('takes the same bytes twice once they are in a block', async () => {
    const { test, gateway } = await openGateway()
    const payer = newPayer()
    test.pay(payer.address, 20_000_000n)
    const { signed } = await mintOf(gateway, payer)
    const txId = await gateway.submit(signed)
    test.mine()
    expect(await gateway.submit(signed)).toBe(txId)
  })

  it('forgets what a rollback took back, and takes it again', async () => {
    const { test, gateway } = await openGateway()
    const { address } = newPayer()
    const { txId, cbor } = test.pay(address, 3_000_000n)
    test.mine(2)
    const before = await gateway.transaction(txId)
    expect(await gateway.block(before?.block ?? '')).toMatchObject({ confirmations: 2 })
    test.rollBack(3)
    expect(await gateway.transaction(txId)).toBeUndefined()
    expect(await gateway.usesOf(address)).toEqual([])
    expect(await gateway.utxosAt(address)).toEqual([])
    test.mine(2)
    expect(await gateway.block(before?.block ?? '')).toBeUndefined()
    const other = await gateway.block(before?.height ?? 0)
    expect(other?.hash).not.toBe(before?.block)
    expect(await gateway.submit(cbor)).toBe(txId)
    test.mine()
    expect(await gateway.transaction(txId)).toMatchObject({ height: 3 })
  })

  it('tells that a signature is missing', async () => {
    const { test, gateway } = await openGateway()
    const payer = newPayer()
    test.pay(payer.address, 20_000_000n)
    const { built } = await mintOf(gateway, payer)
    await expect(gateway.submit(built.cbor)).rejects.toMatchObject({
      code: 'rejected',
      details: { txId: built.txId, mayHaveArrived: false },
    })
  })

  it('tells that an input is gone, and that nobody knows by whom', async () => {
    const { test, gateway } = await openGateway()
    const payer = newPayer()
    test.pay(payer.address, 20_000_000n)
    const first = await mintOf(gateway, payer)
    // A slot later, so that the second is another transaction over the same input.
    test.mine()
    const second = await mintOf(gateway, payer)
    expect(second.built.txId).not.toBe(first.built.txId)
    await gateway.submit(first.signed)
    await expect(gateway.submit(second.signed)).rejects.toMatchObject({
      code: 'rejected',
      details: { cause: 'inputs_spent', mayHaveArrived: true },
    })
  })

  it.each([
    ['missing policy witness', 'script'],
    ['missing payment witness', 'witnesses'],
    ['wrong signature (bit flip)', 'witnesses'],
    ['ttl == current slot (exclusive bound)', 'outside_validity'],
    ['native before violated (before 900, ttl 50000)', 'script'],
    ['unbalanced: 1 lovelace lost', 'value'],
    ['fee 1 lovelace below ledger minimum', 'fee'],
    ['min-UTxO: 1 lovelace below', 'least_amount'],
    ['oversized tx (17 KB)', 'size'],
    ['max value size > 5000', 'size'],
    ['unknown input', 'inputs_spent'],
    ['mint without any script', 'script'],
    ['extraneous extra script', 'script'],
    ['wrong aux-data hash (metadata edited after signing)', 'metadata'],
    ['aux hash in body but no metadata', 'metadata'],
    ['metadata but no aux hash in body', 'metadata'],
    ['wrong network (mainnet address in output)', 'network'],
  ])('tells the cause of a rejection: %s', async (name, cause) => {
    const { gateway } = await openGateway(openTestChain(givenOutputs, vectors.slot))
    await expect(gateway.submit(caseNamed(name))).rejects.toMatchObject({
      code: 'rejected',
      details: { cause, mayHaveArrived: cause === 'inputs_spent' },
    })
  })
})
