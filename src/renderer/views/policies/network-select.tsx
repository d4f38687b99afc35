import { Select } from '@mantine/core'
import { chainNetwork } from '#contract/network.ts'
import type { PolicyView } from '#contract/policies/policy-view.ts'
import { text } from '#renderer/text/en.ts'

const words = text.policies.form

/** A chain, by default the one whose slots a policy's lock counts. */
export const NetworkSelect = ({
  value,
  onChange,
  description = words.networkHint,
  className,
}: {
  readonly description?: string
  readonly className?: string | undefined
  readonly value: PolicyView['network']
  readonly onChange: (network: PolicyView['network']) => void
}) => (
  <Select
    label={words.network}
    description={description}
    className={className ?? ''}
    data={chainNetwork.options.map((network) => ({
      value: network,
      label: text.common.networks[network],
    }))}
    value={value}
    onChange={(chosen) => {
      if (chosen !== null) onChange(chosen)
    }}
  />
)
