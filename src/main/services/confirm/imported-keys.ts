import type { Core } from '#app/create-core.ts'
import type { ConfirmKeys } from '#app/policies/import-policy.ts'
import { noVaultYet } from '#keys/vault/vault-errors.ts'
import type { Question } from '#app/asks.ts'
import type { ConfirmingContext } from './confirmations.ts'

const consequence =
  'What is paid to its addresses counts as yours when you sign, and whoever else has it can take that. Say no if you did not just ask for it yourself.'

type Known = Pick<Core, 'vault'> & { readonly ownKeys: Pick<Core['ownKeys'], 'isConfirmed'> }

/**
 * Lets the user confirm keys from outside before they enter the vault, since what their addresses
 * receive counts as the user's own from then on. Keys that are already the user's, such as those
 * that the Local studio made, need no confirmation.
 */
export const confirmImportedKeys =
  ({
    core,
    confirmations,
  }: Pick<ConfirmingContext, 'confirmations'> & { readonly core: Known }): ConfirmKeys =>
  async ({ policyId, name, network, keyHashes }) => {
    requireVault(core)
    const known = await Promise.all(keyHashes.map(core.ownKeys.isConfirmed))
    const fresh = keyHashes.filter((_, position) => known[position] !== true)
    if (fresh.length === 0) return
    await confirmations.ask({
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
export const requireVault = ({ vault }: Pick<Core, 'vault'>): void => {
  if (vault.status().state === 'new') throw noVaultYet()
}

/**
 * Confirms a recovery phrase from the page. Its holder has every key derived from it, so those keys
 * need no confirmation later.
 */
export const restoredPhrase = (fingerprint: string): Question => ({
  kind: 'add_phrase',
  question: 'Add a recovery phrase to your vault as your own?',
  lines: [`Fingerprint: ${fingerprint}`, consequence],
  yes: 'Add the phrase',
})

/** Asked before the page gets the words, and only if the repeated words are correct. */
export const newPhraseQuestion: Question = {
  kind: 'show_phrase',
  question: 'Make a new recovery phrase and show its words in the window?',
  lines: [consequence],
  yes: 'Show the words',
}
