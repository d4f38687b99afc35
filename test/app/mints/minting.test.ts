import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MintingClient } from '#app/api/client.ts'
import { writeWitness } from '#cardano/envelope.ts'
import { TxId } from '#cardano/ids.ts'
import { generatePolicyKey, signBody, writeSigningKey } from '#cardano/keys.ts'
import { networks } from '#cardano/network.ts'
import { policyIdOf, scriptFromJson } from '#cardano/scripts.ts'
import { timeOf } from '#cardano/slots.ts'
import { assemble } from '#cardano/transactions/assemble.ts'
import { writeTransactionText } from '#cardano/transactions/tx-envelope.ts'
import { createImageProcess } from '#media/images/process.ts'
import { openMint } from '#app/mints/open-mint.ts'
import { openRequest } from '#app/signing/open-transactions.ts'
import type { OwnershipSource } from '#app/signing/local-ownership.ts'
import { followMint, type MintProgress } from '#app/mints/follow-mint.ts'
import { networkOfMint } from '#app/mints/mint-network.ts'
import { parentsOf, requestOfMint } from '#app/mints/mint-request.ts'
import { thumbnailsOf } from '#app/mints/mint-thumbnails.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import { witnessesFor } from '#app/mints/mint-witnesses.ts'
import { inspectRequest } from '#app/signing/inspect-request.ts'
import { readRequestFile, writeRequestFile } from '#app/signing/request-file.ts'
import type { Mint } from '#contract/mints/mint.ts'
import { ada, type MintHarness } from '../../studio/mints/mint-harness.ts'
import { testAddress, type TestStudio, tokenBody } from '../../studio/open-studio.ts'
import { sampleMint } from '../api/samples.ts'
import { openMintClient } from '../../studio/mints/mint-client.ts'

const [alice, bob, carol] = [generatePolicyKey(), generatePolicyKey(), generatePolicyKey()]
const script = {
  type: 'atLeast' as const,
  required: 2,
  scripts: [alice, bob, carol].map(({ keyHash }) => ({ type: 'sig' as const, keyHash })),
}
const policy = {
  lock: false,
  policy_id: policyIdOf(scriptFromJson(script)),
  script,
  signing_keys: [alice, bob].map((key) => writeSigningKey(key, 'bech32').text()),
}

let opened: Awaited<ReturnType<typeof openMintClient>>
let harness: MintHarness
let studio: TestStudio
let client: MintingClient
beforeAll(async () => {
  opened = await openMintClient()
  ;({ harness, studio, client } = opened)
})
afterAll(() => opened.close())

const image = join(import.meta.dirname, '../../../resources/sample/01-fern.jpg')

/** A collection that is paid for, and a mint of it that waits for Carol. */
const park = async (names: readonly string[], name = 'Faces'): Promise<Mint> => {
  const { id } = await client.createCollection({ name, payout_address: testAddress, policy })
  const { cid } = await studio.content.addFile(image)
  for (let start = 0; start < names.length; start += 25)
    await client.addTokens(
      id,
      names
        .slice(start, start + 25)
        .map((one) => ({ ...tokenBody(one), media_type: 'image/jpeg', image: `ipfs://${cid}` })),
    )
  const { address } = await client.getFunding(id)
  await harness.fundAndWait(address, 50n * ada)
  const signers = [alice.keyHash, carol.keyHash]
  return client.createMint(id, { tokens: 'all', to: testAddress, signers })
}

const facts = {
  collectionName: 'Faces',
  payoutAddresses: [testAddress],
  thumbnails: [],
  parents: [],
  createdAt: new Date('2026-05-01T12:00:00Z'),
}

const signed = (mint: Mint, key: typeof carol) =>
  mint.transactions.map(({ tx_id: txId }, position) => ({
    name: `${position}.witness`,
    text: writeWitness(signBody(key, TxId(txId))),
  }))

