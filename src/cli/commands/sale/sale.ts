import { type Command, Option } from 'commander'
import { ColdpressError } from '#values/errors/errors.ts'
import { callsText } from '#contract/providers/gateway-calls.ts'
import type { Sale, SaleRequest } from '#contract/sales/sale.ts'
import { isCancelled, saleStatuses } from '#contract/sales/sale-status.ts'
import { paymentDue } from '#contract/sales/payment-due.ts'
import { onOwnDevnet } from '#app/mints/own-devnet.ts'
import { spendTestWallet, devnetWalletKey } from '#app/mints/test-wallet.ts'
import { findSaleById } from '#app/sales/find-sale-by-id.ts'
import { cancelSale, reserveSale } from '#app/sales/sale-calls.ts'
import { type MintSession, openMintSession } from '../mint/mint-session.ts'
import { requireReady } from '../mint/mint-rehearse.ts'
import { tokenFinder, tokensNamedBy } from '../mint/mint-receivers.ts'
import { namingOptions } from '#cli/options/option-names.ts'
import { adaAmount, amount, seconds, wholeNumber } from '#cli/options/option-values.ts'
import { CollectionOption, requiredCollection } from '#cli/options/collection-option.ts'
import { type CommandAnswer, command, group } from '#cli/program.ts'
import { salesAnswer, stateText } from './sale-answers.ts'
import { createFromFile, readSaleRows } from './sale-file.ts'
import { addShare } from './sale-share.ts'
import { answerSale, watchSale } from './sale-session.ts'
import {
  acceptLocalImages,
  acceptUnfetchedImages,
  skipRehearsal,
} from '#cli/options/accept-options.ts'
import { addAnalytics } from './sale-analytics.ts'
import { addPrice } from './sale-price.ts'
import { addSaleRehearse } from './sale-rehearse.ts'
import { addSaleRoundCommands } from './sale-round.ts'
import { addResolve } from './sale-resolve.ts'
import { addUnknownPayments } from './sale-unknown.ts'

export const addSaleCommands = (program: Command): void => {
  const sale = group(
    program,
    'sale',
    'sell tokens of a collection by payment links, each for one buyer',
  )
  addCreate(sale)
  addPrice(sale)
  addList(sale)
  addAnalytics(sale)
  addShow(sale)
  addShare(sale)
  addCancel(sale)
  addResolve(sale)
  addPay(sale)
  addUnknownPayments(sale)
  addSaleRoundCommands(sale)
  addSaleRehearse(sale)
}

type CreateOptions = {
  readonly collection: string
  readonly tokens?: string
  readonly quantity?: number
  readonly price?: bigint
  readonly file?: string
  readonly record?: string
  readonly reserve: number
  readonly deliversWithin?: number
  readonly maxPerBuyer?: number
  readonly confirmations?: number
  readonly skipRehearsal?: boolean
}

const addCreate = (sale: Command): void =>
  command<CreateOptions>(
    sale,
    'create',
    'make a payment link: reserves tokens for one buyer, with a payment address and page of its own',
    'sale create --collection 01k… --tokens Herbarium01,Herbarium02 --price 25 --reserve 30m',
    (create) =>
      create
        .addOption(requiredCollection('the collection whose tokens are sold'))
        .option('--tokens <list>', 'ids or asset names, separated by commas')
        .addOption(
          new Option(
            '--quantity <number>',
            'this many tokens, chosen at random among those that are ready',
          )
            .argParser(wholeNumber)
            .conflicts('tokens'),
        )
        .option(
          '--price <amount>',
          'price of one token, in ADA or with a unit: 25, 2.5ada, 25000000lovelace',
          amount,
        )
        .addOption(
          new Option(
            '--file <file>',
            'make many sales: a JSON list of objects with tokens (a list) or quantity, price, and optionally reserve; the other options hold for all',
          ).conflicts(['tokens', 'quantity', 'price']),
        )
        .option(
          '--record <file>',
          'with --file: where each sale is noted, so that the command can be repeated and makes none twice (default: the file with .made.ndjson)',
        )
        .addOption(
          new Option('--reserve <time>', 'how long the tokens stay reserved, such as 30m or 2h')
            .argParser(seconds)
            .default(1800, '30m'),
        )
        .option(
          '--delivers-within <time>',
          'where a key that signs is on another computer: how soon after the payment you sign, such as 2d; buyers read it before they pay, and later sales of the collection take it over',
          seconds,
        )
        .option(
          '--max-per-buyer <number>',
          'how many tokens of the collection one buyer may get by sales that state this; several wallets are several buyers',
          wholeNumber,
        )
        .option(
          '--confirmations <number>',
          'how many blocks must confirm a payment (default: depends on the network)',
          wholeNumber,
        )
        .option(...skipRehearsal('a sale before the first mint'))
        .option(...acceptLocalImages)
        .option(...acceptUnfetchedImages),
    async (session, options) => {
      const mintSession = await openMintSession(session, { signs: true })
      if (options.file !== undefined) return createMany(mintSession, options, options.file)
      const request = await requestOf(mintSession, options)
      // Any of them may be drawn.
      const tokens = request.type === 'random' ? 'all' : request.tokens
      await requireReady(mintSession, options, tokens, 'sale')
      await showCalls(mintSession)
      // Not given up on: what an interrupted call had reserved would be found by nobody.
      const made = await namingOptions(optionNames, () =>
        session.withVault(() => reserveSale(mintSession.client, options.collection, request)),
      )
      return answerSale(mintSession, made)
    },
    ({ file, price, quantity, tokens }) => {
      if (file !== undefined) return undefined
      if (price === undefined) return noPrice
      return quantity === undefined && tokens === undefined ? noTokens : undefined
    },
  )

