import { SecretFrame } from '#renderer/ui/secret-frame.tsx'
import { SubmitForm, type SubmitFormProps } from '../frame/submit-form.tsx'

/** A form with something secret in it, in the frame that says so. */
export const SecretForm = (props: SubmitFormProps) => (
  <SecretFrame>
    <SubmitForm {...props} />
  </SecretFrame>
)
