import { Box, Button, Group } from '@mantine/core'
import { KeyRound, Unplug } from 'lucide-react'
import { useState } from 'react'
import { lacksTestedBackup, type PolicyView } from '#contract/policies/policy-view.ts'
import { copy } from '#renderer/stores/copy.ts'
import { openPolicyDialog, type PolicyDialog } from '#renderer/stores/policy-dialog.ts'
import { text } from '#renderer/text/en.ts'
import { Sheet } from '#renderer/ui/page.tsx'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { Hash } from '#renderer/ui/text-parts.tsx'
import { ImportPolicyDialog } from './import-dialog.tsx'
import styles from './policies.module.css'
import { keysOnComputer } from './policy-states.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.policies.keys

/** Which of a policy's keys are in the vault, and the ways that a key can come and go. */
export const KeysSheet = ({ policy }: { readonly policy: PolicyView }) => {
  const here = keysOnComputer(policy)
  return (
    <Sheet title={words.title}>
      <p className={ui['lead']}>
        {policy.keys.length === 0 ? words.none : words.summary(here, policy.keys.length)}
      </p>
      <ul className={`${ui['tight']} ${styles['keys']}`}>
        {policy.keys.map((key) => (
          <li key={key.keyHash}>
            <span>
              <Hash value={key.keyHash} what={text.policies.keyHash} onCopy={copy} />
              {key.path !== null && (
                <Box ff="monospace" className={ui['small']}>
                  {words.path(key.path)}
                </Box>
              )}
            </span>
            <Presence here={key.here} />
          </li>
        ))}
      </ul>
      <KeyActions policy={policy} here={here} />
    </Sheet>
  )
}

const KeyActions = ({ policy, here }: { readonly policy: PolicyView; readonly here: number }) => {
  const [isImporting, setIsImporting] = useState(false)
  const open = (dialog: PolicyDialog) => () =>
    openPolicyDialog({ policyId: policy.policyId, dialog })
  const isReminded = here === 0 || lacksTestedBackup(policy)
  const isPartial = here < policy.keys.length
  if (isReminded && !isPartial) return null
  return (
    <>
      <Group gap="xs" mt="md">
        {!isReminded && <BackupButtons policy={policy} open={open} />}
        {isPartial && (
          <Button variant={here === 0 ? 'filled' : 'default'} onClick={() => setIsImporting(true)}>
            {words.importKey}
          </Button>
        )}
      </Group>
      {isImporting && <ImportPolicyDialog onClose={() => setIsImporting(false)} />}
    </>
  )
}

/** Once there is nothing to be reminded of. A first backup is still the next step. */
const BackupButtons = ({
  policy: { backup },
  open,
}: {
  readonly policy: PolicyView
  readonly open: (dialog: PolicyDialog) => () => void
}) => {
  const isMade = backup.state !== 'none'
  return (
    <>
      <Button variant={isMade ? 'default' : 'filled'} onClick={open('make')}>
        {isMade ? text.policies.backup.makeAgain : text.policies.backup.make}
      </Button>
      <Button variant="default" onClick={open('test')}>
        {text.policies.backup.testAnyBackup}
      </Button>
    </>
  )
}

const Presence = ({ here }: { readonly here: boolean }) =>
  here ? (
    <StatusBadge tone="good" icon={KeyRound}>
      {text.policies.conditions.keyHere}
    </StatusBadge>
  ) : (
    <StatusBadge icon={Unplug}>{text.policies.conditions.keyElsewhere}</StatusBadge>
  )
