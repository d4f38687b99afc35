import { Group, Stack } from '@mantine/core'
import { Flame, Stamp } from 'lucide-react'
import type { MintDetails, MintReview } from '#contract/mints/calls.ts'
import { change } from '#renderer/data/change.ts'
import type { MintRef } from '#renderer/data/minting.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { fromThisView } from '#renderer/stores/from-this-view.ts'
import { text } from '#renderer/text/en.ts'
import { Warning } from '#renderer/ui/error-alert.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { SplitPage } from '#renderer/ui/split-page.tsx'
import { SecretFrame } from '#renderer/ui/secret-frame.tsx'
import { NetChangeLines } from '#renderer/views/signing/net-change.tsx'
import { PlainWarningList } from '#renderer/views/signing/warning-list.tsx'
import { ActionButton } from '#renderer/views/action-button.tsx'
import { isPlainMint, mintNoun, mintsTokens, objectOf } from '../mint-state.tsx'
import { PermanentSheet } from '../permanent-sheet.tsx'
import styles from '../minting.module.css'
import { MintDetailsSheet } from './details-sheet.tsx'
import { MintedTokens } from './minted-tokens.tsx'
import { SignerList } from './signer-list.tsx'
import { hasTransactionTable, TransactionTable } from './transaction-table.tsx'
import { useSign } from './use-sign.ts'
import ui from '#renderer/ui/parts.module.css'
import { IconButton } from '#renderer/ui/icon-button.tsx'

const words = text.minting.mint

type Props = { readonly mint: MintDetails; readonly mintRef: MintRef }

/** Built and not signed: the last review before it cannot be undone, its tokens first. */
export const Review = ({ mint, mintRef }: Props) => {
  const { data: review } = useCall('minting.review', mintRef)
  const { warnings = [] } = review ?? {}
  // What stops the mint stands where its button would be.
  const blockers = warnings.filter(({ severity }) => severity === 'error')
  const others = warnings.filter(({ severity }) => severity !== 'error')
  return (
    <div className={ui['fill']}>
      <div className={ui['scroll']}>
        <div className={ui['sheets']}>
          {mint.warnings?.map((warning) => (
            <Warning key={warning}>{warning}</Warning>
          ))}
          {others.length > 0 && <PlainWarningList warnings={others} />}
          <Reviewed mint={mint} mintRef={mintRef} />
          {hasTransactionTable(mint) && <TransactionTable mint={mint} mintRef={mintRef} />}
        </div>
      </div>
      <footer className={ui['end']}>
        <SecretFrame>
          <div className={styles['signing']}>
            {review !== undefined && (
              <SignatureEffect review={review} blockers={blockers} noun={mintNoun(mint)} />
            )}
            <SignButtons
              mint={mint}
              mintRef={mintRef}
              isReady={review !== undefined && blockers.length === 0}
            />
          </div>
        </SecretFrame>
      </footer>
    </div>
  )
}

/** The tokens, or where it mints none what it does, and beside it what is known of it. */
const Reviewed = ({ mint, mintRef }: Props) => {
  const { accountId, collectionId } = mintRef
  const { data: collection } = useCall('collections.get', { accountId, collectionId })
  const details = <MintDetailsSheet mint={mint} mintRef={mintRef} />
  const signatures = (
    <Sheet title={words.signersTitle}>
      <SignerList signers={mint.signers} />
    </Sheet>
  )
  if (!mintsTokens(mint)) return <SplitPage aside={signatures}>{details}</SplitPage>
  return (
    <SplitPage
      aside={
        <>
          {details}
          {signatures}
        </>
      }
    >
      <MintedTokens mint={mint} mintRef={mintRef} />
      {collection !== undefined && <PermanentSheet policy={collection.policy} />}
    </SplitPage>
  )
}

/** What the signature changes, or why it cannot be given. */
const SignatureEffect = ({
  review: { transactions, warnings },
  blockers,
  noun,
}: {
  readonly review: MintReview
  readonly blockers: MintReview['warnings']
  readonly noun: 'mint' | 'burn'
}) =>
  blockers.length > 0 ? (
    <Stack gap="xs">
      <strong role="alert">{words.blocked(noun)}</strong>
      <PlainWarningList warnings={blockers} />
    </Stack>
  ) : (
    <div>
      <NetChangeLines
        title={text.signing.netChange.beforeSigning(transactions.length)}
        summaries={transactions}
        isBrief
      />
      {warnings.length === 0 && <p className={ui['soft']}>{text.signing.review.noWarnings}</p>}
    </div>
  )

const SignButtons = ({ mint, mintRef, isReady }: Props & { readonly isReady: boolean }) => {
  const { isBusy, run } = useSign(mintRef)
  const isBurn = mint.kind === 'burn'
  return (
    <Group gap="sm">
      <IconButton
        variant="filled"
        icon={isBurn ? Flame : Stamp}
        {...(isBurn ? { color: 'red' } : {})}
        iconSize={18}
        loading={isBusy}
        disabled={!isReady}
        onClick={() => void run()}
      >
        {actionOf(mint)}
      </IconButton>
      <Discard mint={mint} mintRef={mintRef} isBusy={isBusy} />
      {isBurn && <span className={`${ui['soft']} ${ui['grow']}`}>{words.burnHint}</span>}
    </Group>
  )
}

const actionOf = (mint: MintDetails): string => {
  const isHere = mint.signers.map(({ here }) => here)
  if (!isHere.every(Boolean)) return isHere.some(Boolean) ? words.signSome : words.signNone
  if (mint.kind === 'burn') return words.burnAll(text.minting.tokens(mint.tokenCount))
  return isPlainMint(mint) ? words.signAll(objectOf(mint)) : words.signSend
}

const Discard = ({ mint, mintRef, isBusy }: Props & { readonly isBusy: boolean }) => (
  <ActionButton
    variant="default"
    disabled={isBusy}
    action={async () => {
      const lead = fromThisView()
      await change('minting.cancel', mintRef)
      const { accountId, collectionId } = mintRef
      lead({
        route: { view: 'mint', accountId, collectionId },
        done: words.discarded(mintNoun(mint)),
        replaces: true,
        isSaid: true,
      })
    }}
  >
    {words.discard}
  </ActionButton>
)
