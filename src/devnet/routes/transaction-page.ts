import type { Chain } from '../chain/chain.ts'
import { mintsIn } from '../chain/find-assets.ts'
import { inputsOf, outputsOf } from '../chain/find-outputs.ts'
import { transactionWithId } from '../chain/find-transactions.ts'
import { contentPolicy, transactionPage, unknownPage } from '../page/transaction-page.ts'
import type { DevnetApp } from './app-type.ts'
import { transactionParams } from './transactions.ts'

/**
 * The devnet's explorer: one transaction as a page for a browser, which sends no token. It shows
 * test data only, and only to this machine.
 */
export const addTransactionPage = (app: DevnetApp, { database }: Chain): void => {
  app.get(
    '/devnet/tx/:hash',
    { config: { public: true }, attachValidation: true, schema: { params: transactionParams } },
    async ({ params: { hash }, validationError }, reply) => {
      void reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', contentPolicy)
        .header('x-content-type-options', 'nosniff')
        .header('referrer-policy', 'no-referrer')
        .header('cache-control', 'no-store')
      const transaction =
        validationError === undefined ? transactionWithId(database, hash) : undefined
      if (transaction === undefined) return reply.code(404).send(unknownPage)
      return reply.send(
        transactionPage({
          transaction,
          inputs: inputsOf(database, hash),
          outputs: outputsOf(database, hash),
          mints: mintsIn(database, hash),
        }),
      )
    },
  )
}
