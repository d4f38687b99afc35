import { Flex } from '@mantine/core'
import { text } from '../text/en.ts'
import { CutText } from './text-parts.tsx'
import { TokenImage } from './token-image.tsx'
import styles from './ui.module.css'
import { VirtualGrid } from './virtual-grid.tsx'

/** A work as it is recognised: by its picture and its name. */
export type SheetWork = {
  readonly key: string
  readonly name: string
  readonly cid: string | null
}

/** `24 works, Casa Blanca 1 … Tuberose 3`, of works in the order in which they are shown. */
export const worksTitle = (works: readonly Pick<SheetWork, 'name'>[]): string => {
  const [first, last] = [works[0], works.at(-1)]
  return first === undefined || last === undefined
    ? text.common.contactSheet.none
    : text.common.contactSheet.title(works.length, first.name, last.name)
}

/** Every work with its picture and its name; it scrolls by itself once it is high. */
export const ContactSheet = ({
  works,
  label,
}: {
  readonly works: readonly SheetWork[]
  readonly label: string
}) => (
  <Flex direction="column" mah="22rem">
    <VirtualGrid
      items={works}
      itemKey={({ key }) => key}
      label={label}
      minWidth={96}
      captionHeight={24}
      render={({ name, cid }, tabIndex) => (
        <div tabIndex={tabIndex} role="img" aria-label={name} className={styles['work']}>
          <TokenImage cid={cid} alt="" isSmall />
          <CutText isMany>{name}</CutText>
        </div>
      )}
    />
  </Flex>
)
