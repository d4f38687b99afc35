import { describe, expect, it } from 'vitest'
import { TxId } from '#cardano/ids.ts'
import { policyIdOf, scriptFromJson, scriptToCbor } from '#cardano/scripts.ts'
import { inspectTransaction } from '#cardano/transactions/inspect/inspect.ts'
import { buildMint } from '#cardano/transactions/build/build-mint.ts'
import { unitOf, type Value } from '#cardano/value.ts'
import type { ScriptJson } from '#contract/policies/script.ts'
import { given as present, vectors } from '../../vectors.ts'
import { readTransaction } from '../../transaction.ts'
import * as given from '../ingredients.ts'
import { readEditable, writeEditable } from '../editable.ts'
import { bytes, map, payTo, raw, someInput, text, type Raw } from '../raw.ts'

const { ada, all, after, any, atLeast, before, utxoOf, contextWith, held, sig } = given
const { alice, bob, carol, payer, plainId, plainPolicy } = given
const inspect = (transaction: Uint8Array, ...rest: [Parameters<typeof inspectTransaction>[1]?]) =>
  inspectTransaction(transaction, ...rest)
const stated = { source: 'stated' } as const
const mintOf = (policyId: string, name: string, quantity = 1n) =>
  map([bytes(policyId), map([text(name), quantity])])

describe('real transactions', () => {
  it.each(vectors.realTx)(
    'a real transaction is inspected as the vectors say: $tx_hash',
    ({ cbor, tx_hash, policies, scripts, labels, ...real }) => {
      const summary = inspect(bytes(cbor))
      const other = readTransaction(cbor)
      expect(summary.txId).toBe(tx_hash)
      expect(summary.network.id).toBe(real.network_id)
      expect(summary.network.name).toBe(real.network_id === 1 ? 'mainnet' : null)
      expect(summary.mint.map(({ policyId }) => policyId)).toEqual(policies)
      expect(summary.signatures).toEqual(
        other.witnesses.map(({ publicKey }) =>
          expect.objectContaining({ publicKey, isValid: true }),
        ),
      )
      expect(summary.metadataHash).toBe(other.auxiliary === undefined ? 'none' : 'matches')
      expect((summary.metadata?.labels ?? []).map(({ label }) => label).sort()).toEqual(
        [...labels].sort(),
      )
      expect(summary.validity.invalidHereafter?.slot).toBe(real.ttl)
      // its makers had the ledger take it: nothing native is missing, whatever its inputs were
      expect(summary.missing).toMatchObject({ keys: [], choices: [], scripts: [] })
      expect(summary.isComplete).toBeNull()
      const native = summary.scripts.filter(({ origin }) => origin === 'transaction')
      expect(native.map(({ hash }) => hash)).toEqual(scripts.map(({ hash }) => hash))
      expect(native.every(({ state }) => state === 'satisfied')).toBe(true)
      expect(() => JSON.stringify(summary)).not.toThrow()
    },
  )

  it('shows metadata as wallets do, with texts in pieces put together', () => {
    const { cbor } = present(vectors.realTx.find(({ tx_hash }) => tx_hash.startsWith('adb9aa3c')))
    const { metadata } = inspect(bytes(cbor))
    expect(metadata?.nfts).toMatchObject([
      {
        name: 'Forge Credits',
        assetName: 'FORGE',
        isMinted: true,
        image: 'ipfs://bafybeib2smjguwdgcxebkdd64hxxcydrpxldmmtqh2swkfslfewnzzdn24',
        mediaType: 'image/png',
      },
    ])
    expect(metadata?.nfts[0]?.attributes.map(({ key }) => key)).toEqual([
      'files',
      'ticker',
      'twitter',
      'website',
    ])
  })

  it("reads cardano-cli's transactions, also of before Alonzo", () => {
    const whole = vectors.textEnvelope.flatMap(({ tx, unsigned, signed }) =>
      [tx, unsigned, signed].flatMap((one) => one?.cborHex ?? []),
    )
    expect(whole).toHaveLength(4)
    for (const cbor of whole) expect(inspect(bytes(cbor)).txId).toBe(readTransaction(cbor).txId)
  })
})

