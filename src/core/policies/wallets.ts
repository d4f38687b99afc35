import { z } from 'zod'
import { shortText } from '#shared/bounded.ts'
import type { BackupState } from '#shared/calls/facts.ts'
import { ColdpressError } from '#shared/errors.ts'
import { type Network, networks } from '../cardano/network.ts'
import { isOfWallet, derivePaymentAddress } from '../cardano/payment-wallet.ts'
import type { PaymentWallet } from '../cardano/policy-keys.ts'
import type { Database, Schema } from '../db/database.ts'
import type { SealedFacts } from '../seal/sealed-facts.ts'
import type { Statement } from '../seal/seal.ts'
import type { Secret } from '../secret/secret.ts'
import type { Vault } from '../vault/vault.ts'
import type { SealedWallet, WalletBackupFacts } from '../vault/wallet-backup.ts'
import { isPolicyPhrase } from './phrases.ts'
import { backupStateOf, noteBackup, recordBackupTest, walletBackup } from './backups-noted.ts'

/** A wallet of a studio, which takes the payments of its sales: public facts only. */
export type WalletView = PaymentWallet & {
  readonly network: Network
  readonly origin: 'created' | 'restored'
  readonly createdAt: string
  /** Whether the vault has it still. */
  readonly here: boolean
  /** The address of its key 0: where other wallets show what it is. */
  readonly firstAddress: string
  readonly backup: BackupState
}

/** Whether buyers' money depends on a wallet that no proven backup holds; play money needs none. */
export const lacksTestedWalletBackup = ({ network, here, backup }: WalletView): boolean =>
  network !== 'devnet' && here && backup.state !== 'tested'

export type Wallets = {
  /**
   * Makes a wallet for a studio on this network.
   * @throws ColdpressError as `Vault.createWallet`
   */
  readonly create: (network: Network) => Promise<PaymentWallet>
  /** Newest first. */
  readonly list: () => Promise<readonly WalletView[]>
  /** @throws ColdpressError `not_found` */
  readonly show: (id: string) => Promise<WalletView>
  /** The one that takes what is paid to this address; undefined where none that is known does. */
  readonly paidAt: (address: string) => Promise<WalletView | undefined>
  /**
   * Whether this address is paid to a wallet of this machine, with a payment key of its own: who
   * writes the database can add no wallet, since each is sealed by the vault.
   */
  readonly isOwnAddress: (address: string) => Promise<boolean>
  /**
   * Seals the wallet's account key, after the user has confirmed that the wallet is theirs.
   * @throws ColdpressError `not_found`, `vault_locked`
   */
  readonly confirm: (id: string) => Promise<WalletView>
  /**
   * Seals the wallet under a passphrase of its own, has `keep` put the file somewhere, and then notes
   * that there is one.
   * @throws ColdpressError `not_found`, as `Vault.backUpWallet`, and what `keep` throws
   */
  readonly backUp: (
    id: string,
    passphrase: Secret,
    save: (backup: SealedWallet) => Promise<void>,
  ) => Promise<WalletView>
  /**
   * Brings the wallet of a backup into the vault: a studio whose database names it can sign again.
   * @throws ColdpressError as `Vault.restoreWallet`
   */
  readonly restore: (
    file: Uint8Array,
    passphrase: Secret,
  ) => Promise<{ readonly wallet: WalletView; readonly wasHere: boolean }>
  /**
   * Refuses to sign with the payment keys of a phrase that was given for policies: it may hold
   * somebody's own money elsewhere. A wallet that is not known may be one of a lost list.
   * @throws ColdpressError `invalid`
   */
  readonly requireWallet: (id: string) => void
  /** Notes a test that was passed; null when its wallet is not known here. */
  readonly recordBackupTest: (backup: WalletBackupFacts) => Promise<WalletView | null>
}

export type WalletsDeps = {
  readonly db: Database
  readonly vault: Pick<Vault, 'createWallet' | 'hasPhrase' | 'backUpWallet' | 'restoreWallet'>
  readonly sealed: SealedFacts
  readonly now?: () => Date
}

