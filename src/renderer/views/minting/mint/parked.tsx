import { Button } from '@mantine/core'
import { Download, FilePlus, PenLine, Signature } from 'lucide-react'
import { useState } from 'react'
import type { MintFacts } from '#shared/calls/minting.ts'
import { call } from '#renderer/bridge.ts'
import { useMint } from '#renderer/stores/mint.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { attempt, useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { ConfirmByName } from '#renderer/ui/confirm.tsx'
import { Note } from '#renderer/ui/error-alert.tsx'
import { SecretFrame } from '#renderer/ui/secret-frame.tsx'
import { NetChange } from '#renderer/views/signing/net-change.tsx'
import styles from '../minting.module.css'
import { SignerList } from './signer-list.tsx'
import { useSign } from './use-sign.ts'

const words = text.minting.mint.parked

/** Signatures are missing: who has them, how they are asked for, and where they come back. */
export const Parked = ({ mint }: { readonly mint: MintFacts }) => {
  const { review } = useMint()
  const { busy, sign } = useSign()
  const missing = mint.signers.filter(({ done }) => !done)
  const hasHere = missing.some(({ here }) => here)
  return (
    <SecretFrame>
      <div className={styles['stack']}>
        <h2 className={styles['heading']}>{words.missing(missing.length)}</h2>
        <SignerList signers={mint.signers} />
        {mint.message !== null && <Note>{mint.message}</Note>}
        {mint.signingRequest?.hasMore === true && <ImportSignatures />}
        <p className={styles['soft']}>
          {words.text} {words.hint}
        </p>
        {hasHere && review !== undefined && (
          <NetChange
            title={text.signing.netChange.beforeSigning(review.transactions.length)}
            summaries={review.transactions}
          />
        )}
        <div className={styles['actions']}>
          {hasHere && (
            <Button
              leftSection={<PenLine size={16} aria-hidden />}
              loading={busy}
              onClick={() => void sign()}
            >
              {words.signHere}
            </Button>
          )}
          <SaveRequest isFirst={!hasHere} />
          <AddSignature />
          <OpenInInbox />
          <CancelMint mint={mint} />
        </div>
      </div>
    </SecretFrame>
  )
}

const ImportSignatures = () => {
  const act = useMint((store) => store.act)
  return (
    <Note
      action={
        <Button
          size="compact-sm"
          onClick={() =>
            void attempt(() => act((mintRef) => call('minting.importSignatures', mintRef)))
          }
        >
          {words.importSignatures}
        </Button>
      }
    >
      {words.importSignaturesText}
    </Note>
  )
}

const SaveRequest = ({ isFirst }: { readonly isFirst: boolean }) => {
  const { mintRef } = useMint()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    if (mintRef === undefined) return
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

const AddSignature = () => {
  const act = useMint((store) => store.act)
  const [busy, setBusy] = useState(false)
  const add = async () => {
    setBusy(true)
    await attempt(async () => {
      const path = await call('app.pickFile', { what: 'transaction' })
      if (path === null) return
      await act((mintRef) =>
        call('minting.addWitnesses', { ...mintRef, source: { kind: 'file', path } }),
      )
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

const OpenInInbox = () => {
  const { mintRef } = useMint()
  const { go } = useNavigation()
  const [busy, setBusy] = useState(false)
  const open = async () => {
    if (mintRef === undefined) return
    setBusy(true)
    const found = await attempt(() => call('minting.openInInbox', mintRef))
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

const CancelMint = ({ mint }: { readonly mint: MintFacts }) => {
  const { mintRef, refresh } = useMint()
  const [isAsking, setAsking] = useState(false)
  const cancel = async () => {
    if (mintRef === undefined) return
    await call('minting.cancel', mintRef)
    setAsking(false)
    useNotices.getState().notify('good', words.cancelled)
    await refresh()
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
