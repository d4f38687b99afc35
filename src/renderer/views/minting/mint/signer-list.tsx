import { Box } from '@mantine/core'
import { CircleCheck } from 'lucide-react'
import type { MintDetails } from '#contract/mints/calls.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { Hash } from '#renderer/ui/text-parts.tsx'
import { KeyLocation } from '../key-location.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.minting.mint

/** Whoever has to sign: for the policy, or because they pay. */
export const SignerList = ({ signers }: Pick<MintDetails, 'signers'>) => (
  <ul className={ui['tight']} aria-label={words.signersTitle}>
    {signers.map(({ keyHash, here, role, done }) => (
      <Box key={keyHash} component="li" mih="1.75rem" className={ui['inline']}>
        <Box component="span" miw="4rem" className={ui['soft']}>
          {words.roles[role]}
        </Box>
        <Hash value={keyHash} what={text.minting.form.key} onCopy={copy} />
        {done ? (
          <StatusBadge tone="good" icon={CircleCheck}>
            {words.signed}
          </StatusBadge>
        ) : (
          <KeyLocation here={here} />
        )}
      </Box>
    ))}
  </ul>
)
