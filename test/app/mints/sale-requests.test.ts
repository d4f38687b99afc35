import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, it } from 'vitest'
import { scriptToJson } from '#cardano/scripts.ts'
import { timeOf } from '#cardano/slots.ts'
import { buildRefund } from '#cardano/transactions/build/build-refund.ts'
import { buildSale } from '#cardano/transactions/build/build-sale.ts'
import type { BuiltTransaction } from '#cardano/transactions/build/types.ts'
import { unitOf, type Value } from '#cardano/value.ts'
import { PolicyId } from '#cardano/ids.ts'
import { requestOfMint } from '#app/mints/mint-request.ts'
import { inspectRequest } from '#app/signing/inspect-request.ts'
import { readRequestFile, writeRequestFile } from '#app/signing/request-file.ts'
import { mint as mintSchema, type Mint } from '#contract/mints/mint.ts'
import { provedUtxo } from '../../cardano/transactions/proved-utxo.ts'
import * as given from '../../cardano/transactions/ingredients.ts'
import { sampleMint } from '../api/samples.ts'

const { ada, buyer, collector, held, home, parameters, plainId, plainPolicy, slot } = given
const context = { network: 'devnet', parameters, slot } as const
const treasury = given.enterprise(given.other)
const foreign = unitOf(PolicyId('5c'.repeat(28)), '01')

const holding = ({ lovelace, assets }: Value) => ({
  lovelace: Number(lovelace),
  assets: [...assets].map(([unit, quantity]) => ({ unit, quantity: String(quantity) })),
})

/** As a studio answers it. */
const mintOf = (
  built: BuiltTransaction,
  change: Pick<Mint, 'kind' | 'funding_address' | 'tokens'>,
): Mint =>
  mintSchema.parse({
    ...sampleMint,
    ...change,
    policy_id: plainId,
    script: scriptToJson(plainPolicy.script),
    transactions: [
      {
        tx_id: built.txId,
        cbor: bytesToHex(built.cbor),
        fee: Number(built.fee),
        size: built.signedBytes,
        inputs: built.inputs.map(({ txId, index, address, value }) => ({
          tx_id: txId,
          index,
          address,
          ...holding(value),
        })),
        outputs: built.outputs.map(({ address, value }) => ({ address, ...holding(value) })),
        valid_until: timeOf('devnet', built.validity.end).toISOString(),
        valid_until_slot: Number(built.validity.end),
        status: 'awaiting_witnesses',
        confirmations: 0,
        block_height: null,
        required_signers: built.requiredSigners,
        signed_by: [],
        missing: built.requiredSigners,
        message: null,
      },
    ],
  })

/** The summary that a signing inbox makes of the file. */
const opened = (mint: Mint, parents: readonly Uint8Array[]) => {
  const request = requestOfMint(mint, {
    collectionName: 'Faces',
    payoutAddresses: [home, treasury],
    thumbnails: [],
    parents,
    createdAt: new Date('2026-05-01T12:00:00Z'),
  })
  const read = readRequestFile(writeRequestFile(request))
  const [inspected] = inspectRequest(read, { nowSlot: slot })
  if (inspected === undefined) throw new Error('no transaction')
  const { summary, warnings } = inspected
  return {
    read,
    summary,
    warnings: warnings.map(({ severity, code }) => `${severity} ${code}`),
    labels: summary.outputs.map(({ address, label }) => [address, label]),
  }
}

describe('the signing request of a sale', () => {
  const paid = provedUtxo(held(ada(30), [[foreign, 2n]]), given.saleAddress)
  const payments = [paid.utxo]
  const payouts = [
    { address: home, ratio: 0.8 },
    { address: treasury, ratio: 0.2 },
  ]
  const tokens = given.tokensNamed(2)
  const built = buildSale(context, {
    policy: plainPolicy,
    tokens,
    buyer: collector,
    payments,
    price: ada(20),
    payouts,
  })
  const mint = mintOf(built, {
    kind: 'sale',
    funding_address: given.saleAddress,
    tokens: tokens.map(({ assetName }, at) => ({
      id: `t${at}`,
      asset_name: Buffer.from(assetName).toString(),
      address: collector,
      tx_id: built.txId,
    })),
  })

  it('names the buyer and each payout, and no name lowers the warning of what leaves', () => {
    const { read, summary, warnings, labels } = opened(mint, [paid.parent])
    expect(read.title).toBe('Mint 2 tokens of Faces that were sold')
    expect(read.expected).toMatchObject([{ policyId: plainId, lockSlot: 100_000n }])
    expect(labels).toEqual([
      [collector, 'receives 2 tokens'],
      [home, "the collection's payout address"],
      [treasury, "the collection's payout address"],
    ])
    expect(summary).toMatchObject({ imbalance: { lovelace: '0', assets: [] }, isComplete: false })
    expect(warnings).toEqual([
      'warning ada_to_unknown_address',
      'warning tokens_to_unknown_address',
    ])
  })

  it('warns of a payout to somebody else', () => {
    const other = buildSale(context, {
      policy: plainPolicy,
      tokens,
      buyer: collector,
      payments,
      price: ada(20),
      payouts: [{ address: buyer, ratio: 1 }],
    })
    const { transactions } = mintOf(other, mint)
    const { warnings } = opened({ ...mint, transactions }, [paid.parent])
    expect(warnings).toContain('warning ada_to_unknown_address')
  })
})

describe('the signing request of a refund', () => {
  const [first, second] = [
    provedUtxo(held(ada(5), [[foreign, 2n]]), given.saleAddress),
    provedUtxo(ada(7), given.saleAddress),
  ]
  const parents = [first.parent, second.parent]
  const payments = [
    { utxo: first.utxo, to: collector },
    { utxo: second.utxo, to: buyer },
  ]

  it('says who gets back what, and asks for no policy', () => {
    const built = buildRefund(context, { payments })
    const mint = mintOf(built, { kind: 'refund', funding_address: given.saleAddress, tokens: [] })
    const { read, warnings, labels } = opened(mint, parents)
    expect(read.title).toBe('Give back what was paid for Faces')
    expect(read.expected[0]?.policyId).toBeUndefined()
    expect(labels).toEqual([
      [collector, 'gets back what was paid'],
      [buyer, 'gets back what was paid'],
    ])
    expect(warnings).toEqual([
      'warning ada_to_unknown_address',
      'warning tokens_to_unknown_address',
    ])
  })

  it('knows the change of who pays the fee', () => {
    const own = given.enterprise(given.payer)
    const funds = provedUtxo(ada(9), own)
    const feeFrom = { utxos: [funds.utxo], changeAddress: own }
    const built = buildRefund(context, { payments, feeFrom })
    const mint = mintOf(built, { kind: 'refund', funding_address: own, tokens: [] })
    const { warnings, labels, summary } = opened(mint, [...parents, funds.parent])
    expect(labels.at(-1)).toEqual([own, 'pays, and receives the change'])
    expect(summary.outputs.at(-1)?.leaving).toBeNull()
    expect(warnings).toEqual([
      'warning ada_to_unknown_address',
      'warning tokens_to_unknown_address',
    ])
  })
})
