import { describe, expect, it, onTestFinished } from 'vitest'
import { baseAddress, enterpriseAddress } from '#cardano/addresses.ts'
import { KeyHash, PolicyId, TxId } from '#cardano/ids.ts'
import { createOgmios } from '#chain/gateway/ogmios/client.ts'
import { ogmios as provider } from '#chain/gateway/ogmios/provider.ts'
import { rejectionCauseOf } from '#chain/gateway/rejection.ts'
import { caseNamed, givenOutputs, vectors } from '../../../devnet/cases.ts'
import { answer, serve } from '../../../app/api/service.ts'
import { newParty, sign } from '../../../devnet/payments.ts'
import { outputsFor } from '../../../devnet/open-devnet.ts'
import { recordWaits } from '../../../platform/http/recorded-waits.ts'
import { openTestChain } from '../../../support/gateways/chain.ts'
import { startKupo } from '../../../support/gateways/kupo.ts'
import { startOgmios } from '../../../support/gateways/ogmios.ts'

const stakeKey = KeyHash('5e'.repeat(28))
const policyId = PolicyId('ab'.repeat(28))

const openNode = async (options: Parameters<typeof startKupo>[1] = {}, test = openTestChain()) => {
  const ogmios = await startOgmios(test)
  const kupo = await startKupo(test, options)
  onTestFinished(async () => {
    await ogmios.close()
    await kupo.close()
    test.close()
  })
  const { waits, retry } = recordWaits()
  const urls = { ogmiosUrl: ogmios.url, kupoUrl: kupo.url }
  return {
    test,
    ogmios,
    kupo,
    waits,
    urls,
    gateway: createOgmios({ network: 'devnet', ...urls, retry }),
  }
}

const walletAddress = (byte: string): string =>
  baseAddress(KeyHash(byte.repeat(28)), stakeKey, 'devnet')

describe('an index of some patterns', () => {
  it('has every address of a wallet by one pattern', async () => {
    const { test, gateway } = await openNode({ patterns: [`*/${stakeKey}`] })
    const { txId } = test.pay(walletAddress('01'), 3_000_000n)
    expect((await gateway.usesOf(walletAddress('01'))).map((use) => use.txId)).toEqual([txId])
    expect(await gateway.usesOf(walletAddress('02'))).toEqual([])
    expect(await gateway.transaction(txId)).toMatchObject({ height: 1 })
  })

  it('says which pattern is missing, and does not take the index for the chain', async () => {
    const { test, gateway } = await openNode({ patterns: [`*/${stakeKey}`] })
    const stranger = enterpriseAddress(KeyHash('77'.repeat(28)), 'devnet')
    const { txId } = test.pay(stranger, 3_000_000n)
    await expect(gateway.usesOf(stranger)).rejects.toMatchObject({
      code: 'not_implemented',
      message: expect.stringContaining(`none of them has the address ${stranger}`),
    })
    await expect(gateway.assetsOf(policyId)).rejects.toMatchObject({
      details: { pattern: `${policyId}.*` },
    })
    await expect(gateway.transaction(txId)).rejects.toThrow(
      `transaction ${txId}, which is on chain`,
    )
    // The ledger has what Kupo leaves out.
    expect(await gateway.utxosAt(stranger)).toHaveLength(1)
  })

  it('finds a transaction by what it spent, and says who paid only with an index of everything', async () => {
    const party = newParty()
    const [funds] = outputsFor(party, 1, 50_000_000n)
    if (funds === undefined) throw new Error('no funds')
    const chain = openTestChain([funds])
    const { test, kupo, gateway } = await openNode({ patterns: [party.address] }, chain)
    const { cbor } = sign(party, {
      spends: [funds.spend],
      pays: [{ to: newParty(), lovelace: 40_000_000n }],
    })
    const txId = test.chain.submit(cbor)
    test.mine()
    expect(await gateway.transaction(txId)).toMatchObject({ height: 1 })
    await expect(gateway.outputsOf(txId)).rejects.toMatchObject({ details: { pattern: '*' } })
    kupo.state.patterns.push('*')
    expect((await gateway.outputsOf(txId))?.inputs).toHaveLength(1)
  })
})

