import { errorTable } from '#values/errors/errors.ts'
import { finalityOf } from '#contract/mints/finality-text.ts'
import { adaText, countText } from '#values/text/format.ts'
import { printable } from '#values/text/printable.ts'
import { quoted } from '#values/text/text.ts'
import type { Mint, MintTransaction } from '#contract/mints/mint.ts'
import { missingKeys } from '#app/mints/awaited-signatures.ts'
import { isMintSent } from '#app/mints/follow-mint.ts'
import { isRebuildable } from '#app/mints/stale-mint.ts'
import { networkOfMint } from '#app/mints/mint-network.ts'
import type { CommandAnswer } from '#cli/program.ts'
import { hint } from '#cli/terminal/hint.ts'
import { serveHint } from '#cli/terminal/serve-hint.ts'
import { finalText } from '#cli/terminal/final-text.ts'
import { shellWord } from '#values/text/shell-word.ts'
import { type Text, detailTable, sections, table } from '#cli/terminal/table.ts'

export type MintAnswerOptions = {
  /** Where its signing request was written. */
  readonly requestFile?: string | undefined
  /** Whether the studio ends with this command, so that nothing follows the mint afterwards. */
  readonly isLocal: boolean
  /** How far the command was to bring it; undefined where it was only asked for. */
  readonly until?: 'sent' | 'completed' | undefined
}

/** The state of a mint, with the next step and its command. */
export const mintAnswer = (mint: Mint, options: MintAnswerOptions): CommandAnswer => ({
  json: { ...mint, request_file: options.requestFile ?? null },
  text: sections(mintText(mint), nextText(mint, options)),
  exit: exitOf(mint, options.until),
})

/** A mint that is held, or parked for a signature from elsewhere, is what was asked for, unless its end was. */
const exitOf = (mint: Mint, until: MintAnswerOptions['until']): number => {
  const { status } = mint
  if (until === undefined || status === 'completed') return 0
  if (status === 'failed') return errorTable.rejected.exit
  return until === 'completed' || isUnsent(mint) ? errorTable.incomplete.exit : 0
}

/** Complete, and the gateway has not accepted it yet. */
const isUnsent = (mint: Mint): boolean => mint.status === 'submitting' && !isMintSent(mint)

const mintText = (mint: Mint): Text =>
  detailTable([
    ['mint', mint.id],
    ['state', mint.status.replaceAll('_', ' ')],
    ['why', mint.signing_blocked?.message ?? mint.message ?? undefined],
    ['final', finalText(finalityOf(mint.transactions))],
    [mint.kind === 'burn' ? 'burns' : 'mints', whatText(mint)],
    ['policy ID', mint.policy_id],
    ['paid from', mint.funding_address],
    ['fees', adaText(sum(mint.transactions.map(({ fee }) => fee)), 'ADA')],
    ['with tokens', mint.kind === 'burn' ? undefined : adaWithTokens(mint)],
    ['warning', mint.warnings],
    ...mint.transactions.map(
      (transaction, position) =>
        [position === 0 ? 'transactions' : '', transactionText(transaction)] as const,
    ),
  ])

const whatText = ({ kind, with_royalty: withRoyalty, tokens }: Mint): string => {
  if (withRoyalty === true) return `the royalty token, then ${countText(tokens.length, 'token')}`
  if (kind === 'royalty') return 'the royalty token'
  if (kind === 'withdrawal') return 'nothing; it withdraws ADA'
  if (kind === 'refund') return 'nothing; it refunds a payment'
  if (kind === 'burn') return tokens.map((token) => quoted(token.asset_name)).join(', ')
  return countText(tokens.length, 'token')
}

const sum = (amounts: readonly number[]): string =>
  String(amounts.reduce((total, amount) => total + amount, 0))

