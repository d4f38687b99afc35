import type { EventView, EventRow } from '#contract/events/calls.ts'
import type { Network } from '#values/networks/networks.ts'
import { explainSaleError } from '#contract/sales/explain-sale-error.ts'
import { printable } from '#values/text/printable.ts'
import { event as wireEvent, type WireEvent } from '#contract/events/event.ts'
import type { Gateways } from '#chain/gateway/gateway-configs.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { chainOf } from '../accounts/chain-of.ts'
import type { ReceivedEvent } from './received/event-schema.ts'
import { imageCid } from '#media/content/image-cid.ts'

/** Names shown in one row; senders may write any number. */
const maxNames = 3
const longestName = 100
/** Tokens of one event that are shown; a sale holds at most 20. */
const maxShown = 100

type FindAccount = Pick<Accounts, 'find'>
type Data = NonNullable<WireEvent['data']>

/** Stored events were validated on arrival. */
const dataOf = ({ raw }: ReceivedEvent): Data | undefined => wireEvent.parse(JSON.parse(raw)).data

/** An event as the list shows it. */
export const rowOf = (accounts: FindAccount, receivedEvent: ReceivedEvent): EventRow =>
  rowFrom(receivedEvent, dataOf(receivedEvent), networkOf(accounts, receivedEvent))

const rowFrom = (
  receivedEvent: ReceivedEvent,
  data: Data | undefined,
  chain: Network | undefined,
): EventRow => {
  const tokens = data?.tokens ?? []
  const [error] = data?.error ?? []
  const { id, arrival, at, receivedAt, accountId, via, kind, collectionId, saleId } = receivedEvent
  return {
    id,
    arrival,
    at,
    receivedAt,
    accountId,
    via,
    kind,
    collectionId,
    saleId,
    network: chain ?? receivedEvent.network,
    unread: receivedEvent.unread,
    names: tokens.slice(0, maxNames).map(nameOf),
    tokens: tokens.length,
    price: priceOf(tokens),
    cid: imageCid({ image: tokens[0]?.image ?? '' }),
    error: error === undefined ? null : explainSaleError(error, chain ?? 'testnet').title,
  }
}

const nameOf = ({ name, asset_name }: NonNullable<Data['tokens']>[number]): string =>
  printable(name || asset_name || '').slice(0, longestName)

const priceOf = (tokens: NonNullable<Data['tokens']>): number | null => {
  const sum = tokens.reduce((total, { price = Number.NaN }) => total + price, 0)
  return tokens.length > 0 && Number.isSafeInteger(sum) ? sum : null
}

/** An event as its own page shows it. */
export const describeEvent = async (
  {
    accounts,
    gateways,
  }: { readonly accounts: FindAccount; readonly gateways: Pick<Gateways, 'explorerUrl'> },
  receivedEvent: ReceivedEvent,
): Promise<EventView> => {
  const data = dataOf(receivedEvent)
  const tokens = (data?.tokens ?? []).slice(0, maxShown)
  const chain = networkOf(accounts, receivedEvent)
  const ids = new Set(tokens.map(({ tx_id }) => tx_id ?? '').filter(isTxId))
  return {
    ...rowFrom(receivedEvent, data, chain),
    eventId: receivedEvent.eventId,
    errors: (data?.error ?? []).map((error) => ({
      name: printable(error.name ?? '').slice(0, longestName),
      ...explainSaleError(error, chain ?? 'testnet'),
    })),
    all: tokens.map((token) => ({
      name: nameOf(token),
      cid: imageCid({ image: token.image ?? '' }),
      txId: token.tx_id === undefined || token.tx_id === '' ? null : token.tx_id,
    })),
    transactions: await Promise.all(
      [...ids].map(async (txId) => ({
        txId,
        pages: await pagesOf(gateways, chain, receivedEvent, txId),
      })),
    ),
    raw: receivedEvent.raw,
  }
}

const isTxId = (text: string): boolean => /^[0-9a-f]{64}$/u.test(text)

/** The network of an event, if known. */
const networkOf = (
  accounts: FindAccount,
  { accountId, network }: ReceivedEvent,
): Network | undefined => {
  if (network !== 'mainnet' && network !== 'testnet') return undefined
  return chainOf(accounts.find(accountId) ?? {}, network)
}

/**
 * For an unnamed testnet, both explorers are linked. The devnet's page exists only while it runs.
 */
const pagesOf = async (
  gateways: Pick<Gateways, 'explorerUrl'>,
  chain: Network | undefined,
  { network }: ReceivedEvent,
  txId: string,
): Promise<EventView['transactions'][number]['pages']> => {
  const guesses = network === 'testnet' ? (['preprod', 'preview'] as const) : []
  const pages = (chain === undefined ? guesses : [chain]).map(async (network) =>
    gateways.explorerUrl(network, txId).then(
      (url) => [{ network: network, url }],
      () => [],
    ),
  )
  return (await Promise.all(pages)).flat()
}
