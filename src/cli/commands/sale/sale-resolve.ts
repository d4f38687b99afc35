import type { Command } from 'commander'
import { ColdpressError } from '#values/errors/errors.ts'
import { adaText } from '#values/text/format.ts'
import type { Mint } from '#contract/mints/mint.ts'
import type { Sale } from '#contract/sales/sale.ts'
import { type SaleResolution, saleResolutions } from '#contract/sales/sale-status.ts'
import { findSaleById } from '#app/sales/find-sale-by-id.ts'
import { refundLines } from '#app/sales/refund-text.ts'
import { resolveWhenConfirmed } from '#app/sales/resolve-sale.ts'
import { asksInTerminal, type YesOption, yesOption } from '#cli/terminal/confirmation.ts'
import { warnOfReceivers } from '../mint/warn-of-receivers.ts'
import { type MintSession, openMintSession } from '../mint/mint-session.ts'
import { namingOptions } from '#cli/options/option-names.ts'
import { type CommandAnswer, command } from '#cli/program.ts'
import { answerSale, watchSale } from './sale-session.ts'
import { sections } from '#cli/terminal/table.ts'

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
      const asks = asksInTerminal(session, options, {
        subject: subjects[action],
        look: [`sale show ${id}`],
        isQuiet: action !== 'refund',
      })
      if (action !== 'wait') asks.canConfirm(action)
      const mintSession = await openMintSession(session, { signs: true })
      const { client, app } = mintSession
      const found = await findSaleById(client, id, { signal: session.signal })
      if (action !== 'wait') warnOfReceivers(session, 'receiver', options.to)
      // The service names the fields of its request: the action is the word that the user wrote.
      const after = await namingOptions({ to: '--to', address: '--to', action }, () =>
        resolveWhenConfirmed(
          {
            ...app,
            account: app.accounts.get(session.account),
            client,
            asks,
          },
          found,
          { action, ...(options.to === undefined ? {} : { to: options.to }) },
        ),
      )
      return answerResolved(mintSession, after, { action, wait: options.wait === true })
    },
  )

/** What the user is asked about. */
const subjects = {
  refund: 'A refund',
  retry: 'A retry',
  accept: 'Accepting a sale',
  wait: 'Asking for the rest',
} as const

const actionOf = (word: string): SaleResolution => {
  const action = saleResolutions.find((known) => known === word)
  if (action !== undefined) return action
  throw new ColdpressError(
    'usage',
    `A sale has no action “${word}”. The actions are refund, retry, accept and wait.`,
  )
}

const answerResolved = async (
  mintSession: MintSession,
  sale: Sale,
  { action, wait }: { readonly action: SaleResolution; readonly wait: boolean },
): Promise<CommandAnswer> => {
  const answer = wait ? await watchSale(mintSession, sale) : await answerSale(mintSession, sale)
  const { refund_id: id, collection_id: collectionId } = sale
  const hasRefund = action === 'refund' && id !== null && id !== undefined
  const refund = hasRefund ? await mintSession.client.getMint(collectionId, id) : undefined
  return {
    json: { ...answer.json, refund: refund ?? null },
    text: refund === undefined ? answer.text : sections(refundText(refund), answer.text),
    exit: answer.exit ?? 0,
  }
}

/** A refund as its transactions say it. */
const refundText = ({ transactions }: Mint): string =>
  transactions
    .flatMap(({ tx_id: txId, outputs, fee }) => [
      `The refund, transaction ${txId}, gives back`,
      ...refundLines(outputs).map((line) => `  ${line}`),
      `and costs ${adaText(String(fee), 'ADA')}.`,
    ])
    .join('\n')