/** ADA that leaves the funding address with the tokens: an output cannot hold tokens alone. */
const adaWithTokens = ({ transactions, funding_address: own }: Mint): string =>
  adaText(
    sum(
      transactions
        .flatMap(({ outputs }) => outputs)
        .filter(({ address }) => address !== own)
        .map(({ lovelace }) => lovelace),
    ),
    'ADA',
  )

const transactionText = ({ tx_id: txId, status, confirmations }: MintTransaction): string =>
  `${txId}  ${status.replaceAll('_', ' ')}${confirmations === 0 ? '' : `, ${countText(confirmations, 'block')} on it`}`

const nextText = (mint: Mint, { requestFile, isLocal }: MintAnswerOptions): string => {
  const { id, status } = mint
  if (status === 'awaiting_witnesses') return parkedText(mint, requestFile)
  if (status === 'completed') return 'Done: every transaction is confirmed.'
  if (status === 'cancelled') return 'Cancelled. Its tokens and inputs are released.'
  if (mint.replaced_by !== null && mint.replaced_by !== undefined)
    return `It was built again as mint ${mint.replaced_by}. Signatures over the file of this one are worth nothing.`
  if (isRebuildable(mint))
    return `${leftText(mint)} To build it again, with the same tokens and receivers: ${hint(`mint rebuild ${id}`)}`
  if (status === 'failed') return leftText(mint)
  const state = isUnsent(mint) ? 'Signed, not sent yet.' : 'Sent, not confirmed yet.'
  const follows = isLocal
    ? `It goes on while another command uses the studio of this home, or while this runs: ${serveHint(networkOfMint(mint))}`
    : 'Its studio continues.'
  return `${state}\n${follows}\nTo wait for it: ${hint(`mint status ${id} --wait`)}`
}

const leftText = ({ kind }: Mint): string =>
  kind === 'burn'
    ? 'Tokens that were not burned are still on chain.'
    : 'Tokens that are not on chain are released.'

/** What the computer with the key has of its own. */
const elsewhere = { home: undefined, account: undefined }

/** Who must sign a mint, by when, and the commands that bring the signatures. */
export const parkedText = (mint: Mint, requestFile: string | undefined): string => {
  const [first] = mint.transactions
  const missing = missingKeys(mint)
  if (mint.held === true)
    return [
      'It is built and held. Nothing is signed yet.',
      ...(requestFile === undefined ? [] : [`Its signing request: ${requestFile}`]),
      `To sign and send it: ${hint(`mint release ${mint.id} --wait`)}`,
      `To cancel it: ${hint(`mint cancel ${mint.id}`)}`,
    ].join('\n')
  return [
    `It waits for ${countText(missing.length, 'signature')}, by:`,
    ...missing.map((key) => `  key ${key}`),
    `Sign and send it before ${first?.valid_until ?? ''}.`,
    ...(requestFile === undefined
      ? [
          `Write a signing request for the holder of the key: ${hint(`mint status ${mint.id} --out mint.cpreq`)}`,
        ]
      : [
          `The signing request for the holder of the key: ${requestFile}`,
          `On that computer: ${hint(`tx sign ${shellWord(requestFile)} --witness-out mint.witness --offline`, elsewhere)}`,
        ]),
    `Add the signature that comes back: ${hint(`mint witness ${mint.id} mint.witness`)}`,
  ]
    .map(printable)
    .join('\n')
}

/** Several mints, oldest first. */
export const mintsAnswer = (mints: readonly Mint[]): CommandAnswer => ({
  json: mints,
  text: table(
    mints,
    {
      mint: ({ id }) => id,
      state: ({ status }) => status.replaceAll('_', ' '),
      what: (mint) =>
        mint.kind === 'burn' ? `burns ${countText(mint.tokens.length, 'token')}` : whatText(mint),
      transactions: ({ transactions: all }) =>
        `${all.filter(({ status }) => status === 'confirmed').length} of ${all.length} confirmed`,
      made: (mint) => mint.created_at,
    },
    `No mints yet. To mint: ${hint('mint build --collection ID --to ADDRESS')}`,
  ),
})
