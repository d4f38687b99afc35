import { CircleAlert, CircleCheck, CircleDashed, KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ShownTransaction } from '#shared/calls/signing.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { Sheet } from '#renderer/ui/page.tsx'
import { StatusBadge, type Tone } from '#renderer/ui/status-badge.tsx'
import { Hash } from '#renderer/ui/text-parts.tsx'
import { signersOf, type Signer } from './signers.ts'
import styles from './signing.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.signing.signers

const badges: Readonly<Record<Signer['state'], { readonly tone: Tone; readonly icon: ReactNode }>> =
  {
    signed: { tone: 'good', icon: <CircleCheck size={12} aria-hidden /> },
    signedHere: { tone: 'good', icon: <CircleCheck size={12} aria-hidden /> },
    wrong: { tone: 'bad', icon: <CircleAlert size={12} aria-hidden /> },
    missingHere: { tone: 'accent', icon: <KeyRound size={12} aria-hidden /> },
    missing: { tone: 'plain', icon: <CircleDashed size={12} aria-hidden /> },
    mayHere: { tone: 'accent', icon: <KeyRound size={12} aria-hidden /> },
    may: { tone: 'plain', icon: <CircleDashed size={12} aria-hidden /> },
  }

/** Who must sign, who has, and whose key is here. */
export const SignersSheet = ({ transaction }: { readonly transaction: ShownTransaction }) => {
  const { missing } = transaction.summary
  const signers = signersOf(transaction)
  return (
    <Sheet title={words.title}>
      {signers.length === 0 && <p className={styles['soft']}>{words.none}</p>}
      <ul className={`${ui['list']} ${styles['lines']}`}>
        {signers.map((signer) => (
          <li key={signer.keyHash}>
            <One signer={signer} />
          </li>
        ))}
      </ul>
      {missing.choices.map(({ scriptHash, count, of }) => (
        <p key={scriptHash} className={styles['soft']}>
          {words.choice(count, of.length)}
        </p>
      ))}
      {missing.unknownInputs + missing.byronInputs > 0 && (
        <p className={styles['soft']}>
          {words.unknown(missing.unknownInputs + missing.byronInputs)}
        </p>
      )}
      {transaction.assembleError !== null && <p>{transaction.assembleError}</p>}
    </Sheet>
  )
}

const One = ({ signer: { keyHash, reasons, state } }: { readonly signer: Signer }) => {
  const { tone, icon } = badges[state]
  return (
    <>
      <Hash whole value={keyHash} what={words.key} onCopy={copy} />
      <span className={styles['soft']}>
        {reasons.map((reason) => words.reasons[reason]).join(', ')}
      </span>
      <StatusBadge tone={tone} icon={icon}>
        {words[state]}
      </StatusBadge>
    </>
  )
}
