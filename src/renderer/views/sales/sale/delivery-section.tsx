import { Button } from '@mantine/core'
import type { SaleDetails } from '#contract/sales/calls.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import type { SaleRef } from '#renderer/data/sales.ts'
import { text } from '#renderer/text/en.ts'
import { Note } from '#renderer/ui/error-alert.tsx'
import { SheetSection } from '#renderer/ui/page.tsx'
import { When } from '#renderer/ui/text-parts.tsx'

const words = text.sales.sale.delivery

/** A paid sale that keys elsewhere sign for: by when, and the way to its signing request. */
export const DeliverySection = ({
  delivery,
  saleRef: { accountId, collectionId },
}: {
  readonly delivery: NonNullable<SaleDetails['delivery']>
  readonly saleRef: SaleRef
}) => {
  const { go } = useNavigation()
  return (
    <SheetSection title={delivery.round_id === null ? words.waits : words.inRound}>
      {delivery.is_late && <Note>{words.late}</Note>}
      {delivery.by !== null && (
        <p>
          {words.before} <When at={delivery.by} />
        </p>
      )}
      <div>
        <Button onClick={() => go({ view: 'collection', accountId, collectionId, part: 'sales' })}>
          {words.open}
        </Button>
      </div>
    </SheetSection>
  )
}
