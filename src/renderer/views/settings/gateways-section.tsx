import { Button } from '@mantine/core'
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
import styles from './settings.module.css'
import { ConnectionTestResult } from './connection-test-result.tsx'
import { useConnectionTest } from '#renderer/views/use-connection-test.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.settings.gateways

export const GatewaysSection = () => {
  const { data: configs, error, refetch } = useCall('gateways.list', null)
  const { data: providers } = useCall('gateways.providers', null)
  const [setting, setSetting] = useState<GatewayView>()
  const [removing, setRemoving] = useState<GatewayView>()
  return (
    <div className={styles['stack']}>
      <div className={styles['intro']}>
        <span>{words.text}</span>
      </div>
      {error !== null && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {providers !== undefined &&
        configs?.map((config) => (
          <ConfigSheet
            key={config.network}
            config={config}
            provider={providers.find(({ kind }) => kind === config.kind)}
            onSet={() => setSetting(config)}
            onRemove={() => setRemoving(config)}
          />
        ))}
      {setting !== undefined && (
        <GatewayDialog
          config={setting}
          providers={providers ?? []}
          onClose={() => setSetting(undefined)}
        />
      )}
      {removing !== undefined && (
        <RemoveDialog config={removing} onClose={() => setRemoving(undefined)} />
      )}
    </div>
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
  provider,
  onSet,
  onRemove,
}: {
  readonly config: GatewayView
  /** Undefined for one that is built in. */
  readonly provider: ProviderView | undefined
  readonly onSet: () => void
  readonly onRemove: () => void
}) => {
  const network = text.common.networks[config.network]
  const state = stateOf(config, provider)
  return (
    <Sheet
      title={
        <span className={styles['inline']}>
          {network}
          <StatusBadge {...badges[state]}>{words.states[state]}</StatusBadge>
        </span>
      }
    >
      {state === 'own' && <p className={ui['lead']}>{words.ownText}</p>}
      {state === 'missing' && <p className={ui['lead']}>{provider?.advice}</p>}
      {state === 'set' && (
        <DetailList
          entries={[
            [words.name, config.name],
            [words.address, config.baseUrl],
          ]}
        />
      )}
      {state === 'set' && <ProviderLimits provider={provider} />}
      {state === 'set' && <GatewayBudget {...config} />}
      <div className={styles['acts']}>
        {state !== 'own' && (
          <Button
            variant="default"
            size="xs"
            aria-label={state === 'set' ? words.changeOf(network) : words.setOf(network)}
            onClick={onSet}
          >
            {state === 'set' ? words.change : words.set}
          </Button>
        )}
        {state === 'set' && (
          <Button
            variant="default"
            size="xs"
            aria-label={words.removeOf(network)}
            onClick={onRemove}
          >
            {text.common.remove}
          </Button>
        )}
        {state !== 'missing' && <ConnectionTest network={config.network} />}
      </div>
    </Sheet>
  )
}

const ConnectionTest = ({ network }: Pick<GatewayView, 'network'>) => {
  const isOffline = useIsOffline()
  const { test, start } = useConnectionTest(async () => {
    const tested = await withVault(words.reason, () => call('gateways.test', { network }))
    const { name, height, tipAgeSeconds, milliseconds } = tested
    return words.works(name, height, durationText(tipAgeSeconds), milliseconds)
  })
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={words.testOf(text.common.networks[network])}
        loading={test.isRunning}
        disabled={isOffline}
        onClick={start}
      >
        {words.test}
      </Button>
      <ConnectionTestResult test={test} />
    </>
  )
}

const RemoveDialog = ({
  config: { network },
  onClose,
}: {
  readonly config: GatewayView
  readonly onClose: () => void
}) => {
  const name = text.common.networks[network]
  return (
    <Confirm
      title={words.removeTitle}
      message={words.removeText(name)}
      action={words.remove}
      keep={words.keep}
      onClose={onClose}
      onConfirm={async () => {
        await attempt(async () => {
          await withVault(words.reason, () => change('gateways.remove', { network }))
          useNotices.getState().notify('good', words.removed(name))
        })
        onClose()
      }}
    />
  )
}
