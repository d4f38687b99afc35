import type { Command } from 'commander'
import { ColdpressError, errorTable } from '#values/errors/errors.ts'
import { adaText } from '#values/text/format.ts'
import type { Mint } from '#contract/mints/mint.ts'
import type { Sale } from '#contract/sales/sale.ts'
import { type SaleResolution, saleResolutions } from '#contract/sales/sale-status.ts'
import { planRefund } from '#app/sales/plan-refund.ts'
import { leftLines } from '#app/sales/left-lines.ts'
import { refundLines } from '#app/sales/refund-lines.ts'
import { canHold, type Decision, holdDecision, knownOfDecision } from '#app/sales/hold-decision.ts'
import { resolveSale } from '#app/sales/sale-calls.ts'
import {
  confirm,
  requireConfirmable,
  type YesOption,
  yesOption,
} from '#cli/terminal/confirmation.ts'
import { releaseConfirmed } from '../mint/mint-confirm.ts'
import { warnOfReceivers } from '../mint/warn-of-receivers.ts'
import { type MintSession, openMintSession } from '../mint/mint-session.ts'
import { namingOptions, type OptionNames } from '#cli/options/option-names.ts'
import { type Answer, command } from '#cli/program.ts'
import { answerSale, chainOfSession, watchSale } from './sale-session.ts'

type ResolveOptions = YesOption & {
  readonly to?: string
  readonly wait?: boolean
}

export const addResolve = (sale: Command): void =>
  command<ResolveOptions>(
    sale,
    'resolve <sale> <action>',
    'decide what happens to a sale that went wrong: refund, retry, accept or wait',
    'sale resolve 01k… refund',
    (resolve) =>
      resolve
        .option(
          '--to <address>',
          'who receives the refund or the tokens, instead of the payer (refund, retry)',
        )
        .addOption(yesOption('sign and send'))
        .option('--wait', 'wait until the sale is over, or you have to decide something'),
    async (session, options, id = '', word = '') => {
      const action = actionOf(word)
      if (action !== 'wait')
        requireConfirmable(session, options, subjects[action], { look: [`sale show ${id}`] })
      const mintSession = await openMintSession(session, { signs: true })
      const found = await mintSession.client.getSale(id, { signal: session.signal })
      if (action === 'refund') await confirmRefund(mintSession, found, options)
      if (action === 'retry' || action === 'accept')
        warnOfReceivers(session, 'receiver', options.to)
      const isShown = options.yes !== true && (action === 'retry' || action === 'accept')
      const after = await (isShown ? resolveShown : resolveNow)(mintSession, found, {
        action,
        ...(options.to === undefined ? {} : { to: options.to }),
      })
      return answerResolved(mintSession, after, { action, wait: options.wait === true })
    },
  )

/** Each moves money: what the user is asked about. */
const subjects = { refund: 'A refund', retry: 'A retry', accept: 'Accepting a sale' } as const

/** The service names the fields of its request: the action is the word that the user wrote. */
const namesOf = ({ action }: Decision): OptionNames => ({ to: '--to', action })

const resolveNow = (
  { client, session }: MintSession,
  sale: Sale,
  decision: Decision,
): Promise<Sale> =>
  namingOptions(namesOf(decision), () =>
    session.withVault(() => resolveSale(client, sale, decision)),
  )

/** Has what would be sent built and held, shows it, and releases it when that is confirmed. */
const resolveShown = async (
  mintSession: MintSession,
  sale: Sale,
  decision: Decision,
): Promise<Sale> => {
  if (!canHold(sale)) return resolveUnseen(mintSession, sale, decision)
  const { client, session } = mintSession
  const mint = await namingOptions(namesOf(decision), () =>
    session.withVault(() => holdDecision(client, sale, decision)),
  )
  if (mint !== undefined) await releaseConfirmed(mintSession, mint)
  return client.getSale(sale.id)
}

/** Shows what is known and asks; the service builds the transaction only afterwards. */
const resolveUnseen = async (
  mintSession: MintSession,
  sale: Sale,
  decision: Decision,
): Promise<Sale> => {
  mintSession.session.terminal.warn(...knownOfDecision(sale, decision))
  await confirm(mintSession.session, {
    word: decision.action,
    to: 'have the service do it',
    otherwise: 'Nothing was done.',
  })
  return resolveNow(mintSession, sale, decision)
}

const actionOf = (word: string): SaleResolution => {
  const action = saleResolutions.find((one) => one === word)
  if (action !== undefined) return action
  throw new ColdpressError(
    'usage',
    `${word} is nothing that can be done about a sale: it is refund, retry, accept or wait.`,
  )
}

/**
 * Shows the refund as it will be built.
 * @throws ColdpressError `conflict` when nothing can go back, `cancelled` when it is not wanted
 */
const confirmRefund = async (
  mintSession: MintSession,
  sale: Sale,
  { to, yes }: ResolveOptions,
): Promise<void> => {
  const { terminal } = mintSession.session
  const { receivers, fee, transactions, left } = await namingOptions({ address: '--to' }, () =>
    planRefund(chainOfSession(mintSession), sale, to),
  )
  if (receivers.length + left.length === 0)
    throw new ColdpressError(
      'conflict',
      `The sale is ${sale.status}, and there is nothing to give back.`,
    )
  if (left.length > 0) terminal.warn('This stays:', ...leftLines(left).map(indented))
  if (receivers.length > 0)
    terminal.warn(goesBackText(fee, transactions), ...refundLines(receivers).map(indented))
  warnOfReceivers(
    mintSession.session,
    'receiver',
    receivers.map(({ address }) => address),
  )
  if (yes === true) return
  await confirm(mintSession.session, {
    word: 'refund',
    to: 'give it back',
    otherwise: 'Nothing was given back.',
  })
}

const indented = (line: string): string => `  ${line}`

/** Each receiver's money goes back in transactions of its own. */
const goesBackText = (fee: number | undefined, transactions: number | undefined): string => {
  if (fee === undefined) return 'This goes back, less the fee of each transaction:'
  const cost = adaText(String(fee), 'ADA')
  return transactions === 1
    ? `This goes back, the fee of ${cost} taken off:`
    : `This goes back in ${transactions ?? 0} transactions, their fees of ${cost} taken off:`
}

const answerResolved = async (
  mintSession: MintSession,
  sale: Sale,
  { action, wait }: { readonly action: SaleResolution; readonly wait: boolean },
): Promise<Answer> => {
  const answer = wait ? await watchSale(mintSession, sale.id) : await answerSale(mintSession, sale)
  const { refund_id: id, collection_id: collectionId } = sale
  const hasRefund = action === 'refund' && id !== null && id !== undefined
  const refund = hasRefund ? await mintSession.client.getMint(collectionId, id) : undefined
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
      ...refundLines(outputs).map(indented),
      `and costs ${adaText(String(fee), 'ADA')}.`,
    ])
    .join('\n')
