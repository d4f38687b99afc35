import { ActionIcon, Button, Flex, Group, Tooltip } from '@mantine/core'
import { CircleAlert, CircleCheck, CircleDashed, CircleDot, Eye, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CallOutput } from '#contract/window/calls.ts'
import type { ImportDraft, PlannedTokenView } from '#contract/imports/draft-view.ts'
import { bytesText } from '#values/text/format.ts'
import { walletContentOf } from '#contract/tokens/wallet-content.ts'
import { pageSize, tokensAt } from '#renderer/data/import-draft.ts'
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
  const page = useCall('imports.tokens', tokensAt(draft.id, index)).data
  const token = page?.tokens[index % pageSize]
  if (token === undefined) return <div className={styles['card']} aria-busy />
  const { row, state, brokenRule } = token
  return (
    <article className={styles['card']} aria-label={titleOf(token)}>
      <TokenPicture draft={draft} token={token} />
      <Caption token={token} />
      <Group justify="space-between" gap="xs" mt="auto" px={4} wrap="nowrap">
        <TokenState draft={draft} token={token} />
        {brokenRule !== null && (
          <Button
            size="compact-xs"
            variant="subtle"
            flex="none"
            tabIndex={tabIndex}
            onClick={() => showIssue(row)}
          >
            {words.toIssue}
          </Button>
        )}
        {state !== 'error' && (
          <ActionIcon
            variant="subtle"
            size="sm"
            ms="auto"
            aria-label={words.details}
            title={words.details}
            tabIndex={tabIndex}
            onClick={() => onDetails(token)}
          >
            <Eye size={16} aria-hidden />
          </ActionIcon>
        )}
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
  done: { tone: 'good', icon: CircleCheck },
  compare: { tone: 'plain', icon: CircleDashed },
  change: { tone: 'accent', icon: CircleDot },
} as const

/** What matters most of a token: its error, what the import does with it, or else its file. */
const TokenState = ({ draft, token }: Planned) => {
  const { state, brokenRule } = token
  if (brokenRule !== null)
    return <BrokenRule>{text.importing.draft.issues.ruleName(brokenRule)}</BrokenRule>
  return state === 'new' || state === 'error' ? (
    <div className={styles['file']}>
      <PictureDetails draft={draft} token={token} />
    </div>
  ) : (
    <StatusBadge {...badges[state]}>{words.states[state]}</StatusBadge>
  )
}

/** What is wrong, in the words of the rule, which may need two lines. */
export const BrokenRule = ({ children }: { readonly children: string }) => (
  <Flex align="center" gap={4} c="var(--bad)" fz="xs" fw={600} lh={1.25} miw={0}>
    <CircleAlert size={12} style={{ flex: 'none' }} aria-hidden />
    {children}
  </Flex>
)

const Blank = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles['blank']}>{children}</div>
)

const Caption = ({ token }: { readonly token: PlannedTokenView }) => (
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
  </div>
)

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
  return made === undefined ? null : <MadeDetails made={made} token={token} />
}

const MadeDetails = ({
  made: { width, height, bytes, notes },
  token,
}: {
  readonly made: Made
  readonly token: PlannedTokenView
}) => {
  const tabIndex = useTabIndex()
  const { files } = walletContentOf(token)
  const parts = [
    ...(width !== null && height !== null ? [words.pixels(width, height)] : []),
    ...(bytes > 0 ? [bytesText(bytes)] : []),
    ...(files.length > 0 ? [words.with(files.map(({ mediaType }) => mediaType))] : []),
  ]
  return (
    <>
      <CutText>{parts.join(' · ')}</CutText>
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
