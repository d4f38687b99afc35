import type { MintDetails } from '#contract/mints/calls.ts'
import type { MintRef } from '#renderer/data/minting.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'
import { ContactSheet, worksTitle } from '#renderer/ui/contact-sheet.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { mintNoun } from '../mint-state.tsx'

/** All works of a mint, as the bytes of its transactions have them. */
export const MintedWorks = ({
  mint,
  mintRef,
}: {
  readonly mint: MintDetails
  readonly mintRef: MintRef
}) => {
  const { data: review } = useCall('minting.review', mintRef)
  const works = (review?.works ?? []).map(({ assetName, ...work }) => ({ key: assetName, ...work }))
  if (works.length === 0) return null
  return (
    <Sheet title={worksTitle(works)}>
      <ContactSheet works={works} label={text.minting.mint.done.minted(mintNoun(mint))} />
    </Sheet>
  )
}
