import { Button, TextInput } from '@mantine/core'
import { settings } from '#shared/calls/facts.ts'
import { useSettings } from '#renderer/data/app.ts'
import { change } from '#renderer/data/change.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { Sheet } from '#renderer/ui/page.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { useDraftForm } from '../use-draft-form.ts'
import styles from './settings.module.css'

const words = text.settings.pinChecks

/** Who may be asked which peers have a file, besides a node. Empty: nobody. */
export const RoutingEndpoint = () => {
  const { routingEndpoint } = useSettings()
  return <EndpointForm key={routingEndpoint} endpoint={routingEndpoint ?? ''} />
}

const EndpointForm = ({ endpoint }: { readonly endpoint: string }) => {
  const form = useDraftForm({
    initial: { routingEndpoint: endpoint },
    schema: settings.pick({ routingEndpoint: true }),
    inputOf: (typed) => ({ routingEndpoint: typed.routingEndpoint.trim() || null }),
    submit: async (input) => {
      await change('app.changeSettings', input)
      useNotices.getState().notify('good', words.routingSaved(input.routingEndpoint))
    },
  })
  return (
    <Sheet title={words.routing}>
      <form {...form.element}>
        <TextInput
          aria-label={words.routing}
          description={words.routingText}
          {...form.getInputProps('routingEndpoint')}
          spellCheck={false}
        />
        {form.error !== undefined && <ErrorAlert error={form.error} />}
        <div className={styles['acts']}>
          <Button
            type="submit"
            variant="default"
            size="xs"
            loading={form.isBusy}
            disabled={form.values.routingEndpoint === endpoint}
          >
            {text.common.save}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
