import { Stack } from '@mantine/core'
import { CircleCheck } from 'lucide-react'
import type { WalletBackupTest } from '#contract/backups/calls.ts'
import { dateText } from '#values/text/format.ts'
import { change } from '#renderer/data/change.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { Note } from '#renderer/ui/error-alert.tsx'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { Hash } from '#renderer/ui/text-parts.tsx'
import { BackupDialog } from './backup-dialog.tsx'
import { CloseBar } from '#renderer/views/frame/close-bar.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.policies.backup.wallet

/** Makes and tests the backup of the wallet that sales are paid to. */
export const WalletBackupDialog = ({
  walletId,
  start,
  onClose,
}: {
  readonly walletId: string
  readonly start: 'make' | 'test'
  readonly onClose: () => void
}) => (
  <BackupDialog
    subject={{
      title: words.title,
      what: <div>{words.text}</div>,
      hasPaper: false,
      save: (passphrases) => change('backups.saveWallet', { walletId, ...passphrases }),
      test: (input) => change('backups.testWallet', input),
      result: (answer) => <Passed answer={answer} expected={walletId} onClose={onClose} />,
    }}
    start={start}
    onClose={onClose}
  />
)

const Passed = ({
  answer: { walletId, created, isKnown },
  expected,
  onClose,
}: {
  readonly answer: WalletBackupTest
  readonly expected: string
  readonly onClose: () => void
}) => (
  <Stack gap="md" role="status">
    <div>{words.passed(dateText(created))}</div>
    <div className={ui['inline']}>
      <Hash value={walletId} what={words.id} onCopy={copy} />
      <StatusBadge tone="good" icon={CircleCheck}>
        {text.policies.backup.proved.signs}
      </StatusBadge>
    </div>
    {walletId !== expected && <Note>{isKnown ? words.other : words.unknown}</Note>}
    <CloseBar onClose={onClose} />
  </Stack>
)
