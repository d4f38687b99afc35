import { Checkbox, Stack, Switch, TextInput } from '@mantine/core'
import { percentOfRate, rateOfPercent } from '#values/amounts/percent.ts'
import { text } from '#renderer/text/en.ts'
import { CodeInput } from '#renderer/ui/code-input.tsx'
import { Note } from '#renderer/ui/error-alert.tsx'
import { ReceiverWarning } from '#renderer/views/receiver-warning.tsx'
import ui from '#renderer/ui/parts.module.css'
import type { CollectionDraftForm } from './draft.ts'
import { royaltyAddressOf } from './form-of.ts'

const words = text.collections.new

export const RoyaltyFields = ({ form }: { readonly form: CollectionDraftForm }) => {
  const { hasRoyalty, royalty, royaltyToPayout } = form.values
  const rate = rateOfPercent(royalty.rate)
  const address = royaltyAddressOf(form.values)
  return (
    <Stack gap="md">
      <Switch
        label={words.hasRoyalty}
        {...form.getInputProps('hasRoyalty', { type: 'checkbox' })}
      />
      {hasRoyalty && (
        <>
          <p className={ui['lead']}>{words.royaltyText}</p>
          <TextInput
            maw="var(--field-sm)"
            label={words.rate}
            description={words.rateHint}
            withAsterisk
            inputMode="decimal"
            {...form.getInputProps('royalty.rate')}
          />
          <Checkbox
            label={words.royaltyToPayout}
            {...form.getInputProps('royaltyToPayout', { type: 'checkbox' })}
          />
          {!royaltyToPayout && (
            <CodeInput
              label={words.royaltyAddress}
              description={words.royaltyAddressHint}
              withAsterisk
              {...form.getInputProps('royalty.address')}
            />
          )}
          <ReceiverWarning role="royalty address" address={address} />
          {rate !== undefined && address !== '' && (
            <Note>{words.royaltyConfirms(percentOfRate(rate), address)}</Note>
          )}
        </>
      )}
    </Stack>
  )
}

export const SellingFields = ({ form }: { readonly form: CollectionDraftForm }) => (
  <TextInput
    maw="var(--field-lg)"
    label={words.reservation}
    description={words.reservationHint}
    inputMode="numeric"
    {...form.getInputProps('reservation_time')}
  />
)