const noPrice = 'Give the price of one token: --price AMOUNT.'
const noTokens =
  'Name the tokens to sell: --tokens LIST, or --quantity NUMBER for any that are ready.'

const createMany = async (
  mintSession: MintSession,
  options: CreateOptions,
  file: string,
): Promise<CommandAnswer> => {
  const rows = await readSaleRows(file)
  const named = rows.flatMap(({ tokens = [] }) => tokens)
  const known = await tokenFinder(mintSession, options.collection)
  const ids = known(named, file)
  const requests = rows.map(({ tokens, quantity, price, reserve }): SaleRequest => {
    const terms = termsOf({ ...options, price, reserve: reserve ?? options.reserve })
    return tokens === undefined
      ? { type: 'random', ...terms, quantity: quantity ?? 1 }
      : { type: 'fixed', ...terms, tokens: known(tokens, file) }
  })
  const isAny = rows.some(({ tokens }) => tokens === undefined)
  await requireReady(mintSession, options, isAny ? 'all' : ids, 'sale')
  return namingOptions(optionNames, () =>
    createFromFile(
      mintSession,
      options.collection,
      requests,
      options.record ?? `${file}.made.ndjson`,
    ),
  )
}

/** On a public network, what another open sale asks of the gateway. */
const showCalls = async ({ app, client, session }: MintSession): Promise<void> => {
  const { chain } = app.accounts.get(session.account)
  const config = app.gateways.list().find(({ network }) => network === chain)
  if (chain === undefined || chain === 'devnet' || config === undefined) return
  const { open_sales: open } = await client.getGatewayUse()
  session.terminal.info(callsText(open + 1, config.callsPerDay))
}

const optionNames = {
  tokens: '--tokens',
  quantity: '--quantity',
  price: '--price',
  reservation_time: '--reserve',
  delivers_within: '--delivers-within',
  max_per_buyer: '--max-per-buyer',
  confirmations: '--confirmations',
}

const requestOf = async (
  mintSession: MintSession,
  options: CreateOptions,
): Promise<SaleRequest> => {
  const { collection, tokens, quantity, price } = options
  if (price === undefined) throw new ColdpressError('usage', noPrice)
  const terms = termsOf({ ...options, price })
  if (quantity !== undefined) return { type: 'random', ...terms, quantity }
  if (tokens === undefined) throw new ColdpressError('usage', noTokens)
  return { type: 'fixed', ...terms, tokens: await tokensNamedBy(mintSession, collection, tokens) }
}

const termsOf = (options: CreateOptions & { readonly price: bigint }) => {
  const { price, reserve, confirmations, deliversWithin, maxPerBuyer } = options
  return {
    price: Number(price),
    reservation_time: reserve,
    ...(confirmations === undefined ? {} : { confirmations }),
    ...(deliversWithin === undefined ? {} : { delivers_within: deliversWithin }),
    ...(maxPerBuyer === undefined ? {} : { max_per_buyer: maxPerBuyer }),
  }
}

type ListOptions = { readonly collection?: string; readonly status?: string }

