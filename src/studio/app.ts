import { randomInt } from 'node:crypto'
import { dirname, join } from 'node:path'
import { monotonicFactory } from 'ulid'
import { idTime } from '#values/networks/clock.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { limits } from '#values/bounds/limits.ts'
import type { Database } from '#platform/db/database.ts'
import { givenAddressesName } from '#platform/db/database-names.ts'
import { openDatabaseAt } from '#platform/db/open-database.ts'
import { openGivenAddresses } from '#chain/sale-addresses/given-addresses.ts'
import { SealedFacts } from '#keys/seal/sealed-facts.ts'
import type { OnSubmissionChange } from '#chain/submission/journal.ts'
import { createSubmissions } from '#chain/submission/submission.ts'
import { binOperations } from '#contract/bin/operations.ts'
import { collectionOperations, practiceOperations } from '#contract/collections/operations.ts'
import { eventOperations } from '#contract/events/operations.ts'
import { gatewayOperations } from '#contract/gateways/operations.ts'
import { mintOperations } from '#contract/mints/operations.ts'
import type { Operations } from '#contract/operation.ts'
import { policyOperations } from '#contract/policies/operations.ts'
import { roundOperations } from '#contract/rounds/operations.ts'
import { royaltyOperations } from '#contract/royalty/operations.ts'
import { saleOperations } from '#contract/sales/operations.ts'
import { shopOperations } from '#contract/shops/operations.ts'
import { tokenOperations } from '#contract/tokens/operations.ts'
import { deliveryOperations, webhookOperations } from '#contract/webhooks/operations.ts'
import { serve } from '#transport/http/server.ts'
import { binHandlers } from './bin/handlers.ts'
import { keptSince } from './bin/kept.ts'
import { collectionHandlers, practiceHandlers } from './collections/handlers.ts'
import { deliveryHandlers } from './deliveries/handlers.ts'
import { eventHandlers } from './events/handlers.ts'
import { gatewayHandlers } from './gateways/handlers.ts'
import { mintHandlers } from './mints/handlers.ts'
import { policyHandlers } from './policies/handlers.ts'
import { roundHandlers } from './rounds/handlers.ts'
import { royaltyHandlers } from './royalty/handlers.ts'
import { saleHandlers } from './sales/handlers.ts'
import { shopHandlers } from './shops/handlers.ts'
import { invalidTokenRequests, tokenHandlers } from './tokens/handlers.ts'
import { webhookHandlers } from './webhooks/handlers.ts'
import { addGuard } from './server/auth.ts'
import { addAnswers, addOpenApi, addProof, createServer } from './server/create-server.ts'
import { Deliveries } from './deliveries/deliver.ts'
import { createImageFetcher, isPublicAddress } from './tokens/fetch-image.ts'
import { addLoadLimit } from './server/json-body.ts'
import { addRequestLog, logBackgroundError, logNotice, logUnhandled } from './server/log.ts'
import { followMints } from './follow.ts'
import { onMintSubmission } from './mints/progress.ts'
import { type EventPusher, pushEvents } from './events/push-events.ts'
import { addOrigins } from './server/origins.ts'
import { createPublicApp } from './public/public-app.ts'
import type { TxId } from '#cardano/ids.ts'
import { devnetTransactionPage, publicTransactionPage } from '#chain/gateway/explorer.ts'
import type { StudioNotice } from './notice.ts'
import type { Studio, StudioOptions } from './options.ts'
import type { TypedApp } from '#platform/http/loopback-server.ts'
import { addHealthRoute, healthOperations } from './server/health.ts'
import { addPayPages } from './pages/page-routes.ts'
import { skipAllForgotten } from './sales/reserve/next-index.ts'
import { onKeysLost, onSaleMint } from './sales/deliver/progress.ts'
import { onUnknownRefund } from './sales/unknown/refund-unknown.ts'
import { studioSchemas } from './schemas.ts'
import { forgetDeleted } from './store/bin.ts'
import { refuseOtherMethods } from './server/served-methods.ts'
import { watchRejections } from './server/unhandled-rejections.ts'

