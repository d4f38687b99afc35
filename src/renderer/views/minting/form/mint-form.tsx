import { Button } from '@mantine/core'
import { ArrowLeft, Ban, Images } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { CollectionFacts } from '#shared/calls/collections.ts'
import type { MintTerms, MintForm } from '#shared/calls/minting.ts'
import { errorInfoOf, call } from '#renderer/bridge.ts'
import { reopenTokens, useTokens } from '#renderer/data/tokens.ts'
import { change } from '#renderer/data/change.ts'
import { awaitsRoyalty, type CollectionRef } from '#renderer/data/minting.ts'
import { useRoyalty } from '#renderer/data/use-royalty.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useMintForm } from '#renderer/stores/minting-form.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert, Note } from '#renderer/ui/error-alert.tsx'
import { Empty, Page } from '#renderer/ui/page.tsx'
import { Waiting } from '#renderer/ui/waiting.tsx'
import styles from '../minting.module.css'
import { formOf, openTokens, payoutOf } from './form-of.ts'
import { FundingSection } from './funding-section.tsx'
import { ReceiverSection } from './receiver-section.tsx'
import { SignersSection } from './signers-section.tsx'
import { TokensSection } from './tokens-section.tsx'
import ui from '#renderer/ui/parts.module.css'
import { useFieldCheck } from '#renderer/views/use-field-check.ts'

const words = text.minting.form

/** What is to be minted, for whom, from what, and signed by whom. */
export const MintFormPage = ({ collectionRef }: { readonly collectionRef: CollectionRef }) => {
  const { accountId, collectionId } = collectionRef
  const tokens = useTokens(collectionRef)
  const {
    data: collection,
    error: collectionError,
    refetch: refetchCollection,
  } = useCall('collections.get', collectionRef)
  const { data: minting } = useCall('minting.list', collectionRef)
  const { go } = useNavigation()
  const {
    data: terms,
    error: termsError,
    refetch,
  } = useCall('minting.terms', collectionRef, {
    // Asking for the first time makes a key, for which a vault is needed.
    through: (work) => withVault(text.minting.keyReason, work),
  })
  useEffect(() => {
    useMintForm.getState().open({ accountId, collectionId })
    reopenTokens({ accountId, collectionId })
  }, [accountId, collectionId])
  const error = termsError ?? collectionError ?? tokens.error ?? undefined
  const back = () => go({ view: 'collection', ...collectionRef })
  return (
    <Page
      fixed
      title={text.minting.title}
      lead={collection === undefined ? undefined : words.lead(collection.name)}
      actions={
        <Button variant="default" leftSection={<ArrowLeft size={16} aria-hidden />} onClick={back}>
          {text.minting.back}
        </Button>
      }
    >
      {minting?.canMint === false && (
        <Empty
          icon={<Ban size={40} strokeWidth={1.25} aria-hidden />}
          title={words.unsupported.title}
        >
          {words.unsupported.text}
        </Empty>
      )}
      {minting?.canMint !== false && error !== undefined && (
        <ErrorAlert
          message={error.message}
          onRetry={() => void Promise.all([refetch(), refetchCollection(), tokens.refetch()])}
        />
      )}
      {error === undefined && minting?.canMint !== false && (
        <Ready
          collectionRef={collectionRef}
          collection={collection}
          terms={terms}
          onRefresh={refetch}
        />
      )}
    </Page>
  )
}

type Parts = {
  readonly collectionRef: CollectionRef
  readonly onRefresh: () => Promise<unknown>
}

const Ready = ({
  collection,
  terms,
  ...rest
}: Parts & {
  readonly collection: CollectionFacts | undefined
  readonly terms: MintTerms | undefined
}) => {
  const { tokens, isLoading } = useTokens(rest.collectionRef)
  const { go } = useNavigation()
  const open = useMemo(() => openTokens(tokens), [tokens])
  if (collection === undefined || terms === undefined || (isLoading && tokens.length === 0))
    return <Waiting />
  if (open.length === 0 && !isLoading)
    return (
      <Empty
        icon={<Images size={40} strokeWidth={1.25} aria-hidden />}
        title={words.noTokens.title}
        action={
          <Button onClick={() => go({ view: 'import', ...rest.collectionRef })}>
            {text.collections.detail.import}
          </Button>
        }
      >
        {words.noTokens.text}
      </Empty>
    )
  return <Form collection={collection} terms={terms} open={open} {...rest} />
}

