import { CircleCheck, CircleDashed, House } from 'lucide-react'
import { useState } from 'react'
import type { GatewayView } from '#contract/gateways/calls.ts'
import { durationText } from '#values/text/format.ts'
import type { ProviderView } from '#contract/providers/providers.ts'
import { call } from '#renderer/bridge.ts'
import { change } from '#renderer/data/change.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useIsOffline } from '#renderer/data/app.ts'
import { attempt, useNotices } from '#renderer/stores/notices.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { Confirm } from '#renderer/views/frame/confirm.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { DetailList, Sheet } from '#renderer/ui/page.tsx'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { GatewayBudget } from './gateway-budget.tsx'
import { GatewayDialog } from './gateway-dialog.tsx'
import { ProviderLimits } from './provider-inputs.tsx'
import { Section, SheetAction } from './section.tsx'
import styles from './settings.module.css'
import { ConnectionTestResult } from './connection-test-result.tsx'
import { useConnectionTest } from '#renderer/views/use-connection-test.ts'

const words = text.settings.gateways

export const GatewaysSection = () => {
  const { data: configs, error, refetch } = useCall('gateways.list', null)
  const { data: providers } = useCall('gateways.providers', null)
  const [setting, setSetting] = useState<{
    readonly config: GatewayView
    readonly isAnother: boolean
  }>()
  const [removing, setRemoving] = useState<GatewayView>()
  return (
    <Section intro={words.text}>
      {error !== null && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {providers !== undefined &&
        configs?.map((config) => (
          <ConfigSheet
            key={config.id}
            config={config}
            listed={configs.filter(({ network }) => network === config.network)}
            provider={providers.find(({ kind }) => kind === config.kind)}
            onSet={(isAnother) => setSetting({ config, isAnother })}
            onRemove={() => setRemoving(config)}
          />
        ))}
      {setting !== undefined && (
        <GatewayDialog
          {...setting}
          providers={providers ?? []}
          onClose={() => setSetting(undefined)}
        />
      )}
      {removing !== undefined && (
        <RemoveDialog config={removing} onClose={() => setRemoving(undefined)} />
      )}
    </Section>
  )
}

const badges = {
  own: { tone: 'accent', icon: House },
  set: { tone: 'good', icon: CircleCheck },
  missing: { tone: 'plain', icon: CircleDashed },
} as const

const stateOf = (
  { isDefault }: GatewayView,
  provider: ProviderView | undefined,
): keyof typeof badges => {
  if (!isDefault) return 'set'
  return provider === undefined ? 'own' : 'missing'
}

const ConfigSheet = ({
  config,
  listed,
  provider,
  onSet,
  onRemove,
}: {
  readonly config: GatewayView
  /** The gateways of its network in their order. */
  readonly listed: readonly GatewayView[]
  /** Undefined for one that is built in. */
  readonly provider: ProviderView | undefined
  readonly onSet: (isAnother: boolean) => void
  readonly onRemove: () => void
}) => {
  const position = listed.indexOf(config) + 1
  const network = words.nth(text.common.networks[config.network], position)
  const state = stateOf(config, provider)
  const isOffline = useIsOffline()
  const { test, start } = useConnectionTest(async () => {
    const tested = await withVault(words.reason, () => call('gateways.test', { id: config.id }))
    const { name, height, tipAgeSeconds, milliseconds } = tested
    return words.works(name, height, durationText(tipAgeSeconds), milliseconds)
  })
  return (
    <Sheet
      title={
        <span className={styles['inline']}>
          {network}
          <StatusBadge {...badges[state]}>{words.states[state]}</StatusBadge>
        </span>
      }
      hint={state === 'own' ? words.ownText : state === 'missing' ? provider?.advice : undefined}
      actions={
        <>
          {state !== 'missing' && (
            <SheetAction
              label={words.testOf(network)}
              isBusy={test.isRunning}
              disabled={isOffline}
              onClick={start}
            >
              {words.test}
            </SheetAction>
          )}
          {state !== 'own' && (
            <SheetAction
              label={state === 'set' ? words.changeOf(network) : words.setOf(network)}
              onClick={() => onSet(false)}
            >
              {state === 'set' ? words.change : words.set}
            </SheetAction>
          )}
          {position > 1 && <AskEarlier config={config} listed={listed} name={network} />}
          {state === 'set' && position === listed.length && (
            <SheetAction
              label={words.addOf(text.common.networks[config.network])}
              onClick={() => onSet(true)}
            >
              {words.add}
            </SheetAction>
          )}
          {state === 'set' && (
            <SheetAction label={words.removeOf(network)} onClick={onRemove}>
              {text.common.remove}
            </SheetAction>
          )}
        </>
      }
    >
      {state === 'set' && (
        <>
          <DetailList
            entries={[
              [words.name, config.name],
              [words.address, config.baseUrl],
            ]}
          />
          <ProviderLimits provider={provider} />
          <GatewayBudget {...config} />
        </>
      )}
      {state !== 'missing' && <ConnectionTestResult test={test} />}
    </Sheet>
  )
}

const AskEarlier = ({
  config: { id, network },
  listed,
  name,
}: {
  readonly config: GatewayView
  readonly listed: readonly GatewayView[]
  readonly name: string
}) => (
  <SheetAction
    label={words.earlierOf(name)}
    onClick={() =>
      void attempt(() => change('gateways.order', { network, ids: earlier(listed, id) }))
    }
  >
    {words.earlier}
  </SheetAction>
)

/** The IDs with one of them a place earlier. */
const earlier = (listed: readonly GatewayView[], moved: string): string[] => {
  const ids = listed.map(({ id }) => id)
  const at = ids.indexOf(moved)
  return [...ids.slice(0, at - 1), moved, ...ids.slice(at - 1).filter((id) => id !== moved)]
}

const RemoveDialog = ({
  config: { id, name },
  onClose,
}: {
  readonly config: GatewayView
  readonly onClose: () => void
}) => {
  return (
    <Confirm
      title={words.removeTitle}
      message={words.removeText(name)}
      action={words.remove}
      keep={words.keep}
      onClose={onClose}
      onConfirm={async () => {
        await attempt(async () => {
          await withVault(words.reason, () => change('gateways.remove', { id }))
          useNotices.getState().notify('good', words.removed(name))
        })
        onClose()
      }}
    />
  )
}
