import { describe, expect, it } from 'vitest'
import type { Account } from '#app/accounts/accounts.ts'
import { type Asks, type Question, type QuestionKind, questionWords } from '#app/asks.ts'
import { refundUnknown } from '#app/sales/refund-unknown.ts'
import { type ResolveContext, resolveWhenConfirmed } from '#app/sales/resolve-sale.ts'
import { inspectRequest } from '#app/signing/inspect-request.ts'
import { signatureQuestion } from '#app/signing/signature-question.ts'
import { asksInTerminal } from '#cli/terminal/confirmation.ts'
import type { Sale } from '#contract/sales/sale.ts'
import { createConfirmations } from '#main/services/confirm/confirmations.ts'
import { asksOutsidePage } from '#main/services/confirm/outside-devnet.ts'
import { testAddress } from '../studio/open-studio.ts'
import { sampleSale } from './api/samples.ts'
import { mintRequest } from './signing/requests.ts'

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

const askedToResolve = async (
  action: 'refund' | 'retry' | 'accept',
  payments = [paid(0, 30_000_000)],
): Promise<Question> => {
  const sale: Sale = { ...sampleSale, status: 'UNRESOLVED_OVERPAID', payments: [...payments] }
  const asked: Question[] = []
  const fail = () => Promise.reject(new Error('a transaction was asked for'))
  const context: ResolveContext = {
    client: {
      resolveSale: async () => sale,
      getSale: async () => sale,
      getMint: fail,
      getMintParents: fail,
      getCollection: fail,
      releaseMint: fail,
      cancelMint: fail,
    },
    account: hosted,
    gateways: { get: fail },
    ownership: {
      keyState: fail,
      isWalletAddress: fail,
      addressBook: fail,
      learn: () => undefined,
    },
    home: '',
    asks: asksInto(asked),
  }
  await resolveWhenConfirmed(context, sale, { action })
  const [question] = asked
  if (question === undefined) throw new Error('nothing was asked')
  return question
}

const askedForUnknown = async (): Promise<Question> => {
  const asked: Question[] = []
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
  const refunding = refundUnknown(
    { client, asks: asksInto(asked) },
    { address: payment.payment_address, payments: [payment], to: undefined },
  )
  await expect(refunding).rejects.toThrow('it is asked first')
  const [question] = asked
  if (question === undefined) throw new Error('nothing was asked')
  return question
}

const own = {
  keys: new Set<string>(),
  unconfirmedKeys: new Set<string>(),
  walletAddresses: new Set<string>(),
  addressBook: new Map<string, string>(),
}

const sample = (kind: QuestionKind): Question => ({
  kind,
  question: `Do what ${kind} does?`,
  lines: [`Policy: ${kind}`, 'Network: preprod', '  2 × Fern'],
  yes: 'Do it',
})

const questionOf = async (kind: QuestionKind): Promise<Question> => {
  if (kind === 'refund' || kind === 'retry' || kind === 'accept') return askedToResolve(kind)
  if (kind === 'sign') return signatureQuestion('preprod', inspectRequest(mintRequest(), { own }))
  return sample(kind)
}

/** What a person reads before the prompt; the answer is the word of the question's kind. */
const shownInTerminal = async (question: Question): Promise<readonly string[]> => {
  const shown: string[] = []
  const terminal = {
    canPrompt: true,
    warn: (...lines: readonly string[]) => void shown.push(...lines),
    promptLine: async (prompt: string) => /"(?<word>[^"]+)"/u.exec(prompt)?.groups?.['word'] ?? '',
  }
  const asks = asksInTerminal({ terminal, options: {} }, {}, { subject: 'This', look: [] })
  await asks.confirm(question)
  return shown.map((line) => line.trim())
}

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
      const question = await questionOf(kind)
      expect(question.kind).toBe(kind)
      expect(question.lines.length).toBeGreaterThan(1)
      expect(await shownInBox(question)).toEqual(await shownInTerminal(question))
    },
  )

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
      warn: (...lines: readonly string[]) => void shown.push(...lines),
      promptLine: async () => 'yes',
    }
    const session = { terminal, options: {} }
    const what = { subject: 'A refund', look: [] }
    const question = await askedToResolve('refund')
    await expect(asksInTerminal(session, {}, what).confirm(question)).rejects.toMatchObject({
      code: 'cancelled',
    })
    const before = shown.length
    await asksInTerminal(session, { yes: true }, what).confirm(question)
    expect(shown.length).toBe(2 * before)
  })
})
