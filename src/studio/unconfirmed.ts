import { paymentKeyStatement } from './mints/payment-key.ts'
import {
  deliveryStatement,
  deliveryTimeStatement,
  saleStatement,
  walletStatement,
} from './sales/statements.ts'
import { existsSync } from 'node:fs'
import { ColdpressError } from '#shared/errors.ts'
import { adaText, durationWords } from '#shared/format.ts'
import { royaltyText } from '#shared/royalty-text.ts'
import { Database } from '#core/db/database.ts'
import type { Network } from '#core/cardano/network.ts'
import { derivePaymentAddress } from '#core/cardano/payment-wallet.ts'
import { royaltyTerms } from '#core/cardano/royalty.ts'
import type { Statement } from '#core/seal/seal.ts'
import { SealedFacts, type SealingVault } from '#core/seal/sealed-facts.ts'
import { findPaymentKeys } from './mints/payment-key-store.ts'
import { findRoyaltyConfirmation } from './mints/royalty-store.ts'
import { type SaleRow, salesIn, saleTokens } from './store/sales.ts'
import { findWallets } from './store/sale-wallets.ts'
import { studioSchemas } from './schemas.ts'
import { findDeliveryTime } from './store/delivery-times.ts'
import { allCollections, type CollectionRow } from './store/collections.ts'
import { pricedTokens } from './store/tokens.ts'
import {
  collectionStatement,
  keysHereOf,
  royaltyStatement,
  tokenStatement,
} from './seals/statements.ts'

/** A fact that no seal of the vault covers as it is now, with what a person has to read of it. */
export type Unconfirmed = {
  readonly statement: Statement
  readonly text: string
  /** How it differs from what was sealed, where something was. */
  readonly why?: string
}

/** The facts of a studio's database that its user can confirm. */
export type StudioFacts = {
  readonly unconfirmed: () => Promise<readonly Unconfirmed[]>
  /** @throws ColdpressError `vault_locked` */
  readonly confirm: (facts: readonly Unconfirmed[]) => Promise<void>
  readonly close: () => void
}

/**
 * Opens the database of a studio beside whatever runs on it.
 * @returns undefined where there is none
 */
export const openStudioFacts = (
  path: string,
  network: Network,
  vault: SealingVault,
): StudioFacts | undefined => {
  if (!existsSync(path)) return undefined
  const database = new Database(path, studioSchemas)
  const seals = new SealedFacts(database, vault)
  return {
    unconfirmed: async () => {
      const found: Unconfirmed[] = []
      for (const fact of factsIn(database, network)) {
        const error = await errorOf(() => seals.require(fact.statement, fact.statement.kind))
        if (error === undefined) continue
        const isSwapped = error.details['rule'] === 'seal'
        found.push({ ...fact, ...(isSwapped ? { why: error.message } : {}) })
      }
      return found
    },
    confirm: (facts) => seals.confirm(facts.map(({ statement }) => statement)),
    close: () => database.close(),
  }
}

const errorOf = async (work: () => Promise<void>): Promise<ColdpressError | undefined> => {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof ColdpressError) return error
    throw error
  }
}

const keysText = (row: CollectionRow): string => {
  const here = keysHereOf(row)
  return here === undefined ? '' : `, of whose keys ${here.join(', ') || 'none'} came with it`
}

function* factsIn(database: Database, network: Network): Generator<Unconfirmed> {
  for (const wallet of findWallets(database)) {
    const { address } = derivePaymentAddress(wallet.account_key, 0, network)
    yield {
      statement: walletStatement(network, wallet),
      text: `wallet ${wallet.id}: buyers pay to it; its first address is ${address}`,
    }
  }
  for (const row of allCollections(database))
    yield {
      statement: collectionStatement(network, row),
      text: `collection ${row.id} ${JSON.stringify(row.name)}: paid out to ${json(row.payout_address)}; royalty ${json(row.royalty)}; policy ${row.policy_id} with the script ${json(row.script)}${keysText(row)}; metadata ${json(row.metadata)}`,
    }
  for (const row of allCollections(database))
    if (
      row.royalty !== null &&
      findRoyaltyConfirmation(database, row)?.royalty === JSON.stringify(row.royalty)
    )
      yield {
        statement: royaltyStatement(network, row),
        text: `royalty of collection ${row.id} ${JSON.stringify(row.name)}: ${royaltyText(royaltyTerms(row.royalty))}; its token is minted once it is paid for, and can never be changed`,
      }
  for (const row of allCollections(database)) {
    const seconds = findDeliveryTime(database, row.id)
    if (seconds === undefined) continue
    yield {
      statement: deliveryTimeStatement(network, row.id, seconds),
      text: `delivery time of collection ${row.id} ${JSON.stringify(row.name)}: who reserves is told that it is signed within ${durationWords(BigInt(seconds))} of the payment`,
    }
  }
  for (const key of findPaymentKeys(database))
    yield {
      statement: paymentKeyStatement(network, key),
      text: `payment address of collection ${key.collection_id}: ${key.address}`,
    }
  for (const token of pricedTokens(database))
    yield {
      statement: tokenStatement(network, token),
      text: `token ${JSON.stringify(token.asset_name)} of collection ${token.collection_id}: ${adaText(token.price ?? 0n, 'ADA')} for ${JSON.stringify(token.name)}, ${token.image}, ${json(token.metadata_attributes)}, ${json(token.custom_attributes)}`,
    }
  for (const sale of salesIn(database, openSales)) yield* factsOfSale(database, network, sale)
}

/** What was not decided yet: in all others nothing is sent any more. */
const openSales = [
  'RESERVED',
  'PROCESSING',
  'PROCESSING_FAILED',
  'UNRESOLVED_UNDERPAID',
  'UNRESOLVED_OVERPAID',
  'UNRESOLVED_MINTING_MISSING',
  'UNRESOLVED_SUBMITTING_FAILED',
] as const satisfies readonly SaleRow['status'][]

function* factsOfSale(database: Database, network: Network, sale: SaleRow): Generator<Unconfirmed> {
  const tokens = saleTokens(database, sale.id)
  const names = tokens.map(({ asset_name: name }) => JSON.stringify(name)).join(', ')
  yield {
    statement: saleStatement(network, sale, tokens),
    text: `sale ${sale.id}: ${names} for ${adaText(sale.price, 'ADA')} each, paid to ${sale.payment_address}${sale.delivers_within === null ? '' : `, signed within ${durationWords(BigInt(sale.delivers_within))} of the payment`}`,
  }
  if (sale.delivery_address !== null)
    yield {
      statement: deliveryStatement(network, sale, sale.delivery_address),
      text: `sale ${sale.id}: the tokens go to ${sale.delivery_address}`,
    }
}

const json = (value: unknown): string => JSON.stringify(value)
