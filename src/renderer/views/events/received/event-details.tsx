import { Button, Flex, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import type { EventView } from '#contract/events/calls.ts'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { copy } from '#renderer/stores/copy.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useEvents } from '#renderer/stores/events.ts'
import { openForm } from '#renderer/stores/events-filter.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { text } from '#renderer/text/en.ts'
import { DetailList } from '#renderer/ui/page.tsx'
import { Hash, When } from '#renderer/ui/text-parts.tsx'
import { networkText } from './received-filters.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.events.detail

/** The event's account, time, source and ids. */
export const EventDetails = ({
  event,
  hasSale,
  onClose,
}: {
  readonly event: EventView
  /** Its sale has a page in this window. */
  readonly hasSale: boolean
  readonly onClose: () => void
}) => {
  const { accounts } = useAccounts()
  const { data: names = {} } = useCall('events.names', null)
  const { accountId, saleId, collectionId, network, via } = event
  const account = accounts.find(({ id }) => id === accountId)?.name ?? accountId
  const entries: (readonly [string, ReactNode])[] = [
    [words.time, <When key="at" at={event.at} />],
    [words.received, <When key="received" at={event.receivedAt} />],
    [words.account, account],
    [words.via, words.ways[via]],
    ...(network === null ? [] : [[words.network, networkText(network)] as const]),
    ...(collectionId === null
      ? []
      : [
          [
            words.collection,
            <Flex
              key="collection"
              component="span"
              display="inline-flex"
              wrap="wrap"
              columnGap="xs"
            >
              {names[collectionId]}
              <Hash value={collectionId} what={words.collectionId} onCopy={copy} />
            </Flex>,
          ] as const,
        ]),
    ...(saleId === null
      ? []
      : [
          [
            words.sale,
            <Hash key="sale" value={saleId} what={words.saleId} onCopy={copy} />,
          ] as const,
        ]),
    [words.event, <Hash key="event" value={event.eventId} what={words.eventId} onCopy={copy} />],
  ]
  return (
    <section>
      <h3 className={ui['heading']}>{words.details}</h3>
      <DetailList entries={entries} />
      <SaleActions event={event} hasSale={hasSale} onClose={onClose} />
    </section>
  )
}

const SaleActions = ({
  event: { accountId, collectionId, saleId, errors },
  hasSale,
  onClose,
}: Parameters<typeof EventDetails>[0]) => {
  const go = useNavigation((store) => store.go)
  if (saleId === null) return null
  const showOnly = () => {
    onClose()
    useEvents.getState().change({ ...openForm, sale: { accountId, saleId } })
  }
  return (
    <Group gap="xs" mt="sm">
      <Button variant="default" size="xs" onClick={showOnly}>
        {words.onlyThis}
      </Button>
      {hasSale && collectionId !== null && errors.length === 0 && (
        <Button
          variant="default"
          size="xs"
          onClick={() => {
            onClose()
            go({ view: 'sale', accountId, collectionId, saleId })
          }}
        >
          {words.toSale}
        </Button>
      )}
    </Group>
  )
}
