import type { CollectionDetails } from '#contract/collections/calls.ts'
import { dateText } from '#values/text/format.ts'
import { type LockState, lockStateOf } from '#renderer/data/lock.ts'
import { text } from '#renderer/text/en.ts'
import { Sheet } from '#renderer/ui/page.tsx'
import { useNow } from '#renderer/ui/use-now.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.minting.permanent

/** What nobody can take back once it is minted. */
export const PermanentSheet = ({
  policy,
}: {
  readonly policy: Pick<CollectionDetails['policy'], 'lock' | 'lock_time'>
}) => {
  const now = useNow()
  return (
    <Sheet title={words.title}>
      <ul className={`${ui['tight']} ${ui['bullets']}`}>
        <li>{words.what}</li>
        <li>{lockSentence(lockStateOf(policy, now))}</li>
        <li>{words.final}</li>
      </ul>
    </Sheet>
  )
}

const lockSentence = (lock: LockState): string => {
  if (lock.kind === 'never') return words.neverLocks
  return lock.time === null ? words.locksLate : words.locks(dateText(lock.time, 'date'))
}
