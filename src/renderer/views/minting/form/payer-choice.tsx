import { Radio, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ServiceNetwork } from '#values/networks/networks.ts'
import { text } from '#renderer/text/en.ts'
import { CodeInput } from '#renderer/ui/code-input.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.minting.form

/** The collection's payment address, or another one, whose owner signs elsewhere. */
export const PayerChoice = ({
  group,
  funding,
  fundingProps,
  payerProps,
  network,
  children,
}: {
  /** How the choice is named. */
  readonly group: { readonly label: string } | { readonly 'aria-label': string }
  readonly funding: 'own' | 'other'
  readonly fundingProps: object
  readonly payerProps: object
  readonly network: ServiceNetwork
  /** What there is to say about the collection's payment address. */
  readonly children?: ReactNode
}) => (
  <Radio.Group {...group} {...fundingProps}>
    <Stack gap="sm" mt={'label' in group ? 'xs' : 0}>
      <Radio value="own" label={words.own} description={words.ownHint} />
      {funding === 'own' && children}
      <Radio value="other" label={words.external} description={words.externalHint} />
      {funding === 'other' && (
        <CodeInput
          className={ui['indent']}
          label={words.payer}
          description={words.addressHint(text.common.networks[network])}
          {...payerProps}
        />
      )}
    </Stack>
  </Radio.Group>
)
