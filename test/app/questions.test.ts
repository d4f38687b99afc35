import { describe, expect, it } from 'vitest'
import type { Account } from '#app/accounts/accounts.ts'
import { type Asks, type Question, type QuestionKind, questionWords } from '#app/asks.ts'
import { refundUnknown } from '#app/sales/refund-unknown.ts'
import { type ResolveContext, resolveWhenConfirmed } from '#app/sales/resolve-sale.ts'
import { addressQuestion } from '#app/address-book/address-book.ts'
import { updateCollection } from '#app/collections/update-collection.ts'
import { deletionQuestion } from '#app/collections/delete-collection.ts'
import { exportQuestion, importQuestion, reactivateQuestion } from '#app/home/move-home.ts'
import { newChainQuestion, setAsideQuestion } from '#app/home/set-aside.ts'
import { confirmRoyaltyTerms, retryRoyalty } from '#app/mints/confirm-royalty.ts'
import { keepRoyaltyQuestion } from '#app/mints/royalty-in-place.ts'
import { releaseOrCancel } from '#app/mints/sign-mint.ts'
import {
  confirmNewKeys,
  newPhraseQuestion,
  restoredPhraseQuestion,
  vaultKeysQuestion,
  walletQuestion,
} from '#app/policies/confirm-keys.ts'
import { policyForService } from '#app/policies/for-collection.ts'
import { sealWhenConfirmed, trustQuestion } from '#app/servers/seal-facts.ts'
import { watchWhenConfirmed } from '#app/servers/server-wallet.ts'
import { confirmConnections, onlineQuestion } from '#app/settings/confirmed-origins.ts'
import { addWebhook } from '#app/webhooks/webhooks.ts'
import { openedText } from '#cli/commands/tx/transaction-text.ts'
import { asksInTerminal } from '#cli/terminal/confirmation.ts'
import { KeyHash, PolicyId } from '#cardano/ids.ts'
import { timeOf } from '#cardano/slots.ts'
import { buildBurn } from '#cardano/transactions/build/build-burn.ts'
import { inspectTransaction } from '#cardano/transactions/inspect/inspect.ts'
import { unitOf } from '#cardano/value.ts'
import { collection } from '#contract/collections/collection.ts'
import { type Mint, mint } from '#contract/mints/mint.ts'
import type { Sale } from '#contract/sales/sale.ts'
import type { FactsFile } from '#keys/facts/facts-file.ts'
import { publicWalletText } from '#keys/public-wallet.ts'
import { createConfirmations } from '#main/services/confirm/confirmations.ts'
import { asksOutsidePage } from '#main/services/confirm/outside-devnet.ts'
import {
  ada,
  contextWith,
  enterprise,
  other,
  plainId,
  plainPolicy,
  utxoOf,
} from '../cardano/transactions/ingredients.ts'
import { baseAddress, testAddress } from '../studio/open-studio.ts'
import { newTestWallet } from '../studio/test-wallet.ts'
import { sampleCollection, sampleMint, sampleSale } from './api/samples.ts'
import { mintRequest } from './signing/requests.ts'
import { renderText } from '#cli/terminal/layout.ts'
import type { Text } from '#cli/terminal/table.ts'

const hosted: Account = {
  id: 'shop',
  name: 'Shop',
  kind: 'hosted',
  network: 'testnet',
  baseUrl: 'https://shop.example',
  appId: 'shop',
  createdAt: '',
}

/** Keeps what a use case asks. */
const asksInto = (asked: Question[]): Asks => ({
  canConfirm: () => undefined,
  shows: () => true,
  confirm: async (question) => void asked.push(question),
})

/** The first question of a use case. */
const askedBy = async (work: (asks: Asks) => Promise<unknown>): Promise<Question> => {
  const asked: Question[] = []
  await work(asksInto(asked))
  const [question] = asked
  if (question === undefined) throw new Error('nothing was asked')
  return question
}

const unit = `${'ab'.repeat(28)}${Buffer.from('Fern').toString('hex')}`
const paid = (index: number, lovelace: number): NonNullable<Sale['payments']>[number] => ({
  tx_id: 'cd'.repeat(32),
  index,
  address: index === 0 ? testAddress : `addr_test1stranger${index}`,
  lovelace,
  assets: index === 0 ? [{ unit, quantity: '2' }] : [],
  slot: 1,
  confirmations: 9,
  use: 'counted',
})

const fail = () => Promise.reject(new Error('a transaction was asked for'))