describe('a mint that was built here', () => {
  const utxo = utxoOf(ada(20))
  const [built] = buildMint(contextWith([utxo]), {
    policy: plainPolicy,
    tokens: given.tokensNamed(2),
  })
  const { cbor, fee, signedBytes } = present(built)
  const context = {
    network: 'devnet',
    resolved: [{ ...utxo, ...stated }],
    parameters: given.parameters,
    labels: new Map([[given.buyer, 'Buyer']]),
  } as const

  it('is summarised completely, with what its inputs hold, and who must still sign', () => {
    const summary = inspect(cbor, context)
    expect(summary).toMatchObject({
      network: { id: 0, name: 'devnet', isGuess: false },
      fee: String(fee),
      inputs: [{ txId: utxo.txId, address: given.home, lovelace: '20000000', source: 'stated' }],
      mint: [
        {
          policyId: plainId,
          scriptOrigin: 'transaction',
          lockSlot: '100000',
          lockTime: '2025-01-02T03:46:40.000Z',
          assets: [{ name: 'Coldpress0000', quantity: '1' }, { name: 'Coldpress0001' }],
        },
      ],
      validity: { invalidBefore: null, invalidHereafter: { slot: '8200' } },
      signatures: [],
      missing: { choices: [], scripts: [], unknownInputs: 0 },
      isComplete: false,
      imbalance: { lovelace: '0', assets: [] },
    })
    expect(
      summary.outputs.map(({ label, leaving }) => ({ label, leaves: leaving !== null })),
    ).toEqual([
      { label: 'Buyer', leaves: true },
      { label: null, leaves: true },
    ])
    const proved = inspect(cbor, { ...context, resolved: [{ ...utxo, source: 'parent' }] })
    expect(proved.outputs.map(({ leaving }) => leaving !== null)).toEqual([true, false])
    expect(new Set(summary.missing.keys)).toEqual(new Set([payer.keyHash, alice.keyHash]))
    expect(summary.signers).toContainEqual({ keyHash: payer.keyHash, reasons: ['input'] })
    expect(summary.signers).toContainEqual({ keyHash: alice.keyHash, reasons: ['script'] })
  })

  it('knows how large it will be, and what it must cost', () => {
    const { size, minimumFee } = inspect(cbor, context)
    expect(size).toMatchObject({ signedBytes, limit: 16_384, isWithinLimit: true })
    expect(BigInt(minimumFee?.lovelace ?? 0)).toBeLessThanOrEqual(fee)
    expect(given.signed(present(built))).toHaveLength(signedBytes)
  })

  it('is complete with every signature, and the same transaction', () => {
    const signed = given.signed(present(built))
    const summary = inspect(signed, context)
    expect(summary).toMatchObject({ txId: built?.txId, isComplete: true })
    expect(summary.size.signedBytes).toBe(signed.length)
  })

  it('admits what it does not know when nobody described the inputs', () => {
    const summary = inspect(given.signed(present(built)))
    expect(summary.inputs).toMatchObject([{ address: null, lovelace: null, source: null }])
    expect(summary).toMatchObject({ isComplete: null, imbalance: null, minimumFee: null })
    expect(summary.missing.unknownInputs).toBe(1)
  })
})

