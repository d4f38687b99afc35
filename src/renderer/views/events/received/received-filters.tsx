import { Box, Button, Group, SegmentedControl, Select } from '@mantine/core'
import { DateField } from '#renderer/ui/date-field.tsx'
import { X } from 'lucide-react'
import type { CallOutput } from '#contract/window/calls.ts'
import type { AccountView } from '#contract/accounts/account.ts'
import { cutMiddle } from '#values/text/format.ts'
import type { useReceivedEvents } from '#renderer/data/received-events.ts'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { useEvents } from '#renderer/stores/events.ts'
import { type EventsForm, openForm, periods } from '#renderer/stores/events-filter.ts'
import { text } from '#renderer/text/en.ts'
import { saleStatusText } from '#renderer/views/sales/sale-state.tsx'
import styles from '../events.module.css'
import { EventSearch } from '../event-search.tsx'
import { isOpenForm } from '#renderer/stores/events-filter.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.events.received
const all = 'all'
const errors = 'errors'
/** Prefix of a kind's own name, which may be any text. */
const kindPrefix = 'kind '

/** The filters of the events: kind, period, and only the last of each sale. */
export const ReceivedFilters = ({
  events,
  names,
}: {
  /** Undefined until loaded. */
  readonly events: ReturnType<typeof useReceivedEvents>['data']
  readonly names: Readonly<Record<string, string>>
}) => {
  const { form, bySale, change: set, showBySale } = useEvents()
  const choices = events?.choices
  const isAll = isOpenForm(form) && events?.areSales !== true
  return (
    <>
      <Group gap="sm" pb="sm">
        <EventSearch
          search={form.search}
          hint={words.searchHint}
          onSearch={(search) => set({ search })}
        />
        <SegmentedControl
          aria-label={words.show}
          data={(['events', 'sales'] as const).map((value) => ({
            value,
            label: words.shown[value],
          }))}
          value={bySale ? 'sales' : 'events'}
          onChange={(value) => showBySale(value === 'sales')}
        />
        <Box component="span" ms="auto" className={ui['soft']} role="status">
          {events === undefined
            ? ''
            : isAll
              ? words.total(choices?.total ?? 0)
              : words.counted(
                  events.rows.length,
                  events.hasMore,
                  events.areSales ? 'sales' : 'events',
                )}
        </Box>
      </Group>
      <Group gap="sm" pb="sm">
        <Choices
          form={form}
          set={set}
          kinds={choices?.kinds ?? []}
          networks={choices?.networks ?? []}
        />
        <CollectionChoice
          form={form}
          set={set}
          collections={choices?.collections ?? []}
          names={names}
        />
        <PeriodChoice form={form} set={set} />
        {form.sale !== null && (
          <Button
            variant="default"
            rightSection={<X size={14} aria-hidden />}
            aria-label={words.allSales}
            onClick={() => set({ sale: openForm.sale })}
          >
            {words.ofSale(cutMiddle(form.sale.saleId))}
          </Button>
        )}
      </Group>
    </>
  )
}

type Part = {
  readonly form: EventsForm
  readonly set: (part: Partial<EventsForm>) => void
}

const Choices = ({
  form: { kind, network },
  set,
  kinds,
  networks,
}: Part & { readonly kinds: readonly string[]; readonly networks: readonly string[] }) => {
  const { accounts } = useAccounts()
  return (
    <>
      <Select
        className={styles['choice']}
        aria-label={words.kind}
        data={[
          { value: all, label: words.allKinds },
          { value: errors, label: words.errors },
          ...kinds.map((name) => ({
            value: `${kindPrefix}${name}`,
            label: saleStatusText(words.otherKind(name)),
          })),
        ]}
        value={kind === null ? all : kind === 'errors' ? errors : `${kindPrefix}${kind.kind}`}
        onChange={(chosen) => set({ kind: kindOf(chosen ?? all) })}
      />
      <Select
        className={styles['choice']}
        aria-label={words.network}
        data={[
          { value: all, label: words.allNetworks },
          ...networks.map((name) => ({ value: `=${name}`, label: chainsText(accounts, name) })),
        ]}
        value={network === null ? all : `=${network}`}
        onChange={(chosen) => set({ network: chosen?.startsWith('=') ? chosen.slice(1) : null })}
      />
    </>
  )
}

const kindOf = (value: string): EventsForm['kind'] => {
  if (value === errors) return 'errors'
  return value.startsWith(kindPrefix) ? { kind: value.slice(kindPrefix.length) } : null
}

/** The networks that accounts of one interface network are on: the devnet is a testnet there. */
const chainsText = (accounts: readonly AccountView[], network: string): string => {
  const chains = accounts.filter((account) => account.network === network).map(({ chain }) => chain)
  return [...new Set<string>(chains.length === 0 ? [network] : chains)].map(networkText).join(', ')
}

const networkNames: Readonly<Record<string, string>> = text.common.networks

export const networkText = (network: string): string => networkNames[network] ?? network

const CollectionChoice = ({
  form: { collection },
  set,
  collections,
  names,
}: Part & {
  readonly collections: CallOutput<'events.choices'>['collections']
  readonly names: Readonly<Record<string, string>>
}) => {
  const options = collections.map((option) => ({
    value: JSON.stringify([option.accountId, option.collectionId]),
    label: names[option.collectionId] ?? cutMiddle(option.collectionId),
    one: option,
  }))
  return (
    <Select
      className={styles['choice']}
      aria-label={words.collection}
      data={[{ value: all, label: words.allCollections }, ...options]}
      value={
        collection === null ? all : JSON.stringify([collection.accountId, collection.collectionId])
      }
      onChange={(chosen) =>
        set({ collection: options.find(({ value }) => value === chosen)?.one ?? null })
      }
      searchable={options.length > 12}
    />
  )
}

const PeriodChoice = ({ form: { period, from, to }, set }: Part) => (
  <>
    <Select
      className={styles['choice']}
      aria-label={words.period}
      data={periods.map((value) => ({ value, label: words.periods[value] }))}
      value={period}
      onChange={(chosen) =>
        set({ period: periods.find((candidate) => candidate === chosen) ?? 'all' })
      }
    />
    {period === 'own' && (
      <>
        <DateField
          type="date"
          aria-label={words.from}
          value={from}
          onChange={(event) => set({ from: event.currentTarget.value })}
        />
        <DateField
          type="date"
          aria-label={words.to}
          value={to}
          onChange={(event) => set({ to: event.currentTarget.value })}
        />
      </>
    )}
  </>
)
