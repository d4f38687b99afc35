import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { SaleDetails } from '#contract/sales/calls.ts'
import { explainSaleError } from '#contract/sales/explain-sale-error.ts'
import type { SaleResolution } from '#contract/sales/sale-status.ts'
import type { SaleRef } from '#renderer/data/sales.ts'
import { withAdaSign } from '#values/text/format.ts'
import { text } from '#renderer/text/en.ts'
import { SheetSection } from '#renderer/ui/page.tsx'
import { ResolveDialog } from '../resolve-dialog.tsx'
import { resolutionName } from '../resolution-words.ts'
import { saleStatusText } from '../sale-state.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.sales.sale

const isUnderpaidAfterEnd = ({ status, endsAt }: SaleDetails): boolean =>
  status === 'UNRESOLVED_UNDERPAID' && endsAt === null

export const hasChoice = ({ error, resolutions }: SaleDetails): boolean =>
  (error ?? []).length > 0 || resolutions.length > 0

/** What went wrong, if anything did, what to do about it, and the buttons that do it. */
export const ErrorsSection = ({
  sale,
  saleRef,
}: {
  readonly sale: SaleDetails
  readonly saleRef: SaleRef
}) => {
  const [action, setAction] = useState<SaleResolution>()
  const errors = sale.error ?? []
  return (
    <Stack gap="md">
      <Stack gap="lg" role="status">
        {errors.length === 0 && <SheetSection title={words.choices} />}
        {errors.map((error) => {
          const { title, cause, next } = explainSaleError(error, sale.network, sale.status)
          // The page's own state says it already.
          const isSaid = title === saleStatusText(sale.status)
          return (
            <SheetSection
              key={`${error.name} ${cause}`}
              title={isSaid ? withAdaSign(cause) : title}
            >
              {!isSaid && <p className={ui['breakable']}>{withAdaSign(cause)}</p>}
              <p className={ui['dimmed']}>{withAdaSign(next)}</p>
            </SheetSection>
          )
        })}
      </Stack>
      {isUnderpaidAfterEnd(sale) && (
        <p>{sale.resolutions.includes('wait') ? words.tokensFree : words.tokensTaken}</p>
      )}
      {sale.resolutions.length > 0 && (
        <Group gap="sm" role="group" aria-label={words.actions}>
          {sale.resolutions.map((resolution, index) => (
            <Button
              key={resolution}
              // A signature that is missing comes first.
              variant={index === 0 && sale.parked === null ? 'filled' : 'default'}
              onClick={() => setAction(resolution)}
            >
              {resolutionName(sale, resolution)}
            </Button>
          ))}
        </Group>
      )}
      {action !== undefined && (
        <ResolveDialog saleRef={saleRef} action={action} onClose={() => setAction(undefined)} />
      )}
    </Stack>
  )
}
