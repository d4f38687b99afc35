import { Crown, HandCoins, Inbox, type LucideIcon, ShieldCheck, Stamp } from 'lucide-react'
import type { WayTarget } from '#renderer/stores/collection-view.ts'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import type { WayStep } from './way-of.ts'

const icons: Readonly<Record<WayStep['name'], LucideIcon>> = {
  import: Inbox,
  royalty: Crown,
  mint: Stamp,
  sell: HandCoins,
  backup: ShieldCheck,
}

/** Does the step that comes next: the page's one filled button. */
export const CollectionNextStep = ({
  step: { name, action },
  label,
  onOpen,
}: {
  readonly step: WayStep
  /** Default: the step's own. */
  readonly label?: string | undefined
  readonly onOpen: (target: WayTarget) => void
}) =>
  action === undefined ? null : (
    <IconButton variant="filled" icon={icons[name]} onClick={() => onOpen(action.opens)}>
      {label ?? action.label}
    </IconButton>
  )
