import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bytesToHex } from '@noble/hashes/utils.js'
import { readWitness, writeWitness } from '#cardano/envelope.ts'
import { TxId } from '#cardano/ids.ts'
import { type PolicyKey, policyKeyOf, signBody } from '#cardano/keys.ts'
import { assemble } from '#cardano/transactions/assemble.ts'
import { inspectTransaction } from '#cardano/transactions/inspect/inspect.ts'
import { readTransactionText, writeTransactionText } from '#cardano/transactions/tx-envelope.ts'
import { Database } from '#platform/db/database.ts'
import { signingSchema } from '#app/signing/inbox-schema.ts'
import { createSigningInbox, type SigningInbox } from '#app/signing/signing-inbox.ts'
import { readRequestFile, writeRequestFile } from '#app/signing/request-file.ts'
import { submissionSchema } from '#chain/submission/schema.ts'
import { createSubmissions } from '#chain/submission/submission.ts'
import { Secret } from '#platform/secret/secret.ts'
import { openVault } from '#keys/vault/open-vault.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { alice, bob, carol, image, payer } from '../../cardano/transactions/ingredients.ts'
import { createFakeChain } from '../../chain/submission/fake-chain.ts'
import { mintRequest, twoOfThree } from './requests.ts'
import { temporaryFolder } from '../../support/folder-test.ts'

/** A vault takes over the key that it is given, and wipes it. */
const copyOf = (key: PolicyKey): PolicyKey =>
  key.secret.use((bytes) => policyKeyOf(Uint8Array.from(bytes)))

const openInbox = async (
  options: { readonly keys?: readonly PolicyKey[]; readonly now?: () => Date } = {},
) => {
  const { keys = [alice, payer] } = options
  const home = temporaryFolder()
  const vault = await openVault({
    home,
    isDefaultHome: false,
    backend: 'sealed-files',
    scryptWorkFactor: 4,
  })
  await vault.create(Secret.ofText('a passphrase for tests'))
  await vault.storeKeys(keys.map(copyOf))
  const chain = createFakeChain()
  const state = { offline: false }
  const open = () => {
    const db = new Database(join(home, 'app.db'), [signingSchema])
    const inbox = createSigningInbox({
      db,
      home,
      vault,
      ownership: {
        keyState: async (key) => ((await vault.hasKey(key)) ? 'own' : 'absent'),
        learn: () => undefined,
        isWalletAddress: async () => false,
        addressBook: async () => new Map(),
        policyNames: () => new Map(),
      },
      gateways: {
        get: () =>
          state.offline
            ? Promise.reject(new ColdpressError('unreachable', 'Coldpress was started offline'))
            : Promise.resolve(chain.gateway),
      },
      ...(options.now === undefined ? {} : { now: options.now }),
    })
    const close = async () => {
      await inbox.close()
      db.close()
    }
    return { db, inbox, close }
  }
  const first = open()
  onTestFinished(async () => {
    await first.close()
    vault.close()
  })
  return { ...first, home, vault, chain, state, open }
}

const scanned = { origin: 'scan' } as const

/** Signs everything that this vault can sign, and accepts everything. */
const signAll = async (inbox: SigningInbox, id: string): Promise<number> => {
  const { transactions } = await inbox.show(id)
  return inbox.sign(
    id,
    transactions.map(({ summary, toSign, warnings }) => ({
      txId: summary.txId,
      keyHashes: toSign,
      acknowledged: warnings.map(({ code }) => code),
    })),
  )
}

it.each([
  ['a request', () => writeRequestFile(mintRequest()), true],
  [
    'a plain transaction',
    () => writeTransactionText(mintRequest().transactions[0] ?? new Uint8Array()),
    // Its inputs are not proved, so who else has to sign is unknown.
    null,
  ],
])(
  '%s is inspected once for each set of bytes, however often it is looked at',
  async (_, made, isComplete) => {
    const { inbox } = await openInbox()
    const { id } = inbox.receive(made(), scanned)
    // Made when the bytes are inspected; what depends on the keys of this computer is made anew.
    const look = async () => (await inbox.show(id)).transactions.map(({ summary }) => summary)
    const [first] = await look()
    expect(first?.isComplete).toBe(false)
    expect((await look())[0]?.signers).toBe(first?.signers)
    await signAll(inbox, id)
    const [signed] = await look()
    expect(signed?.isComplete).toBe(isComplete)
    expect(signed?.signatures).not.toEqual([])
    expect((await look())[0]?.signers).toBe(signed?.signers)
  },
)

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

