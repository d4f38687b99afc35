import { Group, Stack } from '@mantine/core'
import type { SaleDetails } from '#contract/sales/calls.ts'
import { tokenName } from '#contract/tokens/token.ts'
import { text } from '#renderer/text/en.ts'
import { Thumb } from '#renderer/ui/named-picture.tsx'
import { TokenImage } from '#renderer/ui/token-image.tsx'
import ui from '#renderer/ui/parts.module.css'

/** What is sold, as it is recognised: the first work large, some others small below it. */
export const SaleArt = ({ tokens }: Pick<SaleDetails, 'tokens'>) => {
  const [first, ...others] = tokens
  if (first === undefined) return null
  const hidden = others.length - shownBelow
  return (
    <Stack gap="xs">
      <TokenImage cid={first.cid} alt={tokenName(first)} size={640} />
      {others.length > 0 && (
        <Group gap="xs">
          {others.slice(0, shownBelow).map(({ id, cid }, index) => (
            <Thumb key={id ?? index} cid={cid} />
          ))}
          {hidden > 0 && <span className={ui['soft']}>{text.sales.sale.moreWorks(hidden)}</span>}
        </Group>
      )}
    </Stack>
  )
}

const shownBelow = 3
