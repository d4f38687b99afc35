import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { enterpriseAddress } from '#cardano/addresses.ts'
import { TxId } from '#cardano/ids.ts'
import { generatePolicyKey } from '#cardano/keys.ts'
import { tokenMetadata } from '#cardano/metadata.ts'
import { policyIdOf, scriptFromJson } from '#cardano/scripts.ts'
import { buildMint } from '#cardano/transactions/build/build-mint.ts'
import { transactionId } from '#cardano/transaction-id.ts'
import { lovelaceOnly, Unit, unitOf } from '#cardano/value.ts'
import { createGateway } from '#chain/gateway/blockfrost/client.ts'
import type { Gateway } from '#chain/gateway/gateway.ts'
import { Secret } from '#platform/secret/secret.ts'
import { startDevnet } from '#devnet/server.ts'
import { atSlot, caseNamed, givenOutputs, vectors } from '../../devnet/cases.ts'
import { signWith } from '../../support/ledger.ts'
import { until } from '../../support/until.ts'
import { temporaryFolder } from '../../support/folder-test.ts'

/** A devnet with blocks that come quickly, and its gateway. */
const openChain = async (database = ':memory:') => {
  const token = Secret.ofText('token-of-this-test')
  const devnet = await startDevnet({ database, token, blockMs: 20 })
  onTestFinished(() => devnet.close())
  return createGateway({ network: 'devnet', baseUrl: devnet.baseUrl, projectId: token })
}

const newPayer = () => {
  const key = generatePolicyKey()
  return { key, address: enterpriseAddress(key.keyHash, 'devnet') }
}

const funded = async (gateway: Gateway, address: string, lovelace: bigint) => {
  if (gateway.fund === undefined) throw new Error('this gateway has no test wallet')
  const txId = await gateway.fund(address, lovelace)
  await until(() => gateway.transaction(txId))
  return txId
}

const leaf = new TextEncoder().encode('Leaf')

/** A signed mint of one token to the payer's own address. */
const mintOf = async (gateway: Gateway, payer: ReturnType<typeof newPayer>) => {
  const { slot } = await gateway.tip()
  const script = scriptFromJson({
    type: 'all',
    scripts: [
      { type: 'sig', keyHash: payer.key.keyHash },
      { type: 'before', slot: Number(slot) + 10_000 },
    ],
  })
  const policyId = policyIdOf(script)
  const content = {
    name: 'Leaf',
    asset_name: 'Leaf',
    metadata_attributes: [],
    custom_attributes: {},
    image: 'ipfs://QmbQDvKJeo2NgGcGdnUiUFibTzuKNK5Uij7jzmK8ZccmWp',
  }
  const [built] = buildMint(
    {
      network: 'devnet',
      parameters: (await gateway.parameters()).parameters,
      slot,
      funding: { utxos: await gateway.utxosAt(payer.address), changeAddress: payer.address },
    },
    {
      policy: { script, signers: new Set([payer.key.keyHash]) },
      tokens: [
        {
          assetName: leaf,
          metadata: tokenMetadata(undefined, content, policyId),
          address: payer.address,
        },
      ],
    },
  )
  if (built === undefined) throw new Error('nothing was built')
  const signed = signWith(built.cbor, built.requiredSigners, [payer.key])
  return { policyId, signed, unit: unitOf(policyId, Buffer.from(leaf).toString('hex')), built }
}

