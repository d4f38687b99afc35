import type { KeyHash, PolicyId } from '#cardano/ids.ts'
import type { Network } from '#cardano/network.ts'
import type { OwnKeys } from '#keys/vault/own-keys.ts'
import { noVaultYet } from '#keys/vault/vault-errors.ts'
import type { Vault } from '#keys/vault/vault.ts'
import type { Asks, Question } from '../asks.ts'

/**
 * Asks before keys from outside enter the vault, since what their addresses receive counts as the
 * user's own from then on. The command line leaves it out: its caller is the user.
 */
export type AsksForKeys = Pick<Asks, 'confirm'>

const consequence =
  'What is paid to its addresses counts as yours when you sign, and whoever else has it can take that. Say no if you did not just ask for it yourself.'

/** Keys to store in the vault, and their policy. */
export type KeysToImport = {
  readonly policyId: PolicyId
  readonly name: string | null
  readonly network: Network
  readonly keyHashes: readonly KeyHash[]
}

/**
 * Keys that are already the user's, such as those that the Local studio made, need no confirmation.
 * @throws ColdpressError `vault_locked` without a vault; as `Asks.confirm`
 */
export const confirmNewKeys = async (
  {
    vault,
    ownKeys,
  }: {
    readonly vault: Pick<Vault, 'status'>
    readonly ownKeys: Pick<OwnKeys, 'isConfirmed'>
  },
  asks: AsksForKeys,
  { policyId, name, network, keyHashes }: KeysToImport,
): Promise<void> => {
  requireVault(vault)
  const known = await Promise.all(keyHashes.map(ownKeys.isConfirmed))
  const fresh = keyHashes.filter((_, position) => known[position] !== true)
  if (fresh.length === 0) return
  await asks.confirm({
    kind: 'add_keys',
    question: `Add ${fresh.length === 1 ? 'a key' : `${fresh.length} keys`} to your vault as your own?`,
    lines: [
      `Policy: ${name ?? 'without a name'}`,
      `Policy ID: ${policyId}`,
      `Network: ${network}`,
      ...fresh.map((keyHash) => `Key hash: ${keyHash}`),
      consequence,
    ],
    yes: fresh.length === 1 ? 'Add the key' : 'Add the keys',
  })
}

/**
 * Checked first, so that nobody confirms keys that the vault cannot store.
 * @throws ColdpressError `vault_locked`
 */
export const requireVault = (vault: Pick<Vault, 'status'>): void => {
  if (vault.status().state === 'new') throw noVaultYet()
}

/** The holder of a phrase has every key derived from it, so those keys need no confirmation later. */
export const restoredPhraseQuestion = (fingerprint: string): Question => ({
  kind: 'add_phrase',
  question: 'Add a recovery phrase to your vault as your own?',
  lines: [`Fingerprint: ${fingerprint}`, consequence],
  yes: 'Add the phrase',
})

/** Asked before the words are shown; they are stored only if the repeated words are correct. */
export const newPhraseQuestion: Question = {
  kind: 'show_phrase',
  question: 'Make a new recovery phrase and show its words in the window?',
  lines: [consequence],
  yes: 'Show the words',
}

/** Before keys that are in the vault already count as the user's. */
export const vaultKeysQuestion = (keyHashes: readonly KeyHash[]): Question => ({
  kind: 'confirm_keys',
  question: 'Are these keys of the vault yours?',
  lines: [
    'Nothing proves who put them into the vault. Once you confirm, payments to their addresses count as yours:',
    ...keyHashes.map((keyHash) => `- ${keyHash}`),
  ],
  yes: 'Confirm the keys',
})

export const walletQuestion = ({
  id,
  network,
  firstAddress,
}: {
  readonly id: string
  readonly network: Network
  readonly firstAddress: string
}): Question => ({
  kind: 'confirm_wallet',
  question: `Is the wallet ${id} (${network}) yours?`,
  lines: [
    'It takes what buyers pay, and its addresses count as your own. Its first address:',
    firstAddress,
  ],
  yes: 'Confirm the wallet',
})
