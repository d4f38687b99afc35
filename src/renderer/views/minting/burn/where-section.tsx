import { Radio, Stack } from '@mantine/core'
import type { ServiceNetwork } from '#values/networks/networks.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { CodeInput } from '#renderer/ui/code-input.tsx'
import { Hash } from '#renderer/ui/text-parts.tsx'
import { type BurnDraftForm, knowsOthers, type Places, whereOf } from './burn-draft.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.minting.burn

/** Where the tokens are: the owner of the address signs the burn too. */
export const WhereSection = ({
  places,
  network,
  form,
}: {
  readonly places: Places
  readonly network: ServiceNetwork
  readonly form: BurnDraftForm
}) => {
  const where = whereOf(form.values, places)
  return (
    <Radio.Group label={words.where} {...form.getInputProps('where')} value={where}>
      <Stack gap="sm" mt="xs">
        {knowsOthers(places) && (
          <div>
            <Radio value="mintedTo" label={words.mintedTo} description={words.mintedToHint} />
            <div className={ui['indent']}>
              {places.mintedTo.map((address) => (
                <div key={address}>
                  <Hash value={address} what={words.address} onCopy={copy} />
                </div>
              ))}
            </div>
          </div>
        )}
        <Radio value="own" label={words.own} description={words.ownHint} />
        <Radio value="other" label={words.other} description={words.otherHint} />
        {where === 'other' && (
          <CodeInput
            className={ui['indent']}
            label={words.address}
            description={text.minting.form.addressHint(text.common.networks[network])}
            {...form.getInputProps('address')}
          />
        )}
      </Stack>
    </Radio.Group>
  )
}
