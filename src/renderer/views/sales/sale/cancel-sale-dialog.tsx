import { change } from '#renderer/data/change.ts'
import type { SaleRef } from '#renderer/data/sales.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { Confirm } from '#renderer/views/frame/confirm.tsx'

const words = text.sales.sale

/** Asks before the tokens of an unpaid sale are released. */
export const CancelSaleDialog = ({
  saleRef,
  onClose,
}: {
  readonly saleRef: SaleRef
  readonly onClose: () => void
}) => (
  <Confirm
    title={words.cancelTitle}
    message={words.cancelText}
    action={words.cancel}
    keep={words.keep}
    onConfirm={async () => {
      await change('sales.cancel', saleRef)
      useNotices.getState().notify('good', words.cancelled)
      onClose()
    }}
    onClose={onClose}
  />
)
