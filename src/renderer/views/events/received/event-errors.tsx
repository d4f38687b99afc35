import { Button, Group } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { EventView } from '#contract/events/calls.ts'
import type { SaleDetails } from '#contract/sales/calls.ts'
import { type SaleResolution, statusOf } from '#contract/sales/sale-status.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { withAdaSign } from '#values/text/format.ts'
import { text } from '#renderer/text/en.ts'
import { ResolveDialog } from '#renderer/views/sales/resolve-dialog.tsx'
import { resolutionName } from '#renderer/views/sales/resolution-words.ts'
import { saleStatusText } from '#renderer/views/sales/sale-state.tsx'
import styles from '../events.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.events.detail

/** What went wrong in plain words, and what can be done now. */
export const EventErrors = ({
  event,
  sale,
  onResolved,
  onClose,
}: {
  readonly event: EventView
  readonly sale: SaleDetails | undefined
  readonly onResolved: () => void
  readonly onClose: () => void
}) => (
  <section className={styles['eventErrors']}>
    <h3 className={`${ui['mark']} ${ui['heading']}`}>
      <TriangleAlert size={16} aria-hidden />
      {words.errors}
    </h3>
    {event.errors.map(({ title, cause, next }, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- they never change
      <div key={index} className={styles['errorText']}>
        <strong>{title}</strong>
        <p>{withAdaSign(cause)}</p>
        <p>
          <span className={ui['dimmed']}>{words.next}</span>{' '}
          {sale !== undefined && isSettled(sale)
            ? words.nothingToDo(saleStatusText(sale.status))
            : withAdaSign(next)}
        </p>
      </div>
    ))}
    <Actions event={event} sale={sale} onResolved={onResolved} onClose={onClose} />
  </section>
)

const Actions = ({
  event: { accountId, collectionId, saleId, errors },
  sale,
  onResolved,
  onClose,
}: Parameters<typeof EventErrors>[0]) => {
  const go = useNavigation((store) => store.go)
  const [resolving, setResolving] = useState<SaleResolution>()
  if (sale === undefined || collectionId === null || saleId === null) return null
  const saleRef = { accountId, collectionId, saleId }
  // The error's usual resolution first, if it is possible now.
  const usual = new Set(errors.map(({ resolution }) => resolution))
  const possible = sale.resolutions.toSorted(
    (resolution, other) => Number(usual.has(other)) - Number(usual.has(resolution)),
  )
  return (
    <Group gap="sm" mt="sm">
      {possible.map((action, index) => (
        <Button
          key={action}
          variant={index === 0 ? 'filled' : 'default'}
          onClick={() => setResolving(action)}
        >
          {resolutionName(sale, action)}
        </Button>
      ))}
      <Button
        variant="default"
        onClick={() => {
          onClose()
          go({ view: 'sale', ...saleRef })
        }}
      >
        {words.toSale}
      </Button>
      {resolving !== undefined && (
        <ResolveDialog
          saleRef={saleRef}
          action={resolving}
          onDone={onResolved}
          onClose={() => setResolving(undefined)}
        />
      )}
    </Group>
  )
}

/** Whether an earlier error of the sale needs nothing more: it ended, and no payment is left over. */
export const isSettled = ({ status, resolutions }: Pick<SaleDetails, 'status' | 'resolutions'>) =>
  statusOf(status).isDecided && resolutions.length === 0
