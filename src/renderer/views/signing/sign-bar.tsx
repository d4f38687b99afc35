import { Button } from '@mantine/core'
import { Signature } from 'lucide-react'
import { useState } from 'react'
import type { ShownRequest } from '../../../shared/calls/signing.ts'
import { call } from '../../bridge.ts'
import { attempt, useNotices } from '../../stores/notices.ts'
import { withVault } from '../../stores/vault.ts'
import { text } from '../../text/en.ts'
import styles from './signing.module.css'

const words = text.signing.judge

/** The one button. */
export const SignBar = ({
  shown: { entry, transactions },
  isAccepted,
  acknowledged,
}: {
  readonly shown: ShownRequest
  /** Every warning of the gravest kind was accepted. */
  readonly isAccepted: boolean
  readonly acknowledged: (txId: string) => readonly string[]
}) => {
  const [busy, setBusy] = useState(false)
  const signing = transactions.flatMap(({ summary, toSign, signedHere }) => {
    const keyHashes = toSign.filter((key) => !signedHere.includes(key))
    return keyHashes.length === 0 ? [] : [{ txId: summary.txId, keyHashes }]
  })
  if (signing.length === 0) return <WhyNot transactions={transactions} />
  const keys = new Set(signing.flatMap(({ keyHashes }) => keyHashes)).size
  const sign = async () => {
    setBusy(true)
    const done = await attempt(() =>
      withVault(words.signReason, () =>
        call('signing.sign', {
          id: entry.id,
          transactions: signing.map((one) => ({
            ...one,
            acknowledged: [...acknowledged(one.txId)],
          })),
        }),
      ),
    )
    setBusy(false)
    if (done !== undefined) useNotices.getState().tell('good', words.signed(done.signatures))
  }
  return (
    <div className={styles['bar']}>
      <Button
        size="md"
        leftSection={<Signature size={18} aria-hidden />}
        loading={busy}
        disabled={!isAccepted}
        onClick={() => void sign()}
      >
        {entry.state === 'waiting' ? words.sign(keys) : words.signAgain(keys)}
      </Button>
      {!isAccepted && <span className={styles['soft']}>{words.acceptFirst}</span>}
    </div>
  )
}

/** Why there is nothing to sign with here; nothing is said where nothing is missing. */
const WhyNot = ({ transactions }: Pick<ShownRequest, 'transactions'>) => {
  const summaries = transactions.map(({ summary }) => summary)
  const isWanted = summaries.some(
    ({ missing }) => missing.keys.length > 0 || missing.choices.length > 0,
  )
  if (isWanted) return <p className={styles['soft']}>{words.noKey}</p>
  const isUnknown = summaries.some(({ isComplete }) => isComplete !== true)
  return isUnknown ? <p className={styles['soft']}>{words.unknownKeys}</p> : null
}
