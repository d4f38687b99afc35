import { Box } from '@mantine/core'
import { CircleAlert, CircleCheck, CircleDashed, KeyRound } from 'lucide-react'
import type { ShownTransaction } from '#contract/signing/calls.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { Sheet } from '#renderer/ui/page.tsx'
import { type Badge, StatusBadge } from '#renderer/ui/status-badge.tsx'
import { Hash } from '#renderer/ui/text-parts.tsx'
import { shownSignersOf, type ShownSigner } from './signers.ts'
import styles from './signing.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.signing.signers

const badges: Readonly<Record<ShownSigner['state'], Badge>> = {
  signed: { tone: 'good', icon: CircleCheck },
  signedHere: { tone: 'good', icon: CircleCheck },
  wrong: { tone: 'bad', icon: CircleAlert },
  missingHere: { tone: 'accent', icon: KeyRound },
  missing: { tone: 'plain', icon: CircleDashed },
  mayHere: { tone: 'accent', icon: KeyRound },
  may: { tone: 'plain', icon: CircleDashed },
}

/** Who must sign, who has, and whose key is here. */
export const SignersSheet = ({ transaction }: { readonly transaction: ShownTransaction }) => {
  const { missing } = transaction.summary
  const signers = shownSignersOf(transaction)
  return (
    <Sheet title={words.title}>
      {signers.length === 0 && <p className={ui['dimmed']}>{words.none}</p>}
      <ul className={`${ui['tight']} ${styles['lines']}`}>
        {signers.map((signer) => (
          <li key={signer.keyHash}>
            <One signer={signer} />
          </li>
        ))}
      </ul>
      {missing.choices.map(({ scriptHash, count, of }) => (
        <Box key={scriptHash} component="p" mt="xs" c="dimmed">
          {words.choice(count, of.length)}
        </Box>
      ))}
      {missing.unknownInputs + missing.byronInputs > 0 && (
        <Box component="p" mt="xs" c="dimmed">
          {words.unknown(missing.unknownInputs + missing.byronInputs)}
        </Box>
      )}
      {transaction.assembleError !== null && (
        <Box component="p" mt="xs">
          {transaction.assembleError}
        </Box>
      )}
    </Sheet>
  )
}

const One = ({ signer: { keyHash, reasons, state } }: { readonly signer: ShownSigner }) => (
  <>
    <Hash whole value={keyHash} what={words.key} onCopy={copy} />
    <span className={ui['dimmed']}>
      {reasons.map((reason) => words.reasons[reason]).join(', ')}
    </span>
    <StatusBadge {...badges[state]}>{words[state]}</StatusBadge>
  </>
)
