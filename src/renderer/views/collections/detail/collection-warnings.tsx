import { Button } from '@mantine/core'
import { useState } from 'react'
import type { CollectionDetails } from '#contract/collections/calls.ts'
import { change } from '#renderer/data/change.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { Warning } from '#renderer/ui/error-alert.tsx'
import { Confirm } from '../../frame/confirm.tsx'

const words = text.collections.detail.warnings

/** What the service warns of, and a way to take back what was built before the collection changed. */
export const CollectionWarnings = ({
  collectionRef,
  collection: { warnings = [], outdated = [] },
}: {
  readonly collectionRef: CollectionRef
  readonly collection: Pick<CollectionDetails, 'warnings' | 'outdated'>
}) => {
  const [isAsking, setAsking] = useState(false)
  const count = outdated.filter(({ kind }) => kind !== 'sale').length
  const withdraw = async () => {
    const { withdrawn, reasons } = await change('collections.withdrawOutdated', collectionRef)
    setAsking(false)
    const { notify } = useNotices.getState()
    if (withdrawn > 0) notify('good', words.withdrawn(withdrawn))
    for (const reason of reasons) notify('bad', reason)
  }
  return (
    <>
      {warnings.map((warning) => (
        <Warning key={warning}>{warning}</Warning>
      ))}
      {count > 0 && (
        <div>
          <Button variant="default" onClick={() => setAsking(true)}>
            {words.withdraw(count)}
          </Button>
        </div>
      )}
      {isAsking && (
        <Confirm
          title={words.withdrawTitle}
          message={words.withdrawText(count)}
          action={words.confirm}
          keep={words.keep}
          onConfirm={withdraw}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
