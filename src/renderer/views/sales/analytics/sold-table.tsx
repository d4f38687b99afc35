import { Stack } from '@mantine/core'
import { useHasWidth } from '#renderer/ui/use-window-size.ts'
import { useMemo } from 'react'
import type { SalesAnalytics, SalesSums } from '#contract/sales/analytics.ts'
import { numberText } from '#values/text/format.ts'
import { naturalOrder } from '#values/text/text.ts'
import { byLovelace } from '#renderer/data/by-lovelace.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { text } from '#renderer/text/en.ts'
import { NamedPicture, Thumb } from '#renderer/ui/named-picture.tsx'
import { Ada } from '#renderer/ui/text-parts.tsx'
import { type Column, VirtualTable } from '#renderer/ui/virtual.tsx'
import styles from '../sales.module.css'

const words = text.sales.analytics

type Row = SalesSums & {
  readonly key: string
  readonly collectionId: string
  readonly name: string
  /** Below its name. */
  readonly second: string | undefined
  /** Of a collection that of its first token. */
  readonly cid: string | null
}

/** What each token or each collection brought, the highest income first. */
export const SoldTable = ({
  accountId,
  by,
  analytics,
}: {
  readonly accountId: string
  readonly by: 'tokens' | 'collections'
  readonly analytics: SalesAnalytics
}) => {
  const { go } = useNavigation()
  const rows = useMemo(() => rowsOf[by](analytics), [by, analytics])
  const isWide = useHasWidth('1000px')
  const columns = useMemo(() => columnsOf(by, rows, isWide), [by, rows, isWide])
  const open = ({ collectionId }: Row) =>
    go({ view: 'collection', accountId, collectionId, part: 'analytics' })
  return (
    <VirtualTable
      // Another list is sorted anew.
      key={by}
      rows={rows}
      columns={columns}
      rowKey={({ key }) => key}
      label={words.soldLabel[by]}
      rowHeight={52}
      {...(by === 'collections' ? { onOpen: open } : {})}
    />
  )
}

const rowsOf = {
  tokens: ({ tokens, collections }: SalesAnalytics): readonly Row[] => {
    const names = new Map(collections.map(({ collectionId, name }) => [collectionId, name]))
    return tokens.map(({ id, name, assetName, ...sums }) => ({
      ...sums,
      key: `${sums.collectionId} ${id ?? assetName ?? name ?? ''}`,
      name: name ?? words.unknownToken,
      second: collections.length > 1 ? names.get(sums.collectionId) : (assetName ?? undefined),
    }))
  },
  collections: ({ tokens, collections }: SalesAnalytics): readonly Row[] =>
    collections
      .map((sums) => ({
        ...sums,
        key: sums.collectionId,
        second: undefined,
        cid: tokens.find(({ collectionId }) => collectionId === sums.collectionId)?.cid ?? null,
      }))
      .toSorted((a, b) => byLovelace(b.income, a.income)),
}

const columnsOf = (
  by: 'tokens' | 'collections',
  rows: readonly Row[],
  isWide: boolean,
): readonly Column<Row>[] => {
  // The sums above the table say the others too.
  const counts = isWide ? (['reserved', 'paid', 'delivered'] as const) : (['delivered'] as const)
  const most = rows.reduce((max, { income }) => (BigInt(income) > max ? BigInt(income) : max), 0n)
  return [
    {
      key: 'name',
      title: words.soldColumns[by],
      width: 'minmax(9rem, 1fr)',
      sort: (a, b) => naturalOrder(a.name, b.name),
      cell: ({ cid, name, second }) => (
        <NamedPicture picture={<Thumb cid={cid} />} name={name} second={second} />
      ),
    },
    ...counts.map((key): Column<Row> => ({
      key,
      title: words[key],
      width: '6rem',
      align: 'end',
      sort: (a, b) => a[key] - b[key],
      cell: (row) => numberText(row[key]),
    })),
    {
      key: 'revenue',
      title: words.revenue,
      width: '8rem',
      align: 'end',
      sort: (a, b) => byLovelace(a.revenue, b.revenue),
      cell: ({ revenue }) => <Ada lovelace={revenue} />,
    },
    {
      key: 'income',
      title: words.income,
      width: '8rem',
      align: 'end',
      sort: (a, b) => byLovelace(a.income, b.income),
      cell: ({ income }) => <Income income={income} most={most} />,
    },
  ]
}

/** The bar says the same as the amount beside those of the other rows. */
const Income = ({ income, most }: { readonly income: string; readonly most: bigint }) => {
  const share = most === 0n ? 0 : Number((BigInt(income) * 1000n) / most) / 10
  return (
    <Stack component="span" gap={4} w="100%">
      <Ada lovelace={income} />
      <svg
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        aria-hidden="true"
        className={styles['incomeBar']}
      >
        <rect x={100 - share} width={share} height="4" fill="currentColor" />
      </svg>
    </Stack>
  )
}
