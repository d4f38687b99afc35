import type { MintDetails } from '#contract/mints/calls.ts'
import type { CollectionRef, MintRef } from '#renderer/data/minting.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert, Warning } from '#renderer/ui/error-alert.tsx'
import { Page } from '#renderer/ui/page.tsx'
import { SplitPage } from '#renderer/ui/split-page.tsx'
import { Waiting } from '#renderer/ui/waiting.tsx'
import { CollectionLink } from '../../collections/collection-link.tsx'
import { isPlainMint, mintStateOf, objectOf, whatOf } from '../mint-state.tsx'
import ui from '#renderer/ui/parts.module.css'
import { EndedMint, NextAfterMint } from './ended.tsx'
import { MintDetailsSheet } from './details-sheet.tsx'
import { MintProgressBar } from './mint-progress.tsx'
import { MintedTokens } from './minted-tokens.tsx'
import { Parked } from './parked.tsx'
import { Review } from './review.tsx'
import { hasTransactionTable, TransactionTable } from './transaction-table.tsx'

const words = text.minting.mint

/** One mint in any state. */
export const MintPage = ({
  collectionRef: { accountId, collectionId },
  mintId,
}: {
  readonly collectionRef: CollectionRef
  readonly mintId: string
}) => {
  const mintRef = { accountId, collectionId, mintId }
  const { data: mint, error, refetch } = useCall('minting.show', mintRef)
  const awaitsSigning = mint?.status === 'awaiting_witnesses'
  const isHeld = mint !== undefined && mintStateOf(mint) === 'held'
  return (
    <Page
      fixed={isHeld}
      from={<CollectionLink collectionRef={mintRef} />}
      title={mint === undefined ? words.loading : titleOf(mint)}
      actions={
        mint !== undefined && hasEnded(mint) && <NextAfterMint mint={mint} mintRef={mintRef} />
      }
    >
      {error !== null && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {mint === undefined && error === null && <Waiting />}
      {isHeld && <Review mint={mint} mintRef={mintRef} />}
      {mint !== undefined && !isHeld && (
        <div className={ui['sheets']}>
          {mint.warnings?.map((warning) => (
            <Warning key={warning}>{warning}</Warning>
          ))}
          {awaitsSigning ? (
            // What still needs a signature is shown before its buttons, or beside them.
            <SplitPage aside={<Stage mint={mint} mintRef={mintRef} />}>
              <MintedTokens mint={mint} mintRef={mintRef} />
              <MintDetailsSheet mint={mint} mintRef={mintRef} />
            </SplitPage>
          ) : (
            <>
              <Stage mint={mint} mintRef={mintRef} />
              {mint.status !== 'failed' && mint.status !== 'cancelled' && (
                <MintedTokens mint={mint} mintRef={mintRef} />
              )}
              <MintDetailsSheet mint={mint} mintRef={mintRef} />
            </>
          )}
          {hasTransactionTable(mint) && <TransactionTable mint={mint} mintRef={mintRef} />}
        </div>
      )}
    </Page>
  )
}

const titleOf = (mint: MintDetails): string => {
  const state = mintStateOf(mint)
  if (mint.kind === 'burn') return words.burnTitles[state](text.minting.tokens(mint.tokenCount))
  return isPlainMint(mint)
    ? words.titles[state](objectOf(mint))
    : words.otherTitles[state](whatOf(mint))
}

const hasEnded = ({ status }: MintDetails): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled'

const Stage = ({ mint, mintRef }: { readonly mint: MintDetails; readonly mintRef: MintRef }) => {
  const state = mintStateOf(mint)
  switch (state) {
    case 'held':
    case 'awaiting_witnesses':
      return <Parked mint={mint} mintRef={mintRef} />
    case 'submitting':
    case 'minting':
      return <MintProgressBar mint={mint} />
    case 'completed':
    case 'failed':
    case 'cancelled':
      return <EndedMint mint={mint} mintRef={mintRef} />
    default:
      return state satisfies never
  }
}