const mintingWith = (held?: Mint) => ({
  client: {
    getMint: async () => held ?? fail(),
    getMintParents: async () => ({ parents: [] }),
    getCollection: async () => collection.parse(sampleCollection),
    releaseMint: async () => held ?? fail(),
    cancelMint: fail,
  },
  account: hosted,
  app: {
    ownership: {
      keyState: async () => 'absent' as const,
      isWalletAddress: async () => false,
      addressBook: async () => new Map<string, string>(),
      policyNames: () => new Map(),
      learn: () => undefined,
    },
    home: '',
  },
})

const askedToResolve = async (
  action: 'refund' | 'retry' | 'accept',
  payments = [paid(0, 30_000_000)],
  /** That the service builds first, and signed before. */
  held?: Mint,
): Promise<Question> => {
  const sale: Sale = {
    ...sampleSale,
    status: 'UNRESOLVED_OVERPAID',
    payments: [...payments],
    ...(held === undefined ? {} : { held_mint_id: held.id }),
  }
  const { app, client, account } = mintingWith(held)
  const context: Omit<ResolveContext, 'asks'> = {
    client: { ...client, resolveSale: async () => sale, getSale: async () => sale },
    account,
    gateways: { get: fail },
    ...app,
  }
  return askedBy((asks) => resolveWhenConfirmed({ ...context, asks }, sale, { action }))
}

/** A held mint of a transaction. */
const heldMint = (cbor: Uint8Array, more: Partial<Mint> = {}): Mint => {
  const { txId, fee } = inspectTransaction(cbor, { network: 'devnet' })
  const transaction = {
    tx_id: txId,
    cbor: Buffer.from(cbor).toString('hex'),
    fee: Number(fee),
    size: cbor.length,
    inputs: [],
    outputs: [],
    valid_until: timeOf('devnet', 100n).toISOString(),
    valid_until_slot: 100,
    status: 'awaiting_witnesses',
    confirmations: 0,
    block_height: null,
    required_signers: [],
    signed_by: [],
    missing: [],
    message: null,
  }
  return mint.parse({
    ...sampleMint,
    funding_address: testAddress,
    status: 'awaiting_witnesses',
    held: true,
    transactions: [transaction],
    ...more,
  })
}

const mintedBytes = (): Uint8Array => mintRequest().transactions[0] ?? new Uint8Array()

const burnBytes = (names: readonly string[]): Uint8Array => {
  const tokens = names.map((name) => Buffer.from(name))
  const assets = new Map(tokens.map((name) => [unitOf(plainId, name.toString('hex')), 1n]))
  const holder = utxoOf({ lovelace: ada(9), assets }, enterprise(other))
  const [built] = buildBurn(contextWith([utxoOf(ada(9))]), {
    policy: plainPolicy,
    tokens: tokens.map((assetName) => ({ assetName, quantity: 1n })),
    holders: [holder],
  })
  return built?.cbor ?? new Uint8Array()
}

/** What is asked before a held mint is released. */
const askedToRelease = (held: Mint): Promise<Question> =>
  askedBy((asks) => releaseOrCancel({ ...mintingWith(held), asks }, held))

const askedForUnknown = (): Promise<Question> => {
  const client = { refundUnknown: () => Promise.reject(new Error('it is asked first')) }
  const payment = {
    payment_address: 'addr_test1gone',
    tx_id: 'ab'.repeat(32),
    index: 0,
    lovelace: 5_000_000,
    assets: [{ unit, quantity: '2' }],
    payer: testAddress,
    sale_id: null,
    collection_name: null,
    refund_id: null,
    explanation: '',
  }
  return askedBy(async (asks) => {
    const refunding = refundUnknown(
      { client, asks },
      { address: payment.payment_address, payments: [payment], to: undefined },
    )
    await expect(refunding).rejects.toThrow('it is asked first')
  })
}

const keyHash = KeyHash('ab'.repeat(28))
const policyId = PolicyId('cd'.repeat(28))
const policy = { policyId, name: 'Ferns', network: 'preprod' } as const
const wallet = { ...newTestWallet().wallet, network: 'preprod' } as const
const noKeys = {
  vault: { status: () => ({ state: 'unlocked', backend: 'keychain' }) as const },
  ownKeys: { isConfirmed: async () => false },
}
const header = {
  format: 'coldpress-home',
  version: 1,
  home: '/home/ada/coldpress',
  created: '2026-01-01T00:00:00.000Z',
  coldpress: '1.2.3',
  isBackup: false,
  files: 3,
  bytes: 1000,
  hasImages: true,
} as const
const factsOfServer: FactsFile = {
  network: 'preprod',
  facts: [
    {
      statement: {
        kind: 'token',
        network: 'preprod',
        collection: 'c1',
        id: 't1',
        facts: { price: '25000000', asset_name: 'Fern', name: 'Fern' },
      },
      name: 'Fern',
    },
  ],
}