describe('who must sign for a script', () => {
  const idOf = (json: ScriptJson) => policyIdOf(scriptFromJson(json))
  const validateTransaction = (json: ScriptJson, change: Raw = {}) => {
    const { scripts, missing, isComplete } = inspect(
      raw({ mint: mintOf(idOf(json), 'A'), scripts: [json], ...change }),
      { resolved: [{ ...owned, ...stated }] },
    )
    return { script: present(scripts[0]), missing, isComplete }
  }
  const owned = utxoOf(ada(9), given.home, { txId: TxId(someInput[0]), index: someInput[1] })
  const hashes = (...keys: { readonly keyHash: string }[]) => keys.map(({ keyHash }) => keyHash)

  it('names the keys that all of it needs', () => {
    const { script, missing } = validateTransaction(all(sig(alice), sig(bob)), {
      signers: [bob, payer],
    })
    expect(script).toMatchObject({ state: 'needs_signatures', count: 1, of: hashes(alice) })
    expect(missing).toMatchObject({ keys: hashes(alice), choices: [] })
  })

  it('leaves the choice where there is one', () => {
    const twoOfThree = atLeast(2, sig(alice), sig(bob), sig(carol))
    const { missing, isComplete } = validateTransaction(twoOfThree, { signers: [bob, payer] })
    expect(missing.keys).toEqual([])
    expect(missing.choices).toEqual([
      { scriptHash: idOf(twoOfThree), count: 1, of: hashes(alice, carol) },
    ])
    expect(isComplete).toBe(false)
    expect(validateTransaction(twoOfThree, { signers: [bob, carol, payer] }).isComplete).toBe(true)
  })

  it('tells what is certain of nested scripts from what may be chosen', () => {
    const nested = all(sig(alice), any(sig(bob), all(sig(carol), sig(payer))), before(100_000))
    const { missing } = validateTransaction(nested)
    expect(missing.keys.toSorted()).toEqual(hashes(alice, payer).toSorted())
    expect(missing.choices).toMatchObject([{ count: 1, of: hashes(bob, carol) }])
    expect(validateTransaction(nested, { signers: [alice, bob, payer] }).script.state).toBe(
      'satisfied',
    )
  })

  it.each([
    ['a TTL beyond the lock', before(49_999), {}],
    ['no TTL', before(60_000), { ttl: undefined }],
    ['no validity start', after(1), {}],
    ['a start before the script starts', after(600), { body: [[8n, 599n]] }],
    ['a script that nobody satisfies', any(), {}],
  ] satisfies [string, ScriptJson, Raw][])('no signature helps: %s', (_, json, change) => {
    const { script, isComplete } = validateTransaction(json, { ...change, signers: [payer] })
    expect(script).toMatchObject({ state: 'outside_validity', count: 0, of: [] })
    expect(isComplete).toBe(false)
  })

  it.each([
    ['a TTL at the lock', before(50_000), {}],
    ['a start at the slot where it starts', after(600), { body: [[8n, 600n]] }],
    ['one of two that holds in time', any(before(1), after(600)), { body: [[8n, 700n]] }],
  ] satisfies [string, ScriptJson, Raw][])('nobody is needed: %s', (_, json, change) => {
    expect(validateTransaction(json, { ...change, signers: [payer] })).toMatchObject({
      script: { state: 'satisfied' },
      isComplete: true,
    })
  })

  it('counts no wrong signature, and says whose it is', () => {
    const signed = raw({ signers: [payer, bob] })
    const other = raw({ signers: [payer, bob], fee: 200_001n })
    const mixed = Uint8Array.from(signed)
    const [from, to] = [other, mixed].map((one) => Buffer.from(one).indexOf(bytes(bob.publicKey)))
    const at = present(from) + 34
    mixed.set(other.subarray(at, at + 64), present(to) + 34)
    const { signatures, missing } = inspect(mixed, { resolved: [{ ...owned, ...stated }] })
    expect(signatures).toMatchObject([
      { keyHash: payer.keyHash, isValid: true },
      { keyHash: bob.keyHash, isValid: false },
    ])
    expect(missing.keys).toEqual([])
  })

  it('knows a script only by its own hash, and says where it was found', () => {
    const json = sig(alice)
    const mint = mintOf(idOf(json), 'A')
    const alone = inspect(raw({ mint }))
    expect(alone.mint).toMatchObject([{ scriptOrigin: 'missing', script: null }])
    expect(alone.missing.scripts).toEqual([idOf(json)])
    const statedOf = inspect(raw({ mint }), { scripts: [scriptFromJson(json)] })
    expect(statedOf.mint).toMatchObject([{ scriptOrigin: 'stated', script: json }])
    expect(statedOf.missing).toMatchObject({ scripts: [idOf(json)], keys: hashes(alice) })
    const cbor = readEditable(bytes(scriptToCbor(scriptFromJson(json))))
    const beside = raw({ mint, auxiliary: { tag: 259n, item: map([1n, [cbor]]) } })
    expect(inspect(beside).mint).toMatchObject([{ scriptOrigin: 'auxiliary', script: json }])
    expect(inspect(beside).missing.scripts).toEqual([idOf(json)])
  })

  it('asks for everything else that needs a signature', () => {
    const key = (one: { readonly keyHash: string }) => [0n, bytes(one.keyHash)]
    const reward = Uint8Array.of(0xe0, ...bytes(carol.keyHash))
    const { signers, also } = inspect(
      raw({
        body: [
          [
            4n,
            [
              [2n, key(alice), bytes('11'.repeat(28))],
              [0n, key(given.other)],
            ],
          ],
          [5n, map([reward, 7n])],
          [13n, [[bytes('cd'.repeat(32)), 1n]]],
          [14n, [bytes(bob.keyHash)]],
          [19n, map([[2n, bytes(payer.keyHash)], map()])],
          [22n, 5n],
        ],
      }),
    )
    expect(signers).toEqual([
      { keyHash: bob.keyHash, reasons: ['required_signer'] },
      { keyHash: carol.keyHash, reasons: ['withdrawal'] },
      { keyHash: alice.keyHash, reasons: ['certificate'] },
      { keyHash: payer.keyHash, reasons: ['vote'] },
    ])
    expect(also.map(({ kind, detail }) => [kind, detail])).toEqual([
      [
        'certificates',
        expect.stringMatching(
          /^stake delegation of key .* to pool pool1.*, stake registration of key /u,
        ),
      ],
      ['withdrawals', expect.stringMatching(/^0\.000007 ADA from stake_test1/u)],
      ['votes', null],
      ['donation', '0.000005 ADA to the treasury of the chain'],
      ['collateral', null],
    ])
  })

  it('asks a script that holds an input, and leaves Byron inputs open', () => {
    const json = sig(alice)
    const spent = { ...owned, address: given.scriptAddress(idOf(json)), ...stated }
    const summary = inspect(raw({ scripts: [json] }), { resolved: [spent] })
    expect(summary.scripts).toMatchObject([{ hash: idOf(json), uses: ['input'] }])
    expect(summary.missing.keys).toEqual(hashes(alice))
    const byron = 'Ae2tdPwUPEZFRbyhz3cpfC2CumGzNkFBN2L42rcUc2yjQpEkxDbkPodpMAi'
    const old = inspect(raw(), { resolved: [{ ...owned, address: byron, ...stated }] })
    expect(old).toMatchObject({ missing: { keys: [], byronInputs: 1 }, isComplete: null })
  })
})

