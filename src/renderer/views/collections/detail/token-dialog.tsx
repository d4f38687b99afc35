import { ActionIcon, Box, Flex, Group, Menu } from '@mantine/core'
import { ChevronLeft, ChevronRight, Ellipsis, Flame, Pencil, Trash2, ZoomIn } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react'
import type { TokenRow } from '#contract/collections/calls.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { ImageViewer } from '#renderer/views/image-viewer.tsx'
import { BurnDialog } from '#renderer/views/minting/burn/burn-dialog.tsx'
import { TokenImage } from '#renderer/ui/token-image.tsx'
import { IconButton, ToolButton } from '#renderer/ui/icon-button.tsx'
import { Ada } from '#renderer/ui/text-parts.tsx'
import { useNow } from '#renderer/ui/use-now.ts'
import { PolicyLock, TokenStatusChip } from '../chips.tsx'
import { usePossibleActions } from '../use-possible-actions.ts'
import ui from '#renderer/ui/parts.module.css'
import styles from '../collection.module.css'
import { RemoveTokenDialog } from './remove-token-dialog.tsx'
import { TokenDetails } from './token-details.tsx'

const words = text.collections.token

/** Elements that use the arrow keys themselves. */
const ownArrows = 'input, textarea, select, [role="tablist"], [role="menu"]'

/** What is done with the token, in place of looking at it. */
type Doing = 'editing' | 'removing' | 'zooming' | 'burning'