describe('setting up', () => {
  const settingsOf = async (options: Parameters<typeof startKupo>[1] = {}) => {
    const { kupo, urls } = await openNode(options)
    const prepare = (watched: Parameters<NonNullable<typeof provider.prepare>>[1]) =>
      provider.prepare?.({ network: 'preprod', settings: urls, secret: undefined }, watched)
    return { kupo, prepare }
  }
  const made = { policyId, since: new Date('2026-03-02T00:00:00Z') }
  const wallet = { stakeKeyHash: stakeKey, since: new Date('2026-03-01T00:00:00Z') }

  it('puts all missing patterns at once, from the day of the first', async () => {
    const { kupo, prepare } = await settingsOf({ patterns: [] })
    await prepare([made, wallet])
    expect(kupo.state.puts).toEqual([
      {
        patterns: [`${policyId}.*`, `*/${stakeKey}`],
        // 2026-03-01 on preprod
        rollback_to: { slot_no: 116_640_000 },
        limit: 'unsafe_allow_beyond_safe_zone',
      },
    ])
    await prepare([made, wallet])
    expect(kupo.state.puts).toHaveLength(1)
  })

  it('indexes again from before there were tokens for what was made elsewhere', async () => {
    const { kupo, prepare } = await settingsOf({ patterns: [`*/${stakeKey}`] })
    await prepare([wallet, { policyId, since: undefined }])
    expect(kupo.state.puts).toMatchObject([
      { patterns: [`${policyId}.*`], rollback_to: { slot_no: 950_340 } },
    ])
  })

  it('leaves an index of everything as it is', async () => {
    const { kupo, prepare } = await settingsOf()
    await prepare([made, wallet])
    expect(kupo.state.puts).toEqual([])
  })
})

describe('Kupo behind the node', () => {
  it('is waited for, and then said, instead of read as the chain', async () => {
    const { test, kupo, gateway, waits } = await openNode()
    test.mine(3)
    kupo.state.behind = 2
    await expect(gateway.tip()).rejects.toMatchObject({
      code: 'service_error',
      message: expect.stringContaining('Kupo has indexed the chain up to slot 1001'),
    })
    expect(new Set(waits)).toEqual(new Set([300]))
    kupo.state.behind = 0
    expect((await gateway.tip()).height).toBe(3)
  })
})

describe('parameters', () => {
  it('take the steps of reference scripts from the node', async () => {
    const { ogmios, gateway } = await openNode()
    ogmios.state.parameters = {
      minFeeReferenceScripts: { base: 20, range: 12_800, multiplier: 1.5 },
    }
    const { referenceScripts } = (await gateway.parameters()).parameters
    expect(referenceScripts).toEqual({
      perByte: 20n,
      stepBytes: 12_800n,
      steeper: { numerator: 1_500_000n, denominator: 1_000_000n },
    })
  })

  it.each([
    [{ base: 15, range: 1, multiplier: 1.2 }, 'steps of 1 bytes'],
    [{ base: 15, range: 25_600, multiplier: 9 }, 'at most 2 is believed'],
    [{ base: 9_000, range: 25_600, multiplier: 1.2 }, '9000 is beyond anything'],
    [{ base: 15, range: 25_600, multiplier: 1e300 }, 'minFeeReferenceScripts.multiplier'],
  ])('that would burn money are not believed: %j', async (minFeeReferenceScripts, words) => {
    const { ogmios, gateway } = await openNode()
    ogmios.state.parameters = { minFeeReferenceScripts }
    await expect(gateway.parameters()).rejects.toMatchObject({
      details: { format: expect.stringContaining(words) },
    })
  })

  it('raise no limit of what is read', async () => {
    const { ogmios, gateway } = await openNode()
    ogmios.state.parameters = { maxTransactionSize: { bytes: 1_000_000 } }
    expect((await gateway.parameters()).parameters.maxTxBytes).toBe(16_384)
  })
})

