import { realpath } from 'node:fs/promises'
import { makeFolder } from '#platform/disk/make-folder.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { createFileStore } from './file-store.ts'
import { createKeychainStore, serviceName } from './keychain-store.ts'
import { identityItem, probeStore, type SecretStore } from './secret-store.ts'
import { createStoredVault } from './stored-vault.ts'
import { readVaultFile, type VaultFileContent } from './vault-file.ts'
import type { Backend } from '../vault-schemas.ts'
import type { Vault, VaultOptions } from './vault.ts'

type Stores = { readonly files: SecretStore; readonly keychain: SecretStore }
type Choice = { readonly store: SecretStore; readonly note?: string }

/**
 * Opens a home's vault, locked, in the backend chosen at its creation. A home without a vault gets
 * the keychain if a write test succeeds, otherwise sealed files and a note. There is no silent
 * fallback: a vault in the keychain is opened nowhere else.
 * @throws ColdpressError `keychain_unreachable` when the vault, or `options.backend`, needs the
 * keychain; `conflict` when `options.backend` is not the vault's; `corrupt` for vault.json
 */
export const openVault = async (options: VaultOptions): Promise<Vault> => {
  makeFolder(options.home)
  const home = await realpath(options.home)
  const details = await readVaultFile(home)
  const keychain = createKeychainStore(
    serviceName(home, options.isDefaultHome),
    options.keychainTimeoutMs ?? 5_000,
  )
  const stores = { files: createFileStore(home), keychain }
  const { store, note } = await chooseStore(stores, details, options.backend ?? 'auto')

  return createStoredVault({
    home,
    store,
    keychain,
    note,
    exists: details !== undefined || (await store.read(identityItem)) !== undefined,
    autoLockMs: options.autoLockMs ?? 15 * 60_000,
    onLock: options.onLock,
    scryptWorkFactor: options.scryptWorkFactor ?? 18,
    homeLockTimeoutMs: 30_000,
    now: options.now ?? (() => new Date()),
  })
}

const chooseStore = async (
  stores: Stores,
  details: VaultFileContent | undefined,
  wanted: 'auto' | Backend,
): Promise<Choice> => {
  if (details === undefined) {
    if (wanted === 'auto') return chooseForNew(stores)
    return wanted === 'keychain'
      ? requireKeychain(stores.keychain)
      : { store: stores.files, note: 'Sealed files were asked for.' }
  }
  if (wanted !== 'auto' && wanted !== details.backend) throw wrongBackend(details.backend)
  if (details.backend === 'keychain') return requireKeychain(stores.keychain)
  // Not probed: a later keychain would not be used, and a probe may open its prompt.
  return {
    store: stores.files,
    note: 'This vault was made with sealed files, under secrets in the data folder, and stays with them.',
  }
}

const wrongBackend = (backend: Backend): ColdpressError =>
  new ColdpressError(
    'conflict',
    `This vault keeps its items in ${backend === 'keychain' ? 'the keychain' : 'sealed files'}, which cannot be changed afterwards. Open it without naming a backend.`,
  )

const requireKeychain = async (keychain: SecretStore): Promise<Choice> => {
  const probe = await probeStore(keychain)
  if (probe.works) return { store: keychain }
  throw new ColdpressError(
    'keychain_unreachable',
    "Your vault is in the system's keychain, which does not work now. Start or unlock the keychain, then try again.",
    { details: { reason: probe.detail ?? probe.reason }, cause: new Error(probe.reason) },
  )
}

/** vault.json is missing: a new home, or one that lost the file and still has its sealed identity. */
const chooseForNew = async ({ files, keychain }: Stores): Promise<Choice> => {
  const probe = await probeStore(keychain)
  const inFiles = (await files.read(identityItem)) !== undefined
  if (!probe.works) {
    return {
      store: files,
      note: 'Coldpress found no working keychain, so it keeps secrets in sealed files, in the folder “secrets” of the data folder.',
    }
  }
  if (!inFiles) return { store: keychain }
  if ((await keychain.read(identityItem)) !== undefined) {
    throw new ColdpressError(
      'conflict',
      'vault.json is missing, and both the keychain and the folder secrets hold a vault for this data folder. Open it once with the backend that is meant.',
    )
  }
  return { store: files, note: 'An earlier vault in sealed files was found and is used.' }
}
