import { adaField } from '#values/amounts/ada-amount.ts'
import { type ErrorDetails, isColdpressError, messageOf } from '#values/errors/errors.ts'
import type { platformErrors } from '#values/errors/platform-errors.ts'
import type { gatewayErrors } from '#contract/gateways/errors.ts'
import type { collectionErrors } from '#contract/collections/errors.ts'
import type { pinErrors } from '#contract/pins/errors.ts'
import type { policyErrors } from '#contract/policies/errors.ts'
import type { eventErrors } from '#contract/events/errors.ts'
import type { heldMintErrors, mintingErrors } from '#contract/mints/errors.ts'
import type { sealErrors } from '#contract/vault/errors.ts'
import type { signingErrors } from '#contract/signing/errors.ts'
import type { homeErrors } from '#contract/home/errors.ts'
import { hint } from './hint.ts'
import { readDetails } from '#values/errors/error-rules.ts'
import { importErrors } from '#contract/imports/errors.ts'
import { saleErrors } from '#contract/sales/errors.ts'

type Advice = (details: ErrorDetails) => string

type RuleName = keyof (typeof platformErrors &
  typeof collectionErrors &
  typeof importErrors &
  typeof gatewayErrors &
  typeof pinErrors &
  typeof policyErrors &
  typeof eventErrors &
  typeof mintingErrors &
  typeof heldMintErrors &
  typeof sealErrors &
  typeof saleErrors &
  typeof signingErrors &
  typeof homeErrors)

const run =
  (command: string): Advice =>
  () =>
    `Run: ${hint(command)}`

const word = (details: ErrorDetails, name: string, otherwise: string): string => {
  const value = details[name]
  return typeof value === 'string' ? value : otherwise
}

const missingAda = (details: ErrorDetails): string => {
  const known = readDetails(saleErrors, 'not_enough_ada', details)
  return known === undefined ? 'AMOUNT' : adaField(known.missing)
}

/** A backup replaces the whole data folder: an older copy of one database gives addresses out twice. */
const backupBefore = (): string =>
  `To go back to a file of ${hint('studio backup')}, import it: ${hint('home import FILE --replace')}`

/** What the vault of the creator confirms is brought there as a file. */
const confirmation: Advice = (details) =>
  run(details['by'] === 'creator' ? 'studio confirm --out facts.json' : 'studio confirm')(details)

/** Of facts that are not as they were sealed. */
const changed: Advice = (details) =>
  details['by'] === 'creator'
    ? confirmation(details)
    : `If it is yours: ${hint('studio confirm')}. ${backupBefore()}`

const nameTable: Advice = () => 'Name the table with --csv.'
const nameSheet: Advice = () => 'Name the sheet with --sheet.'

