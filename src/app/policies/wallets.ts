import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import type { BackupState } from '#contract/backups/backup.ts'
import { policyErrors } from '#contract/policies/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { type Network, networks } from '#cardano/network.ts'
import type { KeyHash } from '#cardano/ids.ts'
import { isOfWallet, derivePaymentAddress } from '#cardano/payment-wallet.ts'
import type {
  KeptWallet,
  PaymentKeyAt,
  PaymentWallet,
  WalletIndex,
  SealedWallet,
  WalletBackupContent,
} from '#keys/vault-schemas.ts'
import { testWalletBackup } from '#keys/vault/test-backup.ts'
import type { PublicWallet } from '#keys/public-wallet.ts'
import type { Database, Schema } from '#platform/db/database.ts'
import type { SealedFacts } from '#keys/seal/sealed-facts.ts'
import type { Statement } from '#keys/seal/seal.ts'
import type { Secret } from '#platform/secret/secret.ts'
import type { Vault } from '#keys/vault/vault.ts'
import { type AsksForKeys, requireVault, walletQuestion } from './confirm-keys.ts'
import { isPolicyPhrase } from './phrases.ts'
import { backupStateOf, noteBackup, recordBackupTest, walletBackup } from './backups-noted.ts'

/** What is public of a studio's wallet, which receives the payments of its sales. */
export type WalletView = PaymentWallet & {
  readonly network: Network
  /** `watched`: brought as a public file; its keys are on another computer. */
  readonly origin: WalletOrigin
  readonly createdAt: string
  /** Whether the vault still has it. */
  readonly here: boolean
  /** The address of its key 0, by which other wallets identify it. */
  readonly firstAddress: string
  readonly backup: BackupState
}

const origins = ['created', 'restored', 'watched'] as const
type WalletOrigin = (typeof origins)[number]

/** Whether buyers' money depends on a wallet without a tested backup; test networks need none. */
export const lacksTestedWalletBackup = ({ network, here, backup }: WalletView): boolean =>
  network !== 'devnet' && here && backup.state !== 'tested'

/** Whether the vault should have a wallet: the keys of one that is only watched are elsewhere. */
export const isInVault = ({ origin, here }: Pick<WalletView, 'origin' | 'here'>): boolean =>
  here || origin !== 'watched'

