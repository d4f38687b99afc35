import type { ShownRequest } from '#contract/signing/calls.ts'
import { requireOpenVault } from '#app/vault/require-open-vault.ts'
import type { Vault } from '#keys/vault/vault.ts'
import type { Asks } from '../asks.ts'
import type { ToSign } from './inbox-sign.ts'
import { signatureQuestion } from './signature-question.ts'
import type { SigningInbox } from './signing-inbox.ts'

type KnownPolicy = {
  readonly policyId: string
  readonly name: string | null
  readonly network: string
  readonly keys: readonly { readonly keyHash: string }[]
}

type ReviewContext = {
  readonly signing: Pick<SigningInbox, 'show' | 'sign'>
  readonly policies: { readonly list: () => Promise<readonly KnownPolicy[]> }
}

/** A request with the names of its policies, where they are in the list. @throws as `SigningInbox.show` */
export const showRequest = async (
  { signing, policies }: ReviewContext,
  id: string,
): Promise<ShownRequest> => {
  const shown = await signing.show(id)
  const minted = new Set(
    shown.transactions.flatMap(({ summary }) => summary.mint.map(({ policyId }) => policyId)),
  )
  const named = (await policies.list()).flatMap(({ policyId, name }) =>
    name !== null && minted.has(policyId) ? [[policyId, name] as const] : [],
  )
  return { ...shown, policyNames: Object.fromEntries(named) }
}

/**
 * Signs transactions of a request, once their effects are confirmed outside the page. They are decoded
 * from the bytes that are then signed, which never change.
 * @returns the number of signatures
 * @throws ColdpressError `vault_locked`; as `Asks.confirm` and `SigningInbox.sign`
 */
export const signWhenConfirmed = async (
  context: ReviewContext & { readonly vault: Pick<Vault, 'status'>; readonly asks: Asks },
  id: string,
  transactions: readonly ToSign[],
): Promise<number> => {
  requireOpenVault(context)
  const { signing, policies, asks } = context
  const { entry, transactions: shown } = await signing.show(id)
  const signed = shown.filter(({ summary }) =>
    transactions.some(({ txId }) => txId === summary.txId),
  )
  const keyHashes = new Set(transactions.flatMap((transaction) => transaction.keyHashes))
  const isPractice =
    entry.network === 'devnet' &&
    signed.every(({ summary }) => summary.network.id === 0) &&
    !signsElsewhere(await policies.list(), keyHashes)
  if (!isPractice) await asks.confirm(signatureQuestion(entry.network ?? 'not known', signed))
  return signing.sign(id, transactions)
}

/**
 * The author of a request chooses the network that it names, so a key of another network always asks,
 * and so does a mainnet transaction.
 */
const signsElsewhere = (
  policies: readonly KnownPolicy[],
  keyHashes: ReadonlySet<string>,
): boolean =>
  policies.some(
    ({ network, keys }) =>
      network !== 'devnet' && keys.some(({ keyHash }) => keyHashes.has(keyHash)),
  )
