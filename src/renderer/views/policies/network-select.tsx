import { Select } from '@mantine/core'
import { chainNetwork, type PolicyFacts } from '#shared/calls/facts.ts'
import { text } from '#renderer/text/en.ts'

const words = text.policies.form

/** The chain whose slots a policy's lock counts. */
export const NetworkSelect = ({
  value,
  onChange,
}: {
  readonly value: PolicyFacts['network']
  readonly onChange: (network: PolicyFacts['network']) => void
}) => (
  <Select
    label={words.network}
    description={words.networkHint}
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
