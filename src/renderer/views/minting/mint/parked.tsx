import { Button } from '@mantine/core'
import { Download, FilePlus, PenLine, Signature } from 'lucide-react'
import { useState } from 'react'
import type { MintFacts } from '#shared/calls/minting.ts'
import { call } from '#renderer/bridge.ts'
import { change } from '#renderer/data/change.ts'
import type { MintRef } from '#renderer/data/minting.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { attempt, useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { ConfirmByName } from '#renderer/ui/confirm.tsx'
import { Note } from '#renderer/ui/error-alert.tsx'
import { SecretFrame } from '#renderer/ui/secret-frame.tsx'
import { NetChange } from '#renderer/views/signing/net-change.tsx'
import { SignerList } from './signer-list.tsx'
import { useSign } from './use-sign.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.minting.mint.parked

/** Signatures are missing: who has them, how they are asked for, and where they come back. */
export const Parked = ({
  mint,
  mintRef,
}: {
  readonly mint: MintFacts
  readonly mintRef: MintRef
}) => {
  const { data: review } = useCall('minting.review', mintRef)
  const { busy, sign } = useSign(mintRef)
  const missing = mint.signers.filter(({ done }) => !done)
  const hasHere = missing.some(({ here }) => here)
  return (
    <SecretFrame>
      <div className={ui['stack']}>
        <h2 className={ui['title']}>{words.missing(missing.length)}</h2>
        <SignerList signers={mint.signers} />
        {mint.message !== null && <Note>{mint.message}</Note>}
        {mint.signingRequest?.hasMore === true && <ImportSignatures mintRef={mintRef} />}
        <p className={ui['soft']}>
          {words.text} {words.hint}
        </p>
        {hasHere && review !== undefined && (
          <NetChange
            title={text.signing.netChange.beforeSigning(review.transactions.length)}
            summaries={review.transactions}
          />
        )}
        <div className={ui['bar']}>
          {hasHere && (
            <Button
              leftSection={<PenLine size={16} aria-hidden />}
              loading={busy}
              onClick={() => void sign()}
            >
              {words.signHere}
            </Button>
          )}
          <SaveRequest mintRef={mintRef} isFirst={!hasHere} />
          <AddSignature mintRef={mintRef} />
          <OpenInInbox mintRef={mintRef} />
          <CancelMint mint={mint} mintRef={mintRef} />
        </div>
      </div>
    </SecretFrame>
  )
}

type At = { readonly mintRef: MintRef }

const ImportSignatures = ({ mintRef }: At) => {
  return (
    <Note
      action={
        <Button
          size="compact-sm"
          onClick={() => void attempt(() => change('minting.importSignatures', mintRef))}
        >
          {words.importSignatures}
        </Button>
      }
    >
      {words.importSignaturesText}
    </Note>
  )
}

const SaveRequest = ({ mintRef, isFirst }: At & { readonly isFirst: boolean }) => {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const path = await attempt(() => call('minting.saveRequest', mintRef))
    setBusy(false)
    if (typeof path === 'string') useNotices.getState().notify('good', words.saved(path))
  }
  return (
    <Button
      variant={isFirst ? 'filled' : 'default'}
      leftSection={<Download size={16} aria-hidden />}
      loading={busy}
      onClick={() => void save()}
    >
      {words.save}
    </Button>
  )
}

const AddSignature = ({ mintRef }: At) => {
  const [busy, setBusy] = useState(false)
  const add = async () => {
    setBusy(true)
    await attempt(async () => {
      const path = await call('app.pickFile', { what: 'transaction' })
      if (path === null) return
      await change('minting.addWitnesses', { ...mintRef, source: { kind: 'file', path } })
      useNotices.getState().notify('good', words.added)
    })
    setBusy(false)
  }
  return (
    <Button
      variant="default"
      leftSection={<FilePlus size={16} aria-hidden />}
      loading={busy}
      onClick={() => void add()}
    >
      {words.add}
    </Button>
  )
}

const OpenInInbox = ({ mintRef }: At) => {
  const { go } = useNavigation()
  const [busy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    const found = await attempt(() => change('minting.openInInbox', mintRef))
    setBusy(false)
    if (found !== undefined) go({ view: 'signing', requestId: found.requestId })
  }
  return (
    <Button
      variant="default"
      leftSection={<Signature size={16} aria-hidden />}
      loading={busy}
      onClick={() => void open()}
    >
      {words.openInbox}
    </Button>
  )
}

const CancelMint = ({ mint, mintRef }: At & { readonly mint: MintFacts }) => {
  const [isAsking, setAsking] = useState(false)
  const cancel = async () => {
    await change('minting.cancel', mintRef)
    setAsking(false)
    useNotices.getState().notify('good', words.cancelled)
  }
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
        {words.cancel}
      </Button>
      {isAsking && (
        <ConfirmByName
          title={words.cancelTitle}
          message={words.cancelText}
          name={mint.collectionName}
          action={words.cancel}
          onConfirm={cancel}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
