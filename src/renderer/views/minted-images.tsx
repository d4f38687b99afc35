import { Checkbox } from '@mantine/core'
import { CloudDownload } from 'lucide-react'
import { useState } from 'react'
import type { MintDraftRequest } from '#contract/mints/calls.ts'
import { call, errorInfoFrom } from '#renderer/bridge.ts'
import { change } from '#renderer/data/change.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useEvent } from '#renderer/data/use-event.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { Warning } from '#renderer/ui/error-alert.tsx'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import { JobProgress } from '#renderer/ui/job-progress.tsx'
import ui from '#renderer/ui/parts.module.css'
import { LocalImages } from './local-images.tsx'
import { useCheckbox } from './use-checkbox.ts'

const words = text.common.unfetchedImages

type Tokens = { readonly collectionRef: CollectionRef; readonly tokens: MintDraftRequest['tokens'] }
type Accepted = {
  readonly acceptsLocalImages: boolean
  readonly acceptsUnfetchedImages: boolean
}

/** What is known of the images of tokens to be minted, and whether something of it is open. */
export const useMintedImages = (of: Tokens, accepted: Accepted) => {
  const { data, refetch } = useCall(
    'minting.images',
    { ...of.collectionRef, tokens: of.tokens },
    { keepsPrevious: true },
  )
  const { local = 0, unfetched = 0, gateway = '' } = data ?? {}
  const isOpen =
    (local > 0 && !accepted.acceptsLocalImages) ||
    (unfetched > 0 && !accepted.acceptsUnfetchedImages)
  return { ...of, local, unfetched, gateway, isOpen, refresh: () => void refetch() }
}

/** The same, with checkboxes of its own in place of a form's fields. */
export const useAcceptedImages = (of: Tokens) => {
  const localProps = useCheckbox()
  const unfetchedProps = useCheckbox()
  const accepted = {
    acceptsLocalImages: localProps.checked,
    acceptsUnfetchedImages: unfetchedProps.checked,
  }
  const images = useMintedImages(of, accepted)
  return { accepted, isOpen: images.isOpen, parts: { images, localProps, unfetchedProps } }
}

/** Images that others cannot open, or were not fetched as others would: the user decides. */
export const MintedImagesCheck = ({
  images,
  localProps,
  unfetchedProps,
}: {
  readonly images: ReturnType<typeof useMintedImages>
  /** Of the fields that accept it. */
  readonly localProps: object
  readonly unfetchedProps: object
}) => (
  <>
    <LocalImages images={images.local} acceptProps={localProps} />
    {images.unfetched > 0 && <UnfetchedImages {...images} acceptProps={unfetchedProps} />}
  </>
)

/** How an attempt to fetch them ended. */
type Outcome =
  | { readonly kind: 'answered'; readonly missing: number; readonly reasons: readonly string[] }
  /** Stopped, or it could not start: nobody knows what the gateway would give. */
  | { readonly kind: 'unknown'; readonly reasons: readonly string[] }

const UnfetchedImages = ({
  collectionRef,
  tokens,
  unfetched,
  gateway,
  refresh,
  acceptProps,
}: Tokens & {
  readonly unfetched: number
  readonly gateway: string
  readonly refresh: () => void
  readonly acceptProps: object
}) => {
  const [isFetching, setIsFetching] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const fetchThem = async () => {
    setIsFetching(true)
    try {
      const answer = await change('minting.fetchImages', { ...collectionRef, tokens })
      setOutcome({ kind: 'answered', ...answer })
    } catch (error) {
      const { code, message } = errorInfoFrom(error)
      setOutcome({ kind: 'unknown', reasons: [code === 'cancelled' ? words.stopped : message] })
      refresh()
    }
    setIsFetching(false)
  }
  return (
    <Warning>
      <div className={ui['stack']}>
        <div role="status">{outcomeText(outcome, unfetched, gateway)}</div>
        {outcome?.reasons.map((reason) => (
          <div key={reason}>{reason}</div>
        ))}
        {isFetching ? (
          <Fetching />
        ) : (
          <div>
            <IconButton icon={CloudDownload} onClick={() => void fetchThem()}>
              {outcome === undefined ? words.fetch : text.common.retry}
            </IconButton>
          </div>
        )}
        {outcome !== undefined && <Checkbox label={words.accept} {...acceptProps} />}
      </div>
    </Warning>
  )
}

const outcomeText = (outcome: Outcome | undefined, unfetched: number, gateway: string): string => {
  if (outcome === undefined) return words.text(unfetched, gateway)
  return outcome.kind === 'answered'
    ? words.missing(outcome.missing, gateway)
    : words.unknown(unfetched, gateway)
}

/** How far it is, with the time left. */
const Fetching = () => {
  const progress = useEvent('minting.imagesFetched')
  const { done = 0, total = 0, secondsLeft = null } = progress ?? {}
  return (
    <JobProgress
      done={done}
      total={total}
      label={words.fetching}
      details={[words.progress(done, total)]}
      secondsLeft={secondsLeft}
      stop={words.stop}
      onStop={() => void attempt(() => call('minting.stopFetching', null))}
    />
  )
}
