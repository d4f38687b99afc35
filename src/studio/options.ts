import type { ContentStore } from '#media/content/store.ts'
import type { Network } from '#cardano/network.ts'
import type { KeyHash, TxId } from '#cardano/ids.ts'
import type { PolicyKeys } from '#keys/operations.ts'
import type { Database } from '#platform/db/database.ts'
import type { LogFile } from '#platform/disk/log-file.ts'
import type { EventFeed } from '#contract/events/event-feed.ts'
import type { Gateway } from '#chain/gateway/gateway.ts'
import type { GivenAddresses } from '#chain/sale-addresses/given-addresses.ts'
import type { SealedFacts } from '#keys/seal/sealed-facts.ts'
import type { Secret } from '#platform/secret/secret.ts'
import type { WebhookSecrets } from '#platform/secret/webhook-secrets.ts'
import type { SubmissionOptions, Submissions } from '#chain/submission/submission.ts'
import type { FetchImage } from './tokens/fetch-image.ts'
import type { StudioNotice } from './notice.ts'
import type { PublicAccess } from './public/public-access.ts'

export type StudioOptions = {
  /** Path of the studio's SQLite file, or `:memory:`. */
  readonly database: string
  /**
   * Path of the file that records which addresses of sales were given out, for all studios of a data
   * folder. Default: beside the database, and in memory with one in memory.
   */
  readonly givenAddresses?: string
  readonly content: ContentStore
  readonly network: Network
  readonly appId: string
  readonly apiKey: Secret
  readonly keys: PolicyKeys
  /** Absent: no webhook can be made, for nothing could be signed. */
  readonly webhookSecrets?: WebhookSecrets
  /** Lets images be fetched from loopback and private addresses. */
  readonly allowPrivateUrls?: boolean
  readonly now?: () => Date
  /** The way to the chain. Absent: nothing can be minted. */
  readonly gateway?: Gateway
  /** The base address of the devnet's interface, for links to transactions. Absent: none are linked. */
  readonly devnetUrl?: () => Promise<string>
  /** Pays out of a devnet's test wallet; absent where there is none. */
  readonly fund?: (address: string, lovelace: bigint) => Promise<TxId>
  /** How transactions and sales are followed, where the defaults do not fit. */
  readonly following?: Pick<
    SubmissionOptions,
    'confirmations' | 'marginSlots' | 'pollMs' | 'resendMs'
  > &
    Partial<Following>
  /** How webhooks are delivered, where the defaults do not fit. */
  readonly deliveryTimes?: DeliveryTimes
  /** Where every event goes, beside the webhooks. Absent: nowhere. */
  readonly eventFeed?: EventFeed
  /**
   * Called with notices for the studio's owner, such as work that waits for the vault. The log has
   * them too.
   */
  readonly notify?: (notice: StudioNotice) => void
  /** How buyers reach the payment pages. Absent: on loopback alone. */
  readonly publicAccess?: PublicAccess
  /** What links begin with, where another process serves the pages of this data folder. */
  readonly linkOrigin?: string
  /** Takes one JSON line per request and per error. Absent: nothing is logged. */
  readonly log?: Pick<LogFile, 'write'> & Partial<Pick<LogFile, 'lost'>>
  /**
   * Logs an unhandled rejection and goes on, where the process is this server's (ADR 25). Default:
   * the process ends by it.
   */
  readonly outlivesRejections?: boolean
}

export type DeliveryTimes = {
  /** For the whole exchange with a receiver. */
  readonly limitMs?: number
  /** Interval of the search for deliveries that became due or that another process wrote. */
  readonly pollMs?: number
}

export type Following = {
  /** Between rounds. Default: a second on the devnet, 20 elsewhere. */
  readonly pollMs: number
  /**
   * How long a gateway may accept no transaction before the sale reports it. Default: five minutes.
   */
  readonly unreachableMs: number
}

/** What a studio that has a gateway works with. */
export type StudioChain = {
  readonly following: Following
  readonly gateway: Gateway
  readonly submissions: Submissions
  /** Pays out of a test wallet; on a devnet alone. */
  readonly fund: ((address: string, lovelace: bigint) => Promise<TxId>) | undefined
}

/** Keys that the vault does not have any more, and what it said. */
export type KeysLost = { readonly keyHashes: readonly KeyHash[]; readonly reason: string }

/** What the routes work with. */
export type Studio = {
  readonly database: Database
  /** Which addresses were given out, outside of the database. */
  readonly givenAddresses: GivenAddresses
  readonly content: ContentStore
  readonly network: Network
  readonly keys: PolicyKeys
  /** The seals of the facts that money depends on. */
  readonly seals: SealedFacts
  readonly webhookSecrets: WebhookSecrets | undefined
  readonly fetchImage: FetchImage
  /** Where a person looks at a transaction in a browser; undefined where nothing shows it. */
  readonly transactionPage: (txId: TxId) => Promise<string | undefined>
  /** Undefined in a studio without a gateway. */
  readonly chain: StudioChain | undefined
  /** A ULID in lower case, above every earlier one of this process. */
  readonly nextId: () => string
  readonly now: () => Date
  /** The application whose paths are served. */
  readonly appId: string
  /** Sends a notice to the studio's host and its log. */
  readonly notify: (notice: StudioNotice) => void
  /**
   * Fails the sale that a mint is for, when the vault has lost a key that signs it. Sales build on
   * mints, so mints reach them here.
   * @returns whether there is a sale that failed by it
   */
  readonly onKeysLost: (mintId: string, lost: KeysLost) => boolean
  /** To be called in the transaction that writes something for a webhook or the event feed. */
  readonly wakeDeliveries: () => void
}
