import { Stack } from '@mantine/core'
import { CircleCheck, Unplug } from 'lucide-react'
import { dateText } from '#values/text/format.ts'
import { text } from '#renderer/text/en.ts'
import { Note } from '#renderer/ui/error-alert.tsx'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { PolicyName } from '../policy-name.tsx'
import { BackupKeys } from './backup-keys.tsx'
import type { BackupTestAnswer } from './test-form.tsx'
import { CloseBar } from '#renderer/views/frame/close-bar.tsx'

const words = text.policies.backup.proved

/** What a test has shown, key by key. */
export const BackupTestResult = ({
  answer,
  expected,
  onClose,
}: {
  readonly answer: BackupTestAnswer
  /** The policy that the user came from. */
  readonly expected?: string
  readonly onClose: () => void
}) => {
  const { backup, canMint } = answer
  return (
    <Stack gap="md" role="status">
      <div>
        <PolicyName name={backup.name} />
        {words.text(backup.keyHashes.length)} {words.made(dateText(backup.created))}
      </div>
      <BackupKeys
        backup={backup}
        inside={() => (
          <StatusBadge tone="good" icon={CircleCheck}>
            {words.signs}
          </StatusBadge>
        )}
        outside={<StatusBadge icon={Unplug}>{words.notInside}</StatusBadge>}
      />
      <div>{canMint ? words.canMint : words.cannotMint}</div>
      {doubtsOf(answer, expected).map((doubt) => (
        <Note key={doubt}>{doubt}</Note>
      ))}
      <CloseBar onClose={onClose} />
    </Stack>
  )
}

/** What a test that was passed does not mean. */
const doubtsOf = (
  { backup, policy }: BackupTestAnswer,
  expected: string | undefined,
): readonly string[] => {
  if (expected !== undefined && backup.policyId !== expected) return [words.other]
  if (policy === null) return [words.unknown]
  const isOlder = policy.keys.some(
    ({ keyHash, here }) => here && !backup.keyHashes.includes(keyHash),
  )
  return isOlder ? [words.older] : []
}
