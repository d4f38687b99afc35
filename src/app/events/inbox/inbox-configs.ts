import { z } from 'zod'
import { listOf, shortText } from '#values/bounds/bounded.ts'
import { describeIssues } from '#values/errors/issues.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { type SignatureScheme, signatureSchemes } from '#values/webhooks/signature-schemes.ts'
import { columns, type Database, type Schema } from '#platform/db/database.ts'

/** Where an account's deliveries are received while the app runs. */
export type InboxConfig = {
  readonly accountId: string
  /** Nothing listens until the user turns it on. */
  readonly isOn: boolean
  /** On 127.0.0.1. The same at each start, because the sender keeps its address. */
  readonly port: number
  /** Host names of a tunnel or reverse proxy that forwards deliveries. */
  readonly hosts: readonly string[]
  /** The only scheme in which deliveries are verified; null until the first secret sets it. */
  readonly scheme: SignatureScheme | null
}

/** Public data only: an inbox's secret is in the vault. */
export const inboxesSchema: Schema = {
  name: 'inboxes',
  steps: [
    `CREATE TABLE inboxes (
      account_id TEXT PRIMARY KEY,
      is_on INTEGER NOT NULL,
      port INTEGER NOT NULL,
      hosts TEXT NOT NULL,
      scheme TEXT
    ) STRICT`,
  ],
}

export type InboxConfigs = {
  /** The stored settings, or the default, which is off. */
  readonly get: (accountId: string) => InboxConfig
  /** @throws ColdpressError `invalid` naming the field and the rule */
  readonly set: (config: InboxConfig) => InboxConfig
  /** The scheme of an inbox. Stores the given one if there is none yet. */
  readonly fixScheme: (accountId: string, scheme: SignatureScheme) => SignatureScheme
  readonly remove: (accountId: string) => void
}

const defaultPort = 4801

const configRow = z
  .object({
    account_id: shortText,
    is_on: columns.boolean,
    port: z.int(),
    hosts: columns.json(listOf(shortText)),
    scheme: z.enum(signatureSchemes).nullable(),
  })
  .transform((row): InboxConfig => ({
    accountId: row.account_id,
    isOn: row.is_on,
    port: row.port,
    hosts: row.hosts,
    scheme: row.scheme,
  }))

/** As in a request's `Host` header: without scheme, port and path. */
const hostName =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/u

const newConfig = z.object({
  accountId: shortText,
  isOn: z.boolean(),
  port: z
    .int('not a whole number')
    .min(1024, 'below 1024, which this computer keeps for its own services')
    .max(65_535, 'above 65535, the last one there is'),
  hosts: listOf(
    shortText
      .trim()
      .toLowerCase()
      .regex(hostName, 'not a host name such as hooks.example.com, without https:// and path'),
  ).max(10, 'more than 10'),
  scheme: z.enum(signatureSchemes).nullable(),
})

const defaults = { isOn: false, port: defaultPort, hosts: [], scheme: null } as const

export const createInboxConfigs = (db: Database): InboxConfigs => {
  const get = (accountId: string): InboxConfig =>
    db.get(configRow, 'SELECT * FROM inboxes WHERE account_id = :accountId', { accountId }) ?? {
      accountId,
      ...defaults,
    }
  const set = (wanted: InboxConfig): InboxConfig => {
    const read = newConfig.safeParse(wanted)
    if (!read.success) throw new ColdpressError('invalid', `inbox: ${describeIssues(read.error)}`)
    const { accountId, isOn, port, hosts, scheme } = read.data
    db.insert(
      'inboxes',
      { account_id: accountId, is_on: isOn, port, hosts, scheme },
      `ON CONFLICT (account_id) DO UPDATE SET is_on = excluded.is_on, port = excluded.port,
         hosts = excluded.hosts, scheme = coalesce(excluded.scheme, scheme)`,
    )
    return get(accountId)
  }
  return {
    get,
    set,
    fixScheme: (accountId, scheme) => {
      const config = get(accountId)
      return config.scheme ?? set({ ...config, scheme }).scheme ?? scheme
    },
    remove: (accountId) => {
      db.run('DELETE FROM inboxes WHERE account_id = :accountId', { accountId })
    },
  }
}
