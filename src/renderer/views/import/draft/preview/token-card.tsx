import { Button, Tooltip } from '@mantine/core'
import { CircleCheck, CircleDashed, CirclePlus, Info } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { CallOutput } from '#shared/calls/contract.ts'
import type { ImportDraft, PlannedTokenFacts } from '#shared/calls/imports.ts'
import { bytesText } from '#shared/format.ts'
import { call, errorInfoOf } from '#renderer/bridge.ts'
import { text } from '#renderer/text/en.ts'
import { AppImage } from '#renderer/ui/token-image.tsx'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { useTabIndex } from '#renderer/ui/tab-stop.ts'
import { Cut } from '#renderer/ui/text-parts.tsx'
import styles from './preview.module.css'
import { createPreviewQueue } from './preview-queue.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.importing.draft.preview

type Made = CallOutput<'imports.image'>

/**
 * Two at a time: image processing is heavy, and an import may run as well. The main process keeps
 * the last 120 images of a draft; older addresses are invalid.
 */
const images = createPreviewQueue<Made>(2, 100)

/** A preview of one token. */
export const TokenCard = ({
  draft,
  token,
  onSeen,
  onMetadata,
}: {
  readonly draft: ImportDraft
  readonly token: PlannedTokenFacts | undefined
  readonly onSeen: () => void
  readonly onMetadata: (token: PlannedTokenFacts) => void
}) => {
  const tabIndex = useTabIndex()
  const isMissing = token === undefined
  useEffect(() => {
    if (isMissing) onSeen()
    // Once each time the card is empty; its page is loading then.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isMissing])
  if (token === undefined) return <div className={styles['card']} aria-busy />
  return (
    <article className={styles['card']} aria-label={token.name}>
      {token.image.kind === 'url' ? (
        <>
          <Blank>{words.url}</Blank>
          <Caption token={token} />
        </>
      ) : (
        <PreviewImage
          draft={draft}
          token={token}
          source={token.image.kind === 'file' ? token.image.name : token.image.uri}
        />
      )}
      <div className={styles['cardFoot']}>
        <TokenState state={token.state} />
        <Button
          size="compact-xs"
          variant="subtle"
          tabIndex={tabIndex}
          onClick={() => onMetadata(token)}
        >
          {words.metadata}
        </Button>
      </div>
    </article>
  )
}

const badges = {
  new: { tone: 'accent', Icon: CirclePlus },
  done: { tone: 'good', Icon: CircleCheck },
  compare: { tone: 'plain', Icon: CircleDashed },
} as const

const TokenState = ({ state }: { readonly state: PlannedTokenFacts['state'] }) => {
  const { tone, Icon } = badges[state]
  return (
    <StatusBadge tone={tone} icon={<Icon size={12} aria-hidden />}>
      {words.states[state]}
    </StatusBadge>
  )
}

const Blank = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles['blank']}>{children}</div>
)

const Caption = ({
  token,
  children,
}: {
  readonly token: PlannedTokenFacts
  readonly children?: ReactNode
}) => (
  <div className={styles['caption']}>
    <div className={styles['captionName']}>
      <Cut>{token.name}</Cut>
    </div>
    <div className={ui['second']}>
      <Cut>{token.assetName}</Cut>
    </div>
    <div className={styles['captionFacts']}>{children}</div>
  </div>
)

const PreviewImage = ({
  draft,
  token,
  source,
}: {
  readonly draft: ImportDraft
  readonly token: PlannedTokenFacts
  readonly source: string
}) => {
  const { made, error } = usePreviewImage(draft, token.row, source)
  return (
    <>
      {made === undefined ? (
        <Blank>{error === undefined ? words.making : `${words.failed}: ${error}`}</Blank>
      ) : made.url === null ? (
        <Blank>{made.notes[0] ?? words.media(made.mediaType)}</Blank>
      ) : (
        <AppImage url={made.url} alt={words.image(token.name)} />
      )}
      <Caption token={token}>{made !== undefined && <MadeFacts made={made} />}</Caption>
    </>
  )
}

const MadeFacts = ({ made: { width, height, bytes, notes } }: { readonly made: Made }) => {
  const tabIndex = useTabIndex()
  return (
    <>
      {width !== null && height !== null && `${words.pixels(width, height)} · `}
      {bytes > 0 && bytesText(bytes)}
      {notes.length > 0 && (
        <Tooltip label={notes.join('\n')}>
          <button
            type="button"
            className={styles['noteMark']}
            tabIndex={tabIndex}
            aria-label={`${words.notes(notes.length)}: ${notes.join(' ')}`}
          >
            <Info size={13} aria-hidden />
          </button>
        </Tooltip>
      )}
    </>
  )
}

/** A row's image, rendered when its turn comes while the card is visible. */
const usePreviewImage = ({ id, settings }: ImportDraft, row: number, source: string) => {
  const key = JSON.stringify([id, settings, row, source])
  const [result, setResult] = useState<{ key: string; made?: Made; error?: string }>()
  useEffect(
    () =>
      images.wish(
        key,
        () => call('imports.image', { draftId: id, row }),
        (settled) =>
          setResult(
            'value' in settled
              ? { key, made: settled.value }
              : { key, error: errorInfoOf(settled.error).message },
          ),
      ),
    [key, id, row],
  )
  const current = result?.key === key ? result : undefined
  return { made: current?.made ?? images.made(key), error: current?.error }
}
