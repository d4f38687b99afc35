import { ulid } from 'ulid'
import { z } from 'zod'
import { idTime } from '#values/networks/clock.ts'
import { longText, shortText } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { type Network, networks, wireNetwork } from '#values/networks/networks.ts'
import { network, type WireNetwork } from '#contract/collections/collection.ts'
import { wellFormed } from '#contract/fields.ts'
import { createMintingClient, type MintingClient } from '../api/client.ts'
import { describeIssues } from '#values/errors/issues.ts'
import type { Database, Schema } from '#platform/db/database.ts'
import { createTokenBucket, type TokenBucket } from '#platform/http/token-bucket.ts'
import type { Secret } from '#platform/secret/secret.ts'
import type { Vault } from '#keys/vault/vault.ts'

/** A minting service with collections. Its API key is in the vault under the account's id. */
export type Account = {
  readonly id: string
  readonly name: string
  readonly kind: 'local' | 'hosted'
  readonly network: WireNetwork
  /** The network of a Local studio. A hosted service names only the interface's two networks. */
  readonly chain?: Network
  /** Empty for a Local studio, whose address is known only while it runs. */
  readonly baseUrl: string
  /** Empty for a Local studio. */
  readonly appId: string
  /** ISO 8601 UTC; empty for a Local studio. */
  readonly createdAt: string
}

type NewAccount = {
  readonly name: string
  readonly network: WireNetwork
  readonly baseUrl: string
  readonly appId: string
  /** Copied into the vault; the caller wipes it. */
  readonly apiKey: Secret
}

/** Public data only: the API key is never in a database. */
export const accountsSchema: Schema = {
  name: 'accounts',
  steps: [
    `CREATE TABLE accounts (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      name_key TEXT NOT NULL UNIQUE,
      network TEXT NOT NULL,
      base_url TEXT NOT NULL,
      app_id TEXT NOT NULL,
      created_at TEXT NOT NULL
    ) STRICT`,
  ],
}

const localAccountId = 'local'

/** The Local studio has an account for each network. The devnet's had its id before there were others. */
export const localAccountIdOn = (network: Network): string =>
  network === 'devnet' ? localAccountId : `${localAccountId}-${network}`

const localAccountName = 'Local studio'

const localAccount = (chain: Network): Account => ({
  id: localAccountIdOn(chain),
  name: chain === 'devnet' ? localAccountName : `${localAccountName} (${chain})`,
  kind: 'local',
  network: wireNetwork(chain),
  chain,
  baseUrl: '',
  appId: '',
  createdAt: '',
})

/** The devnet first: it is always there and costs nothing. */
const localAccounts = networks
  .map(localAccount)
  .toSorted((a, b) => Number(b.chain === 'devnet') - Number(a.chain === 'devnet'))

/** The network of a Local studio; undefined for a hosted account's id. */
export const localNetworkOf = (accountId: string): Network | undefined =>
  localAccounts.find(({ id }) => id === accountId)?.chain

const accountRow = z
  .object({
    id: shortText,
    name: longText,
    network,
    base_url: shortText,
    app_id: shortText,
    created_at: shortText,
  })
  .transform((row): Account => ({
    id: row.id,
    name: row.name,
    kind: 'hosted',
    network: row.network,
    baseUrl: row.base_url,
    appId: row.app_id,
    createdAt: row.created_at,
  }))

const newAccount = z.object({
  name: wellFormed.trim().min(1, 'empty, a name is required').max(64, 'above 64 characters'),
  network,
  baseUrl: shortText.trim(),
  appId: shortText.trim().min(1, 'empty, the id that the service gave is required'),
})

/**
 * Names that differ only in case or Unicode form look the same to a person, so they count as equal.
 */
const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase()

export type Accounts = {
  /** The Local studio on the networks that have a gateway, the devnet first; then by name. */
  readonly list: () => readonly Account[]
  /**
   * Also a Local studio whose gateway was removed: its imports and events are still here.
   * @throws ColdpressError `not_found`
   */
  readonly get: (nameOrId: string) => Account
  /** As `get`, by id alone; undefined for an account that was removed. */
  readonly find: (id: string) => Account | undefined
  /**
   * Stores the key in the vault, then the account in the list. After an error neither is there.
   * @param testsFirst stores it only when the service answers, as `test`
   * @throws ColdpressError `invalid`, `conflict` for a name in use, and what the vault throws
   */
  readonly add: (account: NewAccount, testsFirst?: boolean) => Promise<Account>
  /** @throws ColdpressError `not_found`, `invalid` for a Local studio, and what the vault throws */
  readonly remove: (nameOrId: string) => Promise<Account>
  /** @throws ColdpressError `not_found`, `key_missing`, and what the vault throws */
  readonly client: (nameOrId: string) => Promise<MintingClient>
  /**
   * Asks the service for one collection.
   * @throws ColdpressError as every call, and `conflict` when the service is on the other network
   */
  readonly test: (nameOrId: string) => Promise<AccountTest>
}

type AccountTest = {
  /** The account's name. */
  readonly account: string
  readonly network: WireNetwork
  readonly milliseconds: number
}