/** A question of each kind, from what asks it. */
const makers: Readonly<Record<QuestionKind, () => Question | Promise<Question>>> = {
  connect: () =>
    askedBy((asks) => {
      const none = { list: () => [] }
      const confirmedOrigins = { has: () => false, add: () => undefined }
      return confirmConnections(
        { accounts: none, gateways: none, pinTargets: none, confirmedOrigins, asks },
        ['https://shop.example'],
        'It gets your images.',
      )
    }),
  send_keys: () =>
    askedBy(async (asks) => {
      const policies = { show: async () => policy, requestOf: fail }
      const unlocked = <T>(work: () => Promise<T>): Promise<T> => work()
      const sending = policyForService({ policies, asks, unlocked }, hosted, policyId)
      await expect(sending).rejects.toThrow('a transaction was asked for')
    }),
  add_keys: () =>
    askedBy((asks) => confirmNewKeys(noKeys, asks, { ...policy, keyHashes: [keyHash] })),
  add_phrase: () => restoredPhraseQuestion('0123456789abcdef'),
  show_phrase: () => newPhraseQuestion,
  change_payout: () =>
    askedBy((asks) => {
      const found = collection.parse({ ...sampleCollection, payout_address: testAddress })
      const client = { getCollection: async () => found, updateCollection: async () => found }
      return updateCollection(
        client,
        found.id,
        { payout_address: baseAddress },
        { network: 'preprod', confirm: asks.confirm },
      )
    }),
  send_events: () =>
    askedBy(async (asks) => {
      const accounts = { get: () => hosted, client: fail }
      const adding = addWebhook({ accounts, confirm: asks.confirm }, hosted.id, {
        name: 'Till',
        callback_url: 'https://till.example/',
      })
      await expect(adding).rejects.toThrow('a transaction was asked for')
    }),
  go_online: () => onlineQuestion,
  delete: () => deletionQuestion(collection.parse(sampleCollection), false),
  sign: () => askedToRelease(heldMint(mintedBytes())),
  burn: () => askedToRelease(heldMint(burnBytes(['Meadow 1', 'Meadow 2']), { kind: 'burn' })),
  send: () =>
    askedToResolve(
      'retry',
      [paid(0, 30_000_000)],
      heldMint(mintedBytes(), { status: 'submitting' }),
    ),
  refund: () => askedToResolve('refund'),
  retry: () => askedToResolve('retry'),
  accept: () => askedToResolve('accept'),
  confirm_royalty: () =>
    askedBy((asks) =>
      confirmRoyaltyTerms({ account: hosted, asks }, 'c1', { rate: '0.05', address: testAddress }),
    ),
  mint_royalty: () =>
    askedBy(async (asks) => {
      const retrying = retryRoyalty({ account: hosted, asks, client: { mintRoyalty: fail } }, 'c1')
      await expect(retrying).rejects.toThrow('a transaction was asked for')
    }),
  keep_royalty: () =>
    keepRoyaltyQuestion('Ferns', policyId, { differences: ['On chain: 5%', 'Requested: 7%'] }),
  add_address: () => addressQuestion(testAddress, 'My wallet'),
  confirm_keys: () => vaultKeysQuestion([keyHash]),
  confirm_wallet: () => walletQuestion({ ...wallet, firstAddress: testAddress }),
  watch_wallet: () =>
    askedBy(async (asks) => {
      const watching = watchWhenConfirmed(
        { wallets: { watch: fail }, asks },
        publicWalletText(wallet),
      )
      await expect(watching).rejects.toThrow('a transaction was asked for')
    }),
  confirm_facts: () =>
    askedBy(async (asks) => {
      const vault = { sealKey: async () => 'ab'.repeat(32) }
      const studioKeys = () => ({ seal: async () => [] })
      await sealWhenConfirmed({ vault, studioKeys, asks }, factsOfServer)
    }),
  trust_vault: () => trustQuestion('ab'.repeat(32)),
  export_home: () =>
    exportQuestion('/home/ada/coldpress', { file: 'a.coldpress', withImages: true }),
  import_home: () =>
    importQuestion('/home/ada/other', { ...header, items: 4, otherFiles: [], leftOut: [] }, true),
  reactivate_home: () => reactivateQuestion,
  set_aside: () => setAsideQuestion('/home/ada/coldpress', 'studio/devnet.db'),
  new_chain: () => newChainQuestion('/home/ada/coldpress', '2 collections'),
}

const linesOf = (text: Text): readonly string[] => renderText(text).split('\n')

