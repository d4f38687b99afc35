import { Button, Stack } from '@mantine/core'
import { CircleCheck, KeyRound, Unplug } from 'lucide-react'
import { useState } from 'react'
import type { CallOutput } from '#contract/window/calls.ts'
import type { PolicyView } from '#contract/policies/policy-view.ts'
import { change } from '#renderer/data/change.ts'
import { copy } from '#renderer/stores/copy.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { DialogButtons } from '#renderer/ui/dialog.tsx'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { Hash } from '#renderer/ui/text-parts.tsx'
import { CloseBar } from '#renderer/views/frame/close-bar.tsx'
import { PolicyName } from '../policy-name.tsx'
import { SecretDialog } from '../secret-dialog.tsx'
import { DraftFormBody } from '#renderer/views/frame/submit-form.tsx'
import { BackupKeys } from './backup-keys.tsx'
import { useBackupForm } from './test-form.tsx'

const words = text.policies.backup

type Answer = CallOutput<'backups.restore'>
type AnswerOf<Of> = Extract<Answer, { readonly of: Of }>

/** The keys of a backup, back into the vault. */
export const RestoreDialog = ({
  onClose,
  onOpen,
}: {
  readonly onClose: () => void
  readonly onOpen: (policy: PolicyView) => void
}) => {
  const [answer, setAnswer] = useState<Answer>()
  return (
    <SecretDialog
      title={answer === undefined ? words.restoring.title : words.restored.title}
      onClose={onClose}
    >
      {answer === undefined ? (
        <RestoreForm onDone={setAnswer} onCancel={onClose} />
      ) : answer.of === 'wallet' ? (
        <RestoredWallet answer={answer} onClose={onClose} />
      ) : (
        <RestoredPolicy answer={answer} onClose={onClose} onOpen={() => onOpen(answer.policy)} />
      )}
    </SecretDialog>
  )
}

const RestoreForm = ({
  onDone,
  onCancel,
}: {
  readonly onDone: (answer: Answer) => void
  readonly onCancel: () => void
}) => {
  const { form, fields } = useBackupForm(async (input) =>
    onDone(await withVault(words.restoring.reason, () => change('backups.restore', input))),
  )
  return (
    <DraftFormBody form={form} submit={words.restoring.submit} onCancel={onCancel}>
      <div>{words.restoring.text}</div>
      {fields}
    </DraftFormBody>
  )
}

const RestoredWallet = ({
  answer: { network, firstAddress, wasHere },
  onClose,
}: {
  readonly answer: AnswerOf<'wallet'>
  readonly onClose: () => void
}) => (
  <Stack gap="md" role="status">
    <div>{words.restored.wallet(wasHere)}</div>
    <div>
      {words.restored.firstAddress} ({text.common.networks[network]}):{' '}
      <Hash whole value={firstAddress} what={words.restored.firstAddress} onCopy={copy} />
    </div>
    <CloseBar onClose={onClose} />
  </Stack>
)

const RestoredPolicy = ({
  answer: { backup, alreadyHere, wasKnown, policy },
  onClose,
  onOpen,
}: {
  readonly answer: AnswerOf<'policy'>
  readonly onClose: () => void
  readonly onOpen: () => void
}) => {
  const came = backup.keyHashes.filter((keyHash) => !alreadyHere.includes(keyHash))
  return (
    <Stack gap="md" role="status">
      <div>
        <PolicyName name={policy.name} />
        {words.restored.text(came.length)} {wasKnown ? words.restored.known : words.restored.new}
      </div>
      {backup.network !== policy.network && (
        <div>
          {words.restored.networkKept(
            text.common.networks[backup.network],
            text.common.networks[policy.network],
          )}
        </div>
      )}
      <BackupKeys
        backup={backup}
        inside={(keyHash) => <CameBack isNew={came.includes(keyHash)} />}
        outside={<StatusBadge icon={Unplug}>{words.proved.notInside}</StatusBadge>}
      />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {text.common.close}
        </Button>
        <Button onClick={onOpen} data-autofocus>
          {words.restored.open}
        </Button>
      </DialogButtons>
    </Stack>
  )
}

const CameBack = ({ isNew }: { readonly isNew: boolean }) =>
  isNew ? (
    <StatusBadge tone="good" icon={CircleCheck}>
      {words.restored.came}
    </StatusBadge>
  ) : (
    <StatusBadge icon={KeyRound}>{words.restored.wasHere}</StatusBadge>
  )
