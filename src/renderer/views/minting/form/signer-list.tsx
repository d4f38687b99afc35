import { Box, Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import type { MintTerms } from '#contract/mints/calls.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { Hash } from '#renderer/ui/text-parts.tsx'
import ui from '#renderer/ui/parts.module.css'
import { KeyLocation } from '../key-location.tsx'

const words = text.minting.form

/** The keys of a policy; where not all of them are needed, which ones sign. */
export const SignerChoice = ({
  policy,
  chosen,
  error,
  onChange,
}: {
  readonly policy: MintTerms['policy']
  readonly chosen: ReadonlySet<string>
  readonly error?: ReactNode
  readonly onChange: (chosen: ReadonlySet<string>) => void
}) => {
  const toggle = (keyHash: string, on: boolean) => {
    const signers = new Set(chosen)
    if (on) signers.add(keyHash)
    else signers.delete(keyHash)
    onChange(signers)
  }
  return (
    <div role="group" aria-label={words.signs} data-invalid={error !== undefined}>
      <ul className={ui['tight']}>
        {policy.keys.map(({ keyHash, here }) => (
          <Box key={keyHash} component="li" mih="1.75rem" className={ui['inline']}>
            {policy.hasChoice && (
              <Checkbox
                aria-label={`${words.signs}: ${keyHash}`}
                checked={chosen.has(keyHash)}
                onChange={(event) => toggle(keyHash, event.currentTarget.checked)}
              />
            )}
            <Hash value={keyHash} what={words.key} onCopy={copy} />
            <KeyLocation here={here} />
          </Box>
        ))}
      </ul>
      {error !== undefined && (
        <p className={ui['fieldError']} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
