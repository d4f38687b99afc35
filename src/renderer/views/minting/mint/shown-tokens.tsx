import type { MintDetails } from '#contract/mints/calls.ts'
import { text } from '#renderer/text/en.ts'
import { TokenWall } from '#renderer/ui/token-image.tsx'
import { mintNoun } from '../mint-state.tsx'

const words = text.minting.mint.done

/** The first tokens of a burn, to recognise it by. */
export const ShownTokens = ({ mint }: { readonly mint: MintDetails }) => {
  const { shownTokens, tokenCount: tokens } = mint
  const others = tokens - shownTokens.length
  return shownTokens.length === 0 ? null : (
    <TokenWall
      label={words.minted(mintNoun(mint))}
      pictures={shownTokens}
      more={others > 0 ? words.more(others) : undefined}
    />
  )
}
