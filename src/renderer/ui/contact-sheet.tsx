import { Flex } from '@mantine/core'
import { text } from '../text/en.ts'
import { CutText } from './text-parts.tsx'
import { TokenImage } from './token-image.tsx'
import styles from './ui.module.css'
import { VirtualGrid } from './virtual-grid.tsx'

/** A token as it is recognised: by its image and its name. */
export type SheetToken = {
  readonly key: string
  readonly name: string
  readonly cid: string | null
}

/** `Casa Blanca 1 … Tuberose 3`, of tokens in the order in which they are shown. */
export const namesTitle = (tokens: readonly Pick<SheetToken, 'name'>[]): string => {
  const [first, last] = [tokens[0], tokens.at(-1)]
  return first === undefined || last === undefined
    ? text.common.contactSheet.none
    : text.common.contactSheet.title(tokens.length, first.name, last.name)
}

/** Every token with its image and its name; it scrolls by itself once it is high. */
export const ContactSheet = ({
  tokens,
  label,
}: {
  readonly tokens: readonly SheetToken[]
  readonly label: string
}) => (
  <Flex direction="column" mah="22rem">
    <VirtualGrid
      items={tokens}
      itemKey={({ key }) => key}
      label={label}
      minWidth={96}
      captionHeight={24}
      render={({ name, cid }, tabIndex) => (
        <div tabIndex={tabIndex} role="img" aria-label={name} className={styles['sheetToken']}>
          <TokenImage cid={cid} alt="" isSmall />
          <CutText isMany>{name}</CutText>
        </div>
      )}
    />
  </Flex>
)