export type Wallets = {
  /**
   * Creates a wallet for a studio on this network.
   * @throws ColdpressError as `Vault.createWallet`
   */
  readonly create: (network: Network) => Promise<PaymentWallet>
  /**
   * Stores a wallet by its public parts, so that a studio here gives out its addresses. The vault
   * seals it as its user's.
   * @throws ColdpressError `conflict` when its keys are or were in this vault; `vault_locked`
   */
  readonly watch: (wallet: PublicWallet) => Promise<WalletView>
  /**
   * The newest wallet that is only watched, for the studio of a network.
   * @throws ColdpressError `conflict` for one that this vault did not seal
   */
  readonly watched: (network: Network) => Promise<PaymentWallet | undefined>
  /** As `PolicyKeys.keptWallet`, for the studio of a network. */
  readonly kept: (id: string, network: Network) => Promise<KeptWallet | undefined>
  /**
   * Learns at which index of a wallet payment keys are, from whoever asks for their signatures. Each
   * is derived again, so a wrong one is left out.
   */
  readonly learn: (keys: readonly PaymentKeyAt[]) => void
  /** Where a payment key is that {@link Wallets.learn} was given; undefined without its wallet. */
  readonly indexOf: (keyHash: KeyHash) => Promise<WalletIndex | undefined>
  /** Newest first. */
  readonly list: () => Promise<readonly WalletView[]>
  /** @throws ColdpressError `not_found` */
  readonly show: (id: string) => Promise<WalletView>
  /** The wallet that owns this address, if known. */
  readonly paidAt: (address: string) => Promise<WalletView | undefined>
  /**
   * Whether a sealed wallet of this machine owns the address's payment key. Writing to the database
   * cannot add a wallet, since the vault seals each one.
   */
  readonly isOwnAddress: (address: string) => Promise<boolean>
  /**
   * Seals the wallet's account key after the user confirms the wallet as theirs.
   * @throws ColdpressError `not_found`, `vault_locked`
   */
  readonly confirm: (id: string) => Promise<WalletView>
  /**
   * Seals the wallet under a passphrase, lets `keep` save the file, and then records the backup.
   * @throws ColdpressError `not_found`, as `Vault.backUpWallet`, and what `keep` throws
   */
  readonly backUp: (
    id: string,
    passphrase: Secret,
    save: (backup: SealedWallet) => Promise<void>,
  ) => Promise<WalletView>
  /**
   * Stores the wallet of a backup in the vault, so that a studio with this wallet can sign again.
   * @param asks as for a policy's backup; a wallet that counts as the user's own is not asked about
   * @throws ColdpressError as `Vault.restoreWallet` and `Asks.confirm`
   */
  readonly restore: (
    file: Uint8Array,
    passphrase: Secret,
    asks?: AsksForKeys,
  ) => Promise<{ readonly wallet: WalletView; readonly wasHere: boolean }>
  /**
   * Rejects signing with payment keys of a policy phrase: they may hold the user's own money
   * elsewhere. An unknown wallet may belong to a lost list.
   * @throws ColdpressError `invalid`
   */
  readonly requireWallet: (id: string) => void
  /**
   * Proves that the keys of a wallet's backup sign, and records that.
   * @returns `wallet` null if it is unknown here
   * @throws ColdpressError as `testWalletBackup`
   */
  readonly testBackup: (
    file: Uint8Array,
    passphrase: Secret,
  ) => Promise<{ readonly backup: WalletBackupContent; readonly wallet: WalletView | null }>
  /** Records a passed test; null if its wallet is unknown here. */
  readonly recordBackupTest: (backup: WalletBackupContent) => Promise<WalletView | null>
}

export type WalletsDeps = {
  readonly db: Database
  readonly vault: Pick<
    Vault,
    'status' | 'createWallet' | 'hasPhrase' | 'backUpWallet' | 'restoreWallet'
  >
  readonly sealed: SealedFacts
  readonly now?: () => Date
}

/** @throws ColdpressError `vault_locked` without a vault; as `Asks.confirm` */
const confirmNewWallet = async (
  { vault, sealed }: Pick<WalletsDeps, 'vault' | 'sealed'>,
  asks: AsksForKeys,
  wallet: WalletBackupContent,
): Promise<void> => {
  requireVault(vault)
  if (await sealed.isConfirmed(walletStatement(wallet))) return
  const { id, accountKey, network } = wallet
  const { address: firstAddress } = derivePaymentAddress(accountKey, 0, network)
  await asks.confirm(walletQuestion({ id, network, firstAddress }))
}

/** Public keys and addresses: a reader can link one seller's payments, but can't spend them. */
export const walletsSchema: Schema = {
  name: 'wallets',
  steps: [
    `CREATE TABLE wallets (
      id TEXT PRIMARY KEY,
      account_key TEXT NOT NULL,
      network TEXT NOT NULL,
      origin TEXT NOT NULL,
      created_at TEXT NOT NULL
    ) STRICT`,
  ],
}

