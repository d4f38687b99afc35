import { Flex, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import { type GatewayView, gatewayCalls } from '#contract/gateways/calls.ts'
import type { CallOutput } from '#contract/window/calls.ts'
import { durationText, numberText } from '#values/text/format.ts'
import type { ProviderView } from '#contract/providers/providers.ts'
import { call } from '#renderer/bridge.ts'
import { useIsOffline } from '#renderer/data/app.ts'
import { change } from '#renderer/data/change.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { Note } from '#renderer/ui/error-alert.tsx'
import { DetailList } from '#renderer/ui/page.tsx'
import { DraftDialog } from '../frame/dialog-form.tsx'
import { NetworkBadge } from '../network-badge.tsx'
import { useDraftForm } from '../use-draft-form.ts'
import {
  missingIn,
  providerDraft,
  ProviderInputs,
  providerInput,
  ProviderLimits,
} from './provider-inputs.tsx'
import styles from './settings.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.settings.gateways

type Input = z.output<(typeof gatewayCalls)['gateways.set']['input']>
type Found = CallOutput<'gateways.check'>

/**
 * Sets up a gateway, in place of the one before or behind the others of its network: what was pasted is
 * checked first and stored in the vault by a second press.
 */
export const GatewayDialog = ({
  config,
  isAnother,
  providers,
  onClose,
}: {
  /** The one that it replaces, or one of the network to which it adds another. */
  readonly config: GatewayView
  readonly isAnother: boolean
  readonly providers: readonly ProviderView[]
  readonly onClose: () => void
}) => {
  const { id, network, kind } = config
  const isNew = isAnother || config.isDefault
  const isOffline = useIsOffline()
  const [checked, setChecked] = useState<{ readonly asked: string; readonly found: Found }>()
  const form = useDraftForm({
    initial: {
      name: isNew ? '' : config.name,
      ...providerDraft(kind, isNew ? {} : config.settings),
    },
    schema: gatewayCalls['gateways.set'].input,
    inputOf: ({ name, ...draft }) => ({ network, name, ...providerInput(draft) }),
    check: async (_input, draft) => missingIn(providers, draft),
    submit: async (input) => {
      const asked = askedOf(input)
      const found = checked?.asked === asked ? checked.found : undefined
      if (found === undefined && !isOffline) {
        const { name: _, ...wanted } = input
        setChecked({ asked, found: await call('gateways.check', wanted) })
        return
      }
      const { network: wanted } = found ?? input
      const saved = await withVault(words.reason, () =>
        isAnother
          ? change('gateways.add', { ...input, network: wanted })
          : change('gateways.set', {
              ...input,
              network: wanted,
              ...(wanted === network ? { id } : {}),
            }),
      )
      useNotices.getState().notify('good', words.saved(saved.name, text.common.networks[wanted]))
      onClose()
    },
  })
  const { name, ...draft } = form.values
  const provider = providers.find((candidate) => candidate.kind === draft.kind)
  const found =
    checked?.asked === askedOf({ network, name, ...providerInput(draft) })
      ? checked.found
      : undefined
  const shown = found?.network ?? network
  const isReady = found !== undefined || isOffline
  return (
    <DraftDialog
      form={form}
      title={words.title(text.common.networks[shown])}
      submit={isReady ? words.store : words.check}
      onClose={onClose}
    >
      <ol className={styles['steps']} aria-label={words.steps.label}>
        {[provider?.advice ?? words.steps.fill, words.steps.check, words.steps.store].map(
          (step, index) => (
            <li key={step} aria-current={index === (isReady ? 2 : 0) ? 'step' : undefined}>
              {step}
            </li>
          ),
        )}
      </ol>
      {isOffline && <Note>{words.unchecked}</Note>}
      <ProviderInputs
        providers={providers}
        draft={form.values}
        errors={form.errors}
        onChange={form.setValues}
        secretHint={words.secretHint}
        hasFocus
      />
      <ProviderLimits provider={provider} />
      <TextInput
        label={words.nameLabel}
        description={words.nameHint}
        {...form.getInputProps('name')}
      />
      {found !== undefined && <FoundGateway found={found} wanted={network} />}
    </DraftDialog>
  )
}

/** What a check is about: the name is nobody's concern but the user's. */
const askedOf = ({ kind, settings, secret }: Input): string =>
  JSON.stringify([kind, settings, secret])

/** Blocks come every 20 seconds on average. */
const oldTipSeconds = 20 * 60

const FoundGateway = ({
  found: { network, name, height, tipAgeSeconds, callsToday, milliseconds },
  wanted,
}: {
  readonly found: Found
  readonly wanted: GatewayView['network']
}) => (
  <Flex
    component="section"
    direction="column"
    gap="sm"
    p="md"
    className={ui['box']}
    aria-label={words.found.label}
    role="status"
    // In a low window the answer is below the fields.
    ref={(shown: HTMLElement | null) => {
      shown?.scrollIntoView({ block: 'nearest' })
    }}
  >
    {network !== wanted && <Note>{words.found.other(text.common.networks[network])}</Note>}
    {tipAgeSeconds > oldTipSeconds && <Note>{words.found.behind}</Note>}
    <DetailList
      entries={[
        [words.found.network, <NetworkBadge key="network" network={network} />],
        [words.found.answers, words.found.answered(name, milliseconds)],
        [words.found.tip, words.found.tipOf(height, durationText(tipAgeSeconds))],
        [
          words.found.calls,
          callsToday === null ? words.found.unknownCalls : numberText(callsToday),
        ],
      ]}
    />
  </Flex>
)
