import type { SaleRoundsView } from '#contract/sales/calls.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import type { SaleRound, SaleRounds } from '#contract/rounds/sale-round.ts'
import type { MintingClient } from '#app/api/client.ts'
import { replaceFile } from '#platform/disk/durable-file.ts'
import type { App } from '#app/create-app.ts'
import type { SignedFile } from '#app/mints/signed-file.ts'
import { addRoundWitnesses, signingRequestOf } from '#app/sales/sale-round.ts'
import { writeRequestFile } from '#app/signing/request-file.ts'
import { requireSealing } from '#app/vault/require-open-vault.ts'
import type { PickedFiles } from '../picked-files.ts'
import type { WindowHandlersOf, ServiceContext, ServicesDeps } from '../services-deps.ts'
import { hasMissing, requestInInbox } from '#app/mints/mint-in-inbox.ts'
import { readSigningSource } from '../signing/signing-source.ts'

type Handlers = Pick<
  WindowHandlersOf<'sales'>,
  | 'sales.rounds'
  | 'sales.buildRound'
  | 'sales.saveRound'
  | 'sales.openRoundInInbox'
  | 'sales.addRoundSignatures'
  | 'sales.importRoundSignatures'
  | 'sales.withdrawRound'
>

type RoundsContext = ServiceContext &
  Pick<ServicesDeps, 'dialogs'> & { readonly picked: PickedFiles; readonly now?: () => Date }

type CollectionRef = { readonly accountId: string; readonly collectionId: string }
type RoundRef = CollectionRef & { readonly roundId: string }

const none: SaleRounds = { keys_elsewhere: [], delivers_within: null, waiting: [], rounds: [] }

/** Calls about paid sales that keys elsewhere sign for. */
export const roundHandlers = ({
  app,
  log,
  dialogs,
  picked,
  now = () => new Date(),
}: RoundsContext): Handlers => {
  const show = async (client: MintingClient, collectionId: string): Promise<SaleRoundsView> =>
    describeRounds(app, await readRounds(client, collectionId))
  const openRound = async ({ accountId, collectionId, roundId }: RoundRef) => {
    const client = await app.accounts.client(accountId)
    return { client, round: await client.getSaleRound(collectionId, roundId) }
  }
  const requestFileOf = async (roundRef: RoundRef) => {
    const { client, round } = await openRound(roundRef)
    const text = writeRequestFile(await signingRequestOf(client, round, app))
    return { name: `sales-${round.id.slice(-8)}.cpreq`, text }
  }
  const addSignatures = async (
    roundRef: RoundRef,
    files: (round: SaleRound) => Promise<readonly SignedFile[]>,
  ): Promise<SaleRoundsView> => {
    const { client, round } = await openRound(roundRef)
    const after = await addRoundWitnesses(client, round, await files(round), now())
    log({
      level: 'info',
      kind: 'signing',
      message:
        after.status === 'awaiting_witnesses'
          ? 'A signing round of sales got signatures and waits for others.'
          : `A signing round of ${countText(after.sales.length, 'sale')} was signed and is on its way.`,
      details: { ...roundRef },
    })
    return show(client, roundRef.collectionId)
  }
  return {
    'sales.rounds': async ({ accountId, collectionId }) =>
      show(await app.accounts.client(accountId), collectionId),
    'sales.buildRound': async ({ validForSeconds, ...collectionRef }) => {
      const { accountId, collectionId } = collectionRef
      requireSealing(app, accountId)
      const client = await app.accounts.client(accountId)
      const made = await client.createSaleRound(collectionId, {
        valid_for_seconds: validForSeconds,
      })
      log({
        level: 'info',
        kind: 'signing',
        message: `${countText(made.sales.length, 'paid sale')} were built as one signing request.`,
        details: { ...collectionRef, roundId: made.id },
      })
      return show(client, collectionId)
    },
    'sales.saveRound': async (roundRef) => {
      const { name, text } = await requestFileOf(roundRef)
      const path = await dialogs.saveFile(name)
      if (path !== null) await replaceFile(path, new TextEncoder().encode(text))
      return path
    },
    'sales.openRoundInInbox': async (roundRef) => {
      const { round } = await openRound(roundRef)
      const known = findRequest(app, round)
      if (known !== undefined) return { requestId: known.id }
      const { name, text } = await requestFileOf(roundRef)
      return { requestId: app.signing.receive(text, { origin: 'app', name }).id }
    },
    'sales.addRoundSignatures': ({ source, ...roundRef }) =>
      addSignatures(roundRef, async () => {
        const { text, from } = await readSigningSource(source, picked)
        return [{ name: from.name ?? 'signature', text }]
      }),
    'sales.importRoundSignatures': (roundRef) =>
      addSignatures(roundRef, async (round) => {
        const known = findRequest(app, round)
        if (known === undefined) return []
        const { transactions } = await app.signing.show(known.id)
        return transactions.map(({ summary: { txId } }) => ({
          name: `transaction ${txId}`,
          text: Buffer.from(app.signing.assembled(known.id, txId)).toString('hex'),
        }))
      }),
    'sales.withdrawRound': async (roundRef) => {
      const { client } = await openRound(roundRef)
      await client.withdrawSaleRound(roundRef.collectionId, roundRef.roundId)
      log({
        level: 'info',
        kind: 'signing',
        message: 'A signing round of sales was withdrawn; its sales wait for the next one.',
        details: { ...roundRef },
      })
      return show(client, roundRef.collectionId)
    },
  }
}

/** Not every service has rounds. */
const readRounds = async (client: MintingClient, collectionId: string): Promise<SaleRounds> => {
  try {
    return await client.saleRounds(collectionId)
  } catch (error) {
    if (isColdpressError(error, 'not_found')) return none
    throw error
  }
}

const describeRounds = async (
  app: Pick<App, 'signing'>,
  { rounds, ...waiting }: SaleRounds,
): Promise<SaleRoundsView> => ({
  ...waiting,
  rounds: await Promise.all(
    rounds.map(async (round) => ({ ...round, hasMore: await hasMore(app, round) })),
  ),
})

/** The round's request in the signing inbox of this computer. */
const findRequest = (app: Pick<App, 'signing'>, { sales }: SaleRound) =>
  requestInInbox(app, new Set(sales.map(({ tx_id: txId }) => txId)))

const hasMore = async (app: Pick<App, 'signing'>, round: SaleRound): Promise<boolean> => {
  const { status, sales, missing } = round
  if (status !== 'awaiting_witnesses') return false
  const open = sales.filter((sale) => sale.status === 'awaiting_witnesses')
  const known = findRequest(app, round)
  return (
    known !== undefined &&
    hasMissing(app, known.id, new Map(open.map(({ tx_id: txId }) => [txId, missing])))
  )
}
