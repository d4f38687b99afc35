import { text } from '#renderer/text/en.ts'
import { CutText } from '#renderer/ui/text-parts.tsx'
import ui from '#renderer/ui/parts.module.css'

/** Which policy a dialog is about: a line of its own, since names may be long. */
export const PolicyName = ({ name }: { readonly name: string | null }) => (
  <div className={ui['strong']}>
    <CutText>{name ?? text.policies.unnamed}</CutText>
  </div>
)