describe('the gateway over the devnet', () => {
  it('tells tip, network and parameters', async () => {
    const gateway = await openChain()
    const tip = await gateway.tip()
    expect(await gateway.networkMagic()).toBe(42)
    expect(await gateway.block(tip.hash)).toMatchObject({ hash: tip.hash, height: tip.height })
    expect(await gateway.block(0)).toMatchObject({ height: 0 })
    expect((await gateway.parameters()).parameters).toEqual({
      minFeeA: 44n,
      minFeeB: 155_381n,
      coinsPerUtxoByte: 4310n,
      maxTxBytes: 16_384,
      maxValueBytes: 5000,
      keyDeposit: 2_000_000n,
      poolDeposit: 500_000_000n,
    })
  })

  it('knows nothing of what was never used', async () => {
    const gateway = await openChain()
    const { address, key } = newPayer()
    expect(await gateway.utxosAt(address)).toEqual([])
    expect(await gateway.usesOf(address)).toEqual([])
    expect(await gateway.transaction(TxId('ab'.repeat(32)))).toBeUndefined()
    expect(await gateway.outputsOf(TxId('ab'.repeat(32)))).toBeUndefined()
    expect(await gateway.metadata(TxId('ab'.repeat(32)))).toBeUndefined()
    expect(await gateway.asset(Unit(key.keyHash))).toBeUndefined()
    expect(await gateway.holdersOf(Unit(key.keyHash))).toEqual([])
    expect(await gateway.assetsOf(key.keyHash)).toEqual([])
    expect(await gateway.block(1_000_000)).toBeUndefined()
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

  it('mints, is followed to its confirmations, and reads back what was minted', async () => {
    const gateway = await openChain()
    const payer = newPayer()
    await funded(gateway, payer.address, 20_000_000n)
    const { signed, unit, policyId, built } = await mintOf(gateway, payer)

    const txId = await gateway.submit(signed)
    expect(txId).toBe(transactionId(signed))
    const found = await until(() => gateway.transaction(txId))
    expect(found).toMatchObject({ txId, fee: built.fee, bytes: signed.length })
    const confirmed = await until(async () => {
      const block = await gateway.block(found.block)
      return block !== undefined && block.confirmations >= 3 ? block : undefined
    })
    expect(confirmed).toMatchObject({ height: found.height, slot: found.slot })

    expect(await gateway.metadata(txId)).toEqual([
      {
        label: '721',
        json: { [policyId]: { Leaf: expect.objectContaining({ name: 'Leaf' }) }, version: '1.0' },
      },
    ])
    expect(await gateway.asset(unit)).toMatchObject({
      unit,
      quantity: 1n,
      firstMintedIn: txId,
      mintOrBurnCount: 1,
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

  it('takes the same bytes twice, before and after they are in a block', async () => {
    const gateway = await openChain()
    const payer = newPayer()
    await funded(gateway, payer.address, 20_000_000n)
    const { signed } = await mintOf(gateway, payer)
    const txId = await gateway.submit(signed)
    await until(() => gateway.transaction(txId))
    expect(await gateway.submit(signed)).toBe(txId)
  })

  it('tells that a signature is missing', async () => {
    const gateway = await openChain()
    const payer = newPayer()
    await funded(gateway, payer.address, 20_000_000n)
    const { built } = await mintOf(gateway, payer)
    await expect(gateway.submit(built.cbor)).rejects.toMatchObject({
      code: 'rejected',
      details: { txId: built.txId, mayHaveArrived: false },
    })
  })

  it('tells that an input is gone, and that nobody knows by whom', async () => {
    const gateway = await openChain()
    const payer = newPayer()
    await funded(gateway, payer.address, 20_000_000n)
    const first = await mintOf(gateway, payer)
    // A slot later, so that the second is another transaction over the same input.
    const { slot } = await gateway.tip()
    await until(async () => ((await gateway.tip()).slot > slot + 1n ? true : undefined))
    const second = await mintOf(gateway, payer)
    expect(second.built.txId).not.toBe(first.built.txId)
    await gateway.submit(first.signed)
    await expect(gateway.submit(second.signed)).rejects.toMatchObject({
      code: 'rejected',
      details: { cause: 'inputs_spent', mayHaveArrived: true },
    })
  })

  it('is refused with another token', async () => {
    const token = Secret.ofText('right')
    const devnet = await startDevnet({ database: ':memory:', token })
    onTestFinished(() => devnet.close())
    const wrong = createGateway({
      network: 'devnet',
      baseUrl: devnet.baseUrl,
      projectId: Secret.ofText('wrong'),
    })
    await expect(wrong.tip()).rejects.toMatchObject({ code: 'unauthorized' })
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
    const token = Secret.ofText('token-of-this-test')
    const now = () => atSlot(vectors.slot)
    const devnet = await startDevnet({ database: ':memory:', token, now, genesis: givenOutputs })
    onTestFinished(() => devnet.close())
    const gateway = createGateway({ network: 'devnet', baseUrl: devnet.baseUrl, projectId: token })
    await expect(gateway.submit(caseNamed(name))).rejects.toMatchObject({
      code: 'rejected',
      details: { cause, mayHaveArrived: cause === 'inputs_spent' },
    })
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
