import { Button } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { BinItemView } from '#contract/bin/calls.ts'
import { dateText, durationText } from '#values/text/format.ts'
import { restoreFromBin } from '#renderer/stores/bin.ts'
import { change } from '#renderer/data/change.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { localAccount, useAccounts } from '#renderer/stores/accounts.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { BackLink } from '#renderer/ui/back-link.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { NamedPicture, Thumb } from '#renderer/ui/named-picture.tsx'
import { Empty, Page } from '#renderer/ui/page.tsx'
import ui from '#renderer/ui/parts.module.css'
import { useNow } from '#renderer/ui/use-now.ts'
import { type Column, VirtualTable } from '#renderer/ui/virtual.tsx'
import { ActionButton } from '../action-button.tsx'
import { AccountChoice } from '../collections/account-choice.tsx'
import { Confirm } from '../frame/confirm.tsx'

const words = text.bin

/** What was deleted at a Local studio: restores it, or deletes it for ever. */
export const BinView = () => {
  const { accounts, chosen, choose } = useAccounts()
  const [isEmptying, setIsEmptying] = useState(false)
  const studios = accounts.filter(({ kind }) => kind === 'local')
  const accountId = studios.some(({ id }) => id === chosen) ? chosen : localAccount
  const { data: items, error, refetch } = useCall('bin.list', { accountId })
  const { go } = useNavigation()
  const now = useNow()
  return (
    <Page
      fixed
      title={words.title}
      lead={words.lead}
      from={
        <BackLink onClick={() => go({ view: 'collections' })}>{text.collections.title}</BackLink>
      }
      actions={
        items !== undefined &&
        items.length > 0 && (
          <Button color="red" variant="light" onClick={() => setIsEmptying(true)}>
            {words.empty}
          </Button>
        )
      }
    >
      {studios.length > 1 && (
        <div>
          <AccountChoice accounts={studios} value={accountId} onChange={choose} />
        </div>
      )}
      {error !== null && (
        <ErrorAlert error={error} onRetry={() => void refetch()} isWhole={items === undefined} />
      )}
      {items?.length === 0 && (
        <Empty icon={<Trash2 size={40} strokeWidth={1.25} aria-hidden />} title={words.none.title}>
          {words.none.text}
        </Empty>
      )}
      {items !== undefined && items.length > 0 && (
        <VirtualTable
          rows={items}
          rowKey={({ id }) => id}
          columns={columnsOf(accountId, now)}
          label={words.list}
          rowHeight={56}
        />
      )}
      {isEmptying && items !== undefined && (
        <Confirm
          title={words.emptyTitle}
          message={words.emptyText(items.length)}
          action={words.emptyNow}
          keep={words.keep}
          onConfirm={async () => {
            await change('bin.empty', { accountId })
            useNotices.getState().notify('good', words.emptied)
            setIsEmptying(false)
          }}
          onClose={() => setIsEmptying(false)}
        />
      )}
    </Page>
  )
}

const columnsOf = (accountId: string, now: number): readonly Column<BinItemView>[] => [
  {
    key: 'name',
    title: words.name,
    width: 'minmax(12rem, 1fr)',
    cell: (row) => (
      <NamedPicture picture={<Thumb cid={row.cid} />} name={row.name} second={describeItem(row)} />
    ),
  },
  {
    key: 'deleted',
    title: words.deletedAt,
    width: '7rem',
    cell: ({ deleted_at: at }) => dateText(at, 'date'),
  },
  {
    key: 'left',
    title: words.left,
    width: '9rem',
    cell: ({ kept_until: at }) => (
      <span title={words.keptUntil(dateText(at, 'date'))}>
        {durationText((Date.parse(at) - now) / 1000)}
      </span>
    ),
  },
  {
    key: 'restore',
    title: <span className={ui['unseen']}>{words.restore}</span>,
    width: '6.5rem',
    align: 'end',
    cell: ({ id, name }) => (
      <ActionButton
        variant="default"
        size="compact-sm"
        aria-label={words.restoreNamed(name)}
        action={async () => {
          useNotices.getState().notify('good', await restoreFromBin(accountId, [id]))
        }}
      >
        {words.restore}
      </ActionButton>
    ),
  },
]

const describeItem = ({ kind, collection_name, token_count = 0 }: BinItemView): string => {
  if (kind === 'collection') return words.collection(token_count)
  return collection_name === undefined ? words.lostToken : words.token(collection_name)
}
