import { CircleCheck, Hourglass, Infinity as Forever, Signature } from 'lucide-react'
import type { ReactNode } from 'react'
import { Group } from '@mantine/core'
import type { ShownRequest, ShownTransaction } from '#contract/signing/calls.ts'
import { durationText } from '#values/text/format.ts'
import { text } from '#renderer/text/en.ts'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { useNow } from '#renderer/ui/use-now.ts'
import { NetworkBadge } from '../network-badge.tsx'
import { EntryState } from './entry-state.tsx'

const words = text.signing.review

/** Its state, where it is for, until when, and how far the signatures are. */
export const MainDetails = ({
  shown,
  isElsewhere,
}: {
  readonly shown: ShownRequest
  readonly isElsewhere: boolean
}) => {
  const { entry, transactions } = shown
  const now = useNow(1000)
  return (
    <Group gap="xs">
      {/* That it can't be signed here is said above. */}
      {!isElsewhere && <EntryState state={entry.state} isElsewhere={false} />}
      {entry.network !== null && <NetworkBadge network={entry.network} />}
      <Validity transactions={transactions} expiresAt={entry.expiresAt} now={now} />
      <Completeness transactions={transactions} />
    </Group>
  )
}

type Parts = { readonly transactions: readonly ShownTransaction[] }

const Validity = ({
  transactions,
  expiresAt,
  now,
}: Parts & { readonly expiresAt: string | null; readonly now: number }): ReactNode => {
  if (expiresAt !== null) {
    const seconds = (Date.parse(expiresAt) - now) / 1000
    return seconds > 0 ? (
      <StatusBadge tone={seconds < 600 ? 'warn' : 'plain'} icon={Hourglass}>
        {words.validFor(durationText(seconds))}
      </StatusBadge>
    ) : (
      <StatusBadge tone="bad" icon={Hourglass}>
        {words.validEnded(durationText(-seconds))}
      </StatusBadge>
    )
  }
  const end = transactions.find(({ summary }) => summary.validity.invalidHereafter !== null)
  const slot = end?.summary.validity.invalidHereafter?.slot
  return slot === undefined ? (
    <StatusBadge tone="warn" icon={Forever}>
      {words.validForEver}
    </StatusBadge>
  ) : (
    <StatusBadge icon={Hourglass}>{words.slotOnly(slot)}</StatusBadge>
  )
}

const Completeness = ({ transactions }: Parts): ReactNode => {
  const summaries = transactions.map(({ summary }) => summary)
  if (summaries.every(({ isComplete }) => isComplete === true))
    return (
      <StatusBadge tone="good" icon={CircleCheck}>
        {words.complete}
      </StatusBadge>
    )
  const missing = summaries.reduce(
    (sum, one) =>
      sum +
      one.missing.keys.length +
      one.missing.choices.reduce((open, { count }) => open + count, 0),
    0,
  )
  return (
    <StatusBadge tone="accent" icon={Signature}>
      {missing === 0 ? words.maybeMissing : words.missing(missing)}
    </StatusBadge>
  )
}
