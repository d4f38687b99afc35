import { Button } from '@mantine/core'
import { statusOf } from '#contract/sales/sale-status.ts'
import { useTabIndex } from '#renderer/ui/tab-stop.ts'
import { useHasWidth } from '#renderer/ui/use-window-size.ts'
import { useMemo } from 'react'
import type { SaleSummary } from '#contract/sales/calls.ts'
import { salePriceOf } from '#contract/sales/total-price.ts'
import { naturalOrder } from '#values/text/text.ts'
import { byLovelace } from '#renderer/data/by-lovelace.ts'
import { isTimed, needsUser, waitsForSignature } from '#renderer/data/sales.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { NamedPicture } from '#renderer/ui/named-picture.tsx'
import { Ada, Hash, When } from '#renderer/ui/text-parts.tsx'
import { TokenImage } from '#renderer/ui/token-image.tsx'
import type { Column } from '#renderer/ui/virtual.tsx'
import { SaleBadge, saleStatusText, soldText } from './sale-state.tsx'
import styles from './sales.module.css'
import { TimeLeft } from './time-left.tsx'

const words = text.sales.list

type Shown = {
  readonly sale: SaleSummary
  /** Where the list has those of several collections. */
  readonly collectionName?: string
}

/** The columns of a list of payment links, as many as the window is wide enough for. */
export const useSaleColumns = <Row,>(shownOf: (row: Row) => Shown): readonly Column<Row>[] => {
  const hasLeft = useHasWidth('820px')
  const hasIncome = useHasWidth('1100px')
  const hasBuyer = useHasWidth('1250px')
  const hasStarted = useHasWidth('1480px')
  return useMemo(
    () => columnsFor(shownOf, { hasLeft, hasIncome, hasBuyer, hasStarted }),
    [shownOf, hasLeft, hasIncome, hasBuyer, hasStarted],
  )
}

const columnsFor = <Row,>(
  shownOf: (row: Row) => Shown,
  {
    hasLeft,
    hasIncome,
    hasBuyer,
    hasStarted,
  }: Readonly<Record<'hasLeft' | 'hasIncome' | 'hasBuyer' | 'hasStarted', boolean>>,
): readonly Column<Row>[] => {
  const bySale =
    (compare: (a: SaleSummary, b: SaleSummary) => number) =>
    (a: Row, b: Row): number =>
      compare(shownOf(a).sale, shownOf(b).sale)
  const byText = (textOf: (sale: SaleSummary) => string) =>
    bySale((a, b) => naturalOrder(textOf(a), textOf(b)))
  return [
    {
      key: 'tokens',
      sort: byText(soldText),
      title: words.columns.tokens,
      width: 'minmax(8rem, 1fr)',
      cell: (row) => <Sold {...shownOf(row)} />,
    },
    {
      key: 'state',
      sort: byText(({ status }) => saleStatusText(status)),
      title: words.columns.state,
      width: '10.5rem',
      cell: (row) => <SaleBadge {...shownOf(row).sale} />,
    },
    // What is aligned at the end stands there together.
    ...(hasBuyer ? [buyerColumn(shownOf, byText)] : []),
    ...(hasStarted ? [startedColumn(shownOf, byText)] : []),
    {
      key: 'total',
      sort: bySale((a, b) => byLovelace(salePriceOf(a), salePriceOf(b))),
      title: words.columns.total,
      width: '6.5rem',
      align: 'end',
      cell: (row) => <Ada lovelace={salePriceOf(shownOf(row).sale)} />,
    },
    ...(hasIncome ? [incomeColumn(shownOf, bySale)] : []),
    ...(hasLeft ? [leftColumn(shownOf)] : []),
    {
      key: 'next',
      title: words.columns.next,
      width: '5rem',
      align: 'end',
      cell: (row) => <NextStep sale={shownOf(row).sale} />,
    },
  ]
}

type BySale<Row> = (
  compare: (a: SaleSummary, b: SaleSummary) => number,
) => (a: Row, b: Row) => number

const incomeColumn = <Row,>(shownOf: (row: Row) => Shown, bySale: BySale<Row>): Column<Row> => ({
  key: 'income',
  sort: bySale((a, b) => byLovelace(a.income ?? 0, b.income ?? 0)),
  title: words.columns.income,
  width: '6.5rem',
  align: 'end',
  cell: (row) => {
    const { income } = shownOf(row).sale
    return typeof income === 'number' && <Ada lovelace={income} />
  },
})

const leftColumn = <Row,>(shownOf: (row: Row) => Shown): Column<Row> => ({
  key: 'left',
  title: words.columns.left,
  width: '5.5rem',
  align: 'end',
  cell: (row) => {
    const { sale } = shownOf(row)
    return isTimed(sale) ? <TimeLeft endsAt={sale.endsAt} /> : null
  },
})

type ByText<Row> = (textOf: (sale: SaleSummary) => string) => (a: Row, b: Row) => number

const buyerColumn = <Row,>(shownOf: (row: Row) => Shown, byText: ByText<Row>): Column<Row> => ({
  key: 'buyer',
  sort: byText(({ buyer_address: buyer }) => buyer ?? ''),
  title: words.columns.buyer,
  // An address as it is shortened, and the button that copies it.
  width: '16rem',
  cell: (row) => {
    const { buyer_address: buyer } = shownOf(row).sale
    return (
      typeof buyer === 'string' && <Hash value={buyer} what={words.columns.buyer} onCopy={copy} />
    )
  },
})

const startedColumn = <Row,>(shownOf: (row: Row) => Shown, byText: ByText<Row>): Column<Row> => ({
  key: 'started',
  sort: byText(({ created_at: at }) => at ?? ''),
  title: words.columns.started,
  width: '10.5rem',
  cell: (row) => <When at={shownOf(row).sale.created_at} />,
})

/** What the owner does next on its page, which a click anywhere in the row opens. */
const NextStep = ({ sale }: Pick<Shown, 'sale'>) => {
  const tabIndex = useTabIndex()
  const step = nextStepOf(sale)
  return (
    step !== undefined && (
      <Button
        size="compact-sm"
        variant={step === 'send' ? 'default' : 'filled'}
        tabIndex={tabIndex}
      >
        {words.steps[step]}
      </Button>
    )
  )
}

const nextStepOf = (sale: SaleSummary): keyof typeof words.steps | undefined => {
  if (needsUser(sale)) return 'decide'
  if (waitsForSignature(sale)) return 'sign'
  return statusOf(sale.status).stage === 'reserved' ? 'send' : undefined
}

const shownImages = 3

const Sold = ({ sale, collectionName }: Shown) => (
  <NamedPicture
    picture={
      <span className={styles['soldImages']}>
        {sale.tokens.slice(0, shownImages).map(({ id, cid }) => (
          <span key={id} className={styles['soldImage']}>
            <TokenImage cid={cid} alt="" size={96} isSmall />
          </span>
        ))}
      </span>
    }
    name={soldText(sale)}
    second={collectionName}
  />
)
