import { Button, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { MintDetails } from '#contract/mints/calls.ts'
import type { MintRef } from '#renderer/data/minting.ts'
import { refreshCollection } from '#renderer/data/tokens.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { openWayTarget } from '#renderer/stores/collection-view.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { CollectionNextStep } from '#renderer/views/collections/detail/way/next-step.tsx'
import { useWay } from '#renderer/views/collections/detail/way/use-way.ts'
import { TransactionLink } from '#renderer/views/transaction-link.tsx'
import { isPlainMint, mintsTokens, MintBadge, whatOf } from '../mint-state.tsx'
import { Rebuild } from './rebuild.tsx'
import { ShownTokens } from './shown-tokens.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.minting.mint

/** Further ones are in the table below. */
const shownTransactions = 3

/** The result of an ended mint, and what to do next. */
export const EndedMint = ({
  mint,
  mintRef,
}: {
  readonly mint: MintDetails
  readonly mintRef: MintRef
}) => (
  <Sheet>
    <div className={ui['stack']}>
      <div>
        <MintBadge mint={mint} />
      </div>
      {mint.status === 'failed' && mint.message !== null && <ErrorAlert error={mint.message} />}
      <div role="status">{sentenceOf(mint)}</div>
      {mint.status === 'completed' && mint.kind === 'burn' && <ShownTokens mint={mint} />}
      {mint.status === 'completed' && (
        <ul>
          {mint.transactions.slice(0, shownTransactions).map(({ tx_id: txId, page }) => (
            <li key={txId}>
              <TransactionLink txId={txId} page={page} />
            </li>
          ))}
        </ul>
      )}
      <WhatNext mint={mint} mintRef={mintRef} />
    </div>
  </Sheet>
)

const sentenceOf = (mint: MintDetails): string => {
  const { done } = words
  const isBurn = mint.kind === 'burn'
  if (typeof mint.replaced_by === 'string') return done.replaced
  if (mint.status === 'failed') return isBurn ? done.burnFailed : done.failedText
  if (mint.status === 'cancelled') return isBurn ? done.burnCancelled : done.cancelledText
  if (isBurn) return done.burned(text.minting.tokens(mint.tokenCount))
  return isPlainMint(mint) ? done.text(whatOf(mint)) : done.moved(whatOf(mint))
}

/** The collection's next step after a mint of its tokens; after anything else, the way back alone. */
const WhatNext = ({ mint, mintRef }: Parameters<typeof EndedMint>[0]) => {
  const { accountId, collectionId } = mintRef
  const { go } = useNavigation()
  const collectionRef = { accountId, collectionId }
  const { data: collection } = useCall('collections.get', collectionRef)
  const { way } = useWay(collectionRef, collection)
  // Tokens that were loaded before the mint ended would ask for the same mint again.
  const [isFresh, setIsFresh] = useState(false)
  useEffect(() => {
    void refreshCollection().then(() => setIsFresh(true))
  }, [])
  const isKnown = mintsTokens(mint) && isFresh && collection !== undefined
  const next = isKnown ? way?.next[0] : undefined
  const isRetry = mint.status !== 'completed' && next?.name === 'mint'
  const { replaced_by: replacedBy } = mint
  if (typeof replacedBy === 'string')
    return (
      <Group gap="sm">
        <Button onClick={() => go({ view: 'mint', ...collectionRef, mintId: replacedBy })}>
          {words.done.seeNew}
        </Button>
      </Group>
    )
  if (mint.canRebuild) return <Rebuild mint={mint} mintRef={mintRef} />
  return (
    <Group gap="sm">
      {next !== undefined && collection !== undefined && (
        <CollectionNextStep
          step={next}
          label={isRetry ? words.done.again : undefined}
          onOpen={(target) => openWayTarget(target, collectionRef, collection.policy.policy_id)}
        />
      )}
      <Button
        variant={next === undefined ? 'filled' : 'default'}
        onClick={() => go({ view: 'collection', ...collectionRef })}
      >
        {words.done.collection}
      </Button>
    </Group>
  )
}
