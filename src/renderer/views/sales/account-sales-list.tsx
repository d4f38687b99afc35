import { Button, Group, Select, Stack } from '@mantine/core'
import { Ban, HandCoins, SearchX } from 'lucide-react'
import { useDeferredValue, useMemo } from 'react'
import { create } from 'zustand'
import { statusOf } from '#contract/sales/sale-status.ts'
import { tokenName } from '#contract/tokens/token.ts'
import { numberText } from '#values/text/format.ts'
import {
  type AccountSale,
  type AccountSales,
  isToDo,
  useAccountSales,
} from '#renderer/data/account-sales.ts'
import { withMenu } from '#renderer/stores/context-menu.ts'
import { saleEntries } from '#renderer/stores/menu-entries.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert, Note } from '#renderer/ui/error-alert.tsx'
import { Empty } from '#renderer/ui/page.tsx'
import { SearchField } from '#renderer/ui/search-field.tsx'
import { VirtualTable } from '#renderer/ui/virtual.tsx'
import { Waiting } from '#renderer/ui/waiting.tsx'
import ui from '#renderer/ui/parts.module.css'
import { useSaleColumns } from './sale-columns.tsx'
import { saleStatusText, soldText } from './sale-state.tsx'

const words = text.sales.all

/** Which payment links are shown. Each is in one of the states, beside those that wait for the user. */
const states = {
  todo: isToDo,
  reserved: ({ sale: { status } }) => statusOf(status).stage === 'reserved',
  delivery: ({ sale: { status } }) => statusOf(status).stage === 'delivery',
  sold: ({ sale: { status } }) => statusOf(status).isOver && statusOf(status).isSold,
  refund: ({ sale: { status } }) => statusOf(status).price === 'returned',
  unpaid: ({ sale: { status } }) => statusOf(status).endedUnpaid,
} as const satisfies Readonly<Record<string, (entry: AccountSale) => boolean>>
type State = keyof typeof states

const isState = (name: string): name is State => Object.hasOwn(states, name)
const stateNames = Object.keys(states).filter(isState)

type Filter = { readonly state: State | undefined; readonly search: string }

/** It stays while one of them is opened. */
const useFilter = create<Filter & { readonly set: (part: Partial<Filter>) => void }>((set) => ({
  state: undefined,
  search: '',
  set: (part) => set(part),
}))

/** The payment links of all collections of an account, those that wait for the user first. */
export const AccountSalesList = ({ accountId }: { readonly accountId: string }) => {
  const { data, error, refetch } = useAccountSales(accountId)
  return (
    <Stack gap="sm" flex={1} mih={0}>
      <Tools data={data} />
      {error !== null && (
        <ErrorAlert error={error} onRetry={() => void refetch()} isWhole={data === undefined} />
      )}
      {data === undefined && error === null && <Waiting />}
      {data !== undefined && <Content data={data} />}
    </Stack>
  )
}

const noSales: readonly AccountSale[] = []
const all = 'all'

const Tools = ({ data }: { readonly data: AccountSales | undefined }) => {
  const { state, search, set } = useFilter()
  const { sales = noSales } = data ?? {}
  const choices = useMemo(
    () => [
      { value: all, label: words.states.all(numberText(sales.length)) },
      ...stateNames.map((name) => ({
        value: name,
        label: words.states[name](numberText(sales.filter(states[name]).length)),
      })),
    ],
    [sales],
  )
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label={words.state}
        data={choices}
        value={state ?? all}
        onChange={(name) => set({ state: name !== null && isState(name) ? name : undefined })}
        checkIconPosition="right"
      />
      <SearchField
        label={words.search}
        value={search}
        onChange={(event) => set({ search: event.currentTarget.value })}
      />
    </Group>
  )
}

const Content = ({ data }: { readonly data: AccountSales }) => {
  const { state, search, set } = useFilter()
  const sought = useDeferredValue(search)
  const found = useMemo(
    () => findSales(data.sales, { state, search: sought }),
    [data, state, sought],
  )
  const { go } = useNavigation()
  const columns = useSaleColumns(shownOf)
  if (!data.canSell)
    return (
      <Empty
        icon={<Ban size={40} strokeWidth={1.25} aria-hidden />}
        title={text.sales.list.unsupported.title}
      >
        {text.sales.list.unsupported.text}
      </Empty>
    )
  if (data.sales.length === 0) return data.isPartial ? <Waiting /> : <NoSales {...data} />
  return (
    <>
      {data.isCut && <Note>{words.cut(data.sales.length)}</Note>}
      {found.length === 0 ? (
        <Empty
          icon={<SearchX size={40} strokeWidth={1.25} aria-hidden />}
          title={words.nothingFound}
          action={
            <Button variant="default" onClick={() => set({ state: undefined, search: '' })}>
              {words.showAll}
            </Button>
          }
        />
      ) : (
        <VirtualTable
          rows={found}
          columns={columns}
          rowKey={({ sale }) => sale.id}
          label={words.label}
          rowHeight={56}
          onOpen={({ sale, collectionRef }) =>
            go({ view: 'sale', ...collectionRef, saleId: sale.id })
          }
          menuOf={({ sale, collectionRef }) =>
            withMenu(soldText(sale), () => saleEntries(sale, collectionRef))
          }
        />
      )}
      <p role="status" className={ui['soft']}>
        {data.isPartial
          ? words.loading(data.sales.length)
          : words.count(found.length, data.sales.length)}
      </p>
    </>
  )
}

const shownOf = ({ sale, collectionName }: AccountSale) => ({ sale, collectionName })

/** What begins the first one: a collection, or the way to those that there are. */
const NoSales = ({ collections }: Pick<AccountSales, 'collections'>) => {
  const { go } = useNavigation()
  return (
    <Empty
      icon={<HandCoins size={40} strokeWidth={1.25} aria-hidden />}
      title={text.sales.list.empty.title}
      action={
        collections === 0 ? (
          <Button onClick={() => go({ view: 'new-collection' })}>
            {text.collections.newCollection}
          </Button>
        ) : (
          <Button onClick={() => go({ view: 'collections' })}>{words.toCollections}</Button>
        )
      }
    >
      {words.empty}
    </Empty>
  )
}

/** Those in a state whose tokens, collection, state or buyer contain the words. */
export const findSales = (
  sales: readonly AccountSale[],
  { state, search }: Filter,
): readonly AccountSale[] => {
  const wanted = search.trim().toLowerCase()
  const ofState = state === undefined ? sales : sales.filter(states[state])
  if (wanted === '') return ofState
  return ofState.filter(({ sale, collectionName }) =>
    [
      collectionName,
      saleStatusText(sale.status),
      sale.id,
      sale.buyer_address ?? '',
      ...sale.tokens.flatMap((token) => [tokenName(token), token.asset_name ?? '']),
    ].some((part) => part.toLowerCase().includes(wanted)),
  )
}
