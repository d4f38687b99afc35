import { Button, Tooltip } from '@mantine/core'
import { CircleCheck, CircleDashed, CirclePlus, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CallOutput } from '#shared/calls/contract.ts'
import type { ImportDraft, PlannedTokenFacts } from '#shared/calls/imports.ts'
import { bytesText } from '#shared/format.ts'
import { pageAt, pageSize } from '#renderer/data/import-draft.ts'
import { usePreviewImage } from '#renderer/data/preview-image.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'
import { AppImage } from '#renderer/ui/token-image.tsx'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { useTabIndex } from '#renderer/ui/tab-stop.ts'
import { Cut } from '#renderer/ui/text-parts.tsx'
import styles from './preview.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.importing.draft.preview

type Made = CallOutput<'imports.image'>

/** One token as it will be. */
export const TokenCard = ({
  draft,
  index,
  onMetadata,
}: {
  readonly draft: ImportDraft
  /** Its place among the planned tokens. */
  readonly index: number
  readonly onMetadata: (token: PlannedTokenFacts) => void
}) => {
  const tabIndex = useTabIndex()
  const page = useCall('imports.tokens', pageAt(draft.id, index)).data
  const token = page?.tokens[index % pageSize]
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
  new: { tone: 'accent', icon: CirclePlus },
  done: { tone: 'good', icon: CircleCheck },
  compare: { tone: 'plain', icon: CircleDashed },
} as const

const TokenState = ({ state }: { readonly state: PlannedTokenFacts['state'] }) => {
  return <StatusBadge {...badges[state]}>{words.states[state]}</StatusBadge>
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
  const { data: made, error } = usePreviewImage(draft, token.row, source)
  return (
    <>
      {made === undefined ? (
        <Blank>{error === null ? words.making : `${words.failed}: ${error.message}`}</Blank>
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
