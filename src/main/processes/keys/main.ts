import '#platform/offline/first.ts'
import type { BackupFacts } from '#keys/vault/backup-file.ts'
import { openVault } from '#keys/vault/open-vault.ts'
import { excludeMemoryFromCoreDumps } from '#platform/secret/core-dumps.ts'
import type { Vault, VaultStatus } from '#keys/vault/vault.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { childLog, endOnUncaught, portToParent } from '../child-program.ts'
import { copyAndWipe } from '../fields.ts'
import { type HandlersOf, openLink } from '../link.ts'
import { keysCalls, keysEvents } from './calls.ts'
import { isSameStatus } from './status.ts'

/**
 * The keys process, the only process of the app that holds private keys in memory. It serves the
 * main process over a private port.
 */
const main = (): void => {
  endOnUncaught('keys')
  const log = childLog('keys')
  if (!excludeMemoryFromCoreDumps()) log('the system does not let memory be kept out of core dumps')

  let vault: Vault | undefined
  let lastReported: VaultStatus | undefined
  const sendStatus = (): void => {
    const status = vault?.status()
    if (status === undefined || isSameStatus(status, lastReported)) return
    lastReported = status
    // No confirmation needed: it arrives before the next answer.
    link.call('status', status).catch(() => undefined)
  }
  const link = openLink<typeof keysCalls, typeof keysEvents>({
    port: portToParent(),
    serves: keysCalls,
    handlers: {
      ...vaultHandlers(() => vault ?? refuse()),
      open: async (options) => {
        if (vault !== undefined) throw refuse()
        vault = await openVault({ ...options, onLock: sendStatus })
        lastReported = vault.status()
        return lastReported
      },
    },
    requests: keysEvents,
    peer: 'main process',
    beforeAnswer: sendStatus,
    log,
  })
}

const vaultHandlers = (vault: () => Vault): Omit<HandlersOf<typeof keysCalls>, 'open'> => ({
  create: (passphrase) => vault().create(passphrase),
  unlock: (passphrase) => vault().unlock(passphrase),
  lock: () => vault().lock(),
  setAutoLock: (idleMs) => vault().setAutoLock(idleMs),
  changePassphrase: ({ before, after }) => vault().changePassphrase(before, after),
  storeKeys: (keys) => vault().storeKeys(keys),
  hasKey: (keyHash) => vault().hasKey(keyHash),
  witness: ({ transaction, keyHash, walletIndex }) =>
    vault().witness(transaction, keyHash, walletIndex),
  witnessOrdered: (ordered) => vault().witnessOrdered(ordered),
  seal: async (statements) => [...(await vault().seal(statements))],
  sealKey: () => vault().sealKey(),
  creatorKey: () => vault().creatorKey(),
  trustCreator: (key) => vault().trustCreator(key),
  createWallet: () => vault().createWallet(),
  revealKeys: async (keyHashes) => (await vault().revealKeys(keyHashes)).map(copyAndWipe),
  publicKeys: async (keyHashes) => [...(await vault().publicKeys(keyHashes))],
  backUp: async ({ policy, passphrase }) => {
    const sealed = await vault().backUp(policy, passphrase)
    return { ...plain(sealed), file: Uint8Array.from(sealed.file) }
  },
  restoreBackup: async ({ file, passphrase }) => {
    const restored = await vault().restoreBackup(file, passphrase)
    return { ...plain(restored), alreadyHere: [...restored.alreadyHere] }
  },
  testBackup: async ({ file, passphrase }) => plain(await vault().testBackup(file, passphrase)),
  backUpWallet: async ({ wallet, passphrase }) => {
    const sealed = await vault().backUpWallet(wallet, passphrase)
    return { ...sealed, file: Uint8Array.from(sealed.file) }
  },
  restoreWallet: ({ file, passphrase }) => vault().restoreWallet(file, passphrase),
  startPhrase: async () => {
    const { words, wordNumbers, fingerprint } = await vault().startPhrase()
    return { fingerprint, wordNumbers: [...wordNumbers], words: copyAndWipe(words) }
  },
  confirmPhrase: ({ phrase, given }) => vault().confirmPhrase(phrase, given),
  restorePhrase: (words) => vault().restorePhrase(words),
  hasPhrase: (phrase) => vault().hasPhrase(phrase),
  derivePhraseKey: ({ phrase, index }) => vault().derivePhraseKey(phrase, index),
  removeKey: (keyHash) => vault().removeKey(keyHash),
  setApiKey: ({ accountId, apiKey }) => vault().setApiKey(accountId, apiKey),
  getApiKey: async (accountId) => {
    const apiKey = await vault().getApiKey(accountId)
    return apiKey === undefined ? undefined : copyAndWipe(apiKey)
  },
  removeApiKey: (accountId) => vault().removeApiKey(accountId),
  destroy: (items) => vault().destroy(items),
  probe: () => vault().probe(),
  inspect: async (items) => [...(await vault().inspect(items))],
  itemsToMove: async ({ passphrase, names }) =>
    (await vault().itemsToMove(passphrase, names)).map(({ item, bytes }) => ({
      item,
      bytes: Uint8Array.from(bytes),
    })),
  openEachItem: () => vault().openEachItem(),
  moveIntoKeychain: (target) => vault().moveIntoKeychain(target),
})

/** Copies the lists into plain ones that can be sent. */
const plain = <T extends BackupFacts>(facts: T) => ({
  ...facts,
  keyHashes: [...facts.keyHashes],
  elsewhere: [...facts.elsewhere],
})

const refuse = (): never => {
  throw new ColdpressError('internal', 'The keys process is opened once, before all else.')
}

main()
