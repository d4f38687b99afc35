import { Box, Group, Progress } from '@mantine/core'
import type { MintDetails, MintTransactionView } from '#contract/mints/calls.ts'
import { durationText } from '#values/text/format.ts'
import { text } from '#renderer/text/en.ts'
import { Note } from '#renderer/ui/error-alert.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { useNow } from '#renderer/ui/use-now.ts'
import { countConfirmed, MintBadge, mintNoun } from '../mint-state.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.minting.mint.progress

/** Sent: confirmations so far, and the time since then. */
export const MintProgressBar = ({ mint }: { readonly mint: MintDetails }) => {
  const now = useNow(1_000)
  const { percent, minConfirmations } = mintStepsOf(mint)
  const all = mint.transactions.length
  // A mint changes with its status.
  const since = durationText((now - Date.parse(mint.updated_at)) / 1000)
  return (
    <Sheet>
      <Group gap="4px 16px" mb="sm">
        <MintBadge mint={mint} />
        <Box flex="1 0 auto" role="status">
          {minConfirmations === undefined
            ? words.sending
            : words.confirming(minConfirmations, mint.wanted)}
          {/* One transaction has no other number than its confirmations. */}
          {all > 1 && ` · ${words.confirmed(countConfirmed(mint), all)}`}
        </Box>
        <span className={`${ui['soft']} ${ui['number']}`}>
          {mint.status === 'minting' ? words.inBlock(since) : words.signed(since)}
        </span>
      </Group>
      <Progress.Root size="lg">
        <Progress.Section value={percent} aria-label={words.bar(mintNoun(mint))} />
      </Progress.Root>
      {mint.message !== null && (
        <div style={{ marginTop: 'var(--space-3)' }}>
          <Note>{mint.message}</Note>
        </div>
      )}
      <p className={ui['soft']} style={{ marginTop: 'var(--space-3)' }}>
        {words.leave(mintNoun(mint))}
      </p>
    </Sheet>
  )
}

/**
 * How far a mint is. Each transaction has one step into a block and one for each block on it.
 * `minConfirmations`: of the transaction that is furthest behind; undefined until all are in blocks.
 */
export const mintStepsOf = ({
  transactions,
  wanted,
}: Pick<MintDetails, 'wanted'> & {
  readonly transactions: readonly Pick<MintTransactionView, 'status' | 'confirmations'>[]
}): {
  readonly percent: number
  readonly minConfirmations: number | undefined
} => {
  const confirmationsOf = ({
    status,
    confirmations,
  }: Pick<MintTransactionView, 'status' | 'confirmations'>) => {
    if (status === 'confirmed') return wanted
    return status === 'in_block' ? Math.min(confirmations, wanted) : undefined
  }
  const each = transactions.map(confirmationsOf)
  const done = each.reduce<number>(
    (sum, blocks) => sum + (blocks === undefined ? 0 : blocks + 1),
    0,
  )
  const total = transactions.length * (wanted + 1)
  const known = each.filter((blocks) => blocks !== undefined)
  return {
    percent: total === 0 ? 0 : Math.floor((done * 100) / total),
    minConfirmations:
      known.length === transactions.length && total > 0 ? Math.min(...known) : undefined,
  }
}
