import { keyErrors } from '#contract/vault/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { KeyHash } from '#cardano/ids.ts'
import type { WalletIndex, Backend } from '../vault-schemas.ts'
import { identityItem } from './secret-store.ts'
import type { SealSubject } from '../seal/seal.ts'

export const vaultExists = (): ColdpressError =>
  new ColdpressError(
    'conflict',
    'This data folder already has a vault. Unlock it with its passphrase.',
  )

export const vaultLocked = (): ColdpressError =>
  new ColdpressError('vault_locked', 'The vault is locked. Unlock it with its passphrase.')

export const noVaultYet = (): ColdpressError =>
  new ColdpressError('vault_locked', 'There is no vault yet. Choose a vault passphrase first.')

export const lockedMeanwhile = (): ColdpressError =>
  new ColdpressError(
    'vault_locked',
    'The vault was locked again before it was open. Unlock it again.',
  )

export const identityMissing = (backend: Backend): ColdpressError =>
  new ColdpressError(
    'key_missing',
    `The vault's item ${identityItem} is missing from ${backend === 'keychain' ? 'the keychain. If the data folder was moved, move it back: the items belong to its path. Otherwise restore the keychain from a copy' : 'the folder secrets. Restore that folder from a copy'}. Without it Coldpress can't open the keys of this vault, and it neither creates nor stores keys. If there is no copy, move the data folder away and restore the policies and wallets from their backups.`,
    { details: { item: identityItem } },
  )

/** The sealed identity is not a passphrase-encrypted file. */
export const identityDamaged = (): ColdpressError =>
  new ColdpressError(
    'key_missing',
    `The vault's item ${identityItem} is damaged. Restore it from a copy. Without it Coldpress can't open the keys of this vault, and it neither creates nor stores keys.`,
    { details: { item: identityItem } },
  )

export const identityUnproved = (): ColdpressError =>
  new ColdpressError(
    'vault_locked',
    `The vault's item ${identityItem} was replaced since the vault was last opened. Unlock the vault to prove which keys it opens.`,
    { details: { item: identityItem } },
  )

export const vaultReplaced = (): ColdpressError =>
  new ColdpressError(
    'conflict',
    'Another process has just created the vault in another backend. Restart Coldpress.',
  )

export const recipientSwapped = (): ColdpressError =>
  new ColdpressError(
    'corrupt',
    'The recipient in vault.json does not belong to this vault, so keys stored since it changed may be lost. Find out who changed the file. Then move it away, unlock again, which writes a new one, and import those keys again.',
    { details: { item: 'vault.json' } },
  )

export const sealKeySwapped = (): ColdpressError =>
  new ColdpressError(
    'corrupt',
    'The key in vault.json that seals are verified with (sealKey) does not belong to this vault. You may have seen addresses, prices and payouts that nobody confirmed. Find out who changed the file. Then move it away and unlock again, which writes a new one.',
    { details: { item: 'vault.json', fact: 'sealKey' } },
  )

export const creatorSwapped = (): ColdpressError =>
  new ColdpressError(
    'corrupt',
    'vault.json names a creator’s key that this vault did not fix (creator). You may have seen addresses, prices and payouts that nobody confirmed. Find out who changed the file, and restore it from a backup.',
    { details: { item: 'vault.json', fact: 'creator' } },
  )

export const noCreator = (reason: string): ColdpressError =>
  new ColdpressError('invalid', `The creator’s key cannot be fixed: ${reason}`)

/** The vault of a server signs nothing that its creator has to confirm. */
export const confirmedElsewhere = ({ kind, id }: SealSubject): ColdpressError =>
  errorBy(
    keyErrors,
    'creator',
    {},
    `This vault does not confirm ${kind} ${id}: the vault of the creator does.`,
  )

export const nothingToBackUp = (): ColdpressError =>
  new ColdpressError(
    'key_missing',
    'The vault has no key of this policy, so there is nothing to back up. Import its keys first.',
  )

/** The wallet's key at the index has another hash, so its signature would be useless. */
export const anotherKeyThere = ({ wallet, index }: WalletIndex, keyHash: KeyHash): ColdpressError =>
  errorBy(
    keyErrors,
    'another_key',
    { wallet, index, key_hash: keyHash },
    `The key ${index} of wallet ${wallet} does not have the hash ${keyHash}, so nothing was signed.`,
  )
