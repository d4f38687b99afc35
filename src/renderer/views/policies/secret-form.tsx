import { SecretFrame } from '#renderer/ui/secret-frame.tsx'
import { DraftForm, type DraftFormProps } from '../frame/submit-form.tsx'

/** A form that shows the words of a phrase while they are typed. */
export const SecretForm = (props: DraftFormProps) => (
  <SecretFrame>
    <DraftForm {...props} />
  </SecretFrame>
)