describe('what could be understood in two ways', () => {
  const unit = mintOf('11'.repeat(28), 'A')
  const twice = map([bytes('11'.repeat(28)), map([text('A'), 1n], [text('A'), 2n])])

  it.each([
    ['a field of the body', raw({ body: [[2n, 1n]] }), 'the body has field 2 twice'],
    ['a field of the witnesses', raw({ signers: [payer], witnesses: [[0n, []]] }), 'has field 0'],
    ['a token of the mint', raw({ mint: twice }), 'the mint names one thing twice'],
    [
      'a token of an output',
      raw({ outputs: [payTo(given.home, 1n, twice)] }),
      'tokens of an output',
    ],
    [
      'a label',
      raw({
        metadata: [
          [1n, 'a'],
          [1n, 'b'],
        ],
      }),
      'the metadata names one thing twice',
    ],
    ['an unknown field of an output', raw({ outputs: [map([0n, text('')], [9n, 1n])] }), 'field 9'],
  ])('an ambiguous transaction is refused: %s', (_, transaction, reason) => {
    expect(() => inspect(transaction)).toThrow(
      expect.objectContaining({ code: 'invalid', message: expect.stringContaining(reason) }),
    )
  })

  it.each([
    ['no CBOR', Uint8Array.of(0x1c)],
    ['a number', Uint8Array.of(0x01)],
    ['bytes behind it', Uint8Array.of(...raw(), 0)],
    ['a part too few', writeEditable([map(), map()])],
    ['a fee below zero', raw({ fee: -1n })],
    ['a fee of 2^64', raw({ fee: 2n ** 64n - 1n, body: [[22n, -5n]] })],
    ['an address cut short', raw({ outputs: [[bytes('60aabb'), 1n]] })],
    ['a stake address', raw({ outputs: [[bytes(`e0${'11'.repeat(28)}`), 1n]] })],
    ['network 5', raw({ body: [[15n, 5n]] })],
    ['an index of 70000', raw({ inputs: [['ab'.repeat(32), 70_000]] })],
    ['metadata that is true', raw({ metadata: [[1n, { simple: 21n }]] })],
    ['a script of no kind', raw({ mint: unit, witnesses: [[1n, [[9n, 1n]]]] })],
    ['a text where bytes belong', raw({ body: [[14n, ['a']]] })],
    ['more than a ledger could hold', raw({ auxiliary: new Uint8Array(140_000) })],
  ])('is refused with a sentence: %s', (_, transaction) => {
    expect(() => inspect(transaction)).toThrow(
      expect.objectContaining({
        code: 'invalid',
        message: expect.stringMatching(/^transaction: /u),
      }),
    )
  })

  it('tells fields that it does not know, and the mark of failing', () => {
    const { also, isComplete } = inspect(raw({ body: [[99n, 1n]], isValid: false }))
    expect(also).toContainEqual(
      expect.objectContaining({ kind: 'unknown_fields', count: 1, detail: 'body 99' }),
    )
    expect(also).toContainEqual(
      expect.objectContaining({ kind: 'fails_on_purpose', count: 1, detail: null }),
    )
    expect(isComplete).toBeNull()
  })
})