const Form = ({
  collectionRef,
  collection,
  terms,
  open,
  onRefresh,
}: Parts & {
  readonly collection: CollectionFacts
  readonly terms: MintTerms
  readonly open: ReturnType<typeof openTokens>
}) => {
  const { draft, touched, wasTried } = useMintForm()
  const { data: royalty } = useRoyalty(collectionRef)
  const form = useRef<HTMLFormElement>(null)
  const known = useMemo(() => new Set(open.map(({ id }) => id)), [open])
  const wanted = formOf(
    // What was picked before may be minted by now.
    { ...draft, picked: new Set([...draft.picked].filter((id) => known.has(id))) },
    payoutOf(collection),
    terms,
  )
  const check = useMintCheck(collectionRef, wanted)
  const byField = new Map(check.errors.map(({ field, message }) => [field, message]))
  const { busy, error, send } = useBuild(collectionRef, wanted, check.checkNow, form)
  const shown = (field: string): string | undefined =>
    wasTried || touched.has(field) ? byField.get(field) : undefined
  const isBlocked = awaitsRoyalty(royalty)
  const count = wanted.tokens === 'all' ? open.length : wanted.tokens.length
  return (
    <form
      ref={form}
      className={ui['fill']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBlocked) void send()
      }}
    >
      <div className={ui['scroll']}>
        <div className={styles['sections']}>
          {isBlocked && <RoyaltyNote collectionRef={collectionRef} />}
          <TokensSection
            open={open}
            error={shown('tokens') === undefined ? undefined : words.errors.picked}
          />
          <ReceiverSection terms={terms} payout={payoutOf(collection)} error={shown('to')} />
          <FundingSection
            collectionRef={collectionRef}
            terms={terms}
            count={count}
            error={shown('funding')}
            onRefresh={onRefresh}
          />
          <SignersSection
            terms={terms}
            error={
              draft.signers !== undefined && byField.has('signers')
                ? words.errors.signers
                : undefined
            }
          />
        </div>
      </div>
      <footer className={ui['end']}>
        {(error ?? check.error) !== undefined && (
          <ErrorAlert message={error ?? check.error ?? ''} />
        )}
        <div className={styles['endRow']}>
          <span className={ui['endErrors']} role="status">
            {wasTried && byField.size > 0 && words.errorCount(byField.size)}
          </span>
          <span className={ui['soft']}>{words.buildHint}</span>
          <Button type="submit" loading={busy} disabled={isBlocked}>
            {words.build}
          </Button>
        </div>
      </footer>
    </form>
  )
}

const RoyaltyNote = ({ collectionRef }: { readonly collectionRef: CollectionRef }) => {
  const { go } = useNavigation()
  return (
    <Note
      action={
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => go({ view: 'collection', ...collectionRef })}
        >
          {text.minting.back}
        </Button>
      }
    >
      <strong>{text.minting.royalty.first}.</strong> {words.royaltyFirst}
    </Note>
  )
}

/** Builds the mint, then shows it in the form's place. */
const useBuild = (
  collectionRef: CollectionRef,
  form: ReturnType<typeof formOf>,
  checkNow: ReturnType<typeof useMintCheck>['checkNow'],
  element: React.RefObject<HTMLFormElement | null>,
) => {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [invalidAttempts, setInvalidAttempts] = useState(0)
  useEffect(() => {
    if (invalidAttempts > 0)
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [invalidAttempts, element])
  const send = async () => {
    if (busy) return
    setBusy(true)
    setError(undefined)
    useMintForm.getState().markTried()
    try {
      if ((await checkNow()).length > 0) return setInvalidAttempts((count) => count + 1)
      const made = await change('minting.build', { ...collectionRef, form })
      useMintForm.getState().clear()
      useNavigation.setState({ route: { view: 'mint', ...collectionRef, mintId: made.id } })
    } catch (error) {
      setError(errorInfoOf(error).message)
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, send }
}

/** The check of a mint's form; before there is one, nothing is wrong with it. */
const useMintCheck = (collectionRef: CollectionRef, form: MintForm | undefined) =>
  useFieldCheck(JSON.stringify({ collectionRef, form }), async () =>
    form === undefined ? [] : call('minting.check', { ...collectionRef, form }),
  )