describe('the signing request of a mint', () => {
  it('may bear the name of another policy of this computer where the collection is its own', async () => {
    const mint = await park(['Name1'])
    const ownership: OwnershipSource = {
      keyState: async () => 'absent',
      learn: () => undefined,
      isWalletAddress: async () => false,
      addressBook: async () => new Map<string, string>(),
      policyNames: () => new Map([['ab'.repeat(28), 'Faces']]),
    }
    const codesOf = ({ transactions }: Awaited<ReturnType<typeof openMint>>) =>
      transactions.flatMap(({ warnings }) => warnings.map(({ code }) => code))
    const known = { ownership, home: '' }
    expect(codesOf(await openMint(mint, { client, ...known }))).not.toContain('name_of_own_policy')
    // the same, carried to whoever does not have the collection
    const parents = await parentsOf(client, mint)
    const carried = requestOfMint(mint, { ...facts, parents })
    expect(codesOf(await openRequest(carried, known))).toContain('name_of_own_policy')
  })

  it('holds all that is needed to judge it without a network, and warns of what leaves alone', async () => {
    const mint = await park(['Ada1', 'Ada2'])
    const images = createImageProcess()
    const sources = { client, content: studio.content, images: () => images }
    const thumbnails = await thumbnailsOf(mint, sources)
    await images.close()
    expect(thumbnails).toMatchObject([
      { name: 'Ada1', mediaType: 'image/webp' },
      { name: 'Ada2', mediaType: 'image/webp' },
    ])
    const parents = await parentsOf(client, mint)
    expect(parents.length).toBeGreaterThan(0)
    const written = writeRequestFile(requestOfMint(mint, { ...facts, thumbnails, parents }))
    const request = readRequestFile(written)
    expect(request).toMatchObject({
      title: 'Mint 2 tokens of Faces',
      network: 'devnet',
      expected: [{ policyId: policy.policy_id, awaitsRoyalty: false }],
    })
    const [inspected] = inspectRequest(request)
    expect(inspected?.summary).toMatchObject({
      txId: mint.transactions[0]?.tx_id,
      isComplete: false,
      signatures: expect.arrayContaining([expect.objectContaining({ keyHash: alice.keyHash })]),
    })
    expect(inspected?.summary.minimumFee).not.toBeNull()
    expect(inspected?.summary.unprovedInputs).toBe(0)
    const grave = inspected?.warnings.filter(({ severity }) => severity !== 'info')
    expect(grave).toMatchObject([{ code: 'ada_to_unknown_address', severity: 'warning' }])
    await client.cancelMint(mint.collection_id, mint.id)
  })

  it('of several transactions tells nothing that their own bytes say', async () => {
    const names = Array.from({ length: 160 }, (_, position) => `Many${position}`)
    const mint = await park(names)
    expect(mint.transactions.length).toBeGreaterThan(1)
    const request = readRequestFile(writeRequestFile(requestOfMint(mint, facts)))
    const own = new Set<string>(mint.transactions.map(({ tx_id: txId }) => txId))
    expect(request.resolvedInputs.length).toBeGreaterThan(0)
    expect(request.resolvedInputs.filter(({ txId }) => own.has(txId))).toEqual([])
    for (const { summary } of inspectRequest(request))
      expect(summary.inputs.filter(({ address }) => address === null)).toEqual([])
    await client.cancelMint(mint.collection_id, mint.id)
  })

  it('makes one line of any name', async () => {
    const family = '\u{1f468}\u200d\u{1f469}'
    const mint = await park(['Odd'], `${family} a\nb ${'long '.repeat(40)}`)
    const { name } = await client.getCollection(mint.collection_id)
    const request = requestOfMint(mint, { ...facts, collectionName: name })
    expect(readRequestFile(writeRequestFile(request)).title).toMatch(
      /^Mint 1 token of .* a b .*…$/u,
    )
    await client.cancelMint(mint.collection_id, mint.id)
  })

  it('is refused for more transactions than a file holds', async () => {
    const mint = await park(['Lots'])
    const [only] = mint.transactions
    const many = { ...mint, transactions: only === undefined ? [] : Array(257).fill(only) }
    expect(() => requestOfMint(many, facts)).toThrow(/257 transactions.*at most 256/u)
    await client.cancelMint(mint.collection_id, mint.id)
  })
})

describe('the network of a mint', () => {
  it.each(networks)('follows from a slot and its time: %s', (network) => {
    const [slot, time] = [100_000_000, timeOf(network, 100_000_000n).toISOString()]
    const transaction = { valid_until_slot: slot, valid_until: time }
    expect(networkOfMint(mintWith(transaction))).toBe(network)
    const other = { valid_until_slot: slot + 1, valid_until: time }
    expect(() => networkOfMint(mintWith(other))).toThrow(/belong to no network/u)
  })

  const mintWith = (
    change: Pick<Mint['transactions'][number], 'valid_until' | 'valid_until_slot'>,
  ) => ({
    transactions: [{ ...emptyTransaction, ...change }],
  })
})

