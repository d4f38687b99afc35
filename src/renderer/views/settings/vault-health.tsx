import { Box, Button, Group } from '@mantine/core'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { CallOutput } from '#contract/window/calls.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { DetailList, Sheet } from '#renderer/ui/page.tsx'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import styles from './settings.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.settings.vault

type Probe = CallOutput<'vault.probe'>

/** Whether the vault's store works, tested when the section opens and on demand. */
export const VaultHealth = () => {
  const { data: probe, error, isFetching, refetch } = useCall('vault.probe', null)
  return (
    <Sheet title={words.health}>
      <Box mih="3.5rem" aria-busy={isFetching} role="status">
        {error !== null && <ErrorAlert error={error} />}
        {probe === undefined && error === null && (
          <span className={ui['lead']}>{words.checking}</span>
        )}
        {probe !== undefined && <ProbeDetails probe={probe} />}
      </Box>
      <Group gap="xs" mt="md" align="flex-start">
        <Button variant="default" size="xs" loading={isFetching} onClick={() => void refetch()}>
          {words.checkAgain}
        </Button>
      </Group>
    </Sheet>
  )
}

const ProbeDetails = ({ probe: { store, keychain } }: { readonly probe: Probe }) => (
  <DetailList
    entries={[
      [
        words.backend,
        <Outcome
          key="store"
          works={store.works}
          message={store.works ? words.healthy : words.sick(store.reason)}
        />,
      ],
      [
        words.keychain,
        <Outcome
          key="keychain"
          works={keychain.works}
          message={keychain.works ? words.keychainWorks : words.keychainFails(keychain.reason)}
        />,
      ],
    ]}
  />
)

const Outcome = ({ works, message }: { readonly works: boolean; readonly message: string }) => (
  <span className={styles['outcome']}>
    {works ? (
      <StatusBadge tone="good" icon={CircleCheck}>
        {words.works}
      </StatusBadge>
    ) : (
      <StatusBadge tone="bad" icon={CircleAlert}>
        {words.fails}
      </StatusBadge>
    )}
    <span className={ui['breakable']}>{message}</span>
  </span>
)
