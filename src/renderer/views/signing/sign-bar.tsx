import { Signature } from 'lucide-react'
import { useId } from 'react'
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
import { mergeWarnings } from './merge-warnings.ts'
import { NetChangeLines } from './net-change.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.signing.review

/** What the vault gains or loses, and the one button. */
export const SignBar = ({
  shown,
  isInSight,
  acceptance,
  acknowledged,
}: {
  readonly shown: ShownRequest
  /** In one line below the review, see {@link staysInSight}. */
  readonly isInSight: boolean
  readonly acceptance: AcceptanceState
  /** Codes of the errors that the user accepted. */
  readonly acknowledged: (transaction: ShownTransaction) => string[]
}) => {
  const { entry, transactions, policyNames } = shown
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
  const bar = (
    <SecretFrame isTight>
      <Group gap="8px 16px">
        <Box flex="1 1 20rem" miw={0}>
          <NetChangeLines
            title={text.signing.netChange.beforeSigning(transactions.length)}
            summaries={transactions.map(({ summary }) => summary)}
            {...(isInSight ? { isBrief: true, policyNames } : {})}
          />
          <span id={reason} className={ui['soft']}>
            {acceptance === 'accepted' ? warned(transactions) : words.notYet[acceptance]}
          </span>
        </Box>
        <ActionButton
          leftSection={<Signature size={16} aria-hidden />}
          disabled={acceptance !== 'accepted'}
          aria-describedby={reason}
          action={sign}
        >
          {entry.state === 'waiting' ? words.sign(keys) : words.signAgain(keys)}
        </ActionButton>
      </Group>
    </SecretFrame>
  )
  return isInSight ? <footer className={ui['end']}>{bar}</footer> : bar
}

/** The warnings may be scrolled away. */
const warned = (transactions: readonly ShownTransaction[]): string => {
  const count = mergeWarnings(transactions).filter(
    ([{ warning }]) => warning.severity !== 'info',
  ).length
  return count === 0 ? '' : words.warned(count)
}

const unsignedKeys = ({ toSign, signedHere }: ShownTransaction): string[] =>
  toSign.filter((key) => !signedHere.includes(key))

/** Whether all that the vault loses has room beside the button, below the review. */
export const staysInSight = ({ transactions }: Pick<ShownRequest, 'transactions'>): boolean => {
  const { assets } = netChangeOf(transactions.map(({ summary }) => summary))
  return (
    new Set(assets.map(({ policyId }) => policyId)).size <= 2 &&
    assets.filter(({ quantity }) => quantity < 0n).length <= 3
  )
}
