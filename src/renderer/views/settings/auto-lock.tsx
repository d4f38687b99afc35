import { Button, Group, NumberInput } from '@mantine/core'
import { settings } from '#contract/settings/settings.ts'
import { useSettings } from '#renderer/data/app.ts'
import { change } from '#renderer/data/change.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { useDraftForm } from '../use-draft-form.ts'

const words = text.settings.vault

/** Idle minutes until the vault locks itself. */
export const AutoLock = () => {
  const saved = useSettings().autoLockMinutes
  const initial: { autoLockMinutes: number | string } = { autoLockMinutes: saved }
  const form = useDraftForm({
    initial,
    schema: settings.pick({ autoLockMinutes: true }),
    inputOf: (typed) => typed,
    errorsOf: (_values, found) =>
      found.length === 0 ? {} : { autoLockMinutes: words.autoLockError },
    submit: async (input) => {
      await change('app.changeSettings', input)
      useNotices.getState().notify('good', words.autoLockSaved(input.autoLockMinutes))
    },
  })
  return (
    <Sheet
      title={words.autoLockTitle}
      hint={words.autoLockHint}
      actions={
        <form {...form.element}>
          <Group gap="xs" align="flex-start" wrap="nowrap">
            <NumberInput
              aria-label={words.autoLock}
              {...form.getInputProps('autoLockMinutes')}
              allowDecimal={false}
              allowNegative={false}
              w="var(--field-xs)"
            />
            <Button
              type="submit"
              variant="default"
              loading={form.isBusy}
              disabled={form.values.autoLockMinutes === saved}
            >
              {text.common.save}
            </Button>
          </Group>
        </form>
      }
    >
      {form.error !== undefined && <ErrorAlert error={form.error} />}
    </Sheet>
  )
}
