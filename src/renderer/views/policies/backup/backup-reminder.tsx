import { Box, Button, Group } from '@mantine/core'
import { ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { lacksTestedBackup, type PolicyView } from '#contract/policies/policy-view.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { text } from '#renderer/text/en.ts'
import styles from '../policies.module.css'
import { PolicyName } from '../policy-name.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.policies.backup

/** Stays on a policy's page until a backup of its keys has passed its test. */
export const PolicyBackupReminder = ({
  policy,
  onOpen,
}: {
  readonly policy: PolicyView
  readonly onOpen: (start: 'make' | 'test') => void
}) => {
  const { state } = policy.backup
  if (state === 'tested' || !lacksTestedBackup(policy)) return null
  return (
    <Reminder message={words.reminder[state]}>
      {state === 'made' && (
        <Button variant="default" onClick={() => onOpen('make')}>
          {words.makeAgain}
        </Button>
      )}
      <Button onClick={() => onOpen(state === 'made' ? 'test' : 'make')}>
        {state === 'made' ? words.test : words.make}
      </Button>
    </Reminder>
  )
}

/** Stays over the list as long as any policy in it is in danger. */
export const BackupReminder = ({
  lacking,
  isOnly,
  onOnly,
}: {
  readonly lacking: readonly PolicyView[]
  /** Whether the list shows these alone. */
  readonly isOnly: boolean
  readonly onOnly: (isOnly: boolean) => void
}) => {
  const go = useNavigation((state) => state.go)
  const [first, ...others] = lacking
  if (first === undefined) return null
  return others.length === 0 ? (
    <Reminder message={words.reminder.one} of={first}>
      <Button variant="default" onClick={() => go({ view: 'policies', policyId: first.policyId })}>
        {words.reminder.goToOne}
      </Button>
    </Reminder>
  ) : (
    <Reminder message={words.reminder.many(lacking.length)}>
      <Button variant="default" onClick={() => onOnly(!isOnly)}>
        {isOnly ? words.reminder.showAll : words.reminder.show}
      </Button>
    </Reminder>
  )
}

const Reminder = ({
  message,
  of,
  children,
}: {
  readonly message: string
  readonly of?: PolicyView
  readonly children: ReactNode
}) => (
  <section className={styles['reminder']} aria-label={words.reminder.title}>
    <ShieldAlert size={18} aria-hidden />
    <Box flex="1 1 18rem" className={ui['breakable']}>
      {of !== undefined && <PolicyName name={of.name} />}
      {message}
    </Box>
    <Group gap="xs">{children}</Group>
  </section>
)