/** Public facts: whoever reads them can tell which payments are one seller's, and spend none. */
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
  const note = async (wallet: Omit<StoredWallet, 'createdAt'>): Promise<void> => {
    const seals = await sealed.seal([walletStatement(wallet)])
    db.transact(() => {
      if (noteWallet(db, wallet, now())) sealed.add(seals)
    })
  }
  return {
    create: async (network) => {
      const wallet = await vault.createWallet()
      // Cut off before this, it is a wallet that nobody was told of and that nobody pays to.
      await note({ ...wallet, network, origin: 'created' })
      return wallet
    },
    list: () => Promise.all(storedWallets(db).map((wallet) => view(vault, db, wallet))),
    show,
    paidAt: async (address) => {
      const wallet = storedWallets(db).find(({ accountKey }) => isOfWallet(accountKey, address))
      return wallet === undefined ? undefined : view(vault, db, wallet)
    },
    isOwnAddress: async (address) => {
      for (const wallet of storedWallets(db))
        if (ownKeys(wallet, address) && (await sealed.isConfirmed(walletStatement(wallet))))
          return true
      return false
    },
    confirm: async (id) => {
      await sealed.confirm([walletStatement(storedWallet(db, id))])
      return show(id)
    },
    backUp: async (id, passphrase, save) => {
      const { network } = storedWallet(db, id)
      const sealed = await vault.backUpWallet({ id, network }, passphrase)
      // Noted when it stands, as a policy's.
      await save(sealed)
      noteBackup(db, walletBackup(sealed))
      return show(id)
    },
    restore: async (file, passphrase) => {
      const { wasHere, ...backup } = await vault.restoreWallet(file, passphrase)
      await note({ ...backup, origin: 'restored' })
      noteBackup(db, walletBackup(backup))
      return { wallet: await show(backup.id), wasHere }
    },
    requireWallet: (id) => {
      if (findWallet(db, id) !== undefined || !isPolicyPhrase(db, id)) return
      throw new ColdpressError(
        'invalid',
        `${id} is a phrase for policy keys and no wallet of a studio, so nothing was signed with its payment keys. A wallet comes with its backup: coldpress key wallet restore FILE.`,
        { details: { rule: 'no_wallet' } },
      )
    },
    recordBackupTest: async (backup) => {
      if (findWallet(db, backup.id) === undefined) return null
      recordBackupTest(db, walletBackup(backup), now())
      return show(backup.id)
    },
  }
}

const walletRow = z
  .object({
    id: shortText,
    account_key: shortText,
    network: z.enum(networks),
    origin: z.enum(['created', 'restored']),
    created_at: shortText,
  })
  .transform(({ account_key, created_at, ...row }) => ({
    ...row,
    accountKey: account_key,
    createdAt: created_at,
  }))
type StoredWallet = z.output<typeof walletRow>

const storedWallets = (db: Database): readonly StoredWallet[] =>
  db.all(walletRow, 'SELECT * FROM wallets ORDER BY created_at DESC, id')

const findWallet = (db: Database, id: string): StoredWallet | undefined =>
  db.get(walletRow, 'SELECT * FROM wallets WHERE id = :id', { id })

const storedWallet = (db: Database, id: string): StoredWallet => {
  const found = findWallet(db, id)
  if (found !== undefined) return found
  throw new ColdpressError(
    'not_found',
    `There is no wallet ${id} here. List them; one of another machine comes with its backup.`,
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

/** As many sales as one wallet is asked about: deriving a key takes a millisecond. */
const maxKeys = 1_000

/**
 * Whether the payment key of an address is one of the wallet's. The staking part alone proves
 * nothing: anybody may write it beside a payment key of their own. Keys are derived once.
 */
const createOwnKeys = () => {
  const derived = new Map<string, string[]>()
  return ({ accountKey, network }: StoredWallet, address: string): boolean => {
    if (!isOfWallet(accountKey, address)) return false
    const addresses = derived.get(accountKey) ?? []
    derived.set(accountKey, addresses)
    for (let index = 0; index < maxKeys; index += 1) {
      addresses[index] ??= derivePaymentAddress(accountKey, index, network).address
      if (addresses[index] === address) return true
    }
    return false
  }
}

/** What is known of a wallet already stays. @returns whether it is new */
const noteWallet = (db: Database, wallet: Omit<StoredWallet, 'createdAt'>, now: Date): boolean =>
  db.run(
    `INSERT INTO wallets (id, account_key, network, origin, created_at)
     VALUES (:id, :accountKey, :network, :origin, :createdAt)
     ON CONFLICT DO NOTHING`,
    {
      id: wallet.id,
      accountKey: wallet.accountKey,
      network: wallet.network,
      origin: wallet.origin,
      createdAt: now.toISOString(),
    },
  ) === 1

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
