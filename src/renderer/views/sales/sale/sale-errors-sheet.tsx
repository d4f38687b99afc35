import { Box, Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { SaleDetails } from '#contract/sales/calls.ts'
import { explainSaleError } from '#contract/sales/explain-sale-error.ts'
import type { SaleResolution } from '#contract/sales/sale-status.ts'
import type { SaleRef } from '#renderer/data/sales.ts'
import { withAdaSign } from '#values/text/format.ts'
import { text } from '#renderer/text/en.ts'
import { DetailList, Sheet } from '#renderer/ui/page.tsx'
import { ResolveDialog } from '../resolve-dialog.tsx'
import { resolutionName } from '../resolution-words.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.sales.sale

const isUnderpaidAfterEnd = ({ status, endsAt }: SaleDetails): boolean =>
  status === 'UNRESOLVED_UNDERPAID' && endsAt === null

/** What went wrong, if anything did, why, what to do about it, and the buttons that do it. */
export const SaleErrorsSheet = ({
  sale,
  saleRef,
}: {
  readonly sale: SaleDetails
  readonly saleRef: SaleRef
}) => {
  const [action, setAction] = useState<SaleResolution>()
  const errors = sale.error ?? []
  if (errors.length === 0 && sale.resolutions.length === 0) return null
  return (
    <Sheet title={errors.length === 0 ? words.choices : words.errors}>
      <div className={ui['stack']} role="status">
        {errors.map((error) => {
          const { title, cause, next } = explainSaleError(error, sale.network, sale.status)
          return (
            <section key={`${error.name} ${cause}`}>
              <h3 className={ui['heading']}>{title}</h3>
              <DetailList
                entries={[
                  [words.cause, withAdaSign(cause)],
                  [words.nextStep, withAdaSign(next)],
                ]}
              />
            </section>
          )
        })}
      </div>
      {isUnderpaidAfterEnd(sale) && (
        <Box component="p" mt="md">
          {sale.resolutions.includes('wait') ? words.tokensFree : words.tokensTaken}
        </Box>
      )}
      {sale.resolutions.length > 0 && (
        <Group gap="sm" mt="md" role="group" aria-label={words.actions}>
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
    </Sheet>
  )
}
