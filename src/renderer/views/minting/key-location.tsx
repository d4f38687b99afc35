import { KeyRound, Unplug } from 'lucide-react'
import { text } from '../../text/en.ts'
import { State } from '../../ui/state.tsx'

/** Whether a key is in this vault. */
export const KeyLocation = ({ here }: { readonly here: boolean }) =>
  here ? (
    <State tone="good" icon={<KeyRound size={12} aria-hidden />}>
      {text.minting.form.here}
    </State>
  ) : (
    <State icon={<Unplug size={12} aria-hidden />}>{text.minting.form.elsewhere}</State>
  )
