import type { ReactNode } from 'react'
import type { CollectionDetails } from '#contract/collections/calls.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useTokens } from '#renderer/data/tokens.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { CutText, Hash } from '#renderer/ui/text-parts.tsx'
import { NetworkBadge } from '../../network-badge.tsx'
import { PolicyLock, PracticeBadge } from '../chips.tsx'
import { tokenCounts } from '#renderer/data/token-counts.ts'
import { availableText } from '../available-text.ts'
import styles from '../collection.module.css'
import { numberText } from '#values/text/format.ts'
import { percentOfRate } from '#values/amounts/percent.ts'
import { useNow } from '#renderer/ui/use-now.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.collections.detail

/** The main details of a collection above its tokens. */
export const CollectionBand = ({
  collectionRef,
  collection,
}: {
  readonly collectionRef: CollectionRef
  readonly collection: CollectionDetails
}) => {
  const now = useNow()
  const rate = collection.royalty?.metadata?.['777'].rate
  return (
    <dl className={styles['band']}>
      <Fact term={words.network}>
        <NetworkBadge network={collection.chain} /> {collection.isPractice && <PracticeBadge />}
      </Fact>
      <Fact term={words.lock}>
        <PolicyLock policy={collection.policy} now={now} />
      </Fact>
      <Fact term={words.policyId}>
        <Hash value={collection.policy.policy_id} what={words.policyId} onCopy={copy} />
      </Fact>
      <Fact term={words.royalty}>
        {rate === undefined ? text.common.none : `${percentOfRate(rate)}%`}
      </Fact>
      <Fact term={words.payout}>
        <Payout payout={collection.payout_address} />
      </Fact>
      <Fact term={words.tokens}>
        <Counts collectionRef={collectionRef} collection={collection} />
      </Fact>
    </dl>
  )
}

/** The details in one line, for a low window and while the tokens are scrolled. */
export const CollectionSummary = ({ collection }: { readonly collection: CollectionDetails }) => (
  <span className={ui['line']}>
    <NetworkBadge network={collection.chain} />
    {collection.isPractice && <PracticeBadge />}
    <PolicyLock policy={collection.policy} now={useNow()} />
    <CutText>{royaltyText(collection)}</CutText>
  </span>
)

const royaltyText = ({ royalty }: CollectionDetails): string => {
  const rate = royalty?.metadata?.['777'].rate
  return rate === undefined
    ? text.collections.noRoyalty
    : text.collections.royalty(percentOfRate(rate))
}

/** Tokens minted for own use are not sold. */
const Counts = ({ collectionRef, collection }: Parameters<typeof CollectionBand>[0]) => {
  const counts = tokenCounts(collection, useTokens(collectionRef).loaded)
  const { all, minted, burned, sold, isComplete } = counts
  return [
    numberText(all),
    ...availableText(counts),
    ...(isComplete && minted > 0 ? [text.collections.minted(minted)] : []),
    ...(isComplete && burned > 0 ? [text.collections.burned(burned)] : []),
    ...(sold === 0 ? [] : [text.collections.sold(sold)]),
  ].join(' · ')
}

const Fact = ({ term, children }: { readonly term: string; readonly children: ReactNode }) => (
  <div className={styles['fact']}>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)

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
