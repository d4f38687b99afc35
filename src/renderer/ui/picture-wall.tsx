import { Box, Stack, UnstyledButton } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import ui from './parts.module.css'
import { useTabIndex } from './tab-stop.ts'
import { CutText } from './text-parts.tsx'
import { AppImage } from './token-image.tsx'
import { VirtualGrid } from './virtual-grid.tsx'

/** Pixels within a tile for its focus ring: the wall would cut what is outside. */
const ringWidth = 3

/**
 * Any number of pictures with their names. `render` gives a `PictureTile` for each place in their
 * list; only the visible ones are in the document.
 */
export const PictureWall = ({
  total,
  label,
  minWidth = 128,
  mostRows,
  scrollsWithPage,
  render,
}: {
  readonly total: number
  readonly label: string
  /** Pixels of an image, at least. */
  readonly minWidth?: number
  /** Beyond so many rows the wall scrolls by itself; by default it fills its place. */
  readonly mostRows?: number
  /** Its rows are part of the page, which scrolls. */
  readonly scrollsWithPage?: boolean
  readonly render: (index: number) => ReactNode
}) => {
  const indices = useMemo(() => Array.from({ length: total }, (_, index) => index), [total])
  return (
    <Box mx={-ringWidth} className={ui['fill'] ?? ''}>
      <VirtualGrid
        items={indices}
        itemKey={String}
        label={label}
        minWidth={minWidth}
        captionHeight={28}
        mostRows={mostRows}
        scrollsWithPage={scrollsWithPage}
        render={render}
      />
    </Box>
  )
}

/** One picture of a wall, which a click or Space shows large. */
export const PictureTile = ({
  name,
  url,
  missing,
  onOpen,
  children,
}: {
  /** Undefined until it is known. */
  readonly name: string | undefined
  readonly url: string | null
  /** What stands in place of a picture that cannot be shown. */
  readonly missing?: string | undefined
  readonly onOpen: () => void
  /** More of it, below its name. */
  readonly children?: ReactNode
}) => (
  <UnstyledButton
    w="100%"
    p={ringWidth}
    style={{ outlineOffset: -ringWidth, borderRadius: 'var(--radius)' }}
    tabIndex={useTabIndex()}
    aria-busy={name === undefined}
    onClick={onOpen}
  >
    <Stack gap={4}>
      <AppImage url={url} alt="" missing={name === undefined ? '' : missing} />
      <CutText isMany>{name}</CutText>
      {children}
    </Stack>
  </UnstyledButton>
)