describe('a request on the inbox', () => {
  it('waits with what is known of it, newest first, and is there after a restart', async () => {
    const { inbox, open } = await openInbox()
    const first = inbox.receive(writeRequestFile(mintRequest({ title: 'First' })), {
      origin: 'file',
      name: 'first.cpreq',
    })
    const second = inbox.receive(writeRequestFile(mintRequest({ title: 'Second' })), scanned)
    expect(first).toMatchObject({ what: 'new', added: 0 })
    const again = open()
    onTestFinished(again.close)
    expect(again.inbox.list()).toMatchObject([
      { id: second.id, title: 'Second', state: 'waiting', origin: 'scan', network: 'devnet' },
      { id: first.id, title: 'First', originName: 'first.cpreq', transactions: 1 },
    ])
    // What it does, by its bytes: enough to recognise it without its title.
    expect(again.inbox.list()[0]).toMatchObject({
      minted: 2,
      burned: 0,
      cover: image,
    })
    expect(inbox.list()[0]?.expiresAt).toMatch(/^20/u)
  })

  it('is listed with whether this vault has a key that it needs', async () => {
    const { inbox, vault, db } = await openInbox({ keys: [bob] })
    inbox.receive(writeRequestFile(mintRequest({ title: 'Before keys were noted' })), scanned)
    db.run('UPDATE signing_requests SET missing_keys = NULL')
    inbox.receive(writeRequestFile(mintRequest({ title: 'Night Garden' })), scanned)
    expect(await inbox.listWithKeys()).toMatchObject([
      { title: 'Night Garden', state: 'waiting', canSign: false },
      { canSign: true },
    ])
    await vault.storeKeys([copyOf(alice)])
    expect(await inbox.listWithKeys()).toMatchObject([{ canSign: true }, { canSign: true }])
  })

  it('is no second request when it comes again, and waits again when it was archived', async () => {
    const { inbox } = await openInbox()
    const file = writeRequestFile(mintRequest())
    const { id } = inbox.receive(file, scanned)
    inbox.dismiss(id)
    expect(inbox.list()).toMatchObject([{ state: 'dismissed' }])
    expect(inbox.receive(file, scanned)).toEqual({ id, what: 'known', added: 0 })
    expect(inbox.list()).toMatchObject([{ id, state: 'waiting' }])
  })

  it('tells more of a plain transaction when its request comes later', async () => {
    const { inbox } = await openInbox()
    const request = mintRequest()
    const [bytes = new Uint8Array()] = request.transactions
    const { id } = inbox.receive(bytesToHex(bytes), { origin: 'text' })
    expect(inbox.list()).toMatchObject([{ title: null, network: null }])
    const before = await inbox.show(id)
    expect(before.transactions[0]?.summary.missing.unknownInputs).toBe(1)
    expect(inbox.receive(writeRequestFile(request), scanned)).toMatchObject({ id, what: 'known' })
    const { transactions, entry } = await inbox.show(id)
    expect(entry).toMatchObject({ title: 'Night Garden', network: 'devnet' })
    expect(transactions[0]?.summary.missing.unknownInputs).toBe(0)
  })

  it('shows which missing keys are here, what returns, and which addresses are its own', async () => {
    const { inbox } = await openInbox({ keys: [alice] })
    const { id } = inbox.receive(writeRequestFile(mintRequest()), scanned)
    const [shown] = (await inbox.show(id)).transactions
    expect(shown).toMatchObject({
      keysHere: [alice.keyHash],
      toSign: [alice.keyHash],
      signedHere: [],
      assembleError: null,
      submission: null,
    })
    const held = (one: typeof shown) => new Set(one?.summary.outputs.map(({ holder }) => holder))
    expect(held(shown)).toEqual(new Set(['others']))
    expect(shown?.summary.outputs.every(({ leaving }) => (leaving?.lovelace ?? '0') === '0')).toBe(
      true,
    )
    const owner = await openInbox({ keys: [payer] })
    const own = owner.inbox.receive(writeRequestFile(mintRequest()), scanned)
    const [seen] = (await owner.inbox.show(own.id)).transactions
    expect(held(seen)).toEqual(new Set(['vault']))
    expect(BigInt(seen?.summary.netChange.lovelace ?? 0)).toBe(-BigInt(seen?.summary.fee ?? 0))
  })

  it('is refused with the reason when it is none', async () => {
    const { inbox } = await openInbox()
    const key = '{"type":"PaymentSigningKeyShelley_ed25519","description":"","cborHex":"5820ab"}'
    for (const [bad, reason] of [
      ['no file of cardano', /^This is not a transaction/u],
      ['84a0', /transaction: it cannot be read/u],
      ['{"format":"coldpress-signing-request","version":9}', /newer Coldpress/u],
      [key, /PaymentSigningKeyShelley_ed25519", not that of a transaction/u],
    ] as const)
      expect(() => inbox.receive(bad, scanned)).toThrow(reason)
    expect(inbox.list()).toEqual([])
  })
})

describe('signing', () => {
  it('signs the bytes that were shown with the keys that were named', async () => {
    const { inbox } = await openInbox()
    const request = mintRequest()
    const { id } = inbox.receive(writeRequestFile(request), scanned)
    expect(await signAll(inbox, id)).toBe(2)
    const { entry, transactions, answers } = await inbox.show(id)
    expect(entry.state).toBe('signed')
    expect(transactions[0]).toMatchObject({ toSign: [], summary: { isComplete: true } })
    expect(transactions[0]?.signedHere.toSorted()).toEqual(
      [alice.keyHash, payer.keyHash].toSorted(),
    )
    expect(answers.map(({ kind }) => kind)).toEqual([
      'witness',
      'witness',
      'transaction',
      'request',
    ])

    const [bytes = new Uint8Array()] = request.transactions
    const witnesses = answers
      .filter(({ kind }) => kind === 'witness')
      .map(({ name }) => readWitness(text(inbox.answer(id, name).bytes)))
    const elsewhere = assemble(bytes, witnesses).bytes
    expect(inspectTransaction(elsewhere).txId).toBe(transactions[0]?.summary.txId)
    const [, , whole, again] = answers
    expect(readTransactionText(text(inbox.answer(id, whole?.name ?? '').bytes))).toEqual(elsewhere)
    const sentOn = readRequestFile(text(inbox.answer(id, again?.name ?? '').bytes))
    expect(sentOn.transactions).toEqual([elsewhere])
  })

  it('over several transactions leave in one file, which another inbox takes in whole', async () => {
    const names = Array.from({ length: 150 }, (_, at) => `Leaf ${at}`)
    const file = writeRequestFile(mintRequest({ names }))
    const [cold, online] = [await openInbox({ keys: [alice] }), await openInbox({ keys: [payer] })]
    const there = cold.inbox.receive(file, scanned).id
    const here = online.inbox.receive(file, scanned).id
    const count = await signAll(cold.inbox, there)
    expect(count).toBeGreaterThan(1)
    const [together] = (await cold.inbox.show(there)).answers
    expect(together).toEqual({
      name: 'night-garden.witness',
      kind: 'witness',
      txId: null,
      keyHash: null,
    })
    const back = text(cold.inbox.answer(there, together?.name ?? '').bytes)
    expect(online.inbox.receive(back, scanned)).toEqual({
      id: here,
      what: 'witnesses',
      added: count,
    })
    expect(online.inbox.addWitnesses(here, back)).toMatchObject({ added: 0 })
    await signAll(online.inbox, here)
    for (const { summary } of (await online.inbox.show(here)).transactions)
      expect(summary.isComplete).toBe(true)
    const foreign = writeRequestFile(mintRequest({ names: ['Other'] }))
    const other = online.inbox.receive(foreign, scanned).id
    expect(() => online.inbox.addWitnesses(other, back)).toThrow(/is not over transaction/u)
  })

  it('signs nothing but what is of the request', async () => {
    const { inbox } = await openInbox()
    const { id } = inbox.receive(writeRequestFile(mintRequest()), scanned)
    const other = inbox.receive(writeRequestFile(mintRequest({ title: 'Other' })), scanned)
    const txId = (await inbox.show(other.id)).entry.firstTxId
    await expect(
      inbox.sign(id, [{ txId, keyHashes: [alice.keyHash], acknowledged: [] }]),
    ).rejects.toMatchObject({ code: 'invalid' })
    expect((await inbox.show(id)).entry.state).toBe('waiting')
  })

  it('signs nothing whose stored bytes are not those of its id', async () => {
    const { inbox, db } = await openInbox()
    const { id } = inbox.receive(writeRequestFile(mintRequest()), scanned)
    const { firstTxId } = (await inbox.show(id)).entry
    const [other = new Uint8Array()] = mintRequest({ title: 'Swapped' }).transactions
    db.run('UPDATE signing_transactions SET bytes = :other', { other })
    await expect(
      inbox.sign(id, [{ txId: firstTxId, keyHashes: [alice.keyHash], acknowledged: [] }]),
    ).rejects.toMatchObject({ code: 'invalid' })
  })

  it('signs an expired one only when that was accepted', async () => {
    let now = new Date()
    const { inbox } = await openInbox({ now: () => now })
    const { id } = inbox.receive(writeRequestFile(mintRequest({ now })), scanned)
    now = new Date(now.getTime() + 3 * 3_600_000)
    const [shown] = (await inbox.show(id)).transactions
    expect(shown?.warnings[0]).toMatchObject({ code: 'expired', severity: 'error' })
    const txId = shown?.summary.txId ?? ''
    const wanted = { txId, keyHashes: [alice.keyHash] }
    await expect(inbox.sign(id, [{ ...wanted, acknowledged: [] }])).rejects.toMatchObject({
      code: 'conflict',
      details: { rule: 'not_acknowledged', code: 'expired' },
    })
    expect(await inbox.sign(id, [{ ...wanted, acknowledged: ['expired'] }])).toBe(1)
  })

  it('keeps nothing when the vault is locked, or a key is not in it', async () => {
    const { inbox, vault } = await openInbox({ keys: [alice] })
    const { id } = inbox.receive(writeRequestFile(mintRequest()), scanned)
    const { firstTxId: txId } = (await inbox.show(id)).entry
    const sign = (...keys: PolicyKey[]) =>
      inbox.sign(id, [{ txId, keyHashes: keys.map((key) => key.keyHash), acknowledged: [] }])
    await expect(sign(alice, payer)).rejects.toMatchObject({ code: 'key_missing' })
    vault.lock()
    await expect(sign(alice)).rejects.toMatchObject({ code: 'vault_locked' })
    expect((await inbox.show(id)).transactions[0]?.signedHere).toEqual([])
  })

  it('takes no more keys of a choice than it needs', async () => {
    const { inbox } = await openInbox({ keys: [alice, bob, carol] })
    const { id } = inbox.receive(writeRequestFile(mintRequest({ policy: twoOfThree })), scanned)
    const [shown] = (await inbox.show(id)).transactions
    expect(shown?.keysHere).toHaveLength(3)
    expect(shown?.toSign).toHaveLength(2)
  })

  it('turns from signed to answered once its answer has left', async () => {
    const { inbox } = await openInbox()
    const { id } = inbox.receive(writeRequestFile(mintRequest()), scanned)
    inbox.noteAnswered(id)
    expect(inbox.list()).toMatchObject([{ state: 'waiting' }])
    await signAll(inbox, id)
    const changed: string[] = []
    const end = inbox.onChange((one) => changed.push(one))
    inbox.noteAnswered(id)
    end()
    expect(changed).toEqual([id])
    expect(inbox.list()).toMatchObject([{ state: 'answered' }])
  })
})

describe("other people's signatures", () => {
  const twoPeople = async () => {
    const opened = await openInbox({ keys: [alice, payer] })
    const request = mintRequest({ policy: twoOfThree })
    const { id } = opened.inbox.receive(writeRequestFile(request), scanned)
    const [bytes = new Uint8Array()] = request.transactions
    const txId = TxId((await opened.inbox.show(id)).entry.firstTxId)
    return { ...opened, request, id, bytes, txId }
  }

  it('merge in any order, and the whole is the same', async () => {
    const { inbox, id, bytes, txId } = await twoPeople()
    const witness = signBody(bob, txId)
    expect(inbox.addWitnesses(id, writeWitness(witness))).toEqual({
      id,
      what: 'witnesses',
      added: 1,
    })
    expect(inbox.addWitnesses(id, writeWitness(witness)).added).toBe(0)
    await signAll(inbox, id)
    const { transactions, entry } = await inbox.show(id)
    expect(transactions[0]?.summary.isComplete).toBe(true)
    expect(transactions[0]?.signedHere).not.toContain(bob.keyHash)
    expect(entry.state).toBe('signed')
    const own = [alice, payer].map((key) => signBody(key, txId))
    expect(inbox.assembled(id, txId)).toEqual(assemble(bytes, [...own, witness]).bytes)
  })

  it('find their transaction by themselves, also out of a signed copy or request', async () => {
    const { inbox, id, bytes, txId, request } = await twoPeople()
    expect(inbox.receive(writeWitness(signBody(bob, txId)), scanned)).toMatchObject({
      id,
      added: 1,
    })
    const copy = assemble(bytes, [signBody(payer, txId)]).bytes
    expect(inbox.receive(writeTransactionText(copy), scanned)).toMatchObject({ id, added: 1 })
    const signedRequest = {
      ...request,
      transactions: [assemble(bytes, [signBody(carol, txId)]).bytes],
    }
    expect(inbox.receive(writeRequestFile(signedRequest), scanned)).toEqual({
      id,
      what: 'witnesses',
      added: 1,
    })
    expect(inbox.list()).toHaveLength(1)
    expect((await inbox.show(id)).transactions[0]?.summary.signatures).toHaveLength(3)
  })

  it('are refused by the name of their key when they are over something else', async () => {
    const { inbox, id, txId } = await twoPeople()
    const wrong = signBody(bob, TxId('ab'.repeat(32)))
    const named = new RegExp(`signature of key ${bob.keyHash}`, 'u')
    expect(() => inbox.addWitnesses(id, writeWitness(wrong))).toThrow(named)
    expect(() => inbox.receive(writeWitness(wrong), scanned)).toThrow(named)
    const [other = new Uint8Array()] = mintRequest({ title: 'Other' }).transactions
    expect(() => inbox.addWitnesses(id, writeTransactionText(other))).toThrow(
      /not of this request/u,
    )
    expect((await inbox.show(id)).transactions[0]?.summary).toMatchObject({ txId, signatures: [] })
  })
})

describe('sending', () => {
  it('is refused while a signature is missing, or nobody said where', async () => {
    const { inbox } = await openInbox()
    const request = mintRequest()
    const { id } = inbox.receive(writeRequestFile(request), scanned)
    await expect(inbox.submit(id)).rejects.toThrow(/misses a signature/u)
    expect(() => inbox.setNetwork(id, 'preprod')).toThrow(/the request says/u)
    const [bytes = new Uint8Array()] = mintRequest().transactions
    const plain = inbox.receive(bytesToHex(bytes), { origin: 'text' })
    await expect(inbox.submit(plain.id)).rejects.toThrow(/which network/u)
    inbox.setNetwork(plain.id, 'devnet')
    expect(inbox.list()).toMatchObject([{ network: 'devnet' }, { network: 'devnet' }])
    expect(inbox.list()[0]?.expiresAt).not.toBeNull()
  })

  it('follows it until it is confirmed', async () => {
    const { inbox, chain } = await openInbox()
    const request = mintRequest()
    for (const input of request.resolvedInputs) chain.give(input)
    const { id } = inbox.receive(writeRequestFile(request), scanned)
    await signAll(inbox, id)
    await inbox.submit(id)
    expect(inbox.list()).toMatchObject([{ state: 'submitted' }])
    expect(() => inbox.dismiss(id)).toThrow(/on its way/u)
    await expect(inbox.submit(id)).rejects.toThrow(/sent already/u)
    await expect.poll(() => chain.sent.length).toBe(1)
    chain.mine(4)
    await expect.poll(() => inbox.list()[0]?.state).toBe('confirmed')
    const [shown] = (await inbox.show(id)).transactions
    expect(shown?.submission).toMatchObject({ state: 'confirmed', settled: true, wanted: 3 })
  })

  it('goes on after a restart', async () => {
    const { inbox, chain, open, close } = await openInbox()
    const request = mintRequest()
    for (const input of request.resolvedInputs) chain.give(input)
    const { id } = inbox.receive(writeRequestFile(request), scanned)
    await signAll(inbox, id)
    chain.down(true)
    await inbox.submit(id)
    await close()
    chain.down(false)
    const again = open()
    onTestFinished(again.close)
    expect(await again.inbox.resume()).toEqual([])
    await expect.poll(() => chain.sent.length).toBe(1)
    chain.mine(4)
    await expect.poll(() => again.inbox.list()[0]?.state).toBe('confirmed')
  })

  it('says that it failed when the ledger rejects it', async () => {
    const { inbox, chain } = await openInbox()
    const { id } = inbox.receive(writeRequestFile(mintRequest()), scanned)
    await signAll(inbox, id)
    chain.mishap({ refuses: 'FeeTooSmallUTxO' })
    await inbox.submit(id)
    await expect.poll(() => inbox.list()[0]?.state).toBe('failed')
    expect((await inbox.show(id)).transactions[0]?.submission?.error).toMatch(/FeeTooSmall/u)
  })

  it('may be tried again after an error', async () => {
    const { inbox, chain } = await openInbox()
    const request = mintRequest()
    const { id } = inbox.receive(writeRequestFile(request), scanned)
    await signAll(inbox, id)
    chain.mishap({ refuses: 'MissingVKeyWitnessesUTXOW' })
    await inbox.submit(id)
    await expect.poll(() => inbox.list()[0]?.state).toBe('failed')
    for (const input of request.resolvedInputs) chain.give(input)
    await inbox.submit(id)
    await expect.poll(() => chain.sent.length).toBe(2)
    chain.mine(4)
    await expect.poll(() => inbox.list()[0]?.state).toBe('confirmed')
  })

  it('says at once that it is confirmed when the command line had sent it', async () => {
    const { inbox, chain, home } = await openInbox()
    const request = mintRequest()
    for (const input of request.resolvedInputs) chain.give(input)
    const { id, ...taken } = inbox.receive(writeRequestFile(request), scanned)
    expect(taken.what).toBe('new')
    await signAll(inbox, id)
    const { summary } = (await inbox.show(id)).transactions[0] ?? {}
    const db = new Database(join(home, 'submissions', 'devnet.db'), [submissionSchema])
    onTestFinished(() => db.close())
    const submissions = createSubmissions({ db, gateway: chain.gateway })
    submissions.create({ bytes: inbox.assembled(id, summary?.txId ?? ''), holder: 'cli' })
    await submissions.advance()
    chain.mine(4)
    await submissions.advance()
    await inbox.submit(id)
    expect(inbox.list()).toMatchObject([{ state: 'confirmed' }])
  })

  it('leaves it where it was when there is no network', async () => {
    const { inbox, state } = await openInbox()
    const { id } = inbox.receive(writeRequestFile(mintRequest()), scanned)
    await signAll(inbox, id)
    state.offline = true
    await expect(inbox.submit(id)).rejects.toMatchObject({ code: 'unreachable' })
    expect(inbox.list()).toMatchObject([{ state: 'signed' }])
    expect((await inbox.show(id)).transactions[0]?.submission).toBeNull()
  })
})
