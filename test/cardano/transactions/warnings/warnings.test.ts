import { describe, expect, it } from 'vitest'
import { buildMint } from '#cardano/transactions/build/build-mint.ts'
import { inspectTransaction } from '#cardano/transactions/inspect/inspect.ts'
import type { Expectations } from '#cardano/transactions/warnings/expectations.ts'
import { nothingOwned } from '#cardano/transactions/inspect/ownership.ts'
import { warningsOf } from '#cardano/transactions/warnings/warnings.ts'
import { policyIdOf, scriptFromJson } from '#cardano/scripts.ts'
import { TxId } from '#cardano/ids.ts'
import { lovelaceOnly, unitOf } from '#cardano/value.ts'
import { type WarningCode, warningCodes } from '#contract/signing/transactions.ts'
import { given as present } from '../../vectors.ts'
import type { Editable } from '../editable.ts'
import * as given from '../ingredients.ts'
import { bytes, map, payTo, raw, someInput, text, type Raw } from '../raw.ts'

const { ada, alice, all, before, buyer, utxoOf, home, payer, plainId, sig } = given
const lock = all(sig(alice), before(100_000))
const royaltyAddress = given.enterprise(payer)

const mintOf = (...names: readonly string[]): Editable =>
  map([bytes(plainId), map(...names.map((name): [Editable, Editable] => [text(name), 1n]))])
const described = (...names: readonly string[]): [bigint, Editable] => [
  721n,
  map([
    plainId,
    map(
      ...names.map((name): [Editable, Editable] => [
        name,
        map(['name', name], ['image', given.image]),
      ]),
    ),
  ]),
]
const royalty = (rate = '0.1', address: Editable = royaltyAddress): [bigint, Editable] => [
  777n,
  map(['rate', rate], ['addr', address]),
]
const owned = (lovelace = 5_200_000n, address = home) => ({
  ...utxoOf(lovelaceOnly(lovelace), address, { txId: TxId(someInput[0]), index: someInput[1] }),
  source: 'parent' as const,
})

/** A mint that nothing is to be said against. */
const sound: Raw = { mint: mintOf('A'), metadata: [described('A')], scripts: [lock] }
/** What the inspection is told beside the bytes. */
type Context = NonNullable<Parameters<typeof inspectTransaction>[1]>

const context: Context = {
  network: 'devnet',
  parameters: given.parameters,
  resolved: [owned()],
  own: {
    keys: new Set(),
    unconfirmedKeys: new Set<string>(),
    walletAddresses: new Set<string>(),
    addressBook: new Map([[buyer, 'Buyer']]),
    policyNames: new Map(),
  },
}
const expected: Expectations = {
  network: 'devnet',
  policyId: plainId,
  lockSlot: 100_000n,
  nowSlot: 1_000n,
}

const warn = (parts: Raw, more: Context = {}, other: Expectations = {}) =>
  warningsOf(
    inspectTransaction(
      raw({
        ...sound,
        outputs: [payTo(home, 5_000_000n, mintTokens(parts))],
        ...parts,
      }),
      { ...context, ...more },
    ),
    { ...expected, ...other },
  )
const mintTokens = (parts: Raw): Editable | undefined => ('mint' in parts ? parts.mint : sound.mint)
const codes = (...args: Parameters<typeof warn>) => warn(...args).map(({ code }) => code)

