import { ColdpressError, type ErrorCode, isColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import { quoted } from '#values/text/text.ts'
import { assetName } from '#contract/signing/net-change.ts'
import type { Mint } from '#contract/mints/mint.ts'
import { requireOpenVault } from '#app/vault/require-open-vault.ts'
import type { Vault } from '#keys/vault/vault.ts'
import type { Account } from '../accounts/accounts.ts'
import type { MintingClient } from '../api/client.ts'
import type { Asks, Question } from '../asks.ts'
import type { OwnershipSource } from '../signing/local-ownership.ts'
import type { OpenedTransactions } from '../signing/open-transactions.ts'
import { maxNamedTokens, reviewQuestion, withSigner } from '../signing/signature-question.ts'
import { missingKeys } from './awaited-signatures.ts'
import { cancelHeld } from './cancel-mint.ts'
import type { HasKey } from './mint-keys-here.ts'
import { openMint } from './open-mint.ts'

/** What a mint is opened with, asked about and signed by. */
export type SigningContext = {
  readonly client: Pick<
    MintingClient,
    'getMintParents' | 'getCollection' | 'releaseMint' | 'cancelMint'
  >
  readonly account: Account
  /** `home`: the data folder. */
  readonly app: { readonly home: string; readonly ownership: OwnershipSource }
  readonly asks: Asks
  readonly now?: Date
}

/**
 * Has a mint signed with the vault's keys, and sent when no others are missing, once its effects
 * were confirmed, as its bytes have them.
 * @throws ColdpressError as `Asks.confirm`; `vault_locked` before anything is asked, when the vault has
 * a key that has to sign: the studio would park the mint, without a dialog that says so
 */
export const signMintWhenConfirmed = async (
  context: SigningContext & {
    readonly client: Pick<MintingClient, 'addWitnesses'>
    readonly app: { readonly vault: Pick<Vault, 'status'> }
    readonly hasKey: HasKey
  },
  mint: Mint,
): Promise<Mint> => {
  for (const keyHash of missingKeys(mint))
    if (await context.hasKey(keyHash)) requireOpenVault(context.app)
  if (mint.held === true) return releaseWhenConfirmed(context, mint)
  await confirmMint(context, mint)
  return context.client.addWitnesses(mint.collection_id, mint.id, { witnesses: [] })
}

/** Has a held mint signed and sent, once its effects were confirmed. @throws ColdpressError as `Asks.confirm` */
export const releaseWhenConfirmed = async (context: SigningContext, mint: Mint): Promise<Mint> => {
  await confirmMint(context, mint)
  return context.client.releaseMint(mint.collection_id, mint.id)
}

/**
 * As {@link releaseWhenConfirmed}, for a mint that was built and held only for that: without a yes it
 * is cancelled, so that its tokens and inputs are free again.
 * @param ask which question is about it; default: that of the mint alone
 */
export const releaseOrCancel = async (
  context: SigningContext,
  mint: Mint,
  ask?: (question: Question) => Question,
): Promise<Mint> => {
  try {
    await confirmMint(context, mint, ask)
  } catch (error) {
    await cancelHeld(context.client, mint)
    if (mint.held !== true || !isColdpressError(error) || !noCodes.has(error.code)) throw error
    throw new ColdpressError(
      error.code,
      `Nothing was signed or sent, and the ${nounOfMint(mint)} was cancelled.`,
      { cause: error },
    )
  }
  return context.client.releaseMint(mint.collection_id, mint.id)
}

/** What `Asks.confirm` throws for a no. */
const noCodes: ReadonlySet<ErrorCode> = new Set(['cancelled', 'declined'])

const confirmMint = async (
  context: SigningContext,
  mint: Mint,
  ask: (question: Question) => Question = (question) => question,
): Promise<void> => {
  const { asks, account, app, client, now } = context
  if (!asks.shows('sign')) return
  const opened = await openMint(mint, { ...app, client, ...(now === undefined ? {} : { now }) })
  await asks.confirm(withSigner(account, ask(mintQuestion(mint, opened))))
}

const nouns: Readonly<Partial<Record<Mint['kind'], string>>> = {
  burn: 'burn',
  withdrawal: 'withdrawal',
}

/** `mint`, `burn` */
export const nounOfMint = ({ kind }: Pick<Mint, 'kind'>): string => nouns[kind] ?? 'mint'

/** The effects of signing a mint; of one that was signed before, of sending it once more. */
const mintQuestion = (
  { kind, status }: Pick<Mint, 'kind' | 'status'>,
  opened: OpenedTransactions,
): Question => {
  const question = reviewQuestion(opened)
  const count = countText(opened.transactions.length, 'transaction')
  if (status !== 'awaiting_witnesses')
    return { ...question, kind: 'send', question: `Send ${count} once more?`, yes: 'Send' }
  return kind === 'burn' ? burnQuestion(question, opened) : question
}

const burnQuestion = (signature: Question, { transactions }: OpenedTransactions): Question => {
  const burned = transactions
    .flatMap(({ summary }) => summary.mint.flatMap(({ assets }) => assets))
    .filter(({ quantity }) => BigInt(quantity) < 0n)
  const count = countText(burned.length, 'token')
  const final = 'A burn cannot be undone: what is burned can never be minted again.'
  const counted = `This burns ${count}`
  const named = `${counted}: ${burned.map((asset) => quoted(assetName(asset))).join(', ')}.`
  return {
    ...signature,
    kind: 'burn',
    question: `Burn ${count}?`,
    lines: [...signature.lines, named, final],
    brief: [...signature.lines, burned.length > maxNamedTokens ? `${counted}.` : named, final],
    yes: 'Burn',
    count: burned.length,
  }
}
