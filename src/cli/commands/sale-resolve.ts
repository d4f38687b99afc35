import type { Command } from 'commander'
import { ada } from '../../shared/amounts.ts'
import { ColdpressError, errorTable } from '../../shared/errors.ts'
import type { Mint } from '../../shared/wire/mint.ts'
import { type Sale, type SaleResolution, saleResolutions } from '../../shared/wire/sale.ts'
import { expectedRefund } from '../../core/sales/expected-refund.ts'
import { resolveSale } from '../../core/sales/sale-calls.ts'
import { type MintDesk, openMintDesk } from '../mint-desk.ts'
import { namingOptions } from '../option-names.ts'
import { type Answer, command } from '../program.ts'
import { answerSale, watchSale } from '../sale-desk.ts'
import type { Session } from '../session.ts'
import { plural } from '../table.ts'

type ResolveOptions = {
  readonly to?: string
  readonly yes?: boolean
  readonly wait?: boolean
}

export const addResolve = (sale: Command): void =>
  command<ResolveOptions>(
    sale,
    'resolve <sale> <action>',
    'do something about a sale that went wrong: refund, retry, accept or wait',
    'sale resolve 01k… refund',
    (resolve) =>
      resolve
        .option(
          '--to <address>',
          'who receives the refund or the tokens instead of who paid (refund, retry)',
        )
        .option('--yes', 'refund without asking; needed without a terminal')
        .option('--wait', 'wait until the sale is over, or somebody has to decide something'),
    async (session, options, id = '', word = '') => {
      const action = actionOf(word)
      requireAnswer(session, action, options)
      const desk = await openMintDesk(session, { signs: true })
      const found = await desk.client.getSale(id, { signal: session.signal })
      if (action === 'refund') await confirmRefund(session, found, options)
      const { to } = options
      const after = await namingOptions({ to: '--to', action: 'ACTION' }, () =>
        session.withVault(() =>
          resolveSale(desk.client, found, { action, ...(to === undefined ? {} : { to }) }),
        ),
      )
      return answerResolved(desk, after, { action, wait: options.wait === true })
    },
  )

const actionOf = (word: string): SaleResolution => {
  const action = saleResolutions.find((one) => one === word)
  if (action !== undefined) return action
  throw new ColdpressError(
    'usage',
    `${word} is nothing that can be done about a sale: it is refund, retry, accept or wait.`,
  )
}

/** Before anything is asked of anybody. @throws ColdpressError `usage` */
const requireAnswer = (
  { terminal }: Session,
  action: SaleResolution,
  { yes }: ResolveOptions,
): void => {
  if (action !== 'refund' || yes === true || terminal.canAsk) return
  throw new ColdpressError(
    'usage',
    'A refund has to be confirmed. Run this in a terminal, or add --yes after looking at it with: coldpress sale show SALE',
  )
}

/** @throws ColdpressError `conflict` when nothing can go back, `cancelled` when it is not wanted */
const confirmRefund = async (
  { terminal }: Session,
  sale: Sale,
  { to, yes }: ResolveOptions,
): Promise<void> => {
  const receivers = expectedRefund(sale, to)
  if (receivers.length === 0)
    throw new ColdpressError(
      'conflict',
      `The sale is ${sale.status}, and there is nothing to give back.`,
    )
  const goes = receivers.map(
    ({ address, lovelace, assets }) =>
      `  ${ada(String(lovelace))}${tokensText(assets)} to ${address}`,
  )
  terminal.warn(['Back goes, less the fee of the transaction:', ...goes].join('\n'))
  if (yes === true) return
  const answer = await terminal.askLine('Type "refund" to give it back: ')
  if (answer.trim().toLowerCase() !== 'refund')
    throw new ColdpressError('cancelled', 'Nothing was given back.')
}

const tokensText = (assets: readonly unknown[]): string =>
  assets.length === 0 ? '' : ` and ${plural(assets.length, 'other token')}`

const answerResolved = async (
  desk: MintDesk,
  sale: Sale,
  { action, wait }: { readonly action: SaleResolution; readonly wait: boolean },
): Promise<Answer> => {
  const answer = wait ? await watchSale(desk, sale.id) : await answerSale(desk, sale)
  const { refund_id: id, collection_id: collectionId } = sale
  if (action !== 'refund' || id === null || id === undefined) return answer
  const refund = await desk.client.getMint(collectionId, id)
  const isParked = refund.status === 'awaiting_witnesses'
  return {
    json: { sale: answer.json, refund },
    text: `${refundText(refund)}\n\n${answer.text}`,
    exit: isParked ? errorTable.incomplete.exit : (answer.exit ?? 0),
  }
}

/** A refund as its transactions say it. */
const refundText = ({ transactions }: Mint): string =>
  transactions
    .flatMap(({ tx_id: txId, outputs, fee }) => [
      `The refund, transaction ${txId}, gives back`,
      ...outputs.map(
        ({ address, lovelace, assets }) =>
          `  ${ada(String(lovelace))}${tokensText(assets)} to ${address}`,
      ),
      `and costs ${ada(String(fee))}.`,
    ])
    .join('\n')
