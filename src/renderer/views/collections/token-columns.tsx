import { Box } from '@mantine/core'
import type { TokenRow } from '#contract/collections/calls.ts'
import { text } from '#renderer/text/en.ts'
import ui from '#renderer/ui/parts.module.css'
import { Ada, CutText } from '#renderer/ui/text-parts.tsx'
import { TokenImage } from '#renderer/ui/token-image.tsx'
import type { Column } from '#renderer/ui/virtual.tsx'

const words = text.collections.tokenList

/** Columns of tables that list tokens in a dialog. @param side of the image, in pixels */
export const tokenImageColumn = (side: number, width: string): Column<TokenRow> => ({
  key: 'image',
  title: <span className={ui['unseen']}>{words.image}</span>,
  width,
  cell: ({ cid }) => (
    <Box w={side}>
      <TokenImage cid={cid} alt="" size={96} isSmall />
    </Box>
  ),
})

export const tokenNameColumn: Column<TokenRow> = {
  key: 'name',
  title: words.name,
  width: 'minmax(7rem, 1fr)',
  cell: ({ name }) => <CutText isMany>{name}</CutText>,
}

export const tokenPriceColumn: Column<TokenRow> = {
  key: 'price',
  title: words.price,
  width: '7rem',
  align: 'end',
  cell: ({ price }) => typeof price === 'number' && <Ada lovelace={price} />,
}

/** The price below the name of a picture. */
export const TilePrice = ({ price }: { readonly price: number | bigint | null | undefined }) =>
  price !== null &&
  price !== undefined && (
    <strong>
      <Ada lovelace={price} />
    </strong>
  )
