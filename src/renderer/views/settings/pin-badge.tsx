import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'

/** Whether everything is where it should be. */
export const PinBadge = ({
  isSound,
  children,
}: {
  readonly isSound: boolean
  readonly children: ReactNode
}) => (
  <StatusBadge tone={isSound ? 'good' : 'warn'} icon={isSound ? CircleCheck : CircleAlert}>
    {children}
  </StatusBadge>
)