export type AccountsDeps = {
  readonly db: Database
  readonly vault: Pick<Vault, 'setApiKey' | 'getApiKey' | 'removeApiKey'>
  /** Starts the studio of the network if it does not run yet. */
  readonly localClient: (network: Network) => Promise<MintingClient>
  /** The networks that a Local studio can mint on now. */
  readonly localNetworks: () => readonly Network[]
  readonly now?: () => Date
}

export const createAccounts = (deps: AccountsDeps): Accounts => {
  const hosted = () => deps.db.all(accountRow, 'SELECT * FROM accounts ORDER BY name_key')
  const list = (): readonly Account[] => {
    const ready = deps.localNetworks()
    return [
      ...localAccounts.filter(({ chain }) => chain !== undefined && ready.includes(chain)),
      ...hosted(),
    ]
  }
  const known = () => [...localAccounts, ...hosted()]
  const get = (nameOrId: string): Account => {
    const all = known()
    const wanted = nameKey(nameOrId)
    const found =
      all.find(({ id }) => id === nameOrId) ?? all.find(({ name }) => nameKey(name) === wanted)
    if (found !== undefined) return found
    const names = list().map(({ name }) => name)
    throw new ColdpressError(
      'not_found',
      `There is no account “${nameOrId}”. Available: ${names.join(', ')}.`,
    )
  }
  /** No minting service documents its limit: each account's is learned, by all its clients together. */
  const buckets = new Map<string, TokenBucket>()
  const bucketOf = ({ id }: Account): TokenBucket => {
    const bucket = buckets.get(id) ?? createTokenBucket(undefined)
    buckets.set(id, bucket)
    return bucket
  }
  const client = async (nameOrId: string) => {
    const account = get(nameOrId)
    return account.chain === undefined
      ? hostedClient(deps, account, bucketOf(account))
      : deps.localClient(account.chain)
  }
  return {
    list,
    get,
    find: (wanted) => known().find(({ id }) => id === wanted),
    client,
    add: (account, testsFirst = false) => add(deps, known(), account, testsFirst),
    remove: async (nameOrId) => {
      const account = get(nameOrId)
      if (account.kind === 'local') {
        throw new ColdpressError('invalid', `${account.name} is built in and cannot be removed.`)
      }
      // The key first: while the row exists, a failed removal can be repeated.
      await deps.vault.removeApiKey(account.id)
      deps.db.run('DELETE FROM accounts WHERE id = :id', { id: account.id })
      return account
    },
    test: async (nameOrId) => test(get(nameOrId), await client(nameOrId)),
  }
}

const hostedClient = async (
  deps: AccountsDeps,
  account: Account,
  bucket: TokenBucket,
): Promise<MintingClient> => {
  const apiKey = await deps.vault.getApiKey(account.id)
  if (apiKey === undefined) {
    throw new ColdpressError(
      'key_missing',
      `The vault has no API key for the account ${account.name}. Remove the account and add it again.`,
      { details: { accountId: account.id } },
    )
  }
  return createMintingClient({ baseUrl: account.baseUrl, appId: account.appId, apiKey, bucket })
}

const add = async (
  deps: AccountsDeps,
  existing: readonly Account[],
  wanted: NewAccount,
  testsFirst: boolean,
): Promise<Account> => {
  const read = newAccount.safeParse(wanted)
  if (!read.success) {
    throw new ColdpressError('invalid', `account: ${describeIssues(read.error)}`)
  }
  const { name, network, baseUrl, appId } = read.data
  const taken = existing.flatMap((account) =>
    account.kind === 'local'
      ? [nameKey(account.id), nameKey(account.name)]
      : [nameKey(account.name)],
  )
  if (taken.includes(nameKey(name))) throw nameInUse(name)
  // Creating a client checks address, app ID and key by the rules of every later call.
  const client = createMintingClient({ baseUrl, appId, apiKey: wanted.apiKey })
  if (testsFirst) await test({ name, network }, client, 'Add it')

  const id = ulid(idTime(new Date())).toLowerCase()
  const createdAt = (deps.now?.() ?? new Date()).toISOString()
  await deps.vault.setApiKey({ accountId: id, apiKey: wanted.apiKey })
  try {
    const added = deps.db.insert(
      'accounts',
      {
        id,
        name,
        name_key: nameKey(name),
        network,
        base_url: baseUrl,
        app_id: appId,
        created_at: createdAt,
      },
      'ON CONFLICT (name_key) DO NOTHING',
    )
    // Another process used the name meanwhile.
    if (!added) throw nameInUse(name)
  } catch (error) {
    // The first error matters more than an unused key that could not be removed.
    await deps.vault.removeApiKey(id).catch(() => undefined)
    throw error
  }
  return { id, name, kind: 'hosted', network, baseUrl, appId, createdAt }
}

const nameInUse = (name: string): ColdpressError =>
  new ColdpressError('conflict', `There is an account ${name} already. Choose another name.`)

const test = async (
  account: Pick<Account, 'name' | 'network'>,
  client: MintingClient,
  nextStep = 'Remove it and add it',
): Promise<AccountTest> => {
  const start = performance.now()
  const { network: found } = await client.ping()
  const milliseconds = Math.round(performance.now() - start)
  if (found !== undefined && found !== account.network) {
    throw new ColdpressError(
      'conflict',
      `The account ${account.name} is set to ${account.network}, but its service answers for ${found}. ${nextStep} with the network of its base URL.`,
    )
  }
  return { account: account.name, network: account.network, milliseconds }
}
