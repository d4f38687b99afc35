import { Button, Group, TextInput } from '@mantine/core'
import { z } from 'zod'
import { settings, type Settings } from '#contract/settings/settings.ts'
import { useSettings } from '#renderer/data/app.ts'
import { change } from '#renderer/data/change.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { Sheet } from '#renderer/ui/page.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { useDraftForm } from '../use-draft-form.ts'

const words = text.settings.pinChecks

/** The gateway that images are fetched through before a mint. */
export const ImageGateway = () => {
  const { imageGateway } = useSettings()
  return imageGateway === '' ? null : (
    <AddressForm
      key={imageGateway}
      stored={imageGateway}
      address={settings.shape.imageGateway}
      empty=""
      title={words.gateway}
      description={words.gatewayText}
      changes={(imageGatewayNow) => ({ imageGateway: imageGatewayNow })}
      saved={words.gatewaySaved}
    />
  )
}

/** Who may be asked which peers have a file, besides a node. Empty: nobody. */
export const RoutingEndpoint = () => {
  const { routingEndpoint } = useSettings()
  return (
    <AddressForm
      key={routingEndpoint}
      stored={routingEndpoint ?? ''}
      address={settings.shape.routingEndpoint}
      empty={null}
      title={words.routing}
      description={words.routingText}
      changes={(routingEndpointNow) => ({ routingEndpoint: routingEndpointNow })}
      saved={words.routingSaved}
    />
  )
}

const AddressForm = <A extends string | null>(props: {
  readonly stored: string
  readonly address: z.ZodType<A>
  /** What an empty field stands for. */
  readonly empty: A
  readonly title: string
  readonly description: string
  readonly changes: (address: A) => Partial<Settings>
  /** What is said afterwards. */
  readonly saved: (address: A) => string
}) => {
  const { stored, address, empty, title, description, changes, saved } = props
  const form = useDraftForm({
    initial: { address: stored },
    schema: z.object({ address }),
    inputOf: (typed) => ({ address: typed.address.trim() || empty }),
    submit: async (input) => {
      await change('app.changeSettings', changes(input.address))
      useNotices.getState().notify('good', saved(input.address))
    },
  })
  return (
    <Sheet title={title} hint={description}>
      <form {...form.element}>
        <Group gap="xs" align="flex-start">
          <TextInput
            aria-label={title}
            {...form.getInputProps('address')}
            spellCheck={false}
            flex="1 1 var(--field-sm)"
            maw="var(--field-xl)"
          />
          <Button
            type="submit"
            variant="default"
            loading={form.isBusy}
            disabled={form.values.address === stored}
          >
            {text.common.save}
          </Button>
        </Group>
        {form.error !== undefined && <ErrorAlert error={form.error} />}
      </form>
    </Sheet>
  )
}
