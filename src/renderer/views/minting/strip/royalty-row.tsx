import { Button, Tooltip } from '@mantine/core'
import { Crown } from 'lucide-react'
import type { RoyaltyFacts } from '#shared/calls/minting.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { Ada, Hash } from '#renderer/ui/text-parts.tsx'
import styles from '../minting.module.css'
import { RoyaltyState } from './royalty-state.tsx'
import { StripRow } from './strip-row.tsx'

const words = text.minting.royalty

/** The royalty token's state, and the way to pay for it. */
export const RoyaltyRow = ({
  royalty,
  onOpen,
}: {
  readonly royalty: RoyaltyFacts
  readonly onOpen: () => void
}) => {
  const { status, amount, address } = royalty
  return (
    <StripRow
      icon={<Crown size={16} aria-hidden />}
      action={
        <Button
          size="compact-sm"
          variant={status === 'unpaid' ? 'filled' : 'default'}
          onClick={onOpen}
        >
          {status === 'unpaid' ? words.pay : words.show}
        </Button>
      }
    >
      <div className={styles['key']}>
        <Tooltip label={words.firstHint} multiline maw={300}>
          <strong>{words.first}</strong>
        </Tooltip>
        <RoyaltyState status={status} />
        {amount !== null && <Ada lovelace={amount} />}
        {address !== null && amount !== null && (
          <Hash value={address} what={words.address} onCopy={copy} />
        )}
      </div>
    </StripRow>
  )
}
