import { paymentKeyStatement } from './mints/payment-key.ts'
import {
  deliveryStatement,
  deliveryTimeStatement,
  saleStatement,
  walletStatement,
} from './sales/statements.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { Database } from '#platform/db/database.ts'
import { databaseAt } from '#platform/db/database-names.ts'
import { openKnown } from '#platform/db/open-database.ts'
import type { Network } from '#cardano/network.ts'
import type { PolicyKeys } from '#keys/operations.ts'
import type { FactToConfirm } from '#keys/facts/facts-file.ts'
import type { Seal, Statement } from '#keys/seal/seal.ts'
import { SealedFacts, type SealingVault } from '#keys/seal/sealed-facts.ts'
import { factText } from '#keys/facts/fact-text.ts'
import { findPaymentKeys } from './mints/payment-key-store.ts'
import { isLastConfirmed } from './mints/royalty-store.ts'
import { type SaleRow, type SaleTokenRow, salesIn, saleTokens } from './store/sales.ts'
import { findWallets } from './store/sale-wallets.ts'
import { studioSchemas } from './schemas.ts'
import { findDeliveryTime } from './store/delivery-times.ts'
import { allCollections } from './store/collections.ts'
import { pricedTokens } from './store/tokens.ts'
import { collectionStatement, royaltyStatement, tokenStatement } from './seals/statements.ts'
import { statusesWhere } from '#contract/sales/sale-status.ts'
import { isErrorBy } from '#values/errors/error-rules.ts'
import { sealErrors } from '#contract/vault/errors.ts'

/** A fact that no seal covers as it is now, with what a person has to read of it. */
export type Unconfirmed = FactToConfirm & {
  readonly text: string
  /** How it differs from what was sealed, where something was. */
  readonly why?: string
  /** Whether the vault of the creator confirms it, which is elsewhere. */
  readonly isElsewhere: boolean
}

/** The facts of a studio's database that its user can confirm. */
export type StudioFacts = {
  readonly unconfirmed: () => Promise<readonly Unconfirmed[]>
  /** @throws ColdpressError `vault_locked` */
  readonly confirm: (facts: readonly Unconfirmed[]) => Promise<void>
  /**
   * Takes seals of the creator's vault for facts as they are now.
   * @returns what they confirm
   */
  readonly take: (seals: readonly Seal[]) => readonly Statement[]
  readonly close: () => void
}

/**
 * Opens the database of a studio beside whatever runs on it.
 * @returns undefined where there never was one
 */
export const openStudioFacts = async (
  path: string,
  network: Network,
  vault: SealingVault & Pick<PolicyKeys, 'creatorKey'>,
): Promise<StudioFacts | undefined> => {
  const creatorKey = await vault.creatorKey()
  const database = openKnown(databaseAt(path), studioSchemas)
  if (database === undefined) return undefined
  const seals = new SealedFacts(database, vault, creatorKey)
  return {
    unconfirmed: async () => {
      const found: Unconfirmed[] = []
      for (const { statement, name } of factsIn(database, network)) {
        const error = await errorOf(() => seals.require(statement, statement.kind))
        if (error === undefined) continue
        const isSwapped = isErrorBy(error, sealErrors, 'seal')
        found.push({
          statement,
          name,
          text: factText(statement, name),
          ...(isSwapped ? { why: error.message } : {}),
          isElsewhere: seals.isConfirmedElsewhere(statement),
        })
      }
      return found
    },
    confirm: (facts) => seals.confirm(facts.map(({ statement }) => statement)),
    take: (given) =>
      seals.take(
        given,
        [...factsIn(database, network)].map(({ statement }) => statement),
      ),
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

const namesOf = (tokens: readonly SaleTokenRow[]): string =>
  tokens.map(({ asset_name: name }) => name).join(', ')

function* factsIn(database: Database, network: Network): Generator<FactToConfirm> {
  for (const wallet of findWallets(database))
    yield { statement: walletStatement(network, wallet), name: null }
  const collections = allCollections(database)
  for (const row of collections)
    yield { statement: collectionStatement(network, row), name: row.name }
  for (const row of collections)
    if (row.royalty !== null && isLastConfirmed(database, row))
      yield { statement: royaltyStatement(network, row), name: row.name }
  for (const row of collections) {
    const seconds = findDeliveryTime(database, row.id)
    if (seconds !== undefined)
      yield { statement: deliveryTimeStatement(network, row.id, seconds), name: row.name }
  }
  for (const key of findPaymentKeys(database))
    yield { statement: paymentKeyStatement(network, key), name: null }
  for (const token of pricedTokens(database))
    yield { statement: tokenStatement(network, token), name: token.asset_name }
  for (const sale of salesIn(database, openSales)) yield* factsOfSale(database, network, sale)
}

/** What was not decided yet: in all others nothing is sent any more. */
const openSales = statusesWhere(({ mayBeSigned }) => mayBeSigned)

function* factsOfSale(
  database: Database,
  network: Network,
  sale: SaleRow,
): Generator<FactToConfirm> {
  const tokens = saleTokens(database, sale.id)
  const name = namesOf(tokens)
  yield { statement: saleStatement(network, sale, tokens), name }
  if (sale.delivery_address !== null)
    yield { statement: deliveryStatement(network, sale, sale.delivery_address), name }
}