const addList = (sale: Command): void =>
  command<ListOptions>(
    sale,
    'list',
    'list sales, newest first',
    'sale list --collection 01k… --status UNRESOLVED_UNDERPAID',
    (list) =>
      list
        .addOption(new CollectionOption('only sales of this collection (default: of all)'))
        .option('--status <status>', 'only sales with this status, such as COMPLETED'),
    async (session, { collection, status }) => {
      const mintSession = await openMintSession(session, { signs: false })
      const sales = await fetchSales(mintSession, collection)
      if (status === undefined) return salesAnswer(sales, mintSession)
      const wanted = statusOf(status, sales)
      return salesAnswer(
        sales.filter((sale) => sale.status === wanted),
        mintSession,
        sales.length === 0 ? undefined : `No sales with the status ${wanted}.`,
      )
    },
  )

/** A service may know states that this version does not: what it answers with is one as well. */
const statusOf = (text: string, sales: readonly Sale[]): string => {
  const wanted = text.toUpperCase().replaceAll(/[ -]/gu, '_')
  const known: readonly string[] = [...saleStatuses, ...sales.map((sale) => sale.status)]
  if (known.includes(wanted)) return wanted
  throw new ColdpressError(
    'usage',
    `--status: ${text} is not a status of a sale. Give one of: ${saleStatuses.join(', ')}.`,
  )
}

const fetchSales = async (
  { client, session: { signal } }: MintSession,
  collectionId: string | undefined,
): Promise<readonly Sale[]> => {
  const collections =
    collectionId === undefined
      ? (await Array.fromAsync(client.collections({ signal }))).map(({ id }) => id)
      : [collectionId]
  const found: Sale[] = []
  for (const id of collections)
    found.push(...(await Array.fromAsync(client.sales(id, { size: 100, signal }))))
  return found.toSorted((a, b) => (b.created_at ?? '').localeCompare(a.created_at ?? ''))
}

const addShow = (sale: Command): void =>
  command<{ readonly wait?: boolean }>(
    sale,
    'show <sale>',
    'show a sale: its status, its payments, any error and the next step',
    'sale show 01k… --wait',
    (show) => show.option('--wait', 'wait until the sale is over, or you have to decide something'),
    async (session, { wait }, id = '') => {
      const mintSession = await openMintSession(session, { signs: wait === true })
      const found = await findSaleById(mintSession.client, id, { signal: session.signal })
      return wait === true ? watchSale(mintSession, found) : answerSale(mintSession, found)
    },
  )

const addCancel = (sale: Command): void =>
  command(
    sale,
    'cancel <sale>',
    'release the tokens of a sale whose price nobody has paid; what was paid in part can be refunded then',
    'sale cancel 01k…',
    (cancel) => cancel,
    async (session, _options, id = '') => {
      const mintSession = await openMintSession(session, { signs: false })
      const found = await findSaleById(mintSession.client, id, { signal: session.signal })
      // Asked for twice, it is as good as asked for once.
      const after = isCancelled(found) ? found : await cancelSale(mintSession.client, found)
      return answerSale(mintSession, after)
    },
  )

type PayOptions = { readonly ada?: bigint; readonly wait?: boolean }

const addPay = (sale: Command): void =>
  command<PayOptions>(
    sale,
    'pay <sale>',
    "pay for a sale from the devnet's test wallet, as a buyer would",
    'sale pay 01k… --wait',
    (pay) =>
      pay
        .option(
          '--ada <amount>',
          'how much to pay (default: the price, less what the test wallet has paid of it)',
          adaAmount,
        )
        .option('--wait', 'wait until the sale is over, or you have to decide something'),
    async (session, { ada: lovelace, wait }, id = '') => {
      const opened = await openMintSession(session, { signs: true })
      const { client } = opened
      const found = await findSaleById(client, id, { signal: session.signal })
      const mintSession = await onOwnDevnet(opened, found.collection_id)
      const paid = lovelace ?? dueOf(found, await devnetWalletKey(mintSession))
      const txId = await namingOptions({ lovelace: '--ada' }, () =>
        spendTestWallet(mintSession, found.payment_address, paid, { signal: session.signal }),
      )
      session.terminal.info(`Paid from the test wallet: ${txId}`)
      return wait === true
        ? watchSale(mintSession, found)
        : answerSale(mintSession, await client.getSale(found.collection_id, id))
    },
  )

/** @throws ColdpressError `conflict` when nothing is to be paid any more */
const dueOf = (sale: Sale, payer: string | undefined): bigint => {
  const due = paymentDue(sale, payer)
  if (due > 0n) return due
  throw new ColdpressError(
    'conflict',
    `The sale is ${stateText(sale)}, and its price is paid. To pay more, give the amount: --ada AMOUNT.`,
  )
}
