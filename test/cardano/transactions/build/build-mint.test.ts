import { describe, expect, it } from 'vitest'
import { PolicyId } from '#cardano/ids.ts'
import { tokenMetadata, type Metadatum } from '#cardano/metadata.ts'
import { policyIdOf, scriptFromCbor, scriptToCbor } from '#cardano/scripts.ts'
import { buildMint } from '#cardano/transactions/build/build-mint.ts'
import type { TokenToMint } from '#cardano/transactions/build/types.ts'
import { unitOf } from '#cardano/value.ts'
import { readLedgerTransaction as readAsDevnet } from '#devnet/ledger/read-transaction.ts'
import { readTransaction } from '../../transaction.ts'
import * as given from '../ingredients.ts'

const { ada, utxoOf, contextWith, plainPolicy, plainId, tokenNamed, tokensNamed } = given
const context = contextWith([utxoOf(ada(1_000))])
const hex = (text: string): string => Buffer.from(text).toString('hex')
const mint = (tokens: readonly TokenToMint[], policy = plainPolicy, from = context) =>
  buildMint(from, { policy, tokens })

describe('minting tokens', () => {
  it('gives a whole unsigned transaction that says what it does', () => {
    const [built, ...more] = mint(tokensNamed(2))
    expect(more).toEqual([])
    const cbor = Buffer.from(built?.cbor ?? []).toString('hex')
    const read = readTransaction(cbor)
    expect(read).toMatchObject({
      txId: built?.txId,
      policies: [plainId],
      scripts: [scriptToCbor(plainPolicy.script)],
      witnesses: [],
    })
    expect(built).toMatchObject({
      inputs: context.funding.utxos,
      validity: { end: 8_200n },
      requiredSigners: [given.payer.keyHash, given.alice.keyHash],
      tokens: [0, 1],
    })
    expect(built?.change.map(({ txId, index, address }) => [txId, index, address])).toEqual([
      [built?.txId, 1, given.home],
    ])
    expect(built?.outputs.map(({ address }) => address)).toEqual([given.buyer, given.home])
    const parsed = readAsDevnet(built?.cbor ?? new Uint8Array())
    expect(parsed.mint).toEqual(built?.mint)
    expect(parsed.outputs.map(({ address, value }) => ({ address, value }))).toEqual(built?.outputs)
    expect(parsed).toMatchObject({ fee: built?.fee, invalidHereafter: 8_200n })
  })

  it('puts CIP-25 version 1 on chain as the metadata of the tokens has it, in its order', () => {
    const content = { asset_name: 'Face1', name: 'Face #1', image: given.image }
    const metadata = tokenMetadata(
      { attributes: { zebra: 'z', '0x11': '0xab', apple: 'a' } },
      { ...content, metadata_attributes: [], custom_attributes: { more: 'x'.repeat(70) } },
      plainId,
    )
    const [built] = mint([{ assetName: Buffer.from('Face1'), address: given.buyer, metadata }])
    const [label] = readAsDevnet(built?.cbor ?? new Uint8Array()).metadata
    expect(JSON.stringify(label)).toBe(JSON.stringify({ label: '721', json: metadata['721'] }))
  })

  it('writes names that are not UTF-8 in version 2, never beside version 1', () => {
    const raw = Uint8Array.of(0xff, 0x00)
    const transactions = mint([
      tokenNamed(raw),
      tokenNamed('Text'),
      tokenNamed(Uint8Array.of(0x80)),
    ])
    expect(transactions.map(({ tokens }) => tokens)).toEqual([[1], [0, 2]])
    const [first, second] = transactions.map(({ cbor }) => readAsDevnet(cbor).metadata[0]?.json)
    expect(first).toMatchObject({ [plainId]: { Text: {} }, version: '1.0' })
    expect(second).toMatchObject({ [`0x${plainId}`]: { '0xff00': {}, '0x80': {} }, version: 2 })
    expect(given.rejections(context, transactions)).toEqual([])
  })

  it('gives each address its tokens in one output with the least lovelace', () => {
    const tokens = [
      tokenNamed('A', { address: given.collector }),
      tokenNamed('B', { address: given.buyer }),
      tokenNamed('C', { address: given.collector.toUpperCase() }),
    ]
    const [built] = mint(tokens)
    const names = built?.outputs.map(({ address, value }) => [address, [...value.assets.keys()]])
    expect(names).toEqual([
      [given.collector, [unitOf(plainId, hex('A')), unitOf(plainId, hex('C'))]],
      [given.buyer, [unitOf(plainId, hex('B'))]],
      [given.home, []],
    ])
  })

  it('splits an output whose value would be over the limit', () => {
    const content = { name: 'N' }
    const tokens = Array.from({ length: 150 }, (_, at) =>
      tokenNamed(`${at}`.padStart(3, '0').padEnd(32, 'x'), { content }),
    )
    const parameters = { ...given.parameters, maxTxBytes: 32_768 }
    const [built] = mint(tokens, plainPolicy, { ...context, parameters })
    const sizes = built?.outputs.map(({ value }) => value.assets.size)
    expect(built?.tokens).toHaveLength(150)
    expect(sizes).toEqual([75, 75, 0])
  })

  it('spreads many over as few transactions as hold them, one spending the change of another', () => {
    const transactions = mint(tokensNamed(150))
    expect(transactions.flatMap(({ tokens }) => tokens)).toEqual(
      Array.from({ length: 150 }, (_, at) => at),
    )
    expect(transactions.map(({ tokens }) => tokens.length)).toEqual([37, 37, 37, 37, 2])
    for (const [at, { inputs }] of transactions.slice(1).entries())
      expect(inputs).toEqual(transactions[at]?.change)
    expect(given.rejections(context, transactions)).toEqual([])
  })

  it('needs no chain where other outputs suffice', () => {
    const apart = contextWith([utxoOf(ada(100)), utxoOf(ada(100)), utxoOf(ada(100))])
    const transactions = mint(tokensNamed(90), plainPolicy, apart)
    const spent = transactions.flatMap(({ inputs }) => inputs)
    expect(transactions).toHaveLength(3)
    expect(new Set(spent)).toEqual(new Set(apart.funding.utxos))
  })

  it('keeps the bytes of a script that was written otherwise, and so its policy ID', () => {
    const keyHash = given.alice.keyHash
    const script = scriptFromCbor(`82019f8200581c${keyHash}82051a000f4240ff`)
    const policyId = policyIdOf(script)
    const policy = { script, signers: new Set([keyHash]) }
    const transactions = mint(tokensNamed(1, { policyId }), policy)
    expect(script.original).toBeDefined()
    expect([...(transactions[0]?.mint.keys() ?? [])]).toEqual([
      unitOf(policyId, hex('Coldpress0000')),
    ])
    // The emulator hashes its own encoding of a script, a node the bytes that are there.
    for (const built of transactions)
      expect(Buffer.from(given.signed(built)).toString('hex')).toContain(script.original)
  })

  it('counts exactly the signatures that were chosen: 2 of 3 cost no third', () => {
    const three = [given.alice, given.bob, given.carol]
    const json = given.atLeast(2, ...three.map(given.sig))
    const sizes = [three.slice(0, 2), three].map((signers) => {
      const policy = given.policyWith(json, ...signers)
      const policyId = policyIdOf(policy.script)
      const [built] = mint(tokensNamed(1, { policyId }), policy)
      expect(built && given.signed(built)).toHaveLength(built?.signedBytes ?? 0)
      return built?.signedBytes ?? 0
    })
    expect((sizes[1] ?? 0) - (sizes[0] ?? 0)).toBe(101)
  })
})

