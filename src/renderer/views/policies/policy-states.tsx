import { Tooltip } from '@mantine/core'
import {
  CircleCheck,
  CircleSlash,
  Eye,
  FlaskConical,
  Hourglass,
  Infinity as Forever,
  Lock,
  ShieldAlert,
  ShieldCheck,
  ShieldQuestionMark,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { backupNeedOf, type PolicyView } from '#contract/policies/policy-view.ts'
import { dateText, durationText } from '#values/text/format.ts'
import { isWatchOnly } from '#contract/policies/watch-only.ts'
import { text } from '#renderer/text/en.ts'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import styles from './policies.module.css'

const words = text.policies

/** Whether and when a policy locks, with the time left. */
export const LockBadge = ({
  lock,
  now,
}: {
  readonly lock: PolicyView['lock']
  readonly now: number
}) => {
  if (lock === null) return <StatusBadge icon={Forever}>{words.lock.never}</StatusBadge>
  if (lock.time === null) return <StatusBadge icon={Hourglass}>{words.lock.beyond}</StatusBadge>
  const seconds = (Date.parse(lock.time) - now) / 1000
  return (
    <Tooltip label={words.lock.at(dateText(lock.time))}>
      <span>
        {seconds <= 0 ? (
          <StatusBadge tone="warn" icon={Lock}>
            {words.lock.locked}
          </StatusBadge>
        ) : (
          <StatusBadge tone="accent" icon={Hourglass}>
            {words.lock.left(durationText(seconds))}
          </StatusBadge>
        )}
      </span>
    </Tooltip>
  )
}

/** Whether the keys that are here can mint now. */
export const CanMintBadge = ({
  policy,
}: {
  readonly policy: Pick<PolicyView, 'canMint' | 'keys' | 'lock'>
}) => {
  if (policy.canMint)
    return (
      <StatusBadge tone="good" icon={CircleCheck}>
        {words.canMint}
      </StatusBadge>
    )
  return isWatchOnly(policy) && policy.lock?.locked !== true ? (
    <Hinted hint={words.watchOnlyHint}>
      <StatusBadge icon={Eye}>{words.watchOnly}</StatusBadge>
    </Hinted>
  ) : (
    <StatusBadge icon={CircleSlash}>{words.cannotMint}</StatusBadge>
  )
}

/** Whether the keys that are here are safe elsewhere; without one there is nothing to keep safe. */
export const BackupBadge = ({ policy }: { readonly policy: PolicyView }) => {
  const { backup } = policy
  const { states, hints } = words.backup
  const need = backupNeedOf(policy)
  switch (need) {
    case 'elsewhere':
      return <StatusBadge icon={CircleSlash}>{states.noKeys}</StatusBadge>
    case 'practice':
      return (
        <Hinted hint={hints.practice}>
          <StatusBadge icon={FlaskConical}>{states.practice}</StatusBadge>
        </Hinted>
      )
    case 'none':
      return (
        <Hinted hint={hints.none}>
          <StatusBadge tone="warn" icon={ShieldAlert}>
            {states.none}
          </StatusBadge>
        </Hinted>
      )
    case 'made':
      return (
        <Hinted hint={hints.made}>
          <StatusBadge tone="warn" icon={ShieldQuestionMark}>
            {states.made}
          </StatusBadge>
        </Hinted>
      )
    case 'tested':
      return backup.state === 'tested' && <TestedBadge backup={backup} />
    default:
      return need satisfies never
  }
}

const TestedBadge = ({
  backup: { madeAt, testedAt },
}: {
  readonly backup: Extract<PolicyView['backup'], { readonly state: 'tested' }>
}) => {
  const { states, hints } = words.backup
  return (
    <Hinted hint={hints.tested(dateText(madeAt, 'date'), dateText(testedAt, 'date'))}>
      <StatusBadge tone="good" icon={ShieldCheck}>
        {states.tested}
        <span className={styles['proofDate']}>{states.testedOn(dateText(testedAt, 'date'))}</span>
      </StatusBadge>
    </Hinted>
  )
}

const Hinted = ({ hint, children }: { readonly hint: string; readonly children: ReactNode }) => (
  <Tooltip label={hint}>
    <span>{children}</span>
  </Tooltip>
)

export const keysOnComputer = ({ keys }: Pick<PolicyView, 'keys'>): number =>
  keys.filter(({ here }) => here).length
