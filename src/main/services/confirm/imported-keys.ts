import type { Core } from '#core/index.ts'
import type { ConfirmKeys } from '#core/policies/import-policy.ts'
import { noVaultYet } from '#core/vault/vault-errors.ts'
import type { Question } from '../services-deps.ts'
import type { ConfirmingContext } from './confirmations.ts'

const consequence =
  'What is paid to its addresses counts as yours when you sign, and whoever else has it can take that. Say no if you did not just ask for it yourself.'

type Known = Pick<Core, 'vault'> & { readonly ownKeys: Pick<Core['ownKeys'], 'isConfirmed'> }

/**
 * Has the user confirm keys that come from outside before they enter the vault, since what is paid to
 * their addresses counts as the user's own from then on. Keys that are the user's own already ask
 * nothing, such as those that the Local studio made.
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
      question: `Add ${fresh.length === 1 ? 'a key' : `${fresh.length} keys`} to your vault as your own?`,
      facts: [
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
 * Before anything is asked: nobody confirms what no vault can take.
 * @throws ColdpressError `vault_locked`
 */
export const requireVault = ({ vault }: Pick<Core, 'vault'>): void => {
  if (vault.status().state === 'new') throw noVaultYet()
}

/**
 * A recovery phrase that the page brings. Whoever has its words has every key that is made of it, so
 * those keys ask nothing later.
 */
export const restoredPhrase = (fingerprint: string): Question => ({
  question: 'Add a recovery phrase to your vault as your own?',
  facts: [`Fingerprint: ${fingerprint}`, consequence],
  yes: 'Add the phrase',
})

/** Asked before the page gets the words: nobody is asked about words that were copied wrong. */
export const newPhrase: Question = {
  question: 'Make a new recovery phrase and show its words in the window?',
  facts: [consequence],
  yes: 'Show the words',
}
