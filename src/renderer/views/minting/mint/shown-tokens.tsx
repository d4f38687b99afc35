import type { MintDetails } from '#contract/mints/calls.ts'
import { text } from '#renderer/text/en.ts'
import { CutText } from '#renderer/ui/text-parts.tsx'
import ui from '#renderer/ui/parts.module.css'
import { TokenImage } from '#renderer/ui/token-image.tsx'
import { mintNoun } from '../mint-state.tsx'
import styles from '../minting.module.css'

const words = text.minting.mint.done

/** The first tokens of a mint, to recognise it by. */
export const ShownTokens = ({ mint }: { readonly mint: MintDetails }) => {
  const { shownTokens, tokenCount: tokens } = mint
  if (shownTokens.length === 0) return null
  return (
    <div className={ui['tight']}>
      <ul className={styles['minted']} aria-label={words.minted(mintNoun(mint))}>
        {shownTokens.map(({ id, name, cid }) => (
          <li key={id}>
            <TokenImage cid={cid} alt="" isSmall />
            <CutText isMany className={ui['small']}>
              {name}
            </CutText>
          </li>
        ))}
      </ul>
      {tokens > shownTokens.length && (
        <span className={ui['soft']}>{words.more(tokens - shownTokens.length)}</span>
      )}
    </div>
  )
}
