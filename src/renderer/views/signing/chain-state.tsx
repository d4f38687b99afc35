import { Box } from '@mantine/core'
import { CircleCheck, CircleX, Hourglass, Send } from 'lucide-react'
import type { ShownTransaction, SigningSubmission } from '#contract/signing/calls.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { Hash } from '#renderer/ui/text-parts.tsx'
import styles from './signing.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.signing

/** The state of a sent transaction. */
export const ChainState = ({
  transactions,
}: {
  readonly transactions: readonly ShownTransaction[]
}) => {
  const sent = transactions.filter(({ submission }) => submission !== null)
  if (sent.length === 0) return null
  return (
    <div className={styles['next']}>
      <Box component="h3" mb="xs" fz="md" fw={600}>
        {words.onChain}
      </Box>
      <ul className={`${ui['tight']} ${styles['lines']}`} aria-live="polite">
        {sent.map(({ summary, submission }) => (
          <li key={summary.txId}>
            <Hash value={summary.txId} what={words.raw.txId} onCopy={copy} />
            {submission !== null && <Progress submission={submission} />}
          </li>
        ))}
      </ul>
    </div>
  )
}

const Progress = ({ submission }: { readonly submission: SigningSubmission }) => {
  const { state, confirmations, wanted, error } = submission
  const isBad = state === 'rejected' || state === 'missing'
  const icon = isBad ? CircleX : state === 'confirmed' ? CircleCheck : stateIcon(state)
  const Icon = icon
  return (
    <>
      <StatusBadge tone={isBad ? 'bad' : state === 'confirmed' ? 'good' : 'accent'} icon={Icon}>
        {words.submissions[state]}
      </StatusBadge>
      {state === 'in_block' && (
        <span className={ui['dimmed']}>{words.confirmations(confirmations, wanted)}</span>
      )}
      {error !== null && <span className={styles['whole']}>{error}</span>}
    </>
  )
}

const stateIcon = (state: SigningSubmission['state']) => (state === 'sent' ? Send : Hourglass)
