import { Button, Flex, Group, Tooltip } from '@mantine/core'
import { CircleAlert, CircleCheck, CircleDashed, CircleDot, CirclePlus, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CallOutput } from '#contract/window/calls.ts'
import type { ImportDraft, PlannedTokenView } from '#contract/imports/draft-view.ts'
import { bytesText } from '#values/text/format.ts'
import { walletContentOf } from '#contract/tokens/wallet-content.ts'
import { pageAt, pageSize } from '#renderer/data/import-draft.ts'
import { usePreviewImage } from '#renderer/data/preview-image.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useDraftStep } from '#renderer/stores/imports.ts'
import { useIssueFilter } from '#renderer/stores/issue-filter.ts'
import { text } from '#renderer/text/en.ts'
import { AppImage } from '#renderer/ui/token-image.tsx'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { useTabIndex } from '#renderer/ui/tab-stop.ts'
import { Ada, CutText } from '#renderer/ui/text-parts.tsx'
import styles from './pictures.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.importing.draft.preview

type Made = CallOutput<'imports.image'>

/** One token as it will be. */
export const TokenCard = ({
  draft,
  index,
  onDetails,
}: {
  readonly draft: ImportDraft
  /** Its place among the planned tokens. */
  readonly index: number
  readonly onDetails: (token: PlannedTokenView) => void
}) => {
  const tabIndex = useTabIndex()
  const page = useCall('imports.tokens', pageAt(draft.id, index)).data
  const token = page?.tokens[index % pageSize]
  if (token === undefined) return <div className={styles['card']} aria-busy />
  return (
    <article className={styles['card']} aria-label={titleOf(token)}>
      <TokenPicture draft={draft} token={token} />
      <Caption token={token}>
        <PictureDetails draft={draft} token={token} />
      </Caption>
      <Group justify="space-between" gap="xs" mt="auto" wrap="nowrap">
        <TokenState token={token} />
        <Button
          size="compact-xs"
          variant="subtle"
          flex="none"
          tabIndex={tabIndex}
          onClick={() => (token.state === 'error' ? showIssue(token.row) : onDetails(token))}
        >
          {token.state === 'error' ? words.toIssue : words.details}
        </Button>
      </Group>
    </article>
  )
}

/** A row with an error may lack a name. */
const titleOf = ({ name, row, image }: PlannedTokenView): string =>
  name || (image.kind === 'file' ? image.name : words.row(row))

const showIssue = (row: number): void => {
  useIssueFilter.getState().seek(row)
  useDraftStep.getState().go('check')
}

const badges = {
  new: { tone: 'accent', icon: CirclePlus },
  done: { tone: 'good', icon: CircleCheck },
  compare: { tone: 'plain', icon: CircleDashed },
  change: { tone: 'accent', icon: CircleDot },
} as const

const TokenState = ({ token }: { readonly token: PlannedTokenView }) =>
  token.state === 'error' ? (
    <TokenFault token={token} />
  ) : (
    <StatusBadge {...badges[token.state]}>{words.states[token.state]}</StatusBadge>
  )

/** What is wrong with a token, in the words of the rule, which may need two lines. */
export const TokenFault = ({
  token: { brokenRule },
}: {
  readonly token: Pick<PlannedTokenView, 'brokenRule'>
}) => (
  <Flex align="center" gap={4} c="var(--bad)" fz="xs" fw={600} lh={1.25} miw={0}>
    <CircleAlert size={12} style={{ flex: 'none' }} aria-hidden />
    {text.importing.draft.issues.ruleName(brokenRule ?? '')}
  </Flex>
)

const Blank = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles['blank']}>{children}</div>
)

const Caption = ({
  token,
  children,
}: {
  readonly token: PlannedTokenView
  readonly children?: ReactNode
}) => {
  const { files } = walletContentOf(token)
  return (
    <div className={styles['caption']}>
      <Flex gap="xs" fw={550}>
        <span className={ui['grow']}>
          <CutText>{titleOf(token)}</CutText>
        </span>
        {token.price !== null && <Ada lovelace={token.price} />}
      </Flex>
      <div className={ui['soft']}>
        <CutText>{token.assetName}</CutText>
      </div>
      <div className={styles['captionDetails']}>{children}</div>
      {files.length > 0 && (
        <div className={ui['soft']}>
          <CutText>{words.with(files.map(({ mediaType }) => mediaType))}</CutText>
        </div>
      )}
    </div>
  )
}

type Planned = { readonly draft: ImportDraft; readonly token: PlannedTokenView }

/** Null: none, or an address on the web, of which the import makes no image. */
const sourceOf = ({ image }: PlannedTokenView): string | null => {
  if (image.kind === 'url' || image.kind === 'none') return null
  return image.kind === 'file' ? image.name : image.uri
}

/** The image of a planned token as it will be, or the reason why there is none. */
export const TokenPicture = ({ draft, token }: Planned) => {
  const source = sourceOf(token)
  return source === null ? (
    <Blank>{token.image.kind === 'none' ? words.noImage : words.url}</Blank>
  ) : (
    <MadePicture draft={draft} token={token} source={source} />
  )
}

const MadePicture = ({ draft, token, source }: Planned & { readonly source: string }) => {
  const { data: made, error } = usePreviewImage(draft, { row: token.row }, source)
  if (made === undefined)
    return <Blank>{error === null ? words.making : `${words.failed}: ${error.message}`}</Blank>
  return made.url === null ? (
    <Blank>{made.notes[0] ?? words.media(made.mediaType)}</Blank>
  ) : (
    <AppImage url={made.url} alt={words.image(token.name)} />
  )
}

const PictureDetails = ({ draft, token }: Planned) => {
  const source = sourceOf(token)
  return source === null ? null : <SourceDetails draft={draft} token={token} source={source} />
}

const SourceDetails = ({ draft, token, source }: Planned & { readonly source: string }) => {
  const { data: made } = usePreviewImage(draft, { row: token.row }, source)
  return made === undefined ? null : <MadeDetails made={made} />
}

const MadeDetails = ({ made: { width, height, bytes, notes } }: { readonly made: Made }) => {
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
