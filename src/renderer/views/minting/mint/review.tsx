import { Group } from '@mantine/core'
import { Flame, Stamp } from 'lucide-react'
import type { MintDetails } from '#contract/mints/calls.ts'
import { change } from '#renderer/data/change.ts'
import type { MintRef } from '#renderer/data/minting.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { fromThisView } from '#renderer/stores/from-this-view.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert, Warning } from '#renderer/ui/error-alert.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { SplitPage } from '#renderer/ui/split-page.tsx'
import { SecretFrame } from '#renderer/ui/secret-frame.tsx'
import { NetChangeLines } from '#renderer/views/signing/net-change.tsx'
import { PlainWarningList } from '#renderer/views/signing/warning-list.tsx'
import { ActionButton } from '#renderer/views/action-button.tsx'
import { mintNoun, mintsTokens, whatOf } from '../mint-state.tsx'
import { PermanentSheet } from '../permanent-sheet.tsx'
import styles from '../minting.module.css'
import { MintDetailsSheet } from './details-sheet.tsx'
import { MintedWorks } from './minted-works.tsx'
import { SignerList } from './signer-list.tsx'
import { TransactionTable } from './transaction-table.tsx'
import { useSign } from './use-sign.ts'
import ui from '#renderer/ui/parts.module.css'
import { IconButton } from '#renderer/ui/icon-button.tsx'

const words = text.minting.mint

type Props = { readonly mint: MintDetails; readonly mintRef: MintRef }

/** Built and not signed: the last review before it cannot be undone, works first. */
export const Review = ({ mint, mintRef }: Props) => {
  const { accountId, collectionId } = mintRef
  const { data: review } = useCall('minting.review', mintRef)
  const { data: collection } = useCall('collections.get', { accountId, collectionId })
  const { warnings = [] } = review ?? {}
  const isBlocked = warnings.some(({ severity }) => severity === 'error')
  return (
    <div className={ui['fill']}>
      <div className={ui['scroll']}>
        <div className={styles['page']}>
          {mint.warnings?.map((warning) => (
            <Warning key={warning}>{warning}</Warning>
          ))}
          {isBlocked && <ErrorAlert error={words.blocked(mintNoun(mint))} />}
          {warnings.length > 0 && <PlainWarningList warnings={warnings} />}
          <SplitPage
            aside={
              <>
                <MintDetailsSheet mint={mint} mintRef={mintRef} />
                {mintsTokens(mint) && collection !== undefined && (
                  <PermanentSheet policy={collection.policy} />
                )}
              </>
            }
          >
            <MintedWorks mint={mint} mintRef={mintRef} />
            <Sheet title={words.signersTitle}>
              <SignerList signers={mint.signers} />
              {review !== undefined && warnings.length === 0 && (
                <p className={ui['soft']}>{text.signing.review.noWarnings}</p>
              )}
            </Sheet>
          </SplitPage>
          <TransactionTable mint={mint} mintRef={mintRef} />
        </div>
      </div>
      <footer className={ui['end']}>
        <SecretFrame>
          <div className={styles['signing']}>
            {review !== undefined && (
              <NetChangeLines
                title={text.signing.netChange.beforeSigning(review.transactions.length)}
                summaries={review.transactions}
              />
            )}
            <SignButtons
              mint={mint}
              mintRef={mintRef}
              isReady={review !== undefined && !isBlocked}
            />
          </div>
        </SecretFrame>
      </footer>
    </div>
  )
}

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
      {isBurn && <span className={ui['soft']}>{words.burnHint}</span>}
    </Group>
  )
}

const actionOf = (mint: MintDetails): string => {
  const isHere = mint.signers.map(({ here }) => here)
  if (isHere.every(Boolean))
    return mint.kind === 'burn'
      ? words.burnAll(text.minting.tokens(mint.tokenCount))
      : words.signAll(whatOf(mint))
  return isHere.some(Boolean) ? words.signSome : words.signNone
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
