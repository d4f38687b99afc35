import {
  Banknote,
  Blocks,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  ClockAlert,
  Coins,
  Hourglass,
  PenLine,
  Send,
  TimerOff,
  TriangleAlert,
  Undo2,
} from 'lucide-react'
import { tokenName } from '#contract/tokens/token.ts'
import type { SaleSummary } from '#contract/sales/calls.ts'
import { isSaleStatus, type SaleStatus, statusOf } from '#contract/sales/sale-status.ts'
import { text } from '#renderer/text/en.ts'
import { type Badge, StatusBadge } from '#renderer/ui/status-badge.tsx'

const icons: Readonly<Record<SaleStatus, Badge['icon']>> = {
  RESERVED: Hourglass,
  EXPIRED: TimerOff,
  CANCELLED: CircleSlash,
  PROCESSING: Banknote,
  SUBMITTING: Send,
  MINTING: Blocks,
  COMPLETED: CircleCheck,
  RESERVED_FAILED: ClockAlert,
  PROCESSING_FAILED: CircleAlert,
  UNRESOLVED_SUBMITTING_FAILED: CircleAlert,
  UNRESOLVED_MINTING_MISSING: CircleAlert,
  UNRESOLVED_OVERPAID: TriangleAlert,
  UNRESOLVED_UNDERPAID: TriangleAlert,
  REFUNDING: Undo2,
  REFUNDED: Undo2,
}

/** The status in words; a service may answer others than we know. */
export const saleStatusText = (status: string): string => statusOf(status).label

/** The state of a sale; of one whose keys are elsewhere also that it waits for their signature. */
export const SaleBadge = ({ status, delivery }: Pick<SaleSummary, 'status' | 'delivery'>) => {
  if (status === 'PROCESSING' && delivery !== null && delivery !== undefined)
    return (
      <StatusBadge tone={delivery.is_late ? 'warn' : 'accent'} icon={PenLine}>
        {delivery.is_late ? text.sales.signLate : text.sales.toSign}
      </StatusBadge>
    )
  const { tone, label } = statusOf(status)
  return (
    <StatusBadge tone={tone} icon={isSaleStatus(status) ? icons[status] : CircleDashed}>
      {label}
    </StatusBadge>
  )
}

/** Beside a state that is well: something was paid on top. */
export const SurplusState = () => (
  <StatusBadge tone="warn" icon={Coins}>
    {text.sales.surplus}
  </StatusBadge>
)

/** `Fern`, `Fern and 3 more`. */
export const soldText = ({ tokens: [first, ...more] }: Pick<SaleSummary, 'tokens'>): string => {
  const name = first === undefined ? '' : tokenName(first)
  return more.length === 0 ? name : text.sales.list.more(name, more.length)
}