export const createWallets = ({
  db,
  vault,
  sealed,
  now = () => new Date(),
}: WalletsDeps): Wallets => {
  const show = (id: string) => view(vault, db, storedWallet(db, id))
  const ownKeys = createOwnKeys()
  const learned = new Map<KeyHash, WalletIndex>()
  const note = async (wallet: Omit<StoredWallet, 'createdAt'>): Promise<void> => {
    const seals = await sealed.seal([walletStatement(wallet)])
    db.transact(() => {
      if (noteWallet(db, wallet, now())) sealed.add(seals)
    })
  }
  const noteTest = async (backup: WalletBackupContent): Promise<WalletView | null> => {
    if (findWallet(db, backup.id) === undefined) return null
    recordBackupTest(db, walletBackup(backup), now())
    return show(backup.id)
  }
  return {
    create: async (network) => {
      const wallet = await vault.createWallet()
      // After a crash before this line, nobody knows or pays the wallet.
      await note({ ...wallet, network, origin: 'created' })
      return wallet
    },
    watch: async (wallet) => {
      if (await vault.hasPhrase(wallet.id))
        throw new ColdpressError(
          'conflict',
          `The keys of the wallet ${wallet.id} are in the vault of this computer, so it is not only watched.`,
        )
      const known = findWallet(db, wallet.id)
      if (known !== undefined && known.origin !== 'watched')
        throw new ColdpressError(
          'conflict',
          `The wallet ${wallet.id} belongs to the vault of this computer, which lost its keys. Restore its backup here, or watch another wallet.`,
        )
      noteWallet(db, { ...wallet, origin: 'watched' }, now())
      await sealed.confirm([walletStatement(wallet)])
      return show(wallet.id)
    },
    watched: async (network) => {
      const found = storedWallets(db).find(
        (one) => one.network === network && one.origin === 'watched',
      )
      if (found === undefined) return undefined
      await sealed.require(walletStatement(found), `the watched wallet ${found.id}`)
      return { id: found.id, accountKey: found.accountKey }
    },
    kept: async (id, network) => {
      const found = findWallet(db, id)
      const isWatched = found?.origin === 'watched'
      if (found?.network !== network || !(isWatched || (await vault.hasPhrase(id))))
        return undefined
      await sealed.requireAuthentic(walletStatement(found), `the wallet ${id} of the sales`)
      return { id, accountKey: found.accountKey, isWatched, createdAt: found.createdAt }
    },
    learn: (keys) => {
      for (const { keyHash, wallet, index } of keys) {
        const known = findWallet(db, wallet)
        if (known === undefined || learned.has(keyHash)) continue
        const derived = derivePaymentAddress(known.accountKey, index, known.network)
        if (derived.keyHash !== keyHash) continue
        learned.set(keyHash, { wallet, index })
        ownKeys.learn(known, index, derived.address)
      }
    },
    indexOf: async (keyHash) => {
      const found = learned.get(keyHash)
      return found !== undefined && (await vault.hasPhrase(found.wallet)) ? found : undefined
    },
    list: () => Promise.all(storedWallets(db).map((wallet) => view(vault, db, wallet))),
    show,
    paidAt: async (address) => {
      const wallet = storedWallets(db).find(({ accountKey }) => isOfWallet(accountKey, address))
      return wallet === undefined ? undefined : view(vault, db, wallet)
    },
    isOwnAddress: async (address) => {
      for (const wallet of storedWallets(db))
        if (ownKeys.has(wallet, address) && (await sealed.isConfirmed(walletStatement(wallet))))
          return true
      return false
    },
    confirm: async (id) => {
      await sealed.confirm([walletStatement(storedWallet(db, id))])
      return show(id)
    },
    backUp: async (id, passphrase, save) => {
      const { network } = storedWallet(db, id)
      const sealed = await vault.backUpWallet({ wallet: { id, network }, passphrase })
      // Recorded after saving, as for a policy.
      await save(sealed)
      noteBackup(db, walletBackup(sealed))
      return show(id)
    },
    restore: async (file, passphrase, asks) => {
      if (asks !== undefined)
        await confirmNewWallet({ vault, sealed }, asks, await testWalletBackup(file, passphrase))
      const { wasHere, ...backup } = await vault.restoreWallet({ file, passphrase })
      await note({ ...backup, origin: 'restored' })
      noteBackup(db, walletBackup(backup))
      return { wallet: await show(backup.id), wasHere }
    },
    requireWallet: (id) => {
      if (findWallet(db, id) !== undefined || !isPolicyPhrase(db, id)) return
      throw errorBy(
        policyErrors,
        'no_wallet',
        {},
        `${id} is a phrase for policy keys and no wallet of a studio, so nothing was signed with its payment keys. Restore the wallet from its backup.`,
      )
    },
    testBackup: async (file, passphrase) => {
      const backup = await testWalletBackup(file, passphrase)
      return { backup, wallet: await noteTest(backup) }
    },
    recordBackupTest: noteTest,
  }
}

