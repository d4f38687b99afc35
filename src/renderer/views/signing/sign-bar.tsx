import { Signature } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Box, Group } from '@mantine/core'
import type { ShownRequest, ShownTransaction } from '#contract/signing/calls.ts'
import { netChangeOf } from '#contract/signing/net-change.ts'
import { call } from '#renderer/bridge.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { SecretFrame } from '#renderer/ui/secret-frame.tsx'
import { ActionButton } from '../action-button.tsx'
import type { AcceptanceState } from './acceptance.ts'
import { NetChangeLines } from './net-change.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.signing.review

/** What the vault gains or loses, and the one button. */
export const SignBar = ({
  shown: { entry, transactions },
  acceptance,
  acknowledged,
}: {
  readonly shown: ShownRequest
  readonly acceptance: AcceptanceState
  /** Codes of the errors that the user accepted. */
  readonly acknowledged: (transaction: ShownTransaction) => string[]
}) => {
  const reason = useId()
  const signing = transactions
    .map((transaction) => ({
      txId: transaction.summary.txId,
      keyHashes: unsignedKeys(transaction),
      acknowledged: acknowledged(transaction),
    }))
    .filter(({ keyHashes }) => keyHashes.length > 0)
  if (signing.length === 0) return null
  const keys = new Set(signing.flatMap(({ keyHashes }) => keyHashes)).size
  const sign = async () => {
    const { signatures } = await withVault(words.signReason, () =>
      call('signing.sign', { id: entry.id, transactions: signing }),
    )
    useNotices.getState().notify('good', words.signed(signatures))
  }
  return (
    <InSight summaries={transactions.map(({ summary }) => summary)}>
      <SecretFrame isTight>
        <NetChangeLines
          title={text.signing.netChange.beforeSigning(transactions.length)}
          summaries={transactions.map(({ summary }) => summary)}
        />
        <Group gap="sm" mt="xs">
          <ActionButton
            leftSection={<Signature size={16} aria-hidden />}
            disabled={acceptance !== 'accepted'}
            aria-describedby={reason}
            action={sign}
          >
            {entry.state === 'waiting' ? words.sign(keys) : words.signAgain(keys)}
          </ActionButton>
          <span id={reason} className={ui['dimmed']}>
            {acceptance === 'accepted' ? warned(transactions) : words.notYet[acceptance]}
          </span>
        </Group>
      </SecretFrame>
    </InSight>
  )
}

/** The bar may stand before them. */
const warned = (transactions: readonly ShownTransaction[]): string => {
  const count = transactions
    .flatMap(({ warnings }) => warnings)
    .filter(({ severity }) => severity !== 'info').length
  return count === 0 ? '' : words.warned(count)
}

const unsignedKeys = ({ toSign, signedHere }: ShownTransaction): string[] =>
  toSign.filter((key) => !signedHere.includes(key))

/** Stays in sight wherever the review is scrolled to, where that leaves room for the review. */
const InSight = ({
  summaries,
  children,
}: {
  readonly summaries: readonly ShownTransaction['summary'][]
  readonly children: ReactNode
}) => {
  const { assets } = netChangeOf(summaries)
  const isShort =
    new Set(assets.map(({ policyId }) => policyId)).size <= 2 &&
    assets.filter(({ quantity }) => quantity < 0n).length <= 3
  return isShort ? (
    <Box pos="sticky" bottom="calc(-1 * var(--page-inset))" style={{ zIndex: 1 }}>
      {children}
    </Box>
  ) : (
    children
  )
}
