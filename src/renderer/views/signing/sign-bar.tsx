import { Signature } from 'lucide-react'
import { useId } from 'react'
import { Group } from '@mantine/core'
import type { ShownRequest, ShownTransaction } from '#contract/signing/calls.ts'
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
  const signing = transactions.flatMap((transaction) => {
    const { summary, toSign, signedHere } = transaction
    const keyHashes = toSign.filter((key) => !signedHere.includes(key))
    return keyHashes.length === 0
      ? []
      : [{ txId: summary.txId, keyHashes, acknowledged: acknowledged(transaction) }]
  })
  if (signing.length === 0) return <DisabledReason transactions={transactions} />
  const keys = new Set(signing.flatMap(({ keyHashes }) => keyHashes)).size
  const sign = async () => {
    const { signatures } = await withVault(words.signReason, () =>
      call('signing.sign', { id: entry.id, transactions: signing }),
    )
    useNotices.getState().notify('good', words.signed(signatures))
  }
  return (
    <SecretFrame>
      <div className={ui['stack']}>
        <NetChangeLines
          title={text.signing.netChange.beforeSigning(transactions.length)}
          summaries={transactions.map(({ summary }) => summary)}
        />
        <Group gap="sm">
          <ActionButton
            size="md"
            leftSection={<Signature size={18} aria-hidden />}
            disabled={acceptance !== 'accepted'}
            {...(acceptance === 'accepted' ? {} : { 'aria-describedby': reason })}
            action={sign}
          >
            {entry.state === 'waiting' ? words.sign(keys) : words.signAgain(keys)}
          </ActionButton>
          {acceptance !== 'accepted' && (
            <span id={reason} className={ui['dimmed']}>
              {words.notYet[acceptance]}
            </span>
          )}
        </Group>
      </div>
    </SecretFrame>
  )
}

/** Why nothing can be signed here; empty when no signature is missing. */
const DisabledReason = ({ transactions }: Pick<ShownRequest, 'transactions'>) => {
  const summaries = transactions.map(({ summary }) => summary)
  const isWanted = summaries.some(
    ({ missing }) => missing.keys.length > 0 || missing.choices.length > 0,
  )
  if (isWanted) return <p className={ui['dimmed']}>{words.noKey}</p>
  const isUnknown = summaries.some(({ isComplete }) => isComplete !== true)
  return isUnknown ? <p className={ui['dimmed']}>{words.unknownKeys}</p> : null
}
