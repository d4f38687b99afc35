import { Tooltip } from '@mantine/core'
import {
  CircleCheck,
  CircleSlash,
  Hourglass,
  Infinity as Forever,
  Lock,
  ShieldAlert,
} from 'lucide-react'
import type { PolicyFacts } from '../../../shared/calls/facts.ts'
import { text } from '../../text/en.ts'
import { dateText, durationText } from '../../ui/format.ts'
import { State } from '../../ui/state.tsx'

const words = text.policies

/** Whether and when a policy locks, with the time left. */
export const LockState = ({
  lock,
  now,
}: {
  readonly lock: PolicyFacts['lock']
  readonly now: number
}) => {
  if (lock === null)
    return <State icon={<Forever size={12} aria-hidden />}>{words.lock.never}</State>
  if (lock.time === null)
    return <State icon={<Hourglass size={12} aria-hidden />}>{words.lock.beyond}</State>
  const seconds = (Date.parse(lock.time) - now) / 1000
  return (
    <Tooltip label={words.lock.at(dateText(lock.time))}>
      <span>
        {seconds <= 0 ? (
          <State tone="warn" icon={<Lock size={12} aria-hidden />}>
            {words.lock.locked}
          </State>
        ) : (
          <State tone="accent" icon={<Hourglass size={12} aria-hidden />}>
            {words.lock.left(durationText(seconds))}
          </State>
        )}
      </span>
    </Tooltip>
  )
}

export const MintState = ({ canMint }: { readonly canMint: boolean }) =>
  canMint ? (
    <State tone="good" icon={<CircleCheck size={12} aria-hidden />}>
      {words.canMint}
    </State>
  ) : (
    <State icon={<CircleSlash size={12} aria-hidden />}>{words.cannotMint}</State>
  )

/** Without a key here there is nothing that a backup could hold. */
export const BackupState = ({ policy }: { readonly policy: Pick<PolicyFacts, 'keys'> }) =>
  keysHere(policy) === 0 ? (
    <State icon={<CircleSlash size={12} aria-hidden />}>{words.noKeysToBackUp}</State>
  ) : (
    <Tooltip label={words.notBackedUpHint}>
      <span>
        <State tone="warn" icon={<ShieldAlert size={12} aria-hidden />}>
          {words.notBackedUp}
        </State>
      </span>
    </Tooltip>
  )

export const keysHere = ({ keys }: Pick<PolicyFacts, 'keys'>): number =>
  keys.filter(({ here }) => here).length
