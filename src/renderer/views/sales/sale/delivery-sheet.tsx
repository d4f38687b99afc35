import { Button } from '@mantine/core'
import type { SaleDetails } from '#contract/sales/calls.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import type { SaleRef } from '#renderer/data/sales.ts'
import { text } from '#renderer/text/en.ts'
import { Note } from '#renderer/ui/error-alert.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { When } from '#renderer/ui/text-parts.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.sales.sale.delivery

/** A paid sale that keys elsewhere sign for: by when, and the way to its signing request. */
export const DeliverySheet = ({
  sale: { status, delivery },
  saleRef: { accountId, collectionId },
}: {
  readonly sale: SaleDetails
  readonly saleRef: SaleRef
}) => {
  const { go } = useNavigation()
  if (status !== 'PROCESSING' || delivery === null || delivery === undefined) return null
  return (
    <Sheet title={words.title}>
      <div className={ui['stack']}>
        {delivery.is_late && <Note>{words.late}</Note>}
        <p>
          {delivery.round_id === null ? words.waits : words.inRound}{' '}
          {delivery.by !== null && (
            <>
              {words.before} <When at={delivery.by} />
            </>
          )}
        </p>
        <div>
          <Button
            onClick={() => go({ view: 'collection', accountId, collectionId, part: 'sales' })}
          >
            {words.open}
          </Button>
        </div>
      </div>
    </Sheet>
  )
}