describe('warnings', () => {
  it('are none for a sound mint', () => {
    expect(warn({ signers: [payer, alice] })).toEqual([])
  })

  it('are none for what is built here', () => {
    const utxo = utxoOf(ada(20))
    const [built] = buildMint(given.contextWith([utxo]), {
      policy: given.plainPolicy,
      tokens: given.tokensNamed(2),
    })
    const summary = inspectTransaction(given.signed(present(built)), {
      ...context,
      resolved: [{ ...utxo, source: 'parent' }],
    })
    expect(warningsOf(summary, expected)).toEqual([])
  })

  const outputs = (...each: Editable[]): Raw => ({ outputs: each })
  const token = map([bytes('ee'.repeat(28)), map([text('old'), 1n])])

  const cases: readonly [WarningCode, Raw][] = [
    ['ada_to_unknown_address', outputs(payTo(given.collector, 5_000_000n, mintOf('A')))],
    ['tokens_to_unknown_address', outputs(payTo(given.collector, 5_000_000n, token))],
    ['script_missing', { scripts: [] }],
    ['script_unsatisfiable', { ttl: 100_001n }],
    ['ttl_after_lock', { ttl: 100_001n }],
    ['ttl_after_lock', { ttl: undefined }],
    ['no_ttl', { ttl: undefined }],
    ['expired', { ttl: 1_000n }],
    ['not_yet_valid', { body: [[8n, 1_001n]] }],
    ['royalty_with_other_tokens', { mint: mintOf('', 'A'), metadata: [described('A'), royalty()] }],
    [
      'royalty_several_policies',
      {
        mint: map(
          [bytes(plainId), map([text(''), 1n])],
          [bytes('ee'.repeat(28)), map([text(''), 1n])],
        ),
        metadata: [royalty()],
      },
    ],
    ['royalty_not_minted', { metadata: [described('A'), royalty()] }],
    ['royalty_metadata_missing', { mint: mintOf('') }],
    ['royalty_rate', { mint: mintOf(''), metadata: [royalty('12%')] }],
    ['royalty_address', { mint: mintOf(''), metadata: [royalty('0.1', 'addr_test1nonsense')] }],
    ['royalty_address', { mint: mintOf(''), metadata: [royalty('0.1', [])] }],
    [
      'royalty_address',
      { mint: mintOf(''), metadata: [royalty('0.1', given.mainnetAddress(payer))] },
    ],
    ['oversized', { metadata: [described('A'), [1n, Array(300).fill('x'.repeat(64))]] }],
    ['metadata_unreadable', { metadata: [described('A', 'B')] }],
    ['metadata_missing', { metadata: [[1n, 'x']] }],
    ['fee_below_minimum', { fee: 150_000n }],
    ['fee_high', { fee: 400_000n }],
    ['networks_mixed', outputs(payTo(home, 1n), payTo(given.mainnetAddress(payer), 1n))],
    ['duplicate_inputs', { inputs: [someInput, someInput] }],
    ['imbalance', outputs(payTo(home, 4_000_000n, mintOf('A')))],
    ['inputs_unproved', { inputs: [someInput, ['cd'.repeat(32), 0]] }],
    ['quantity_not_one', { mint: map([bytes(plainId), map([text('A'), 1_000_000n])]) }],
    ['valid_long', { ttl: 90_000n }],
    ['runs_scripts', { body: [[13n, [[bytes('cd'.repeat(32)), 0n]]]] }],
    ['runs_scripts', { body: [[18n, [[bytes('cd'.repeat(32)), 0n]]]] }],
    ['runs_scripts', { body: [[11n, bytes('cd'.repeat(32))]] }],
    ['runs_scripts', { witnesses: [[5n, map()]] }],
    ['unasked_signature', { signers: [given.bob] }],
    ['signer_unexplained', { body: [[14n, [bytes(given.bob.keyHash)]]] }],
    ['fails_on_purpose', { isValid: false }],
    ['unknown_fields', { body: [[99n, 1n]] }],
    ['other_effects', { body: [[22n, 1n]] }],
  ]

  it.each(cases)('a transaction has the warning %s', (code, parts) => {
    expect(codes(parts)).toContain(code)
  })

  it('have a case each, and a test of their own where more than the transaction decides', () => {
    const ownTests: readonly WarningCode[] = [
      'foreign_stake',
      // in test/attacks/key-put-into-the-vaults-folder.test.ts
      'key_unconfirmed',
      'metadata_hash',
      'other_network',
      'other_policy',
      'name_of_own_policy',
      'policy_locked',
      'royalty_not_yet',
      'royalty_too_late',
      'validity_not_evaluated',
      'wrong_signature',
    ]
    const tested = new Set([...cases.map(([code]) => code), ...ownTests])
    expect(warningCodes.filter((code) => !tested.has(code))).toEqual([])
  })

  it('stop whoever is asked to sign while an input is unproved and none is stated to be theirs', () => {
    const asked = { body: [[14n, [bytes(given.bob.keyHash)]]] } satisfies Raw
    const bobs = { keyHash: given.bob.keyHash, plutusRuns: 0, unprovedInputs: 1 }
    const resolved = [{ ...owned(), source: 'stated' as const }]
    expect(warn(asked, { resolved })).toContainEqual(
      expect.objectContaining({ code: 'signer_unexplained', severity: 'error', facts: bobs }),
    )
    // where every input is proved, the key owns none of them
    expect(warn(asked)).toContainEqual(
      expect.objectContaining({ code: 'signer_unexplained', severity: 'info' }),
    )
    // the same key with a reason: the script of the mint names it
    const scripted = { body: [[14n, [bytes(alice.keyHash)]]] } satisfies Raw
    expect(codes(scripted)).not.toContain('signer_unexplained')
  })

  it('tell metadata that is not the one that was signed', () => {
    const { metadata: _, ...plain } = sound
    const other = { ...plain, body: [[7n, bytes('00'.repeat(32))]] } satisfies Raw
    const state = (parts: Raw) => warningsOf(inspectTransaction(raw(parts)))
    expect(state(other)).toContainEqual(
      expect.objectContaining({ code: 'metadata_hash', facts: { state: 'data_missing' } }),
    )
    const changed = raw(sound)
    const at = Buffer.from(changed).lastIndexOf('ipfs')
    changed[at] = 'I'.charCodeAt(0)
    expect(warningsOf(inspectTransaction(changed))).toContainEqual(
      expect.objectContaining({ code: 'metadata_hash', severity: 'error' }),
    )
  })

  it('tell another policy, another network and a lock that passed by what was expected', () => {
    const other = policyIdOf(scriptFromJson(sig(alice)))
    expect(warn({}, {}, { policyId: other })[0]).toMatchObject({
      code: 'other_policy',
      severity: 'error',
      facts: { policyId: plainId, expected: other },
    })
    expect(codes({}, {}, { network: 'mainnet' })).toContain('other_network')
    expect(codes({}, {}, { nowSlot: 100_000n })).toContain('policy_locked')
    expect(codes({}, {}, { isClockWrong: true })).toContain('validity_not_evaluated')
    // without a script, the lock that the request states counts
    expect(codes({ scripts: [] }, {}, { lockSlot: 900n })).toContain('policy_locked')
  })

  it('tell tokens that bear the name of a policy of this computer under an unknown one', () => {
    const own = policyIdOf(scriptFromJson(sig(alice)))
    const policyNames = new Map([[own, 'Night Garden']])
    const knowing = (names: ReadonlyMap<string, string | null>, titles: readonly string[]) => ({
      own: { ...nothingOwned, policyNames: names },
      titles,
    })
    const forged = (titles: readonly string[], parts: Raw = {}) =>
      warn(parts, {}, knowing(policyNames, titles)).filter(
        ({ code }) => code === 'name_of_own_policy',
      )
    expect(forged(['Mint 2 tokens of  NIGHT\u200B garden.'])).toEqual([
      expect.objectContaining({
        severity: 'error',
        facts: { policyId: plainId, own, name: 'Night Garden' },
      }),
    ])
    // without a title the tokens' own names tell it
    expect(forged([], { metadata: [described('Night Garden 1')] })).toHaveLength(1)
    expect(forged(['Overnight Gardens'])).toEqual([])
    // a policy that is in the list too is no forgery, whatever it is called
    const listed = new Map<string, string | null>([...policyNames, [plainId, null]])
    expect(codes({}, {}, knowing(listed, ['Night Garden']))).not.toContain('name_of_own_policy')
    expect(codes({}, {}, knowing(new Map([[own, '!']]), ['!']))).not.toContain('name_of_own_policy')
  })

  it('tell the order of royalties, which only the collection knows', () => {
    const first: Raw = { mint: mintOf(''), metadata: [royalty()] }
    expect(codes({ ...first, signers: [payer, alice] })).toEqual([])
    expect(codes(first, {}, { hasMinted: true })).toContain('royalty_too_late')
    expect(codes({}, {}, { awaitsRoyalty: true })).toContain('royalty_not_yet')
    expect(codes(first, {}, { awaitsRoyalty: true })).not.toContain('royalty_not_yet')
    // metadata of a royalty without its token is no royalty
    const pretended = { metadata: [described('A'), royalty()] }
    expect(codes(pretended, {}, { awaitsRoyalty: true })).toContain('royalty_not_yet')
  })

  it('tell a wrong signature by its key', () => {
    const signed = raw({ ...sound, signers: [alice] })
    const at = Buffer.from(signed).indexOf(bytes(alice.publicKey)) + 40
    signed[at] = (signed[at] ?? 0) ^ 1
    const [first] = warningsOf(inspectTransaction(signed, context), expected)
    expect(first).toMatchObject({ code: 'wrong_signature', facts: { keyHash: alice.keyHash } })
    expect(first?.message).toContain(alice.keyHash)
  })

  it('take addresses of this vault and its book for known, and a mere name for nothing', () => {
    const away = { outputs: [payTo(given.collector, 5_000_000n, mintOf('A'))] }
    const booked = {
      keys: new Set<string>(),
      unconfirmedKeys: new Set<string>(),
      walletAddresses: new Set<string>(),
      addressBook: new Map([[given.collector, 'Me']]),
      policyNames: new Map(),
    }
    expect(codes(away, { own: booked })).not.toContain('ada_to_unknown_address')
    const owner = {
      keys: new Set([given.keyOf('collector').keyHash]),
      unconfirmedKeys: new Set<string>(),
      walletAddresses: new Set<string>(),
      addressBook: new Map(),
      policyNames: new Map(),
    }
    expect(codes(away, { own: owner })).toEqual(
      expect.not.arrayContaining(['ada_to_unknown_address']),
    )
    const labels = new Map([[given.collector, 'Creator']])
    expect(warn(away, { labels })).toContainEqual(
      expect.objectContaining({
        code: 'ada_to_unknown_address',
        severity: 'warning',
        message: `5 ADA leaves to ${given.collector}, which is neither in this vault nor in your address book. The request calls it "Creator", which proves nothing. Check that it is the right address.`,
      }),
    )
  })

  it('tell an address of this vault whose rewards somebody else gets', () => {
    const foreign = { outputs: [payTo(home, 5_000_000n, mintOf('A'))] }
    const own = {
      keys: new Set([payer.keyHash]),
      unconfirmedKeys: new Set<string>(),
      walletAddresses: new Set<string>(),
      addressBook: new Map(),
      policyNames: new Map(),
    }
    expect(codes(foreign, { own })).toContain('foreign_stake')
    const twice = { outputs: [payTo(home, 5_000_000n, mintOf('A')), payTo(home, 3_000_000n)] }
    expect(warn(twice, { own }).filter(({ code }) => code === 'foreign_stake')).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(
          `^8 ADA goes to ${home}\\. A key of this vault can spend it`,
        ),
      }),
    ])
    const whole = {
      keys: new Set([payer.keyHash, given.other.keyHash]),
      unconfirmedKeys: new Set<string>(),
      walletAddresses: new Set<string>(),
      addressBook: new Map(),
      policyNames: new Map(),
    }
    expect(codes(foreign, { own: whole })).not.toContain('foreign_stake')
  })

  it('stop at what leaves while an input is unproved, and not where all of it stays', () => {
    const resolved = [{ ...owned(), source: 'stated' as const }]
    const severity = (parts: Raw, more: Context = {}) =>
      warn(parts, { resolved, ...more }).find(({ code }) => code === 'inputs_unproved')?.severity
    expect(severity({})).toBe('error')
    const own = {
      keys: new Set([payer.keyHash, given.other.keyHash]),
      unconfirmedKeys: new Set<string>(),
      walletAddresses: new Set<string>(),
      addressBook: new Map(),
      policyNames: new Map(),
    }
    expect(severity({}, { own })).toBe('info')
    expect(severity({ body: [[22n, 1_000_000n]] }, { own })).toBe('error')
    // a fee, or a burn, takes what an unproved input held
    expect(severity({ fee: 9_990_000_000n }, { own })).toBe('error')
    const burn = map([bytes(plainId), map([text('A'), -1n])])
    expect(severity({ mint: burn, outputs: [payTo(home, 5_000_000n)] }, { own })).toBe('error')
  })

  it('take an address that put in a little, and gets the rest, for a stranger', () => {
    const stranger = given.collector
    const little = {
      ...owned(1_500_000n, stranger),
      txId: TxId('cd'.repeat(32)),
      index: 0,
    }
    const inputs = [someInput, ['cd'.repeat(32), 0]] as const
    const resolved = [owned(), little]
    const found = warn(
      { inputs: [...inputs], outputs: [payTo(stranger, 6_500_000n, mintOf('A'))] },
      { resolved },
    )
    expect(found).toContainEqual(
      expect.objectContaining({
        code: 'ada_to_unknown_address',
        facts: expect.objectContaining({ address: stranger, lovelace: '5000000' }),
      }),
    )
    const fair = [payTo(stranger, 1_300_000n), payTo(home, 5_200_000n, mintOf('A'))]
    expect(codes({ inputs: [...inputs], outputs: fair }, { resolved })).not.toContain(
      'ada_to_unknown_address',
    )
    const held = given.held(5_200_000n, [[unitOf(plainId, '42'), 1n]])
    const taken = [payTo(stranger, 1_300_000n, mintOf('B')), payTo(home, 5_200_000n, mintOf('A'))]
    expect(
      codes(
        { inputs: [...inputs], outputs: taken },
        { resolved: [{ ...owned(), value: held }, little] },
      ),
    ).toContain('tokens_to_unknown_address')
  })

  it('put many payments into one sentence', () => {
    const many = [given.collector, given.enterprise(given.carol)].map((one) =>
      payTo(one, 2_500_000n),
    )
    const found = warn({ outputs: many }).find(({ code }) => code === 'ada_to_unknown_address')
    expect(found).toMatchObject({ facts: { addresses: 2, lovelace: '5000000' } })
    expect(found?.message).toMatch(/^5 ADA leaves to 2 addresses .* the first is addr_test1/u)
  })

  it('do not count tokens that are minted here as leaving', () => {
    const outputs = [payTo(given.collector, 5_000_000n, mintOf('A'))]
    expect(codes({ outputs })).not.toContain('tokens_to_unknown_address')
    const resolved = [{ ...owned(), value: given.held(5_200_000n, [[unitOf(plainId, '41'), 1n]]) }]
    const two = [payTo(given.collector, 5_000_000n, map([bytes(plainId), map([text('A'), 2n])]))]
    expect(codes({ outputs: two }, { resolved })).toContain('tokens_to_unknown_address')
  })

  it('come with the gravest first, each a sentence of its own', () => {
    const found = warn({
      ttl: undefined,
      inputs: [someInput, ['cd'.repeat(32), 0]],
      fee: 1n,
      metadata: [described('A', 'B')],
    })
    const order = found.map(({ severity }) => severity)
    expect(order).toEqual([
      ...order.filter((one) => one === 'error'),
      ...order.filter((one) => one === 'warning'),
      ...order.filter((one) => one === 'info'),
    ])
    expect(new Set(order)).toEqual(new Set(['error', 'warning', 'info']))
    for (const { message } of found) expect(message).toMatch(/^[A-Z0-9].*\.$/u)
  })

  it('leave metadata of other kinds of token alone', () => {
    const cip68 = `000de140${Buffer.from('A').toString('hex')}`
    const mint = map([bytes(plainId), map([bytes(cip68), 1n])])
    const { metadata: _, ...plain } = sound
    const found = warningsOf(inspectTransaction(raw({ ...plain, mint })))
    expect(found.map(({ code }) => code)).not.toContain('metadata_missing')
  })
})
