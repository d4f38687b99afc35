import { Group, SegmentedControl, Select } from '@mantine/core'
import { LayoutGrid, ListFilter, Table } from 'lucide-react'
import type { ReactNode } from 'react'
import { type TokenOrder, useCollection } from '#renderer/stores/collection.ts'
import { text } from '#renderer/text/en.ts'
import styles from '../collection.module.css'
import { choicesIn } from './filter.ts'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import { SearchField } from '#renderer/ui/search-field.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.collections.tokenList

/** Search, filter, order and look of the tokens. */
export const TokenTools = ({
  panelId,
  hasPrices,
  children,
}: {
  readonly panelId: string
  /** Some of the tokens have a price, so that they can be ordered by it. */
  readonly hasPrices: boolean
  /** How many are shown, and the way to select some. */
  readonly children: ReactNode
}) => {
  const { filter, layout, isFiltering, change } = useCollection()
  const orders = ordersFor(filter.order, hasPrices)
  return (
    <Group gap="xs" wrap="nowrap" className={styles['listHead'] ?? ''}>
      <SearchField
        className={styles['search'] ?? ''}
        aria-label={words.search}
        placeholder={text.common.search}
        value={filter.search}
        onChange={(event) => change({ filter: { ...filter, search: event.currentTarget.value } })}
      />
      <IconButton
        variant={isFiltering ? 'light' : 'default'}
        icon={ListFilter}
        aria-expanded={isFiltering}
        aria-controls={panelId}
        onClick={() => change({ isFiltering: !isFiltering })}
      >
        {words.filters(choicesIn(filter))}
      </IconButton>
      <div className={styles['gap']} />
      <Select
        className={styles['order'] ?? ''}
        aria-label={words.order}
        title={filter.order === undefined ? words.added : orderLabel(filter.order)}
        data={[
          { value: 'added', label: words.added },
          ...orders.map((order) => ({ value: orderId(order), label: orderLabel(order) })),
        ]}
        value={filter.order === undefined ? 'added' : orderId(filter.order)}
        onChange={(id) =>
          change({ filter: { ...filter, order: orders.find((order) => orderId(order) === id) } })
        }
      />
      <SegmentedControl
        aria-label={words.layout}
        data={[
          {
            value: 'grid',
            label: <LayoutLabel icon={<LayoutGrid size={15} aria-hidden />} name={words.grid} />,
          },
          {
            value: 'table',
            label: <LayoutLabel icon={<Table size={15} aria-hidden />} name={words.table} />,
          },
        ]}
        value={layout}
        onChange={(chosen) => change({ layout: chosen === 'table' ? 'table' : 'grid' })}
      />
      {children}
    </Group>
  )
}

const byName: TokenOrder = { by: 'name', isDescending: false }
const byPrice: TokenOrder = { by: 'price', isDescending: false }

const orderId = ({ by, isDescending }: TokenOrder): string => JSON.stringify([by, isDescending])

const orderLabel = ({ by, isDescending }: TokenOrder): string => {
  const { name, assetName, status, price } = words
  const columns = { name, asset_name: assetName, status, price }
  return words.by(typeof by === 'string' ? columns[by].toLowerCase() : by.attribute, isDescending)
}

/** The orders to choose from: with the one that a header of the table has set. */
const ordersFor = (order: TokenOrder | undefined, hasPrices: boolean): readonly TokenOrder[] => {
  const known = hasPrices ? [byName, byPrice] : [byName]
  return order === undefined || known.some((other) => orderId(other) === orderId(order))
    ? known
    : [...known, order]
}

const LayoutLabel = ({ icon, name }: { readonly icon: ReactNode; readonly name: string }) => (
  <span className={ui['mark']}>
    {icon}
    <span className={styles['layoutName']}>{name}</span>
  </span>
)
