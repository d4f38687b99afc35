import type { Command } from 'commander'
import { adaText } from '#values/text/format.ts'
import type { FundingView, RoyaltyView } from '#contract/mints/mint.ts'
import { withdrawWhenConfirmed } from '#app/mints/build-mint.ts'
import {
  confirmCollectionRoyalty,
  setRoyaltyTime,
  shownTermsOf,
} from '#app/mints/confirm-royalty.ts'
import { spendTestWallet } from '#app/mints/test-wallet.ts'
import { asksInTerminal, type YesOption, yesOption } from '#cli/terminal/confirmation.ts'
import { asksToSend } from './build-options.ts'
import { type MintSession, openMintSession } from './mint-session.ts'
import { followAndAnswer } from './mint-follow.ts'
import { watchRoyalty, payRoyaltyCommand, royaltyAnswer } from './mint-royalty.ts'
import { namingOptions } from '#cli/options/option-names.ts'
import { adaAmount, seconds } from '#cli/options/option-values.ts'
import { requiredCollection } from '#cli/options/collection-option.ts'
import { command } from '#cli/program.ts'
import { offeringRehearsal } from './mint-rehearse.ts'
import { readyOptions, skipRehearsal } from '#cli/options/accept-options.ts'
import { type Text, detailTable } from '#cli/terminal/table.ts'
import { warnOfReceivers } from './warn-of-receivers.ts'

/** What mints are paid from, and the royalty token, which is paid for by itself. */
export const addMintMoney = (mint: Command): void => {
  addRoyalty(mint)
  addFund(mint)
  addWithdraw(mint)
}

type RoyaltyOptions = YesOption & {
  readonly collection: string
  readonly pay?: boolean
  readonly wait?: boolean
  readonly validFor?: number
  readonly skipRehearsal?: boolean
}

const addRoyalty = (mint: Command): void =>
  command<RoyaltyOptions>(
    mint,
    'royalty',
    "show or mint a collection's royalty token, which is minted before all others",
    'mint royalty --collection 01k… --pay',
    (royalty) =>
      royalty
        .addOption(requiredCollection('the collection'))
        .option('--pay', "pay from the devnet's test wallet, and wait until it is minted")
        .option(
          '--valid-for <time>',
          'how much time there is to sign its transaction, such as 90m, 2h or 3d (default: 2h); choose it before you pay',
          seconds,
        )
        .option('--wait', 'wait until it is paid and minted; a failed mint is retried')
        .option('--yes', 'confirm the royalty; it cannot be changed once it is minted')
        .option(...skipRehearsal('a royalty')),
    async (session, options) => {
      const { collection, pay, wait, yes, validFor } = options
      const until = wait === true ? 'minted' : pay === true ? 'paid' : undefined
      const mintSession = await openMintSession(session, { signs: true })
      const { client, isLocal } = mintSession
      const read = await session.withVault(() =>
        client.getRoyalty(collection, { signal: session.signal }),
      )
      const isConfirming = !read.confirmed && (until !== undefined || yes === true)
      const first =
        isConfirming || (read.confirmed && validFor !== undefined)
          ? await confirmedRoyalty(mintSession, options, read.confirmed)
          : read
      if (until === undefined) return royaltyAnswer(collection, first, { isLocal })
      if (first.status === 'failed') await client.mintRoyalty(collection)
      if (pay === true) await payRoyaltyCommand(mintSession, first)
      else sayPayment(mintSession, first)
      return royaltyAnswer(collection, await watchRoyalty(mintSession, collection), {
        isLocal,
        until,
      })
    },
  )

/** Whoever waits for the payment makes it meanwhile, from a wallet of their own. */
const sayPayment = (
  { session: { terminal } }: MintSession,
  { status, amount, address }: RoyaltyView,
): void => {
  if (status !== 'unpaid' || amount === null || address === null) return
  terminal.info(`Pay ${adaText(String(amount), 'ADA')} to ${address} from any wallet.`)
}

