import { Button, Group } from '@mantine/core'
import { Download, FilePlus, PenLine, Signature } from 'lucide-react'
import { useState } from 'react'
import type { MintDetails } from '#contract/mints/calls.ts'
import { call } from '#renderer/bridge.ts'
import { change } from '#renderer/data/change.ts'
import type { MintRef } from '#renderer/data/minting.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { fromThisView } from '#renderer/stores/from-this-view.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { Confirm } from '#renderer/views/frame/confirm.tsx'
import { Note } from '#renderer/ui/error-alert.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { SecretFrame } from '#renderer/ui/secret-frame.tsx'
import { NetChangeLines } from '#renderer/views/signing/net-change.tsx'
import { ActionButton } from '#renderer/views/action-button.tsx'
import { useNow } from '#renderer/ui/use-now.ts'
import { mintNoun } from '../mint-state.tsx'
import { SignerList } from './signer-list.tsx'
import { useSign } from './use-sign.ts'
import ui from '#renderer/ui/parts.module.css'
import { IconButton } from '#renderer/ui/icon-button.tsx'

const words = text.minting.mint.parked

/** Missing signatures: the signers, how to ask them, and how to add their signatures. */
export const Parked = ({
  mint,
  mintRef,
}: {
  readonly mint: MintDetails
  readonly mintRef: MintRef
}) => {
  const { data: review } = useCall('minting.review', mintRef)
  const { isBusy, run } = useSign(mintRef)
  const now = useNow(1_000)
  const missing = mint.signers.filter(({ done }) => !done)
  const hasHere = missing.some(({ here }) => here)
  return (
    <Sheet>
      <div className={ui['stack']}>
        <h2 className={ui['title']}>{words.missing(missing.length)}</h2>
        <SignerList signers={mint.signers} />
        {mint.message !== null && <Note>{mint.message}</Note>}
        {Date.parse(mint.validUntil) <= now && <Note>{words.ended(mintNoun(mint))}</Note>}
        {mint.signingRequest?.hasMore === true && <ImportSignatures mintRef={mintRef} />}
        <p className={ui['soft']}>
          {words.text} {words.hint}
        </p>
        {hasHere && (
          <SecretFrame>
            <div className={ui['stack']}>
              {review !== undefined && (
                <NetChangeLines
                  title={text.signing.netChange.beforeSigning(review.transactions.length)}
                  summaries={review.transactions}
                />
              )}
              <div>
                <IconButton
                  variant="filled"
                  icon={PenLine}
                  loading={isBusy}
                  onClick={() => void run()}
                >
                  {words.signHere}
                </IconButton>
              </div>
            </div>
          </SecretFrame>
        )}
        <Group gap="sm">
          <SaveRequest mintRef={mintRef} isFirst={!hasHere} />
          <AddSignature mintRef={mintRef} />
          <OpenInInbox mintRef={mintRef} />
          <CancelMint mint={mint} mintRef={mintRef} />
        </Group>
      </div>
    </Sheet>
  )
}

type At = { readonly mintRef: MintRef }

const ImportSignatures = ({ mintRef }: At) => (
  <Note
    action={
      <ActionButton size="compact-sm" action={() => change('minting.importSignatures', mintRef)}>
        {words.importSignatures}
      </ActionButton>
    }
  >
    {words.importSignaturesText}
  </Note>
)

const SaveRequest = ({ mintRef, isFirst }: At & { readonly isFirst: boolean }) => (
  <ActionButton
    variant={isFirst ? 'filled' : 'default'}
    leftSection={<Download size={16} aria-hidden />}
    action={async () => {
      const path = await call('minting.saveRequest', mintRef)
      if (path !== null) useNotices.getState().notify('good', words.saved(path))
    }}
  >
    {words.save}
  </ActionButton>
)

const AddSignature = ({ mintRef }: At) => (
  <ActionButton
    variant="default"
    leftSection={<FilePlus size={16} aria-hidden />}
    action={async () => {
      const path = await call('app.pickFile', { what: 'transaction' })
      if (path === null) return
      await change('minting.addWitnesses', { ...mintRef, source: { kind: 'file', path } })
      useNotices.getState().notify('good', words.added)
    }}
  >
    {words.add}
  </ActionButton>
)

const OpenInInbox = ({ mintRef }: At) => {
  return (
    <ActionButton
      variant="default"
      leftSection={<Signature size={16} aria-hidden />}
      action={async () => {
        const lead = fromThisView()
        const { requestId } = await change('minting.openInInbox', mintRef)
        lead({ route: { view: 'signing', requestId }, done: words.inInbox })
      }}
    >
      {words.openInbox}
    </ActionButton>
  )
}

const CancelMint = ({ mint, mintRef }: At & { readonly mint: MintDetails }) => {
  const [isAsking, setAsking] = useState(false)
  const cancelWords = mint.kind === 'burn' ? text.minting.mint.parkedBurn : words
  const cancel = async () => {
    await change('minting.cancel', mintRef)
    setAsking(false)
    useNotices.getState().notify('good', cancelWords.cancelled)
  }
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
        {cancelWords.cancel}
      </Button>
      {isAsking && (
        <Confirm
          title={cancelWords.cancelTitle}
          message={cancelWords.cancelText(mint.tokenCount)}
          action={cancelWords.cancel}
          keep={cancelWords.keep}
          onConfirm={cancel}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
