import { SecretFrame } from '#renderer/ui/secret-frame.tsx'
import { SubmitForm, type SubmitFormProps } from '../frame/submit-form.tsx'

/** A form that shows the words of a phrase while they are typed. */
export const SecretForm = (props: SubmitFormProps) => (
  <SecretFrame>
    <SubmitForm {...props} />
  </SecretFrame>
)
