import { Flex } from '@mantine/core'
import type { TokenRow } from '#contract/collections/calls.ts'
import { CutText } from '#renderer/ui/text-parts.tsx'
import { TokenImage } from '#renderer/ui/token-image.tsx'
import styles from './picked-tokens.module.css'

/** The tokens that a dialog is about, small. */
export const PickedTokens = ({
  tokens,
  label,
}: {
  readonly tokens: readonly TokenRow[]
  readonly label: string
}) => (
  <ul className={styles['tokens']} aria-label={label} tabIndex={0}>
    {tokens.map((row) => (
      <Flex key={row.id} component="li" direction="column" gap={2} miw={0} fz="xs">
        <TokenImage cid={row.cid} alt="" size={96} />
        <CutText isMany>{row.name}</CutText>
      </Flex>
    ))}
  </ul>
)