describe('what cannot be minted', () => {
  const nobody = PolicyId('00'.repeat(28))
  const big = (bytes: number): Metadatum =>
    Object.fromEntries(
      Array.from({ length: Math.ceil(bytes / 64) }, (_, at) => [`key ${at}`, 'x'.repeat(55)]),
    )
  it.each<[string, TokenToMint[], RegExp]>([
    ['nothing', [], /^tokens: none was given/u],
    [
      'a token without a name',
      [tokenNamed('')],
      /^token "": an empty asset name belongs to the roy/u,
    ],
    [
      'a name over 32 bytes',
      [tokenNamed('x'.repeat(33))],
      /^token "x+": its asset name is 33 bytes/u,
    ],
    ['a token twice', [tokenNamed('A'), tokenNamed('A')], /^token "A": it is listed twice/u],
    [
      'a token for another network',
      [tokenNamed('A', { address: given.mainnetAddress(given.other) })],
      /^token "A": address: it is a mainnet address/u,
    ],
    [
      'a text over 64 bytes',
      [tokenNamed('A', { content: { name: 'x'.repeat(65) } })],
      /^token "A": metadata: "x+…?" is 65 bytes in UTF-8, at most 64/u,
    ],
    [
      'half a character',
      [tokenNamed('A', { content: { name: '\ud800' } })],
      /^token "A": metadata: .* holds half a character/u,
    ],
    [
      'metadata of another policy',
      [tokenNamed('A', { policyId: nobody })],
      /^token "A": metadata: it must hold one token, under this policy/u,
    ],
    [
      'metadata of another token',
      [{ ...tokenNamed('B'), assetName: Buffer.from('A') }],
      /^token "A": metadata: it is that of "B"/u,
    ],
    [
      'a token too large for any transaction, by its name',
      [tokenNamed('Small'), tokenNamed('Large', { content: big(17_000) })],
      /^token "Large": its transaction takes \d+ bytes, at most 16384 allowed; shorten its metadata/u,
    ],
    [
      'a name that is no text, by its hex',
      [tokenNamed(Uint8Array.of(0xff), { content: big(17_000) })],
      /^token 0xff: its transaction/u,
    ],
  ])('a mint cannot be built: %s', (_, tokens, message) => {
    expect(() => mint(tokens)).toThrow(message)
  })

  it('a token that just fits is minted, one that just does not is named', () => {
    const sized = (extra: number) =>
      tokenNamed('A', { content: { all: [...Array(246).fill('x'.repeat(62)), 'x'.repeat(extra)] } })
    const [room] = mint([sized(0)])
    const free = given.parameters.maxTxBytes - (room?.signedBytes ?? 0)
    // The head of the last text grows by a byte at 24.
    expect(free).toBeGreaterThan(24)
    expect(free).toBeLessThan(64)
    expect(mint([sized(free - 1)])[0]?.signedBytes).toBe(given.parameters.maxTxBytes)
    expect(() => mint([sized(free)])).toThrow('token "A": its transaction takes 16385 bytes')
  })
})