const emptyTransaction: Omit<Mint['transactions'][number], 'valid_until' | 'valid_until_slot'> = {
  tx_id: 'ab'.repeat(32),
  cbor: '',
  fee: 0,
  size: 0,
  inputs: [],
  outputs: [],
  status: 'ready',
  confirmations: 0,
  block_height: null,
  required_signers: [],
  signed_by: [],
  missing: [],
  message: null,
}

describe('files that come back', () => {
  it('complete the mint, which is followed until it is confirmed', async () => {
    const mint = await park(['Grace'])
    const parked = await followMint(client, mint, { until: 'completed', pauseMs: 5 })
    expect(parked.status).toBe('awaiting_witnesses')
    const after = await client.addWitnesses(
      mint.collection_id,
      mint.id,
      witnessesFor(mint, signed(mint, carol)),
    )
    expect(after.transactions.flatMap(({ missing }) => missing)).toEqual([])
    const seen: MintProgress[] = []
    const done = await followMint(client, after, {
      until: 'completed',
      pauseMs: 5,
      onProgress: (progress) => seen.push(progress),
    })
    expect(done.status).toBe('completed')
    expect(seen.at(-1)).toMatchObject({ done: 4, total: 4, wanted: 3, secondsLeft: 0 })
    const steps = seen.map((one) => one.done)
    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
    expect(seen.some(({ rate, secondsLeft }) => rate > 0 && secondsLeft !== null)).toBe(true)
  })

  it('may be signed copies, of which what nobody asked for is left out', async () => {
    const mint = await park(['Copy'])
    const [transaction] = requestOfMint(mint, facts).transactions
    const txId = TxId(mint.transactions[0]?.tx_id ?? '')
    const copy = assemble(transaction ?? new Uint8Array(), [
      signBody(carol, txId),
      signBody(bob, txId),
    ]).bytes
    const { witnesses } = witnessesFor(mint, [{ name: 'a', text: writeTransactionText(copy) }])
    // The same copy as pycardano names it, and as a tool that names nothing.
    for (const type of ['Signed Tx ConwayEra', '']) {
      const text = JSON.stringify({ type, description: '', cborHex: bytesToHex(copy) })
      expect(witnessesFor(mint, [{ name: 'a', text }])).toEqual({ witnesses })
    }
    expect(witnesses).toContain(writeWitness(signBody(carol, txId)))
    expect(witnesses).not.toContain(writeWitness(signBody(bob, txId)))
    const after = await client.addWitnesses(mint.collection_id, mint.id, { witnesses })
    expect(after.transactions[0]?.missing).toEqual([])
  })

  it('are refused by their names when they are of another mint, or of a key that nobody asked', async () => {
    const [mint, other] = [await park(['Mine']), await park(['Theirs'])]
    expect(() => witnessesFor(mint, signed(other, carol))).toThrow(
      `0.witness: the signature of key ${carol.keyHash} is over none of this mint's transactions`,
    )
    expect(() => witnessesFor(mint, signed(mint, bob))).toThrow(
      `0.witness: nobody asked key ${bob.keyHash} to sign this mint`,
    )
    const foreign = writeRequestFile(requestOfMint(other, facts))
    expect(() => witnessesFor(mint, [{ name: 'b.cpreq', text: foreign }])).toThrow(
      /^b\.cpreq: it holds transaction .* which is not of this mint/u,
    )
    for (const one of [mint, other]) await client.cancelMint(one.collection_id, one.id)
  })
})

describe('following', () => {
  it('ends with its signal, and changes nothing', async () => {
    const stop = new AbortController()
    const endless = {
      getMint: async () => {
        stop.abort(new Error('enough'))
        return mintOnItsWay
      },
    }
    const following = followMint(endless, mintOnItsWay, {
      until: 'completed',
      signal: stop.signal,
      pauseMs: 60_000,
    })
    await expect(following).rejects.toThrow(/abort/u)
  })

  it('until it is sent asks no more of it', async () => {
    const sent: Mint = {
      ...mintOnItsWay,
      transactions: mintOnItsWay.transactions.map((one) => ({ ...one, status: 'sent' })),
    }
    const answers = [mintOnItsWay, sent]
    const getMint = async (): Promise<Mint> => answers.shift() ?? sent
    const last = await followMint({ getMint }, sent, { until: 'sent', pauseMs: 1 })
    expect(last).toBe(sent)
    expect(answers).toEqual([])
  })
})

const mintOnItsWay: Mint = {
  ...sampleMint,
  kind: 'tokens',
  status: 'submitting',
  script,
  transactions: [
    {
      ...emptyTransaction,
      valid_until_slot: 100,
      valid_until: timeOf('devnet', 100n).toISOString(),
    },
  ],
}