const walletRow = z
  .object({
    id: shortText,
    account_key: shortText,
    network: z.enum(networks),
    origin: z.enum(origins),
    created_at: shortText,
  })
  .transform(({ account_key, created_at, ...row }) => ({
    ...row,
    accountKey: account_key,
    createdAt: created_at,
  }))
type StoredWallet = z.output<typeof walletRow>

export const storedWallets = (db: Database): readonly StoredWallet[] =>
  db.all(walletRow, 'SELECT * FROM wallets ORDER BY created_at DESC, id')

const findWallet = (db: Database, id: string): StoredWallet | undefined =>
  db.get(walletRow, 'SELECT * FROM wallets WHERE id = :id', { id })

const storedWallet = (db: Database, id: string): StoredWallet => {
  const found = findWallet(db, id)
  if (found !== undefined) return found
  throw errorBy(
    policyErrors,
    'wallet_unknown',
    {},
    `No wallet of this computer has the ID ${id}. One of another computer comes with its backup.`,
  )
}

const walletStatement = ({
  id,
  accountKey,
  network,
}: PaymentWallet & { readonly network: Network }): Statement => ({
  kind: 'wallet',
  network,
  collection: null,
  id,
  facts: { account_key: accountKey },
})

/** Keys checked per wallet; deriving one takes a millisecond. */
const maxKeys = 1_000

/**
 * Whether a wallet owns an address's payment key. The stake part proves nothing: anybody can
 * combine it with their own payment key. Derived keys are cached.
 */
const createOwnKeys = () => {
  const derived = new Map<string, Map<number, string>>()
  const addressesOf = ({ accountKey }: StoredWallet): Map<number, string> => {
    const addresses = derived.get(accountKey) ?? new Map<number, string>()
    derived.set(accountKey, addresses)
    return addresses
  }
  return {
    has: (wallet: StoredWallet, address: string): boolean => {
      const { accountKey, network } = wallet
      if (!isOfWallet(accountKey, address)) return false
      const addresses = addressesOf(wallet)
      // A shop gives away an address with each reservation, so a sale's may be beyond the search.
      if (addresses.values().some((one) => one === address)) return true
      for (let index = 0; index < maxKeys; index += 1) {
        if (addresses.has(index)) continue
        const next = derivePaymentAddress(accountKey, index, network).address
        addresses.set(index, next)
        if (next === address) return true
      }
      return false
    },
    learn: (wallet: StoredWallet, index: number, address: string): void => {
      addressesOf(wallet).set(index, address)
    },
  }
}

/**
 * Keeps what is known of a wallet.
 * @returns whether it is new
 */
const noteWallet = (db: Database, wallet: Omit<StoredWallet, 'createdAt'>, now: Date): boolean =>
  db.insert(
    'wallets',
    {
      id: wallet.id,
      account_key: wallet.accountKey,
      network: wallet.network,
      origin: wallet.origin,
      created_at: now.toISOString(),
    },
    'ON CONFLICT DO NOTHING',
  )

const view = async (
  vault: Pick<Vault, 'hasPhrase'>,
  db: Database,
  wallet: StoredWallet,
): Promise<WalletView> => ({
  ...wallet,
  here: await vault.hasPhrase(wallet.id),
  firstAddress: derivePaymentAddress(wallet.accountKey, 0, wallet.network).address,
  backup: backupStateOf(db, wallet.id, new Set()),
})
