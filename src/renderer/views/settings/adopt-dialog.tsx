import { Select, Textarea, TextInput } from '@mantine/core'
import { adoptionCalls, type AdoptionReport } from '#contract/adoptions/calls.ts'
import { useSettings } from '#renderer/data/app.ts'
import { change } from '#renderer/data/change.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { DraftDialog } from '../frame/dialog-form.tsx'
import { atOwnPaths, useDraftForm } from '../use-draft-form.ts'

const words = text.settings.adoptions

export type AskedPolicy = Pick<AdoptionReport, 'policyId' | 'network'>

/** Asks for a policy whose images are to be kept, and where. */
export const AdoptDialog = ({
  asked,
  onClose,
}: {
  /** Undefined for a policy that was not adopted before. */
  readonly asked: AskedPolicy | undefined
  readonly onClose: () => void
}) => {
  const { data: targets = [] } = useCall('pins.list', null)
  const { data: gateways = [] } = useCall('gateways.list', null)
  const networks = gateways
    .filter(({ network, isDefault }) => network === 'devnet' || !isDefault)
    .map(({ network }) => network)
  const { imageGateway } = useSettings()
  const form = useDraftForm({
    initial: {
      policyId: asked?.policyId ?? '',
      network: asked?.network ?? 'devnet',
      target: 'local',
      gateways: imageGateway,
    },
    schema: adoptionCalls['adoptions.start'].input,
    inputOf: (typed) => ({
      ...typed,
      policyId: typed.policyId.trim().toLowerCase(),
      gateways: typed.gateways.split(/\s+/u).filter((url) => url !== ''),
    }),
    // a line's error is shown at the field of all lines
    errorsOf: (_typed, found) =>
      atOwnPaths(
        found.map(({ field, message }) => ({ field: /^\w+/u.exec(field)?.[0] ?? field, message })),
      ),
    submit: async (input) => {
      await withVault(words.reason, () => change('adoptions.start', input))
      onClose()
    },
  })
  return (
    <DraftDialog form={form} title={words.adoptTitle} submit={words.start} onClose={onClose}>
      <TextInput
        label={words.policyId}
        description={words.policyIdHint}
        {...form.getInputProps('policyId')}
        spellCheck={false}
        required
        data-autofocus
      />
      <Select
        label={words.network}
        description={words.networkHint}
        data={networks.map((value) => ({ value, label: text.common.networks[value] }))}
        {...form.getInputProps('network')}
        allowDeselect={false}
      />
      <Select
        label={words.target}
        data={targets.map(({ name, url }) => ({
          value: name,
          label: [text.common.pinTarget(name), url].filter((part) => part !== null).join(' · '),
        }))}
        {...form.getInputProps('target')}
        allowDeselect={false}
      />
      <Textarea
        label={words.gateways}
        description={words.gatewaysHint}
        rows={2}
        {...form.getInputProps('gateways')}
        spellCheck={false}
        required
      />
    </DraftDialog>
  )
}
