import { Box, Stack, UnstyledButton } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import ui from './parts.module.css'
import { useTabIndex } from './tab-stop.ts'
import { CutText } from './text-parts.tsx'
import { AppImage } from './token-image.tsx'
import { VirtualGrid } from './virtual-grid.tsx'

/**
 * Any number of pictures with their names. `render` gives a `PictureTile` for each place in their
 * list; only the visible ones are in the document.
 */
export const PictureWall = ({
  total,
  label,
  minWidth = 128,
  height,
  mostRows,
  render,
}: {
  readonly total: number
  readonly label: string
  /** Pixels of an image, at least. */
  readonly minWidth?: number
  /** Beyond so much, as CSS has it, the wall scrolls by itself; by default it fills its place. */
  readonly height?: string
  /** The same, in rows. */
  readonly mostRows?: number
  readonly render: (index: number) => ReactNode
}) => {
  const indices = useMemo(() => Array.from({ length: total }, (_, index) => index), [total])
  return (
    <Box className={ui['fill'] ?? ''} mah={height}>
      <VirtualGrid
        items={indices}
        itemKey={String}
        label={label}
        minWidth={minWidth}
        captionHeight={28}
        mostRows={mostRows}
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
    // The wall would cut what is outside of it.
    style={{ outlineOffset: '-2px' }}
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
