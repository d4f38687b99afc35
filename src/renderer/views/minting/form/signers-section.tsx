import type { MintTerms } from '#contract/mints/calls.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { ValidFor } from '../valid-for.tsx'
import { chosenSigners, signsElsewhere } from './chosen-signers.ts'
import type { MintDraftForm } from './form-of.ts'
import { SignerChoice } from './signer-list.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.minting.form

/** Which keys sign for the policy, where they are, and how long there is. */
export const SignersSection = ({
  terms: { policy },
  form,
}: {
  readonly terms: MintTerms
  readonly form: MintDraftForm
}) => {
  const { signers: wanted, funding } = form.values
  const error = form.errors['signers']
  const chosen = chosenSigners(wanted, policy)
  return (
    <Sheet title={words.signs}>
      <div className={ui['stack']}>
        {policy.suggested.length === 0 && policy.keys.length > 0 ? (
          <ErrorAlert error={words.cannot} />
        ) : (
          <p className={ui['soft']}>{policy.hasChoice ? words.chooseText : words.signsText}</p>
        )}
        <SignerChoice
          policy={policy}
          chosen={chosen}
          error={error}
          onChange={(signers) => {
            form.setFieldValue('signers', signers)
            void form.validateField('signers')
          }}
        />
        {(signsElsewhere(chosen, policy) || funding === 'other') && (
          <ValidFor {...form.getInputProps('validFor')} />
        )}
      </div>
    </Sheet>
  )
}
