import { CircleCheck } from 'lucide-react'
import type { MintDetails } from '#contract/mints/calls.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { Hash } from '#renderer/ui/text-parts.tsx'
import { KeyLocation } from '../key-location.tsx'
import styles from '../minting.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.minting.mint

/** Whoever has to sign: for the policy, or because they pay. */
export const SignerList = ({ signers }: Pick<MintDetails, 'signers'>) => (
  <ul className={ui['list']} aria-label={words.signersTitle}>
    {signers.map(({ keyHash, here, role, done }) => (
      <li key={keyHash} className={styles['key']}>
        <span className={styles['keyRole']}>{words.roles[role]}</span>
        <Hash value={keyHash} what={text.minting.form.key} onCopy={copy} />
        {done ? (
          <StatusBadge tone="good" icon={CircleCheck}>
            {words.signed}
          </StatusBadge>
        ) : (
          <KeyLocation here={here} />
        )}
      </li>
    ))}
  </ul>
)