/**
 * @param isConfirmed whether only the time to sign is new
 * @throws ColdpressError `usage` where nobody can be asked, `declined`
 */
const confirmedRoyalty = async (
  mintSession: MintSession,
  options: RoyaltyOptions,
  isConfirmed: boolean,
): Promise<RoyaltyView> => {
  const { client, session } = mintSession
  const { collection, validFor } = options
  if (isConfirmed && validFor !== undefined) return setRoyaltyTime(client, collection, validFor)
  const asks = asksInTerminal(session, options, { subject: 'A royalty' })
  const confirmation = {
    ...shownTermsOf(await client.getCollection(collection)),
    ...(validFor === undefined ? {} : { valid_for_seconds: validFor }),
  }
  return offeringRehearsal(collection, 'royalty', () =>
    confirmCollectionRoyalty(
      { ...mintSession, asks },
      collection,
      confirmation,
      readyOptions(mintSession, options),
    ),
  )
}

type FundOptions = { readonly collection: string; readonly ada?: bigint }

const addFund = (mint: Command): void =>
  command<FundOptions>(
    mint,
    'fund',
    "show the address that pays for a collection's mints, and its balance",
    'mint fund --collection 01k… --ada 50',
    (fund) =>
      fund
        .addOption(requiredCollection('the collection'))
        .option('--ada <amount>', "send this much to it from the devnet's test wallet", adaAmount),
    async (session, { collection, ada: lovelace }) => {
      const mintSession = await openMintSession(session, { signs: true })
      // The address is made with the open vault: one that only this command's memory vouched for would
      // be refused by the next.
      if (mintSession.isLocal) await session.openVault()
      const read = (): Promise<FundingView> =>
        session.withVault(() =>
          mintSession.client.getFunding(collection, { signal: session.signal }),
        )
      const before = await read()
      if (lovelace === undefined)
        return { json: { ...before, tx_id: null }, text: fundingText(before) }
      const txId = await spendTestWallet(mintSession, before.address, lovelace, {
        signal: session.signal,
      })
      const after = await read()
      return {
        json: { ...after, tx_id: txId },
        text: [`Paid from the test wallet: ${txId}`, fundingText(after)],
      }
    },
  )

const fundingText = ({ address, lovelace, reserved_lovelace: reserved }: FundingView): Text =>
  detailTable([
    ['address', address],
    [
      'balance',
      lovelace === null ? 'unknown: the studio has no gateway' : adaText(String(lovelace), 'ADA'),
    ],
    [
      'reserved',
      reserved === null || reserved === 0
        ? undefined
        : `${adaText(String(reserved), 'ADA')} for transactions that are not confirmed yet`,
    ],
  ])

type WithdrawOptions = YesOption & {
  readonly collection: string
  readonly to: string
  readonly wait?: boolean
}

const addWithdraw = (mint: Command): void =>
  command<WithdrawOptions>(
    mint,
    'withdraw',
    "show the free ADA at a collection's payment address and, once you confirm, send it to another address",
    'mint withdraw --collection 01k… --to addr_test1…',
    (withdraw) =>
      withdraw
        .addOption(requiredCollection('the collection'))
        .requiredOption('--to <address>', 'the address that receives it')
        .addOption(yesOption('sign and send'))
        .option('--wait', 'wait until it is confirmed on chain'),
    async (session, options) => {
      const { collection, to, wait } = options
      const asks = asksToSend(session, options, 'A withdrawal')
      asks.canConfirm('sign')
      warnOfReceivers(session, 'receiver', to)
      const mintSession = await openMintSession(session, { signs: true })
      const withdrawal = await namingOptions({ to: '--to' }, () =>
        withdrawWhenConfirmed({ ...mintSession, asks }, collection, to),
      )
      return followAndAnswer(mintSession, withdrawal, { isPatient: wait === true })
    },
  )
