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
  Send,
  TimerOff,
  TriangleAlert,
  Undo2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { SaleSummary } from '#shared/calls/sales.ts'
import { text } from '#renderer/text/en.ts'
import { StatusBadge, type Tone } from '#renderer/ui/status-badge.tsx'

type Badge = { readonly tone: Tone; readonly icon: ReactNode }

const badges: Readonly<Record<string, Badge>> = {
  RESERVED: { tone: 'accent', icon: <Hourglass size={12} aria-hidden /> },
  EXPIRED: { tone: 'plain', icon: <TimerOff size={12} aria-hidden /> },
  CANCELLED: { tone: 'plain', icon: <CircleSlash size={12} aria-hidden /> },
  PROCESSING: { tone: 'accent', icon: <Banknote size={12} aria-hidden /> },
  SUBMITTING: { tone: 'accent', icon: <Send size={12} aria-hidden /> },
  MINTING: { tone: 'accent', icon: <Blocks size={12} aria-hidden /> },
  COMPLETED: { tone: 'good', icon: <CircleCheck size={12} aria-hidden /> },
  RESERVED_FAILED: { tone: 'bad', icon: <ClockAlert size={12} aria-hidden /> },
  PROCESSING_FAILED: { tone: 'bad', icon: <CircleAlert size={12} aria-hidden /> },
  UNRESOLVED_SUBMITTING_FAILED: { tone: 'bad', icon: <CircleAlert size={12} aria-hidden /> },
  UNRESOLVED_MINTING_MISSING: { tone: 'bad', icon: <CircleAlert size={12} aria-hidden /> },
  UNRESOLVED_OVERPAID: { tone: 'warn', icon: <TriangleAlert size={12} aria-hidden /> },
  UNRESOLVED_UNDERPAID: { tone: 'warn', icon: <TriangleAlert size={12} aria-hidden /> },
  REFUNDING: { tone: 'accent', icon: <Undo2 size={12} aria-hidden /> },
  REFUNDED: { tone: 'plain', icon: <Undo2 size={12} aria-hidden /> },
}
const unknown: Badge = { tone: 'plain', icon: <CircleDashed size={12} aria-hidden /> }

const words: Readonly<Record<string, string>> = text.sales.states

/** The status in words; a service may answer others than we know. */
export const saleStatusText = (status: string): string => words[status] ?? status

export const SaleState = ({ status }: Pick<SaleSummary, 'status'>) => {
  const { tone, icon } = badges[status] ?? unknown
  return (
    <StatusBadge tone={tone} icon={icon}>
      {saleStatusText(status)}
    </StatusBadge>
  )
}

/** Beside a state that is well: something was paid on top. */
export const SurplusState = () => (
  <StatusBadge tone="warn" icon={<Coins size={12} aria-hidden />}>
    {text.sales.surplus}
  </StatusBadge>
)

/** `Fern`, `Fern and 3 more`. */
export const soldText = ({ tokens: [first, ...more] }: Pick<SaleSummary, 'tokens'>): string => {
  const name = first?.name ?? ''
  return more.length === 0 ? name : text.sales.list.more(name, more.length)
}
