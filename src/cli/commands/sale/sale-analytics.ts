import { type Command, Option } from 'commander'
import type { SalesAnalytics, SalesSums } from '#contract/sales/analytics.ts'
import { adaText, countText } from '#values/text/format.ts'
import { readAnalytics } from '#app/sales/analyze-sales.ts'
import { CollectionOption } from '#cli/options/collection-option.ts'
import { type CommandAnswer, command } from '#cli/program.ts'
import { hint } from '#cli/terminal/hint.ts'
import { snakeKeys } from '#cli/terminal/snake-keys.ts'
import { cutColumn, numberColumn, sections, table, type Text } from '#cli/terminal/table.ts'
import { openMintSession } from '../mint/mint-session.ts'

const bys = ['time', 'token', 'collection'] as const
type By = (typeof bys)[number]

type AnalyticsOptions = { readonly collection?: string; readonly by: By }

export const addAnalytics = (sale: Command): void =>
  command<AnalyticsOptions>(
    sale,
    'analytics',
    'what was reserved, paid and delivered, and the income of it: over time, by token or by collection',
    'sale analytics --collection 01k… --by token',
    (analytics) =>
      analytics
        .addOption(new CollectionOption('only sales of this collection (default: of all)'))
        .addOption(
          new Option('--by <what>', 'what the sums are shown by').choices(bys).default('time'),
        ),
    async (session, { collection, by }) => {
      const mintSession = await openMintSession(session, { signs: false })
      return analyticsAnswer(await readAnalytics(mintSession, collection, session.signal), by)
    },
  )

export const analyticsAnswer = (analytics: SalesAnalytics, by: By): CommandAnswer => ({
  json: snakeKeys(analytics),
  text:
    analytics.totals.reserved === 0
      ? `No sales yet. To reserve tokens for a buyer: ${hint('sale create --collection COLLECTION --quantity 1 --price 25')}`
      : sections(sumsTable(analytics, by), ...notesOf(analytics)),
})

type Row = SalesSums & { readonly name: string }

const sumsTable = (analytics: SalesAnalytics, by: By): Text =>
  table([...rowsOf(analytics, by), { ...analytics.totals, name: 'total' }], {
    [by === 'time' ? analytics.kind : by]:
      by === 'time' ? ({ name }) => name : cutColumn(({ name }) => name),
    ...countColumns,
    'paid by buyers': numberColumn(({ revenue }) => adaText(revenue, 'ADA')),
    income: numberColumn(({ income }) => adaText(income, 'ADA')),
  })

const countColumns = {
  reserved: numberColumn<Row>(({ reserved }) => String(reserved)),
  paid: numberColumn<Row>(({ paid }) => String(paid)),
  delivered: numberColumn<Row>(({ delivered }) => String(delivered)),
}

const rowsOf = (
  { periods, undated, tokens, collections }: SalesAnalytics,
  by: By,
): readonly Row[] => {
  if (by === 'collection') return collections
  if (by === 'token') return tokens.map((sums) => ({ ...sums, name: sums.name ?? 'not named' }))
  return [
    ...periods
      .filter(({ reserved, paid }) => reserved > 0 || paid > 0)
      .toReversed()
      .map((sums) => ({ ...sums, name: sums.from })),
    ...(undated === null ? [] : [{ ...undated, name: 'without a date' }]),
  ]
}

/** What the sums lack, and what they count. */
const notesOf = ({ unstated, isCut, totals }: SalesAnalytics): readonly Text[] => {
  const notes = [
    ...(totals.undelivered === '0'
      ? []
      : [`Of what buyers paid, ${adaText(totals.undelivered, 'ADA')} is not delivered yet.`]),
    ...(unstated.paidAt === 0
      ? []
      : [
          `The day of payment is not known of ${countText(unstated.paidAt, 'sale')}. It is counted on the day of the last change.`,
        ]),
    ...(unstated.income === 0
      ? []
      : [`The service does not state the income of ${countText(unstated.income, 'sale')}.`]),
    ...(isCut ? ['A collection has more sales than are counted. Its oldest are left out.'] : []),
  ]
  return notes.length === 0 ? [] : [notes]
}
