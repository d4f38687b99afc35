import { useState } from 'react'
import type { MintDetails, MintReview } from '#contract/mints/calls.ts'
import type { MintRef } from '#renderer/data/minting.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'
import { ContactSheet, namesTitle } from '#renderer/ui/contact-sheet.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { PictureTile, PictureWall } from '#renderer/ui/picture-wall.tsx'
import { useWindowHeight } from '#renderer/ui/use-window-size.ts'
import { ImageViewer } from '#renderer/views/image-viewer.tsx'
import { mintNoun } from '../mint-state.tsx'

/** All tokens of a mint, as the bytes of its transactions have them. */
export const MintedTokens = ({
  mint,
  mintRef,
}: {
  readonly mint: MintDetails
  readonly mintRef: MintRef
}) => {
  const { data: review } = useCall('minting.review', mintRef)
  const tokens = review?.tokens ?? []
  if (tokens.length === 0) return null
  const label = text.minting.mint.done.minted(mintNoun(mint))
  if (mint.status !== 'awaiting_witnesses') return <MintedWall tokens={tokens} label={label} />
  const shown = tokens.map(({ assetName, ...token }) => ({ key: assetName, ...token }))
  return (
    <Sheet title={namesTitle(shown)}>
      <ContactSheet tokens={shown} label={label} />
    </Sheet>
  )
}

/** Once they are sent: their art, large, and each of them over the whole window. */
const MintedWall = ({ tokens, label }: Pick<MintReview, 'tokens'> & { readonly label: string }) => {
  const [lookedAt, setLookedAt] = useState<number>()
  const isLow = useWindowHeight() !== 'normal'
  const looked = lookedAt === undefined ? undefined : tokens[lookedAt]
  return (
    <>
      <PictureWall
        total={tokens.length}
        label={label}
        minWidth={isLow ? 128 : 168}
        scrollsWithPage
        render={(index) => {
          const { name, cid = null } = tokens[index] ?? {}
          return (
            <PictureTile
              name={name}
              url={cid === null ? null : `/thumb/${cid}?size=320`}
              onOpen={() => setLookedAt(index)}
            />
          )
        }}
      />
      {lookedAt !== undefined && looked !== undefined && (
        <ImageViewer
          url={looked.cid === null ? null : `/content/${looked.cid}`}
          name={looked.name}
          index={lookedAt}
          all={tokens.length}
          onShow={setLookedAt}
          onClose={() => setLookedAt(undefined)}
        />
      )}
    </>
  )
}
