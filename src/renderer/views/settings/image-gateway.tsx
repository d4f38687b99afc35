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

/** The gateway that images are fetched through before a mint. */
export const ImageGateway = () => {
  const { imageGateway } = useSettings()
  return imageGateway === '' ? null : <GatewayForm key={imageGateway} gateway={imageGateway} />
}

const GatewayForm = ({ gateway }: { readonly gateway: string }) => {
  const form = useDraftForm({
    initial: { imageGateway: gateway },
    schema: settings.pick({ imageGateway: true }),
    inputOf: (typed) => ({ imageGateway: typed.imageGateway.trim() }),
    submit: async (input) => {
      await change('app.changeSettings', input)
      useNotices.getState().notify('good', words.gatewaySaved(input.imageGateway))
    },
  })
  return (
    <Sheet title={words.gateway}>
      <form {...form.element}>
        <TextInput
          aria-label={words.gateway}
          description={words.gatewayText}
          {...form.getInputProps('imageGateway')}
          spellCheck={false}
        />
        {form.error !== undefined && <ErrorAlert error={form.error} />}
        <div className={styles['acts']}>
          <Button
            type="submit"
            variant="default"
            size="xs"
            loading={form.isBusy}
            disabled={form.values.imageGateway === gateway}
          >
            {text.common.save}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