describe('errors of Ogmios', () => {
  it.each([
    [3100, 'witnesses'],
    [3101, 'witnesses'],
    [3102, 'script'],
    [3103, 'script'],
    [3104, 'script'],
    [3105, 'metadata'],
    [3106, 'metadata'],
    [3107, 'metadata'],
    [3108, 'metadata'],
    [3117, 'inputs_spent'],
    [3118, 'outside_validity'],
    [3119, 'size'],
    [3120, 'size'],
    [3122, 'fee'],
    [3123, 'value'],
    [3124, 'network'],
    [3125, 'least_amount'],
    [3150, 'other'],
  ])('%i of a submission is the cause %s', async (code, cause) => {
    const { test, ogmios, gateway } = await openNode({}, openTestChain(givenOutputs, vectors.slot))
    test.mine()
    ogmios.state.failure = { code, message: 'In the words of the node.', data: { more: [1] } }
    await expect(gateway.submit(caseNamed('good'))).rejects.toMatchObject({
      code: 'rejected',
      details: { cause, reason: expect.stringContaining(`(Ogmios error ${code})`) },
    })
  })

  it('of a read are the gateway’s, and some are asked again', async () => {
    const { ogmios, gateway } = await openNode()
    ogmios.state.failure = { code: 2003, message: 'The state is no longer available.' }
    await expect(gateway.networkMagic()).rejects.toMatchObject({
      code: 'service_error',
      details: { attempts: 4, ogmios_code: 2003 },
    })
    ogmios.state.failure = { code: -32_601, message: 'Unknown method.' }
    await expect(gateway.networkMagic()).rejects.toThrow('Check that the address is that of Ogmios')
  })

  it('keep their cause where only the reason is kept', () => {
    expect(rejectionCauseOf('Something. (Ogmios error 3122)').cause).toBe('fee')
    expect(rejectionCauseOf('an input of 3122').cause).toBe('other')
  })
})

describe('answers that are none', () => {
  it.each([
    ['patterns', [7]],
    ['matches', [{ transaction_id: 'x' }]],
    ['matches', { transaction_id: 'x' }],
    ['checkpoints', { slot_no: -1, header_hash: 'x' }],
  ])('of Kupo are the gateway’s error: %s', async (kind, body) => {
    const { kupo, gateway } = await openNode()
    kupo.state.instead.set(kind, body)
    await expect(gateway.assetsOf(policyId)).rejects.toMatchObject({
      code: 'service_error',
      message: expect.stringContaining('cannot be read'),
    })
  })

  it('of Ogmios are the gateway’s error', async () => {
    const { baseUrl } = await serve(answer(200, { jsonrpc: '2.0', result: 'origin' }))
    const gateway = createOgmios({ network: 'devnet', ogmiosUrl: baseUrl, kupoUrl: baseUrl })
    for (const read of [gateway.tip, gateway.parameters, gateway.networkMagic])
      // oxlint-disable-next-line no-await-in-loop -- one server, one after the other
      await expect(read()).rejects.toMatchObject({ code: 'service_error' })
  })
})

describe('quantities', () => {
  it('larger than JavaScript holds are read exactly', async () => {
    const party = newParty()
    const [funds] = outputsFor(party, 1, 50_000_000n)
    if (funds === undefined) throw new Error('no funds')
    const { test, gateway } = await openNode({}, openTestChain([funds]))
    const most = 9_223_372_036_854_775_807n
    const unit = party.unit('Leaf')
    const txId = test.chain.submit(
      sign(party, { spends: [funds.spend], mints: new Map([[unit, most]]) }).cbor,
    )
    test.mine()
    expect(await gateway.holdersOf(unit)).toEqual([{ address: party.address, quantity: most }])
    expect((await gateway.utxosAt(party.address))[0]?.value.assets.get(unit)).toBe(most)
    expect((await gateway.outputsOf(TxId(txId)))?.outputs[0]?.value.assets.get(unit)).toBe(most)
  })
})
