import { Button, Group, Stack } from '@mantine/core'
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
import { isPlainMint, mintsTokens, MintBadge } from '../mint-state.tsx'
import { Rebuild } from './rebuild.tsx'
import { ShownTokens } from './shown-tokens.tsx'

const words = text.minting.mint

type Ended = { readonly mint: MintDetails; readonly mintRef: MintRef }

/** How an ended mint ended. What to do next is {@link NextAfterMint}. */
export const EndedMint = ({ mint, mintRef }: Ended) => {
  const state = (
    <Group gap="4px 16px">
      <MintBadge mint={mint} />
      {/* How to build it again is said below. */}
      {!mint.canRebuild && <span role="status">{sentenceOf(mint)}</span>}
    </Group>
  )
  const { canRebuild } = mint
  const isBurned = mint.status === 'completed' && mint.kind === 'burn'
  const error = mint.status === 'failed' ? mint.message : null
  if (!canRebuild && !isBurned && error === null) return state
  return (
    <Sheet>
      <Stack gap="md">
        {error !== null && <ErrorAlert error={error} />}
        {state}
        {isBurned && <ShownTokens mint={mint} />}
        {canRebuild && <Rebuild mint={mint} mintRef={mintRef} />}
      </Stack>
    </Sheet>
  )
}

const sentenceOf = (mint: MintDetails): string => {
  const { done } = words
  const isBurn = mint.kind === 'burn'
  if (typeof mint.replaced_by === 'string') return done.replaced
  if (mint.status === 'failed') return isBurn ? done.burnFailed : done.failedText
  if (mint.status === 'cancelled') return isBurn ? done.burnCancelled : done.cancelledText
  if (isBurn) return done.burned
  return isPlainMint(mint) ? done.text : done.moved
}

/** The collection's next step after a mint of its tokens; after anything else, the way back alone. */
export const NextAfterMint = ({ mint, mintRef }: Ended) => {
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
  const isKnown = mintsTokens(mint) && isFresh && collection !== undefined && !mint.canRebuild
  const isDone = mint.status === 'completed'
  const steps = isKnown && way !== undefined ? way.next : []
  // After a mint selling is worth more than the next mint.
  const next = (isDone ? steps.find(({ name }) => name !== 'mint') : undefined) ?? steps[0]
  const isRetry = !isDone && next?.name === 'mint'
  const { replaced_by: replacedBy } = mint
  if (typeof replacedBy === 'string')
    return (
      <Button onClick={() => go({ view: 'mint', ...collectionRef, mintId: replacedBy })}>
        {words.done.seeNew}
      </Button>
    )
  return (
    <>
      <Button
        variant={next === undefined && !mint.canRebuild ? 'filled' : 'default'}
        onClick={() => go({ view: 'collection', ...collectionRef })}
      >
        {words.done.collection}
      </Button>
      {next !== undefined && collection !== undefined && (
        <CollectionNextStep
          step={next}
          label={isRetry ? words.done.again : undefined}
          onOpen={(target) => openWayTarget(target, collectionRef, collection.policy.policy_id)}
        />
      )}
    </>
  )
}
