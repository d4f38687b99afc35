import { Button } from '@mantine/core'
import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import type { MintFacts } from '#shared/calls/minting.ts'
import { type CollectionRef, isActive } from '#renderer/stores/minting.ts'
import { useMint } from '#renderer/stores/mint.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { useSigning } from '#renderer/stores/signing.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Page } from '#renderer/ui/page.tsx'
import { Cut } from '#renderer/ui/text-parts.tsx'
import { Waiting } from '#renderer/ui/waiting.tsx'
import { isPlainMint, stateOf, whatOf } from '../mint-state.tsx'
import styles from '../minting.module.css'
import { Ended } from './ended.tsx'
import { FactsSheet } from './facts-sheet.tsx'
import { MintProgress } from './mint-progress.tsx'
import { Parked } from './parked.tsx'
import { Review } from './review.tsx'
import { TransactionTable } from './transaction-table.tsx'

const words = text.minting.mint

/** One mint, wherever it stands. */
export const MintPage = ({
  collectionRef: { accountId, collectionId },
  mintId,
}: {
  readonly collectionRef: CollectionRef
  readonly mintId: string
}) => {
  const { mintRef, mint, error, open, refresh } = useMint()
  const { go } = useNavigation()
  useEffect(() => {
    void open({ accountId, collectionId, mintId })
  }, [accountId, collectionId, mintId, open])
  const isHere = mintRef?.mintId === mintId
  const known = isHere ? mint : undefined
  useRefreshTimer(known)
  return (
    <Page
      title={known === undefined ? words.loading : titleOf(known)}
      lead={known === undefined ? undefined : <Cut>{known.collectionName}</Cut>}
      actions={
        <Button
          variant="default"
          leftSection={<ArrowLeft size={16} aria-hidden />}
          onClick={() => go({ view: 'collection', accountId, collectionId })}
        >
          {text.minting.back}
        </Button>
      }
    >
      {isHere && error !== undefined && (
        <ErrorAlert message={error.message} onRetry={() => void refresh()} />
      )}
      {known === undefined && error === undefined && <Waiting />}
      {known !== undefined && (
        <div className={styles['page']}>
          {/* What is to be signed is read first; what goes by itself, or is over, tells that first. */}
          {known.status === 'awaiting_witnesses' && <FactsSheet mint={known} />}
          <Stage mint={known} />
          {known.status !== 'awaiting_witnesses' && <FactsSheet mint={known} />}
          <TransactionTable mint={known} />
        </div>
      )}
    </Page>
  )
}

const titleOf = (mint: MintFacts): string =>
  (isPlainMint(mint) ? words.titles : words.otherTitles)[stateOf(mint)](whatOf(mint))

const Stage = ({ mint }: { readonly mint: MintFacts }) => {
  const state = stateOf(mint)
  switch (state) {
    case 'held':
      return <Review mint={mint} />
    case 'awaiting_witnesses':
      return <Parked mint={mint} />
    case 'submitting':
    case 'minting':
      return <MintProgress mint={mint} />
    case 'completed':
    case 'failed':
    case 'cancelled':
      return <Ended mint={mint} />
    default:
      return state satisfies never
  }
}

const quickMs = 1_500
const slowMs = 5_000

/** Looks again while something may change, and when the signing inbox has something new. */
const useRefreshTimer = (mint: MintFacts | undefined): void => {
  const isMoving = mint?.status === 'submitting' || mint?.status === 'minting'
  const isWorthIt = mint !== undefined && isActive(mint)
  const refresh = useMint((store) => store.refresh)
  useEffect(() => {
    if (!isWorthIt) return undefined
    const timer = setInterval(() => void refresh(), isMoving ? quickMs : slowMs)
    return () => clearInterval(timer)
  }, [isWorthIt, isMoving, refresh])
  const requestId = mint?.signingRequest?.requestId
  const changes = useSigning((store) =>
    requestId === undefined ? undefined : store.changes[requestId],
  )
  useEffect(() => {
    if (changes !== undefined) void refresh()
  }, [changes, refresh])
}
