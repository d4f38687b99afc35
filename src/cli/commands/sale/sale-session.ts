import { isColdpressError } from '#values/errors/errors.ts'
import { knownChainOf } from '#app/accounts/chain-of.ts'
import type { ServiceNetwork } from '#values/networks/networks.ts'
import type { Mint } from '#contract/mints/mint.ts'
import type { Sale } from '#contract/sales/sale.ts'
import { followSale, isSaleOver, needsDecision, waitsForRound } from '#app/sales/follow-sale.ts'
import type { MintSession } from '../mint/mint-session.ts'
import { createSignatureWait } from '../mint/signature-wait.ts'
import { type SaleAnswer, saleAnswer, stateText } from './sale-answers.ts'

const networkOf = ({ app, session }: MintSession): ServiceNetwork => {
  const account = app.accounts.get(session.account)
  return knownChainOf(account, account.network)
}

/** The mint that carries a sale or its refund, while signatures are missing. */
const readParkedMint = async (
  { client, session: { signal } }: MintSession,
  { status, collection_id: collectionId, mint_id: mintId, refund_id: refundId }: Sale,
): Promise<Mint | undefined> => {
  const id = status === 'PROCESSING' ? mintId : status === 'REFUNDING' ? refundId : null
  if (id === null || id === undefined) return undefined
  const mint = await client.getMint(collectionId, id, { signal })
  return mint.status === 'awaiting_witnesses' ? mint : undefined
}

export const answerSale = async (
  mintSession: MintSession,
  sale: Sale,
  { isToEnd = false }: { readonly isToEnd?: boolean } = {},
): Promise<SaleAnswer> =>
  saleAnswer(sale, {
    network: networkOf(mintSession),
    isLocal: mintSession.isLocal,
    parked: await readParkedMint(mintSession, sale),
    isToEnd,
  })

/**
 * Watches a sale until it is over or somebody has to do something, showing how it is: on one line of
 * a terminal, elsewhere a line for each change. Interrupted, it answers how far it was.
 */
export const watchSale = async (mintSession: MintSession, sale: Sale): Promise<SaleAnswer> => {
  const { client, session } = mintSession
  const { terminal, signal } = session
  const isPatient = createSignatureWait(mintSession)
  let said = ''
  try {
    await followSale(client, sale, {
      signal,
      onPoll: (now) => {
        const line = lineOfSale(now)
        const changed = `${now.status} ${(now.payments ?? []).length}`
        if (terminal.canDraw) terminal.draw(line)
        else if (changed !== said) terminal.info(line)
        said = changed
      },
      until: async (now) => {
        if (isSaleOver(now) || needsDecision(now) || waitsForRound(now)) return true
        const parked = await signHere(mintSession, await readParkedMint(mintSession, now))
        return parked !== undefined && !isPatient(parked)
      },
    })
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    if (terminal.canDraw) terminal.draw('')
  }
  return answerSale(mintSession, await client.getSale(sale.collection_id, sale.id), {
    isToEnd: true,
  })
}

/** The vault may be open now that was locked when the sale was paid. */
const signHere = async (
  { client }: MintSession,
  parked: Mint | undefined,
): Promise<Mint | undefined> => {
  if (parked === undefined || parked.held === true) return parked
  try {
    const after = await client.addWitnesses(parked.collection_id, parked.id, { witnesses: [] })
    return after.status === 'awaiting_witnesses' ? after : undefined
  } catch (error) {
    // It was signed and sent since it was read.
    if (isColdpressError(error, 'conflict')) return undefined
    throw error
  }
}

const lineOfSale = (sale: Sale): string => {
  const payments = (sale.payments ?? []).map(
    ({ use, confirmations }) =>
      ` · payment ${use === 'unconfirmed' ? `with ${confirmations}${typeof sale.confirmations === 'number' ? ` of ${sale.confirmations}` : ''} blocks on it` : use}`,
  )
  return `${stateText(sale)}${payments.join('')}`
}
