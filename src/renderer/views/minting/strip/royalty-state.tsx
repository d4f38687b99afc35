import { Ban, CircleCheck, CircleDashed, CircleX, Signature, Stamp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RoyaltyFacts } from '#shared/calls/minting.ts'
import { text } from '#renderer/text/en.ts'
import { StatusBadge, type Tone } from '#renderer/ui/status-badge.tsx'

const badges: Readonly<
  Record<RoyaltyFacts['status'], { readonly tone: Tone; readonly icon: ReactNode }>
> = {
  unpaid: { tone: 'warn', icon: <CircleDashed size={12} aria-hidden /> },
  awaiting_witnesses: { tone: 'warn', icon: <Signature size={12} aria-hidden /> },
  minting: { tone: 'accent', icon: <Stamp size={12} aria-hidden /> },
  minted: { tone: 'good', icon: <CircleCheck size={12} aria-hidden /> },
  failed: { tone: 'bad', icon: <CircleX size={12} aria-hidden /> },
  impossible: { tone: 'bad', icon: <Ban size={12} aria-hidden /> },
}

export const RoyaltyState = ({ status }: Pick<RoyaltyFacts, 'status'>) => (
  <StatusBadge tone={badges[status].tone} icon={badges[status].icon}>
    {text.minting.royalty.states[status]}
  </StatusBadge>
)