/** One token, large; the arrow keys go through the tokens as they are listed. */
export const TokenDialog = ({
  collectionRef,
  tokens,
  index,
  onShow,
  onClose,
}: {
  readonly collectionRef: { readonly accountId: string; readonly collectionId: string }
  readonly tokens: readonly TokenRow[]
  readonly index: number
  readonly onShow: (token: TokenRow) => void
  readonly onClose: () => void
}) => {
  const [doing, setDoing] = useState<Doing>()
  /** The button that began an edit has the focus again after it. */
  const [wasEditing, setWasEditing] = useState(false)
  const { data: collection } = useCall('collections.get', collectionRef)
  const now = useNow()
  const token = tokens[index]
  const chosen = useMemo(() => (token === undefined ? [] : [token]), [token])
  const possible = usePossibleActions(collectionRef, chosen)
  if (token === undefined) return null
  const stop = () => {
    setWasEditing(doing === 'editing')
    setDoing(undefined)
  }
  const step = (by: -1 | 1) => {
    const next = tokens[index + by]
    if (next !== undefined) onShow(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (doing === 'editing' && event.key === 'Escape') return stop()
    const isOwn = event.target instanceof Element && event.target.closest(ownArrows) !== null
    const isArrow = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
    if (isOwn || doing !== undefined || !isArrow) return
    event.preventDefault()
    step(event.key === 'ArrowLeft' ? -1 : 1)
  }
  const showNext = () => {
    const next = tokens[index + 1] ?? tokens[index - 1]
    if (next === undefined) onClose()
    else onShow(next)
  }
  const isCovered = doing === 'removing' || doing === 'zooming' || doing === 'burning'
  return (
    <>
      <Dialog
        onClose={onClose}
        title={token.name}
        size="64rem"
        trapFocus={!isCovered}
        closeOnEscape={doing === undefined}
        onKeyDown={onKeyDown}
      >
        <div className={styles['token']}>
          <div className={styles['tokenArt']}>
            <Art token={token} onZoom={() => setDoing('zooming')} />
            {doing !== 'editing' && (
              <>
                <Steps index={index} all={tokens.length} onStep={step} />
                <Box component="p" ta="center" className={ui['small']}>
                  {words.keys}
                </Box>
              </>
            )}
          </div>
          <Box miw={0}>
            <Group justify="space-between" gap="sm" mb="sm" wrap="nowrap">
              <Flex component="span" align="center" wrap="wrap" gap="8px 16px">
                <TokenStatusChip token={token} />
                {typeof token.price === 'number' && (
                  <strong>
                    <Ada lovelace={token.price} />
                  </strong>
                )}
                {collection !== undefined && <PolicyLock policy={collection.policy} now={now} />}
              </Flex>
              {possible?.burn.isPossible === true && (
                <MoreMenu>
                  <Menu.Item
                    color="red"
                    leftSection={<Flame size={16} aria-hidden />}
                    onClick={() => setDoing('burning')}
                  >
                    {text.minting.burn.action}
                  </Menu.Item>
                </MoreMenu>
              )}
              {possible?.editTokens.isPossible === true && doing !== 'editing' && (
                <TokenActions
                  isEditFocused={wasEditing}
                  onEdit={() => setDoing('editing')}
                  onRemove={() => setDoing('removing')}
                />
              )}
            </Group>
            <TokenDetails
              collectionRef={collectionRef}
              row={token}
              isEditing={doing === 'editing'}
              onEdited={stop}
            />
          </Box>
        </div>
      </Dialog>
      {doing === 'zooming' && (
        <TokenViewer tokens={tokens} index={index} onShow={onShow} onClose={stop} />
      )}
      {doing === 'burning' && collection !== undefined && (
        <BurnDialog
          collectionRef={collectionRef}
          collection={collection}
          tokens={chosen}
          onClose={stop}
        />
      )}
      {doing === 'removing' && (
        <RemoveTokenDialog
          collectionRef={collectionRef}
          token={token}
          onRemoved={showNext}
          onClose={stop}
        />
      )}
    </>
  )
}

/** The image of one token over the whole window. */
export const TokenViewer = ({
  tokens,
  index,
  onShow,
  onClose,
}: Pick<Parameters<typeof TokenDialog>[0], 'tokens' | 'index' | 'onShow' | 'onClose'>) => {
  const token = tokens[index]
  if (token === undefined) return null
  return (
    <ImageViewer
      url={token.cid === null ? null : `/content/${token.cid}`}
      name={token.name}
      index={index}
      all={tokens.length}
      onShow={(other) => {
        const next = tokens[other]
        if (next !== undefined) onShow(next)
      }}
      onClose={onClose}
    />
  )
}

const Art = ({ token, onZoom }: { readonly token: TokenRow; readonly onZoom: () => void }) => {
  const image = <TokenImage cid={token.cid} alt={words.imageOf(token.name)} size={640} />
  if (token.cid === null) return image
  return (
    <button
      type="button"
      className={styles['zoom']}
      aria-label={words.viewer.open(token.name)}
      onClick={onZoom}
    >
      {image}
      <span className={styles['zoomMark']} aria-hidden>
        <ZoomIn size={18} />
      </span>
    </button>
  )
}

const TokenActions = ({
  isEditFocused,
  onEdit,
  onRemove,
}: {
  readonly isEditFocused: boolean
  readonly onEdit: () => void
  readonly onRemove: () => void
}) => (
  <Group gap="xs">
    <IconButton
      size="compact-sm"
      icon={Pencil}
      iconSize={14}
      autoFocus={isEditFocused}
      onClick={onEdit}
    >
      {words.edit.action}
    </IconButton>
    <MoreMenu>
      <Menu.Item color="red" leftSection={<Trash2 size={16} aria-hidden />} onClick={onRemove}>
        {words.remove}
      </Menu.Item>
    </MoreMenu>
  </Group>
)

const MoreMenu = ({ children }: { readonly children: ReactNode }) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon variant="default" size={26} aria-label={words.more}>
        <Ellipsis size={16} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
)

const Steps = ({
  index,
  all,
  onStep,
}: {
  readonly index: number
  readonly all: number
  readonly onStep: (by: -1 | 1) => void
}) => (
  <Group justify="center" gap="md" c="dimmed">
    <ToolButton label={words.previous} isOff={index === 0} onClick={() => onStep(-1)}>
      <ChevronLeft size={18} aria-hidden />
    </ToolButton>
    <span role="status">{words.position(index + 1, all)}</span>
    <ToolButton label={words.next} isOff={index === all - 1} onClick={() => onStep(1)}>
      <ChevronRight size={18} aria-hidden />
    </ToolButton>
  </Group>
)
