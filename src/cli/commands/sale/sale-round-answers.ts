import { errorTable } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import { printable } from '#values/text/printable.ts'
import type { SaleRound, SaleRounds } from '#contract/rounds/sale-round.ts'
import type { CommandAnswer } from '#cli/program.ts'
import { hint } from '#cli/terminal/hint.ts'
import { shellWord } from '#values/text/shell-word.ts'
import { type Text, detailTable, sections, table } from '#cli/terminal/table.ts'
import { buildHint, waitingText } from './sale-answers.ts'

type RoundAnswerOptions = {
  /** Where its signing request was written. */
  readonly requestFile: string | undefined
  /** Whether the command was to bring its sales to their end. */
  readonly isAwaited?: boolean
  /** Whether the studio ends with this command, so that nothing follows the sales afterwards. */
  readonly isLocal: boolean
}

/** `3 of 12 sales delivered` */
export const deliveredOf = ({ sales }: SaleRound): string =>
  `${sales.filter(({ status }) => status === 'completed').length} of ${countText(sales.length, 'sale')} delivered`

/** The state of a signing round, with the next step and its command. */
export const roundAnswer = (round: SaleRound, options: RoundAnswerOptions): CommandAnswer => ({
  json: { ...round, request_file: options.requestFile ?? null },
  text: [roundText(round), '', ...nextLines(round, options).map(printable)],
  exit:
    options.isAwaited === true && round.sales.some(({ status }) => status !== 'completed')
      ? errorTable.incomplete.exit
      : 0,
})

const stateText = ({ status }: Pick<SaleRound, 'status'>): string => status.replaceAll('_', ' ')

const roundText = (round: SaleRound): Text =>
  detailTable([
    ['round', round.id],
    ['state', stateText(round)],
    ['sales', deliveredOf(round)],
    ['valid until', round.valid_until],
    ['warning', round.warnings],
    [
      'transactions',
      round.sales.map(
        (sale) => `${sale.tx_id}  sale ${sale.sale_id}, ${sale.status.replaceAll('_', ' ')}`,
      ),
    ],
  ])

/** What the computer with the key has of its own. */
const elsewhere = { home: undefined, account: undefined }

const nextLines = (
  round: SaleRound,
  { requestFile, isLocal }: RoundAnswerOptions,
): readonly string[] => {
  const { id, status } = round
  switch (status) {
    case 'awaiting_witnesses':
      return parkedLines(round, requestFile)
    case 'sending':
      return [
        isLocal
          ? 'Its sales go on while another command uses the studio of this home.'
          : 'Its studio continues.',
        `To wait for them: ${hint(`sale round status ${id} --wait`)}`,
      ]
    case 'completed':
      return ['Nothing of it is open any more.']
    case 'ended':
      return [
        'Its time ended before it was signed, so its file is stale. Its sales wait for the next round.',
      ]
    case 'withdrawn':
      return [
        'It was withdrawn, so its file is stale. Its sales wait for the next round, or can be refunded.',
      ]
    default:
      return status satisfies never
  }
}

/** With a watched wallet each sale has a key of its own. */
const shownKeys = 4

const keysText = (missing: readonly string[]): string =>
  missing.length <= shownKeys
    ? missing.map((key) => `key ${key}`).join(', ')
    : countText(missing.length, 'key')

const parkedLines = (
  { id, missing, valid_until: end }: SaleRound,
  requestFile: string | undefined,
): readonly string[] => [
  `It waits for signatures by ${keysText(missing)}. Sign and send it before ${end}.`,
  ...(requestFile === undefined
    ? [
        `Write its signing request for the holder of the key: ${hint(`sale round status ${id} --out sales.cpreq`)}`,
      ]
    : [
        `The signing request for the holder of the key: ${requestFile}`,
        `On that computer: ${hint(`tx sign ${shellWord(requestFile)} --witness-out sales.witness --offline`, elsewhere)}`,
      ]),
  `Add the signatures that come back: ${hint(`sale round witness ${id} sales.witness --wait`)}`,
  `To take it back, so that its sales can be refunded: ${hint(`sale round withdraw ${id}`)}`,
]

type RoundsOfCollection = SaleRounds & { readonly id: string }

/** What waits in each collection, and its rounds, newest first. */
export const roundsAnswer = (all: readonly RoundsOfCollection[]): CommandAnswer => {
  const rounds = all.flatMap((collection) => collection.rounds)
  const waiting = all.flatMap(({ id, waiting: [first, ...more] }) =>
    first === undefined
      ? []
      : [`${waitingText(more.length + 1)}, the first before ${first.deliver_by}: ${buildHint(id)}`],
  )
  return {
    json: all.map(({ id, ...shown }) => ({ collection_id: id, ...shown })),
    text: sections(
      ...waiting,
      table(
        rounds,
        {
          round: ({ id }) => id,
          state: stateText,
          sales: deliveredOf,
          'valid until': (round) => round.valid_until,
          made: (round) => round.created_at,
        },
        'No signing rounds yet. Paid sales that a key elsewhere signs for are collected into one.',
      ),
    ),
  }
}
