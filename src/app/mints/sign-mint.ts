import { ColdpressError } from '#values/errors/errors.ts'
import type { Mint } from '#contract/mints/mint.ts'
import type { Account } from '../accounts/accounts.ts'
import type { MintingClient } from '../api/client.ts'
import type { Asks } from '../asks.ts'
import type { OwnershipSource } from '../signing/local-ownership.ts'
import { signatureQuestion, signerText } from '../signing/signature-question.ts'
import { inspectMint } from './inspect-mint.ts'
import type { HasKey } from './mint-keys-here.ts'
import { networkOfMint } from './mint-network.ts'

type SigningContext = {
  readonly client: Pick<
    MintingClient,
    'getMintParents' | 'getCollection' | 'releaseMint' | 'addWitnesses'
  >
  readonly account: Account
  readonly vault: { readonly status: () => { readonly state: string } }
  readonly ownership: OwnershipSource
  /** The data folder. */
  readonly home: string
  readonly hasKey: HasKey
  readonly now: Date
  readonly asks: Asks
}

/**
 * Has a mint signed with the vault's keys, and sent when no others are missing, once its effects
 * were confirmed, as its bytes have them.
 * @throws ColdpressError as `Asks.confirm`; `vault_locked` before anything is asked
 */
export const signMintWhenConfirmed = async (context: SigningContext, mint: Mint): Promise<Mint> => {
  await requireOpenVault(context, mint)
  const { client, account, asks } = context
  if (asks.shows('sign')) {
    const question = signatureQuestion(networkOfMint(mint), await inspectMint(mint, context))
    await asks.confirm({ ...question, lines: [signerText(account), ...question.lines] })
  }
  return mint.held === true
    ? client.releaseMint(mint.collection_id, mint.id)
    : client.addWitnesses(mint.collection_id, mint.id, { witnesses: [] })
}

/**
 * The studio would park what a locked vault cannot sign, without a dialog that says so.
 * @throws ColdpressError `vault_locked` when the vault has a key that has to sign
 */
const requireOpenVault = async (
  { vault, hasKey }: Pick<SigningContext, 'vault' | 'hasKey'>,
  { transactions }: Mint,
): Promise<void> => {
  if (vault.status().state === 'unlocked') return
  const missing = new Set(transactions.flatMap((transaction) => transaction.missing))
  for (const keyHash of missing)
    if (await hasKey(keyHash))
      throw new ColdpressError(
        'vault_locked',
        'The vault is locked, so its keys cannot sign. Unlock it; nothing was signed or sent.',
      )
}
