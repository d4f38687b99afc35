import { Radio, Stack } from '@mantine/core'
import type { MintTerms } from '#contract/mints/calls.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { CodeInput } from '#renderer/ui/code-input.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { Hash } from '#renderer/ui/text-parts.tsx'
import { ReceiverWarning } from '#renderer/views/receiver-warning.tsx'
import { type MintDraftForm, chosenReceiver } from './form-of.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.minting.form

/** Where the tokens go. */
export const ReceiverSection = ({
  terms,
  payout,
  form,
}: {
  readonly terms: MintTerms
  readonly payout: string | null
  readonly form: MintDraftForm
}) => {
  const to = chosenReceiver(form.values, payout)
  return (
    <Sheet title={words.to}>
      <Radio.Group aria-label={words.to} {...form.getInputProps('to')} value={to}>
        <Stack gap="sm">
          {payout !== null && (
            <div>
              <Radio value="payout" label={words.toPayout} />
              <div className={ui['indent']}>
                <Hash value={payout} what={words.toPayout} onCopy={copy} />
              </div>
            </div>
          )}
          <Radio value="other" label={words.toOther} />
          {to === 'other' && (
            <CodeInput
              className={ui['indent']}
              label={words.address}
              description={words.addressHint(text.common.networks[terms.network])}
              {...form.getInputProps('address')}
            />
          )}
          <Radio value="own" label={words.toOwn} description={words.toOwnHint} />
        </Stack>
      </Radio.Group>
      {to !== 'own' && (
        <ReceiverWarning
          role="receiver"
          address={to === 'payout' ? (payout ?? '') : form.values.address}
        />
      )}
    </Sheet>
  )
}
