import { Button, Group, NumberInput } from '@mantine/core'
import { Gauge } from 'lucide-react'
import { type GatewayView, gatewayCalls } from '#contract/gateways/calls.ts'
import { change } from '#renderer/data/change.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { useDraftForm } from '../use-draft-form.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.settings.gateways.budget

/** The calls of a gateway today, and the budget that the user gives it. */
export const GatewayBudget = ({ id, name, callsPerDay }: GatewayView) => {
  const { data } = useCall('gateways.usage', null)
  const usage = data?.find((gateway) => gateway.id === id)
  const initial: { callsPerDay: number | string } = { callsPerDay: callsPerDay ?? '' }
  const form = useDraftForm({
    initial,
    schema: gatewayCalls['gateways.setBudget'].input,
    inputOf: (typed) => ({
      id,
      callsPerDay: typed.callsPerDay === '' ? null : typed.callsPerDay,
    }),
    submit: async (input) => {
      await change('gateways.setBudget', input)
      useNotices.getState().notify('good', words.saved(name))
    },
  })
  return (
    <>
      <Group component="p" gap="xs" my="sm" className={ui['number']}>
        {usage !== undefined && words.today(usage.calls, usage.callsPerDay)}
        {usage !== undefined && usage.bannedUntil !== null && (
          <StatusBadge tone="warn" icon={Gauge}>
            {words.banned(usage.bannedUntil)}
          </StatusBadge>
        )}
        {usage?.isUsedUp === true && (
          <StatusBadge tone="warn" icon={Gauge}>
            {words.usedUp}
          </StatusBadge>
        )}
      </Group>
      <form {...form.element}>
        <NumberInput
          label={words.label}
          description={words.hint}
          {...form.getInputProps('callsPerDay')}
          allowDecimal={false}
          allowNegative={false}
          thousandSeparator=","
          maw="var(--field-lg)"
          inputContainer={(input) => (
            <Group gap="xs" wrap="nowrap">
              {input}
              <Button
                type="submit"
                variant="default"
                loading={form.isBusy}
                disabled={form.values.callsPerDay === (callsPerDay ?? '')}
              >
                {text.common.save}
              </Button>
            </Group>
          )}
        />
      </form>
      {form.error !== undefined && <ErrorAlert error={form.error} />}
    </>
  )
}
