import { KeyRound, Unplug } from 'lucide-react'
import { text } from '#renderer/text/en.ts'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'

/** Whether a key is in this vault. */
export const KeyLocation = ({ here }: { readonly here: boolean }) =>
  here ? (
    <StatusBadge tone="good" icon={KeyRound}>
      {text.minting.form.here}
    </StatusBadge>
  ) : (
    <StatusBadge icon={Unplug}>{text.minting.form.elsewhere}</StatusBadge>
  )
