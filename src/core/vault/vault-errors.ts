import { ColdpressError } from '#shared/errors.ts'
import type { KeyHash } from '../cardano/ids.ts'
import type { WalletIndex } from '../cardano/policy-keys.ts'
import { identityItem } from './secret-store.ts'
import type { Backend } from './vault.ts'

export const vaultExists = (): ColdpressError =>
  new ColdpressError(
    'conflict',
    'This data folder has a vault already. Unlock it with its passphrase.',
  )

export const vaultLocked = (): ColdpressError =>
  new ColdpressError('vault_locked', 'The vault is locked. Unlock it with its passphrase.')

export const noVaultYet = (): ColdpressError =>
  new ColdpressError('vault_locked', 'There is no vault yet. Choose a vault passphrase first.')

export const lockedMeanwhile = (): ColdpressError =>
  new ColdpressError(
    'vault_locked',
    'The vault was locked while it was being unlocked. Unlock it again.',
  )

export const identityMissing = (backend: Backend): ColdpressError =>
  new ColdpressError(
    'key_missing',
    `The vault's item ${identityItem} is missing from ${backend === 'keychain' ? 'the keychain. If the data folder was moved, move it back: its items belong to its path. Otherwise restore the keychain from a copy' : 'the folder secrets. Restore that folder from a copy'}. Without it no key of this vault can be opened, so none is made or stored. If there is no copy, move the data folder away and restore the policies and wallets from their backups.`,
    { details: { item: identityItem } },
  )

/** The sealed identity is not a passphrase-encrypted file. */
export const identityDamaged = (): ColdpressError =>
  new ColdpressError(
    'key_missing',
    `The vault's item ${identityItem} is damaged. Restore it from a copy. Without it no key of this vault can be opened, so none is made or stored.`,
    { details: { item: identityItem } },
  )

export const identityUnproved = (): ColdpressError =>
  new ColdpressError(
    'vault_locked',
    `The vault's item ${identityItem} was replaced since the vault was last opened. Unlock the vault: that proves which keys it opens.`,
    { details: { item: identityItem } },
  )

export const vaultReplaced = (): ColdpressError =>
  new ColdpressError(
    'conflict',
    'Another process made the vault with another backend meanwhile. Restart Coldpress.',
  )

export const recipientSwapped = (): ColdpressError =>
  new ColdpressError(
    'corrupt',
    'The recipient in vault.json does not belong to this vault: keys stored since it changed may be out of reach. Find out who changed the file; then move it away and unlock again, which writes it again, and import those keys again.',
    { details: { item: 'vault.json' } },
  )

export const sealKeySwapped = (): ColdpressError =>
  new ColdpressError(
    'corrupt',
    'The key in vault.json that seals are verified with (sealKey) does not belong to this vault: addresses, prices and payouts may have been shown that nobody confirmed. Find out who changed the file; then move it away and unlock again, which writes it again.',
    { details: { item: 'vault.json', fact: 'sealKey' } },
  )

export const nothingToBackUp = (): ColdpressError =>
  new ColdpressError(
    'key_missing',
    'The vault holds no key that this policy names, so there is nothing to back up. Import its keys first.',
  )

/** The wallet's key at the index has another hash, so its signature would be useless. */
export const anotherKeyThere = ({ wallet, index }: WalletIndex, keyHash: KeyHash): ColdpressError =>
  new ColdpressError(
    'invalid',
    `The key ${index} of wallet ${wallet} does not have the hash ${keyHash}, so nothing was signed.`,
    { details: { rule: 'another_key', wallet, index, key_hash: keyHash } },
  )
