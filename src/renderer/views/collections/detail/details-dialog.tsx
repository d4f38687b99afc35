import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { type CollectionDetails, collectionDetails } from '#contract/collections/calls.ts'
import { unknownFields } from '#contract/fields.ts'
import { durationText } from '#values/text/format.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { lockStateOf } from '#renderer/data/lock.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { JsonView } from '#renderer/ui/json.tsx'
import { DetailList } from '#renderer/ui/page.tsx'
import { Hash, When } from '#renderer/ui/text-parts.tsx'
import { lockWords } from '../chips.tsx'
import { CollectionFolderSection } from './collection-folder.tsx'
import { Payout } from './header.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.collections.detail

/** Everything that is known of a collection. */
export const CollectionDetailsDialog = ({
  collection,
  collectionRef,
  onClose,
}: {
  readonly collection: CollectionDetails
  readonly collectionRef: CollectionRef
  readonly onClose: () => void
}) => (
  <Dialog onClose={onClose} title={words.details} size="lg">
    <Stack gap="lg">
      <DetailList entries={entriesOf(collection)} />
      <CollectionFolderSection collectionRef={collectionRef} />
      <section>
        <h3 className={ui['heading']}>{words.template}</h3>
        <JsonView value={collection.metadata ?? {}} what={words.template} onCopy={copy} />
      </section>
      <section>
        <h3 className={ui['heading']}>{words.script}</h3>
        <JsonView value={collection.policy.script} what={words.script} onCopy={copy} />
      </section>
    </Stack>
  </Dialog>
)

const entriesOf = (collection: CollectionDetails): readonly (readonly [string, ReactNode])[] => {
  const whole = (value: string, what: string): readonly [string, ReactNode] => [
    what,
    <Hash key={what} value={value} what={what} onCopy={copy} whole />,
  ]
  const royaltyAddress = collection.royalty?.metadata?.['777'].addr.join('')
  return [
    whole(collection.policy.policy_id, words.policyId),
    [words.lock, lockWords(lockStateOf(collection.policy, Date.now()))],
    whole(collection.id, words.id),
    [words.payout, <Payout key="payout" payout={collection.payout_address} whole />],
    ...(royaltyAddress === undefined ? [] : [whole(royaltyAddress, words.royaltyAddress)]),
    ...(typeof collection.payment_link === 'string'
      ? [whole(collection.payment_link, words.paymentLink)]
      : []),
    ...(collection.creator ? [[words.edit.creator, collection.creator] as const] : []),
    ...(collection.url ? [whole(collection.url, words.website)] : []),
    ...(collection.description ? [[words.description, collection.description] as const] : []),
    ...(typeof collection.reservation_time === 'number'
      ? [[words.reservation, durationText(collection.reservation_time)] as const]
      : []),
    ...unknownFields(collectionDetails, collection),
    [words.created, <When key="created" at={collection.created_at} />],
  ]
}
