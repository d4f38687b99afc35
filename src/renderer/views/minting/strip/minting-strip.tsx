import { Button } from '@mantine/core'
import { Stamp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { MintSummary } from '#shared/calls/minting.ts'
import { refreshCollection } from '#renderer/data/tokens.ts'
import { awaitsRoyalty, type CollectionRef, isActive } from '#renderer/data/minting.ts'
import { useRoyalty } from '#renderer/data/use-royalty.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { stateOf, whatOf } from '../mint-state.tsx'
import styles from '../minting.module.css'
import { StripRow } from './strip-row.tsx'
import { MintsDialog } from './mints-dialog.tsx'
import { RoyaltyDialog } from './royalty-dialog.tsx'
import { RoyaltyRow } from './royalty-row.tsx'

const words = text.minting.strip

const noMints: readonly MintSummary[] = []
/** More lines would push the tokens off the screen. */
const shownRows = 2

/** The state of a collection's mints above its tokens. */
export const MintingStrip = ({ collectionRef }: { readonly collectionRef: CollectionRef }) => {
  const list = useCall('minting.list', collectionRef)
  const { canMint, mints = noMints } = list.data ?? {}
  const paid = useRoyalty(collectionRef)
  const royalty = paid.data
  const error = list.error ?? paid.error
  const [open, setOpen] = useState<'mints' | 'royalty'>()
  const close = () => setOpen(undefined)
  useMintUpdates(mints)
  if (error !== null && canMint !== false)
    return (
      <section className={styles['strip']} aria-label={words.label}>
        <ErrorAlert
          error={error}
          onRetry={() => void Promise.all([list.refetch(), paid.refetch()])}
        />
      </section>
    )
  if (canMint !== true) return null
  const active = mints.filter((mint) => mint.kind !== 'royalty' && isActive(mint))
  if (mints.length === 0 && !awaitsRoyalty(royalty)) return null
  return (
    <section className={styles['strip']} aria-label={words.label}>
      <div className={styles['stripRows']}>
        {royalty !== null && royalty !== undefined && awaitsRoyalty(royalty) && (
          <RoyaltyRow royalty={royalty} onOpen={() => setOpen('royalty')} />
        )}
        {active.slice(0, shownRows).map((mint) => (
          <ActiveRow key={mint.id} collectionRef={collectionRef} mint={mint} />
        ))}
      </div>
      {mints.length > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => setOpen('mints')}>
          {words.all(mints.length)}
        </Button>
      )}
      {open === 'mints' && (
        <MintsDialog collectionRef={collectionRef} mints={mints} onClose={close} />
      )}
      {open === 'royalty' && royalty !== null && royalty !== undefined && (
        <RoyaltyDialog collectionRef={collectionRef} royalty={royalty} onClose={close} />
      )}
    </section>
  )
}

const ActiveRow = ({
  collectionRef,
  mint,
}: {
  readonly collectionRef: CollectionRef
  readonly mint: MintSummary
}) => {
  const { go } = useNavigation()
  const isWaiting = mint.status === 'awaiting_witnesses'
  return (
    <StripRow
      icon={<Stamp size={16} aria-hidden />}
      action={
        <Button
          size="compact-sm"
          variant={isWaiting ? 'filled' : 'default'}
          onClick={() => go({ view: 'mint', ...collectionRef, mintId: mint.id })}
        >
          {isWaiting ? words.continue : words.view}
        </Button>
      }
    >
      {lineText(mint)}
    </StripRow>
  )
}

const lineText = (mint: MintSummary): string => {
  const state = stateOf(mint)
  const what = whatOf(mint)
  if (state === 'completed' || state === 'failed' || state === 'cancelled') return what
  return words.lines[state](what)
}

/** A changed mint also changes tokens. */
const useMintUpdates = (mints: readonly MintSummary[]): void => {
  const states = mints.map(({ id, status }) => `${id} ${status}`).join()
  const before = useRef<string>(undefined)
  useEffect(() => {
    const isNews =
      before.current !== undefined && before.current !== '' && before.current !== states
    before.current = states
    if (isNews) void refreshCollection()
  }, [states])
}