/** What a person reads before the prompt; the answer is the word of the question's kind. */
const shownInTerminal = async (question: Question): Promise<readonly string[]> => {
  const shown: string[] = []
  const terminal = {
    canPrompt: true,
    warn: (...lines: readonly Text[]) => void shown.push(...lines.flatMap(linesOf)),
    review: async (_summary: Text, all: Text) => void shown.push(...linesOf(all), ''),
    promptLine: async (prompt: string) => /"(?<word>[^"]+)"/u.exec(prompt)?.groups?.['word'] ?? '',
  }
  const asks = asksInTerminal({ terminal, options: {} }, {}, { subject: 'This', look: [] })
  await asks.confirm(question)
  return shown.map((line) => line.trim())
}

/** What a terminal shows before the lines. */
const reviewOf = ({ review }: Question): readonly string[] =>
  review === undefined ? [] : [...linesOf(openedText(review)), ''].map((line) => line.trim())

const shownInBox = async (question: Question): Promise<readonly string[]> => {
  const shown: string[] = []
  const confirmations = createConfirmations({
    dialogs: {
      confirm: async (box) => {
        shown.push(box.question, ...box.lines)
        return true
      },
    },
    log: () => undefined,
  })
  await asksOutsidePage({ confirmations }, hosted).confirm(question)
  return shown.map((line) => line.trim())
}

const isKind = (name: string): name is QuestionKind => Object.hasOwn(questionWords, name)
const kinds = Object.keys(questionWords).filter(isKind)

describe('A question', () => {
  it.each(kinds)(
    'of the kind %s shows the same lines in a terminal and in the box',
    async (kind) => {
      const question = await makers[kind]()
      expect(question.kind).toBe(kind)
      expect(question.lines.length).toBeGreaterThan(0)
      const inBox = await shownInBox(question)
      expect(await shownInTerminal(question)).toEqual([...reviewOf(question), ...inBox])
    },
  )

  it('before a signature comes after a review of every output in a terminal', async () => {
    const question = await makers.sign()
    const shown = (await shownInTerminal(question)).join('\n')
    const { transactions } = question.review ?? { transactions: [] }
    expect(transactions.length).toBeGreaterThan(0)
    for (const { summary } of transactions)
      for (const { address } of summary.outputs) expect(shown).toContain(`to ${address}`)
  })

  it('before a burn of very many tokens names all of them in a terminal, and counts them in the box', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `Meadow ${index}`)
    const question = await askedToRelease(heldMint(burnBytes(names), { kind: 'burn' }))
    const named = `This burns 40 tokens: ${names.map((name) => `"${name}"`).join(', ')}.`
    expect(await shownInTerminal(question)).toContain(named)
    expect(await shownInBox(question)).toContain('This burns 40 tokens.')
    expect(question.count).toBe(40)
  })

  it('before the refund of a payment without a sale shows the same lines in both', async () => {
    const question = await askedForUnknown()
    expect(await shownInBox(question)).toEqual(await shownInTerminal(question))
    expect(question.lines).toContain(`5 ADA and 1 other token to ${testAddress}`)
  })

  it('before a refund names the other tokens of each receiver in both', async () => {
    const question = await askedToResolve('refund')
    for (const shown of [await shownInTerminal(question), await shownInBox(question)]) {
      expect(shown).toContain(`30 ADA and 1 other token to ${testAddress}`)
      expect(shown).toContain(`2 × Fern (policy ${'ab'.repeat(28)})`)
    }
  })

  it('before a refund to very many names all of them in a terminal, and counts the last in the box', async () => {
    const payments = Array.from({ length: 60 }, (_, index) => paid(index, 60_000_000 - index))
    const question = await askedToResolve('refund', payments)
    const inTerminal = await shownInTerminal(question)
    for (const { address } of payments)
      expect(inTerminal.some((line) => line.endsWith(` to ${address}`))).toBe(true)
    const inBox = await shownInBox(question)
    const onlyInBox = inBox.filter((line) => !inTerminal.includes(line))
    expect(onlyInBox).toEqual([expect.stringMatching(/ADA to 52 more payers$/u)])
  })

  it('in a terminal takes no other word, and under --yes is shown without being asked', async () => {
    const shown: string[] = []
    const terminal = {
      canPrompt: true,
      warn: (...lines: readonly Text[]) => void shown.push(...lines.flatMap(linesOf)),
      review: async (_summary: Text, all: Text) => void shown.push(...linesOf(all), ''),
      promptLine: async () => 'yes',
    }
    const session = { terminal, options: {} }
    const what = { subject: 'A refund', look: [] }
    const question = await askedToResolve('refund')
    await expect(asksInTerminal(session, {}, what).confirm(question)).rejects.toMatchObject({
      code: 'declined',
    })
    const before = shown.length
    await asksInTerminal(session, { yes: true }, what).confirm(question)
    expect(shown.length).toBe(2 * before)
  })
})
