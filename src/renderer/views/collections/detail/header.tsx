import { Flex } from '@mantine/core'
import type { CollectionDetails } from '#contract/collections/calls.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useTokens } from '#renderer/data/tokens.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { CutText, Hash } from '#renderer/ui/text-parts.tsx'
import { NetworkBadge } from '../../network-badge.tsx'
import { PolicyLock, PracticeBadge, VaultWorkBadge } from '../chips.tsx'
import { tokenCounts } from '#renderer/data/token-counts.ts'
import { countsText } from '../counts-text.ts'
import ui from '#renderer/ui/parts.module.css'
import { percentOfRate } from '#values/amounts/percent.ts'
import { useNow } from '#renderer/ui/use-now.ts'
import { useWindowHeight } from '#renderer/ui/use-window-size.ts'

const words = text.collections.detail

/** What a collection is, in one line, with its creator and description where there is room. */
export const CollectionSummary = ({
  collectionRef,
  collection,
}: {
  readonly collectionRef: CollectionRef
  readonly collection: CollectionDetails
}) => {
  const isLow = useWindowHeight() !== 'normal'
  const now = useNow()
  const counts = useCounts(collectionRef, collection)
  const about = aboutTexts(collection)
  return (
    <Flex component="span" align="center" gap="sm" miw={0} wrap="nowrap">
      <NetworkBadge network={collection.chain} />
      {collection.isPractice && <PracticeBadge />}
      <VaultWorkBadge collectionId={collection.id} />
      <PolicyLock policy={collection.policy} now={now} isBrief />
      <CutText className={ui['soft']}>{[...counts, ...(isLow ? [] : about)].join(' · ')}</CutText>
    </Flex>
  )
}

/** Who made it, and what they say of it. */
const aboutTexts = ({ creator, description }: CollectionDetails): readonly string[] =>
  [creator ? words.by(creator) : '', description ?? ''].filter((part) => part !== '')

const useCounts = (
  collectionRef: CollectionRef,
  collection: CollectionDetails,
): readonly string[] => [
  ...countsText(tokenCounts(collection, useTokens(collectionRef).loaded)),
  royaltyText(collection),
]

const royaltyText = ({ royalty }: CollectionDetails): string => {
  const rate = royalty?.metadata?.['777'].rate
  return rate === undefined
    ? text.collections.noRoyalty
    : text.collections.royalty(percentOfRate(rate))
}

/** One address, or several with what each gets. */
export const Payout = ({
  payout,
  whole = false,
}: {
  readonly payout: CollectionDetails['payout_address']
  readonly whole?: boolean
}) => {
  if (payout === null || payout === undefined) return text.common.none
  if (typeof payout === 'string')
    return <Hash value={payout} what={words.payout} onCopy={copy} whole={whole} />
  return (
    <div>
      {payout.map(({ addr, ratio }) => (
        <div key={addr}>
          <Hash value={addr} what={words.payout} onCopy={copy} whole={whole} />{' '}
          {typeof ratio === 'number' && words.payoutShare(percentOfRate(String(ratio)))}
        </div>
      ))}
    </div>
  )
}
