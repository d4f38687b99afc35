import { Button } from '@mantine/core'
import type { MintFacts } from '#shared/calls/minting.ts'
import type { MintRef } from '#renderer/data/minting.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { isPlainMint, MintState, whatOf } from '../mint-state.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.minting.mint.done

/** The result of an ended mint, and what to do next. */
export const Ended = ({
  mint,
  mintRef: { accountId, collectionId },
}: {
  readonly mint: MintFacts
  readonly mintRef: MintRef
}) => {
  const { go } = useNavigation()
  const isDone = mint.status === 'completed'
  return (
    <Sheet>
      <div className={ui['stack']}>
        <div>
          <MintState mint={mint} />
        </div>
        {mint.status === 'failed' && mint.message !== null && <ErrorAlert error={mint.message} />}
        <div role="status">{sentenceOf(mint)}</div>
        <div className={ui['bar']}>
          <Button onClick={() => go({ view: 'collection', accountId, collectionId })}>
            {text.minting.back}
          </Button>
          <Button variant="default" onClick={() => go({ view: 'mint', accountId, collectionId })}>
            {isDone ? words.more : words.again}
          </Button>
        </div>
      </div>
    </Sheet>
  )
}

const sentenceOf = (mint: MintFacts): string => {
  if (mint.status === 'completed')
    return isPlainMint(mint) ? words.text(whatOf(mint)) : words.moved(whatOf(mint))
  return mint.status === 'failed' ? words.failedText : words.cancelledText
}
