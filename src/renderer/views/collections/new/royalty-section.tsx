import { Stack, Switch, TextInput } from '@mantine/core'
import { percentOfRate, rateOfPercent } from '#shared/percent.ts'
import { useNewCollection } from '#renderer/stores/new-collection.ts'
import { text } from '#renderer/text/en.ts'
import { Note } from '#renderer/ui/error-alert.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import styles from '../new-collection.module.css'
import type { FieldOf } from './field.ts'

const words = text.collections.new

export const RoyaltySection = ({ fieldOf }: { readonly fieldOf: FieldOf }) => {
  const { draft, change } = useNewCollection()
  const rate = rateOfPercent(draft.royaltyRate)
  const address = draft.royaltyAddress.trim()
  return (
    <Sheet title={words.royalty}>
      <Stack gap="md">
        <Switch
          label={words.hasRoyalty}
          checked={draft.hasRoyalty}
          onChange={(event) => change({ hasRoyalty: event.currentTarget.checked })}
        />
        {draft.hasRoyalty && (
          <>
            <p className={styles['lead']}>{words.royaltyText}</p>
            <TextInput
              className={styles['short'] ?? ''}
              label={words.rate}
              description={words.rateHint}
              withAsterisk
              inputMode="decimal"
              value={draft.royaltyRate}
              onChange={(event) => change({ royaltyRate: event.currentTarget.value })}
              {...fieldOf('royalty.rate')}
              autoComplete="off"
            />
            <TextInput
              label={words.royaltyAddress}
              description={words.royaltyAddressHint}
              withAsterisk
              value={draft.royaltyAddress}
              onChange={(event) => change({ royaltyAddress: event.currentTarget.value })}
              {...fieldOf('royalty.address')}
              classNames={{ input: styles['mono'] ?? '' }}
              autoComplete="off"
              spellCheck={false}
            />
            {rate !== undefined && address !== '' && (
              <Note>{words.royaltyConfirms(percentOfRate(rate), address)}</Note>
            )}
          </>
        )}
      </Stack>
    </Sheet>
  )
}

export const SellingSection = ({ fieldOf }: { readonly fieldOf: FieldOf }) => {
  const { draft, change } = useNewCollection()
  return (
    <Sheet title={words.selling}>
      <TextInput
        className={styles['medium'] ?? ''}
        label={words.reservation}
        description={words.reservationHint}
        inputMode="numeric"
        value={draft.reservation}
        onChange={(event) => change({ reservation: event.currentTarget.value })}
        {...fieldOf('reservation_time')}
        autoComplete="off"
      />
    </Sheet>
  )
}
