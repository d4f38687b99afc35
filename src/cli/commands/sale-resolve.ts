import type { Command } from 'commander'
import { ada } from '../../shared/amounts.ts'
import { ColdpressError, errorTable } from '../../shared/errors.ts'
import type { Mint } from '../../shared/wire/mint.ts'
import { type Sale, type SaleResolution, saleResolutions } from '../../shared/wire/sale.ts'
import { planRefund } from '../../core/sales/plan-refund.ts'
import type { RefundReceiver } from '../../core/sales/expected-refund.ts'
import { resolveSale } from '../../core/sales/sale-calls.ts'
import { type MintDesk, openMintDesk } from '../mint-desk.ts'
import { namingOptions } from '../option-names.ts'
import { type Answer, command } from '../program.ts'
import { answerSale, chainOfDesk, watchSale } from '../sale-desk.ts'
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
      if (action === 'refund') await confirmRefund(desk, found, options)
      const { to } = options
      const after = await namingOptions({ to: '--to' }, () =>
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

/**
 * Shows the refund as it will be built.
 * @throws ColdpressError `conflict` when nothing can go back, `cancelled` when it is not wanted
 */
const confirmRefund = async (
  desk: MintDesk,
  sale: Sale,
  { to, yes }: ResolveOptions,
): Promise<void> => {
  const { terminal } = desk.session
  const { receivers, fee } = await namingOptions({ address: '--to' }, () =>
    planRefund(chainOfDesk(desk), sale, to),
  )
  if (receivers.length === 0)
    throw new ColdpressError(
      'conflict',
      `The sale is ${sale.status}, and there is nothing to give back.`,
    )
  terminal.warn(
    fee === undefined
      ? 'This goes back, less the fee of the transaction:'
      : `This goes back, the fee of ${ada(String(fee))} taken off:`,
    ...receivers.map(receiverText),
  )
  if (yes === true) return
  const answer = await terminal.askLine('Type "refund" to give it back: ')
  if (answer.trim().toLowerCase() !== 'refund')
    throw new ColdpressError('cancelled', 'Nothing was given back.')
}

const receiverText = ({ lovelace, assets, address }: RefundReceiver): string =>
  `  ${ada(String(lovelace))}${tokensText(assets)} to ${address}`

const tokensText = (assets: readonly unknown[]): string =>
  assets.length === 0 ? '' : ` and ${plural(assets.length, 'other token')}`

const answerResolved = async (
  desk: MintDesk,
  sale: Sale,
  { action, wait }: { readonly action: SaleResolution; readonly wait: boolean },
): Promise<Answer> => {
  const answer = wait ? await watchSale(desk, sale.id) : await answerSale(desk, sale)
  const { refund_id: id, collection_id: collectionId } = sale
  const hasRefund = action === 'refund' && id !== null && id !== undefined
  const refund = hasRefund ? await desk.client.getMint(collectionId, id) : undefined
  const isParked = refund?.status === 'awaiting_witnesses'
  return {
    json: { ...answer.json, refund: refund ?? null },
    text: refund === undefined ? answer.text : `${refundText(refund)}\n\n${answer.text}`,
    exit: isParked ? errorTable.incomplete.exit : (answer.exit ?? 0),
  }
}

/** A refund as its transactions say it. */
const refundText = ({ transactions }: Mint): string =>
  transactions
    .flatMap(({ tx_id: txId, outputs, fee }) => [
      `The refund, transaction ${txId}, gives back`,
      ...outputs.map(receiverText),
      `and costs ${ada(String(fee))}.`,
    ])
    .join('\n')