/** A ULID in lower case; within a process each is above the one before it. */
const createIds = (now: () => Date): (() => string) => {
  // The library's own source asks the system again for each of the 16 random characters.
  const next = monotonicFactory(() => randomInt(2 ** 32) / 2 ** 32)
  return () => next(idTime(now())).toLowerCase()
}

/** The longest that a request may take to arrive; one of 64 MiB takes a second over loopback. */
const bounds = { bodyBytes: limits.requestBodyBytes, requestMs: 120_000, headMs: 30_000 }

export type StudioServers = {
  /** Has all routes and listens on loopback. Closing it closes the other too. */
  readonly app: TypedApp
  /** Has the payment pages; undefined where buyers do not reach the studio. */
  readonly publicApp: TypedApp | undefined
}

/** As {@link createStudioServers}, without a public one. */
export const createStudio = async (
  options: Omit<StudioOptions, 'publicAccess'>,
): Promise<TypedApp> => (await createStudioServers(options)).app

/**
 * The minting service as Fastify instances, which answer `inject` and may `listen`.
 * Closing it waits for the requests under way and closes its database.
 * @throws ColdpressError `corrupt` when the database cannot be opened, `invalid` for the gateway of
 * another network
 */
export const createStudioServers = async (options: StudioOptions): Promise<StudioServers> => {
  const opened = new AsyncDisposableStack()
  try {
    return await openServers(options, opened)
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}

/** @param opened what is closed with the studio, the last one first */
const openServers = async (
  options: StudioOptions,
  opened: AsyncDisposableStack,
): Promise<StudioServers> => {
  const now = options.now ?? (() => new Date())
  const nextId = createIds(now)
  const app = createServer(options, nextId, bounds)
  app.addHook('onClose', () => opened.disposeAsync())
  const failed = (error: unknown): void => logBackgroundError(app.log, error)
  const rejections =
    options.outlivesRejections === true
      ? watchRejections({
          now,
          log: (trace) => logUnhandled(app.log, trace),
          notify: (notice) => options.notify?.(notice),
        })
      : undefined
  opened.defer(() => rejections?.stop())
  const creatorKey = await options.keys.creatorKey()
  const database = openDatabaseAt(options.database, studioSchemas)
  opened.defer(() => database.close())
  const { given: givenAddresses, damaged } = openGivenAddresses(givenAddressesOf(options))
  opened.defer(() => givenAddresses.close())
  const fetcher = createImageFetcher({
    mayConnect: options.allowPrivateUrls === true ? () => true : isPublicAddress,
  })
  opened.defer(() => fetcher.close())
  const studio: Studio = {
    database,
    givenAddresses,
    chain: chainFor(options, database, now, () => studio),
    content: options.content,
    network: options.network,
    keys: options.keys,
    seals: new SealedFacts(database, options.keys, creatorKey),
    webhookSecrets: options.webhookSecrets,
    fetchImage: fetcher.fetchImage,
    transactionPage: (txId) => explorerUrl(options, txId),
    nextId,
    now,
    appId: options.appId,
    notify: (notice) => {
      logNotice(app.log, notice)
      options.notify?.(notice)
    },
    onKeysLost: (mintId, lost) => onKeysLost(studio, mintId, lost),
    wakeDeliveries: () => {
      deliveries.wake()
      pusher?.wake()
    },
  }
  const { eventFeed: feed } = options
  let pusher: EventPusher | undefined
  opened.defer(() => pusher?.close())
  const deliveries = new Deliveries({ ...studio, failed, times: options.deliveryTimes })
  opened.defer(() => deliveries.close())
  app.addHook('onReady', async () => {
    if (damaged !== undefined) studio.notify(recordDamaged(damaged))
    skipAllForgotten(studio)
    forgetDeleted(database, keptSince(studio))
    deliveries.start()
    if (feed !== undefined) pusher = pushEvents({ ...studio, feed, failed })
    if (studio.chain !== undefined) opened.defer(followMints(studio, failed))
  })
  addAnswers(app)
  addOrigins(app, options.publicAccess?.origin ?? options.linkOrigin)
  addGuard(app, options)
  refuseOtherMethods(app)
  addLoadLimit(app)
  addRequestLog(app)
  addOpenApi(app, options.appId, operationsOf(studio))
  addProof(app, options)
  addHealthRoute(app, studio, { ...options, unhandled: () => rejections?.seen() })
  await addPayPages(app, studio, { hasRoyalty: true })
  serveOperations(app, studio, deliveries)
  const { publicAccess } = options
  const publicApp =
    publicAccess === undefined ? undefined : await createPublicApp(options, studio, publicAccess)
  app.addHook('preClose', async () => publicApp?.close())
  return { app, publicApp }
}

const operationsOf = ({ network }: Studio): Operations => ({
  ...healthOperations,
  ...collectionOperations,
  ...(network === 'devnet' ? practiceOperations : {}),
  ...policyOperations,
  ...tokenOperations,
  ...binOperations,
  ...mintOperations,
  ...royaltyOperations,
  ...saleOperations,
  ...roundOperations,
  ...shopOperations,
  ...webhookOperations,
  ...deliveryOperations,
  ...eventOperations,
  ...gatewayOperations,
})

/** One call for each capability: its operations by its handlers. */
const serveOperations = (app: TypedApp, studio: Studio, deliveries: Deliveries): void => {
  serve(app, collectionOperations, collectionHandlers(studio))
  if (studio.network === 'devnet') serve(app, practiceOperations, practiceHandlers(studio))
  serve(app, policyOperations, policyHandlers(studio))
  serve(app, tokenOperations, tokenHandlers(studio), invalidTokenRequests(studio))
  serve(app, binOperations, binHandlers(studio))
  serve(app, mintOperations, mintHandlers(studio))
  serve(app, royaltyOperations, royaltyHandlers(studio))
  serve(app, saleOperations, saleHandlers(studio))
  serve(app, roundOperations, roundHandlers(studio))
  serve(app, shopOperations, shopHandlers(studio))
  serve(app, webhookOperations, webhookHandlers(studio))
  serve(app, deliveryOperations, deliveryHandlers(studio, deliveries))
  serve(app, eventOperations, eventHandlers(studio))
  serve(app, gatewayOperations, gatewayHandlers(studio))
}

const givenAddressesOf = ({ database, givenAddresses }: StudioOptions): string =>
  givenAddresses ??
  (database === ':memory:' ? database : join(dirname(database), givenAddressesName))

const recordDamaged = (aside: string): StudioNotice => ({
  level: 'warning',
  message: `The record of the addresses that were given to buyers was damaged. It is now ${aside}, and a new one was begun.`,
  details: { file: aside },
})

/** A studio that does not know its devnet links no transaction. */
const explorerUrl = async (
  { network, devnetUrl }: StudioOptions,
  txId: TxId,
): Promise<string | undefined> => {
  if (network !== 'devnet') return publicTransactionPage(network, txId)
  const baseUrl = await devnetUrl?.().catch(() => undefined)
  return baseUrl && devnetTransactionPage(baseUrl, txId)
}

/** @param studio asked for when a transaction changes, since it comes to be after this */
const chainFor = (
  { gateway, network, fund, following }: StudioOptions,
  db: Database,
  now: () => Date,
  studio: () => Studio,
): Studio['chain'] => {
  if (gateway === undefined) return undefined
  if (gateway.network !== network) {
    throw new ColdpressError(
      'invalid',
      `gateway: it is of ${gateway.network}, but the studio is on ${network}`,
    )
  }
  const onMint = onMintSubmission(studio, onSaleMint)
  const onChange: OnSubmissionChange = (after, before) => {
    onMint(after, before)
    onUnknownRefund(studio(), after)
  }
  return {
    gateway,
    fund,
    following: {
      pollMs: following?.pollMs ?? (network === 'devnet' ? 1_000 : 20_000),
      unreachableMs: following?.unreachableMs ?? 300_000,
    },
    submissions: createSubmissions({ ...following, db, gateway, now, onChange }),
  }
}
