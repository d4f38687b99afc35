import { SecretFrame } from '#renderer/ui/secret-frame.tsx'
import { DraftFormBody, type DraftFormProps } from '../frame/submit-form.tsx'

/** A form that shows the words of a phrase while they are typed. */
export const SecretForm = (props: DraftFormProps) => (
  <SecretFrame>
    <DraftFormBody {...props} />
  </SecretFrame>
)
