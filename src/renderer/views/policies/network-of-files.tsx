import { Select } from '@mantine/core'
import { chainNetwork } from '#contract/network.ts'
import type { PolicyView } from '#contract/policies/policy-view.ts'
import { text } from '#renderer/text/en.ts'

const { form, importing } = text.policies
const ofFiles = 'files'

/** The network whose slots a policy's lock counts: null for the one that its files state. */
export const NetworkOfFiles = ({
  value,
  onChange,
}: {
  readonly value: PolicyView['network'] | null
  readonly onChange: (network: PolicyView['network'] | null) => void
}) => (
  <Select
    label={form.network}
    description={form.networkHint}
    data={[
      { value: ofFiles, label: importing.networkOfFile },
      ...chainNetwork.options.map((option) => ({
        value: option,
        label: text.common.networks[option],
      })),
    ]}
    value={value ?? ofFiles}
    onChange={(chosen) => onChange(chainNetwork.safeParse(chosen).data ?? null)}
  />
)