/** What to type after an error, by the `rule` in its details. Core knows no commands. */
const adviceByRule: Readonly<Partial<Record<RuleName, Advice>>> = {
  no_such_import: (details) => `See your imports: ${run('import status')(details)}`,
  no_import: run('import FOLDER --collection ID'),
  import_cancelled: run('import FOLDER --collection ID'),
  import_running: run('import status'),
  import_unfinished: (details) => {
    const { job = 'ID' } = readDetails(importErrors, 'import_unfinished', details) ?? {}
    return `Continue it with ${hint(`import resume ${job}`)} or end it with ${hint(`import cancel ${job}`)}`
  },
  table_missing: () => 'A table that is elsewhere is named with --csv.',
  table_ambiguous: nameTable,
  sheet_ambiguous: nameSheet,
  sheet_missing: nameSheet,
  format_mismatch: () => 'Name another format with --from.',
  encoding_ambiguous: (details) => {
    const [likely] = readDetails(importErrors, 'encoding_ambiguous', details)?.encodings ?? []
    return `Name the encoding with --encoding${likely === undefined ? '' : `, such as --encoding ${likely}`}.`
  },
  header_missing: () => 'Name the row with --header-row.',
  tokens_undescribed: (details) => {
    const otherwise = readDetails(importErrors, 'tokens_undescribed', details)?.otherwise
    return otherwise === undefined ? 'Then try again.' : `For that, add --from ${otherwise}.`
  },
  no_such_collection: () => `To list them: ${hint('collection list')}`,
  no_collection_json: () => `Its fields are listed by: ${hint('collection create --help')}`,
  no_gateway: (details) =>
    `Run: ${hint(`gateway set ${word(details, 'network', 'NETWORK')} --project-id-file FILE`)}`,
  no_pin_target: (details) =>
    `Add it with: ${hint(`pin use ${word(details, 'name', 'NAME')} --url URL`)}`,
  images_only_here: () =>
    `Set up a public place with ${hint('pin use NAME --url URL')} and pin there with --pin NAME or ${hint('pin repair --pin NAME --collection COLLECTION')}; or add --accept-local-images.`,
  images_not_fetched: () =>
    `Another gateway: ${hint('pin gateway URL')}. To go on without, add --accept-unfetched-images.`,
  car_archive: () =>
    `Content that tokens name is fetched and kept by: ${hint('pin adopt POLICY_ID')}`,
  no_wallet: run('key wallet restore FILE'),
  wallet_unknown: () => `To list them: ${hint('key wallet list')}`,
  policy_unknown: () => `To list them: ${hint('policy list')}`,
  no_event_list: (details) => `Receive them: ${run('events listen')(details)}`,
  not_at_target: (details) =>
    run(`pin repair --pin ${word(details, 'place', 'NAME')} --collection COLLECTION`)(details),
  image_process: run('doctor'),
  still_held: (details) => `To cancel it: ${hint(`mint cancel ${word(details, 'mint', 'MINT')}`)}`,
  unconfirmed: confirmation,
  seal: changed,
  not_ordered: backupBefore,
  backup_before: backupBefore,
  damaged: backupBefore,
  database_lost: (details) =>
    `${backupBefore()}. To go on without it: ${hint(`home set-aside ${word(details, 'database', 'DATABASE')}`)}`,
  not_enough_ada: (details) =>
    `The collection's own address on the devnet gets it with: ${hint(`mint fund --collection COLLECTION --ada ${missingAda(details)}`)}`,
  witnesses_alone: run('tx assemble TRANSACTION --witness FILE --out SIGNED'),
  moved: run('home reactivate'),
  backup_exists: () => 'Choose another name, or add --replace.',
  home_has_vault: () => 'To do that, add --replace.',
  offline: () => 'Leave out --offline and COLDPRESS_OFFLINE.',
}

/** The next step on the command line, where there is one. */
export const adviceOn = (error: unknown): string | undefined => {
  if (!isColdpressError(error)) return undefined
  const { rule, operation, misdirected } = error.details
  if (isRuleWithAdvice(rule)) return adviceByRule[rule]?.(error.details)
  if (misdirected === 'service') return `To see the account: ${hint('account list')}`
  if (misdirected === 'gateway') return `To see the gateways: ${hint('gateway list')}`
  if (error.code !== 'not_found' || typeof operation !== 'string') return undefined
  const list = Object.keys(lists).find((command) => lists[command]?.includes(operation))
  return list && `To list them: ${hint(list)}`
}

/** Commands that list what calls name by an id. */
const lists: Readonly<Record<string, readonly string[]>> = {
  'collection list': [
    'getCollection',
    'updateCollection',
    'deleteCollection',
    'tokens',
    'sales',
    'mints',
    'addTokens',
    'createSale',
    'createMint',
    'getFunding',
    'getRoyalty',
  ],
  'sale list': ['getSale', 'getSaleById', 'cancelSale', 'resolveSale'],
  'webhook list': ['getWebhook', 'updateWebhook', 'deleteWebhook', 'testWebhook', 'deliveries'],
  'token list --collection COLLECTION': ['getToken', 'updateToken', 'deleteToken'],
  'webhook deliveries WEBHOOK': ['getDelivery', 'resendDelivery'],
  'sale round status': ['getSaleRound'],
}

const isRuleWithAdvice = (rule: unknown): rule is RuleName =>
  typeof rule === 'string' && Object.hasOwn(adviceByRule, rule)

/** What happened, then the next step on the command line. */
export const messageWithAdvice = (error: unknown): string =>
  [messageOf(error), adviceOn(error)].filter((part) => part !== undefined).join(' ')

/** Commands for the warnings about a transaction, by their code. */
const adviceByWarning: Readonly<Record<string, (details: ErrorDetails) => string>> = {
  key_unconfirmed: (details) => `Run: ${hint(`key confirm ${word(details, 'keyHash', 'KEY')}`)}`,
  inputs_unproved: run('tx parents FILE --out F.cpreq'),
}

export const warningAdvice = (code: string, details: ErrorDetails): string | undefined =>
  Object.hasOwn(adviceByWarning, code) ? adviceByWarning[code]?.(details) : undefined
