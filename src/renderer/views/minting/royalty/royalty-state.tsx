import { Ban, CircleCheck, CircleDashed, CircleX, Signature, Stamp } from 'lucide-react'
import type { RoyaltyFacts } from '#shared/calls/minting.ts'
import { text } from '#renderer/text/en.ts'
import { type Badge, StatusBadge } from '#renderer/ui/status-badge.tsx'

const badges: Readonly<Record<RoyaltyFacts['status'], Badge>> = {
  unpaid: { tone: 'warn', icon: CircleDashed },
  awaiting_witnesses: { tone: 'warn', icon: Signature },
  minting: { tone: 'accent', icon: Stamp },
  minted: { tone: 'good', icon: CircleCheck },
  failed: { tone: 'bad', icon: CircleX },
  impossible: { tone: 'bad', icon: Ban },
}

export const RoyaltyState = ({ status }: Pick<RoyaltyFacts, 'status'>) => (
  <StatusBadge {...badges[status]}>{text.minting.royalty.states[status]}</StatusBadge>
)
