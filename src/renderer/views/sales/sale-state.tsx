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
import type { SaleSummary } from '#contract/sales/calls.ts'
import { text } from '#renderer/text/en.ts'
import { type Badge, StatusBadge } from '#renderer/ui/status-badge.tsx'

const badges: Readonly<Record<string, Badge>> = {
  RESERVED: { tone: 'accent', icon: Hourglass },
  EXPIRED: { tone: 'plain', icon: TimerOff },
  CANCELLED: { tone: 'plain', icon: CircleSlash },
  PROCESSING: { tone: 'accent', icon: Banknote },
  SUBMITTING: { tone: 'accent', icon: Send },
  MINTING: { tone: 'accent', icon: Blocks },
  COMPLETED: { tone: 'good', icon: CircleCheck },
  RESERVED_FAILED: { tone: 'bad', icon: ClockAlert },
  PROCESSING_FAILED: { tone: 'bad', icon: CircleAlert },
  UNRESOLVED_SUBMITTING_FAILED: { tone: 'bad', icon: CircleAlert },
  UNRESOLVED_MINTING_MISSING: { tone: 'bad', icon: CircleAlert },
  UNRESOLVED_OVERPAID: { tone: 'warn', icon: TriangleAlert },
  UNRESOLVED_UNDERPAID: { tone: 'warn', icon: TriangleAlert },
  REFUNDING: { tone: 'accent', icon: Undo2 },
  REFUNDED: { tone: 'plain', icon: Undo2 },
}
const unknown: Badge = { tone: 'plain', icon: CircleDashed }

const words: Readonly<Record<string, string>> = text.sales.states

/** The status in words; a service may answer others than we know. */
export const saleStatusText = (status: string): string => words[status] ?? status

/** The state of a sale; of one whose keys are elsewhere also that it waits for their signature. */
export const SaleState = ({ status, delivery }: Pick<SaleSummary, 'status' | 'delivery'>) => {
  if (status === 'PROCESSING' && delivery !== null && delivery !== undefined)
    return (
      <StatusBadge tone={delivery.is_late ? 'warn' : 'accent'} icon={PenLine}>
        {delivery.is_late ? text.sales.signLate : text.sales.toSign}
      </StatusBadge>
    )
  return <StatusBadge {...(badges[status] ?? unknown)}>{saleStatusText(status)}</StatusBadge>
}

/** Beside a state that is well: something was paid on top. */
export const SurplusState = () => (
  <StatusBadge tone="warn" icon={Coins}>
    {text.sales.surplus}
  </StatusBadge>
)

/** `Fern`, `Fern and 3 more`. */
export const soldText = ({ tokens: [first, ...more] }: Pick<SaleSummary, 'tokens'>): string => {
  const name = first?.name ?? ''
  return more.length === 0 ? name : text.sales.list.more(name, more.length)
}