describe('what the next era brings', () => {
  it.each([
    [23n, 'sub-transactions'],
    [24n, 'required guards'],
    [25n, 'direct deposits'],
    [26n, 'account balance intervals'],
    [27n, 'starting account balances'],
  ])('is named: body field %s', (field, name) => {
    const { also } = inspect(raw({ body: [[field, 1n]] }))
    expect(also).toContainEqual(
      expect.objectContaining({
        kind: 'unknown_fields',
        detail: `body ${field}: ${name} of the Dijkstra era`,
      }),
    )
  })

  it('is named: a script that requires a guard', () => {
    const guard = [6n, [0n, new Uint8Array(28)]]
    expect(() => inspect(raw({ witnesses: [[1n, [guard]]] }))).toThrow(
      'it requires a guard (form 6), which scripts have from the Dijkstra era on',
    )
  })
})

describe('the sum of what goes in and out', () => {
  const owned = (value: Value) => ({
    ...utxoOf(value, given.home, { txId: TxId(someInput[0]), index: someInput[1] }),
    ...stated,
  })
  const token = unitOf(plainId, '41')

  it('shows what the stated inputs cannot have held', () => {
    const outputs = [payTo(given.home, 5_000_000n, mintOf(plainId, 'A', 3n))]
    const transaction = raw({ outputs, mint: mintOf(plainId, 'A', 1n) })
    const right = inspect(transaction, { resolved: [owned(held(5_200_000n, [[token, 2n]]))] })
    expect(right.imbalance).toEqual({ lovelace: '0', assets: [] })
    const wrong = inspect(transaction, { resolved: [owned(held(9_000_000n, [[token, 1n]]))] })
    expect(wrong.imbalance).toMatchObject({ lovelace: '3800000', assets: [{ quantity: '-1' }] })
  })

  it('counts withdrawals and donations, and gives up on deposits', () => {
    const reward = Uint8Array.of(0xe0, ...bytes(carol.keyHash))
    const resolved = [owned(held(5_200_000n, []))]
    const moved = raw({
      body: [
        [5n, map([reward, 7n])],
        [22n, 7n],
      ],
    })
    expect(inspect(moved, { resolved }).imbalance).toEqual({ lovelace: '0', assets: [] })
    const deposits = raw({ body: [[4n, [[0n, [0n, bytes(alice.keyHash)]]]]] })
    expect(inspect(deposits, { resolved }).imbalance).toBeNull()
  })
})
