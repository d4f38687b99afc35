import { countText } from '#values/text/format.ts'
import { quoted } from '#values/text/text.ts'
import type { Mint } from '#contract/mints/mint.ts'
import { KeyHash } from '#cardano/ids.ts'
import { receiverWarnings } from '#cardano/receiver-warnings.ts'
import { keyHashesIn, scriptFromJson } from '#cardano/scripts.ts'
import { keyOfPayment } from '#cardano/transactions/build/spendable-utxos.ts'
import { cancelHeld } from '#app/mints/cancel-held.ts'
import { makeMintRequest } from '#app/mints/mint-request.ts'
import { confirm } from '#cli/terminal/confirmation.ts'
import type { MintSession } from './mint-session.ts'
import { openRequest, type OpenedTransactions } from '../tx/transaction-input.ts'
import { netChangeText, openedText } from '../tx/transaction-text.ts'

/**
 * Shows a mint as `tx inspect` shows it, lets the user confirm it, and has it signed and sent. Without
 * that word a mint that was built and held for this is cancelled: its tokens and inputs are free again.
 * @throws ColdpressError `cancelled` for any other answer, or none
 */
export const releaseConfirmed = async (mintSession: MintSession, mint: Mint): Promise<Mint> => {
  const what = mint.kind === 'withdrawal' || mint.kind === 'burn' ? mint.kind : 'mint'
  try {
    await confirmMint(
      mintSession,
      mint,
      `Nothing was signed or sent, and the ${what} was cancelled.`,
    )
  } catch (error) {
    await cancelHeld(mintSession.client, mint)
    throw error
  }
  return mintSession.client.releaseMint(mint.collection_id, mint.id)
}

/**
 * Shows a mint as `tx inspect` shows it and asks whether it is to be sent.
 * @param otherwise what any other answer leaves behind, where nothing of the mint was sent yet
 * @throws ColdpressError `cancelled`
 */
export const confirmMint = async (
  mintSession: MintSession,
  mint: Mint,
  otherwise: string,
): Promise<void> => {
  const opened = await openMint(mintSession, mint)
  mintSession.session.terminal.warn(...shown(opened).split('\n'), '', ...netChangeText(opened))
  const count = countText(mint.transactions.length, 'transaction')
  const isUnsigned = mint.status === 'awaiting_witnesses'
  if (isUnsigned && mint.kind === 'burn') return confirmBurn(mintSession, mint, otherwise)
  await confirm(
    mintSession.session,
    isUnsigned
      ? { word: 'sign', to: `sign and send ${count}`, otherwise }
      : { word: 'send', to: `send ${count} once more`, otherwise: 'Nothing was sent.' },
  )
}

/** Names what is burned, and asks for its number. */
const confirmBurn = async (
  { session }: MintSession,
  { tokens }: Mint,
  otherwise: string,
): Promise<void> => {
  const burned = countText(tokens.length, 'token')
  session.terminal.warn(
    `This burns ${burned}: ${tokens.map(({ asset_name: name }) => quoted(name)).join(', ')}.`,
    'A burn cannot be undone: what is burned can never be minted again.',
  )
  await confirm(session, { word: `burn ${tokens.length}`, to: `burn ${burned}`, otherwise })
}

/** A mint as `tx inspect` shows it, with the receivers that are scripts. */
export const decodedMint = async (mintSession: MintSession, mint: Mint): Promise<string> =>
  shown(await openMint(mintSession, mint))

const openMint = async (mintSession: MintSession, mint: Mint): Promise<OpenedTransactions> =>
  openRequest(await makeMintRequest(mintSession.client, mint), {
    home: mintSession.app.home,
    ownership: mintSession.app.ownership,
  })

const shown = (opened: OpenedTransactions): string =>
  [openedText(opened), ...scriptLines(opened)].join('\n\n')

const scriptLines = ({ transactions }: OpenedTransactions): readonly string[] =>
  receiverWarnings(
    'receiver',
    transactions
      .flatMap(({ summary }) => summary.outputs)
      .filter(({ leaving }) => leaving !== null)
      .map(({ address }) => address),
  ).map((warning) => `WARNING  ${warning}`)

/**
 * Whether a key of this vault would sign a mint: one of the policy's, or that of the address that
 * pays. The collection's own payment key is in the vault.
 */
export const wouldSignHere = async (
  { client, app }: Pick<MintSession, 'client' | 'app'>,
  mint: {
    readonly collection: string
    readonly fundFrom?: string
    readonly signers?: readonly string[]
  },
): Promise<boolean> => {
  const { collection, fundFrom, signers } = mint
  if (fundFrom === undefined) return true
  const { policy } = await client.getCollection(collection)
  const payer = keyOfPayment(fundFrom)
  const keys = [
    ...(signers?.map((hash) => KeyHash(hash)) ?? keyHashesIn(scriptFromJson(policy.script))),
    ...(payer === undefined ? [] : [payer]),
  ]
  for (const key of keys) if (await app.vault.hasKey(key)) return true
  return false
}
