import { Box } from '@mantine/core'
import type { VaultView } from '#contract/vault/status.ts'
import type { CallOutput } from '#contract/window/calls.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { DetailList, Sheet } from '#renderer/ui/page.tsx'
import { TestOutcome } from './connection-test-result.tsx'
import { SheetAction } from './section.tsx'

const words = text.settings.vault

type Probe = CallOutput<'vault.probe'>

/** Whether the vault's store works, tested when the section opens and on demand. */
export const VaultHealth = ({ backend }: Pick<VaultView, 'backend'>) => {
  const { data: probe, error, isFetching, refetch } = useCall('vault.probe', null)
  return (
    <Sheet
      title={words.health}
      hint={words.healthText}
      actions={
        <SheetAction isBusy={isFetching} onClick={() => void refetch()}>
          {words.checkAgain}
        </SheetAction>
      }
    >
      <Box mih="3.5rem" aria-busy={isFetching} role="status">
        {error !== null && <ErrorAlert error={error} />}
        {probe !== undefined && <ProbeDetails probe={probe} backend={backend} />}
      </Box>
    </Sheet>
  )
}

const ProbeDetails = ({
  probe: { store, keychain },
  backend,
}: {
  readonly probe: Probe
  readonly backend: VaultView['backend']
}) => (
  <DetailList
    entries={[
      [
        words.store,
        store.works ? (
          <TestOutcome key="store" state="works">
            {words.healthy}
          </TestOutcome>
        ) : (
          <TestOutcome key="store" state="fails" details={store.reason}>
            {words.sick}
          </TestOutcome>
        ),
      ],
      [
        words.keychain,
        keychain.works ? (
          <TestOutcome key="keychain" state="works">
            {words.keychainWorks}
          </TestOutcome>
        ) : (
          <TestOutcome
            key="keychain"
            state={backend === 'keychain' ? 'fails' : 'unused'}
            details={keychain.reason}
          >
            {words.keychainFails}
          </TestOutcome>
        ),
      ],
    ]}
  />
)
