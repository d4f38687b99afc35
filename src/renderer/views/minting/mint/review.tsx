import { Flame, OctagonX, Stamp, TriangleAlert } from 'lucide-react'
import type { MintDetails, MintReview } from '#contract/mints/calls.ts'
import { change } from '#renderer/data/change.ts'
import type { MintRef } from '#renderer/data/minting.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { fromThisView } from '#renderer/stores/from-this-view.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { SecretFrame } from '#renderer/ui/secret-frame.tsx'
import { NetChangeLines } from '#renderer/views/signing/net-change.tsx'
import { ActionButton } from '#renderer/views/action-button.tsx'
import { mintNoun, whatOf } from '../mint-state.tsx'
import styles from '../minting.module.css'
import { SignerList } from './signer-list.tsx'
import { useSign } from './use-sign.ts'
import ui from '#renderer/ui/parts.module.css'
import { IconButton } from '#renderer/ui/icon-button.tsx'

const words = text.minting.mint

/** Built and not signed: the last review before it cannot be undone. */
export const Review = ({
  mint,
  mintRef,
}: {
  readonly mint: MintDetails
  readonly mintRef: MintRef
}) => {
  const { data: review, isPending } = useCall('minting.review', mintRef)
  const { isBusy, run } = useSign(mintRef)
  const isBlocked = review?.warnings.some(({ severity }) => severity === 'error') === true
  const isHere = mint.signers.map(({ here }) => here)
  const isBurn = mint.kind === 'burn'
  const action = isHere.every(Boolean)
    ? isBurn
      ? words.burnAll(text.minting.tokens(mint.tokenCount))
      : words.signAll(whatOf(mint))
    : isHere.some(Boolean)
      ? words.signSome
      : words.signNone
  return (
    <SecretFrame>
      <div className={ui['stack']}>
        <h2 className={ui['title']}>{words.signersTitle}</h2>
        <SignerList signers={mint.signers} />
        {review !== undefined && <Warnings warnings={review.warnings} />}
        {isBlocked && <ErrorAlert error={words.blocked(mintNoun(mint))} />}
        <p className={ui['soft']}>{isBurn ? words.burnHint : words.signHint}</p>
        {review !== undefined && (
          <NetChangeLines
            title={text.signing.netChange.beforeSigning(review.transactions.length)}
            summaries={review.transactions}
          />
        )}
        <div className={ui['bar']}>
          <IconButton
            variant="filled"
            icon={isBurn ? Flame : Stamp}
            {...(isBurn ? { color: 'red' } : {})}
            iconSize={18}
            loading={isBusy}
            disabled={isBlocked || isPending}
            onClick={() => void run()}
          >
            {action}
          </IconButton>
          <Discard mint={mint} mintRef={mintRef} isBusy={isBusy} />
        </div>
      </div>
    </SecretFrame>
  )
}

const Discard = ({
  mint,
  mintRef,
  isBusy,
}: {
  readonly mint: MintDetails
  readonly mintRef: MintRef
  readonly isBusy: boolean
}) => (
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

const icons = { error: OctagonX, warning: TriangleAlert, info: TriangleAlert } as const

const Warnings = ({ warnings }: Pick<MintReview, 'warnings'>) => {
  if (warnings.length === 0) return <p className={ui['soft']}>{words.noWarnings}</p>
  return (
    <ul className={`${ui['list']} ${styles['warnings']}`} aria-label={words.warnings}>
      {warnings.map(({ code, severity, message }) => {
        const Icon = icons[severity]
        return (
          <li key={`${code} ${message}`} data-severity={severity}>
            <Icon size={18} aria-hidden />
            <div>
              <span className={styles['severity']}>{words.severities[severity]}.</span> {message}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
