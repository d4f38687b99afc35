import { ActionIcon, Tooltip } from '@mantine/core'
import { ChevronLeft, ChevronRight, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { TokenRow } from '#shared/calls/collections.ts'
import { change } from '#renderer/data/change.ts'
import { removeToken } from '#renderer/data/tokens.ts'
import { attempt, useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { Confirm } from '#renderer/views/frame/confirm.tsx'
import { TokenImage } from '#renderer/ui/token-image.tsx'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import { TokenStatus } from '../chips.tsx'
import styles from '../collection.module.css'
import { TokenFacts } from './token-facts.tsx'

const words = text.collections.token

/** Elements that use the arrow keys themselves. */
const ownArrows = 'input, textarea, select, [role="tablist"]'

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
  const [isRemoving, setRemoving] = useState(false)
  const token = tokens[index]
  if (token === undefined) return null
  const step = (by: -1 | 1) => {
    const next = tokens[index + by]
    if (next !== undefined) onShow(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const isOwn = event.target instanceof Element && event.target.closest(ownArrows) !== null
    if (isOwn || isRemoving || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    event.preventDefault()
    step(event.key === 'ArrowLeft' ? -1 : 1)
  }
  const remove = async () => {
    const done = await attempt(() =>
      change('tokens.remove', { ...collectionRef, tokenId: token.id }),
    )
    if (done === undefined) return
    useNotices.getState().notify('good', words.removed(token.name))
    setRemoving(false)
    const next = tokens[index + 1] ?? tokens[index - 1]
    if (next === undefined) onClose()
    else onShow(next)
    removeToken(collectionRef, token.id)
  }
  return (
    <>
      <Dialog
        onClose={onClose}
        title={token.name}
        size="64rem"
        trapFocus={!isRemoving}
        closeOnEscape={!isRemoving}
        onKeyDown={onKeyDown}
      >
        <div className={styles['token']}>
          <div className={styles['tokenArt']}>
            <TokenImage cid={token.cid} alt={words.imageOf(token.name)} size={640} />
            <div className={styles['tokenSteps']}>
              <Step label={words.previous} disabled={index === 0} onClick={() => step(-1)} isBack />
              <span role="status">{words.position(index + 1, tokens.length)}</span>
              <Step
                label={words.next}
                disabled={index === tokens.length - 1}
                onClick={() => step(1)}
              />
            </div>
            <p className={styles['tokenKeys']}>{words.keys}</p>
          </div>
          <div className={styles['tokenText']}>
            <div className={styles['tokenHead']}>
              <TokenStatus status={token.status} />
              <IconButton
                variant="subtle"
                color="red"
                size="compact-sm"
                icon={Trash2}
                iconSize={14}
                onClick={() => setRemoving(true)}
              >
                {words.remove}
              </IconButton>
            </div>
            <TokenFacts collectionRef={collectionRef} row={token} />
          </div>
        </div>
      </Dialog>
      {isRemoving && (
        <Confirm
          title={words.removeTitle}
          message={words.removeText(token.name)}
          action={words.remove}
          keep={words.keep}
          onConfirm={remove}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  )
}

const Step = ({
  label,
  disabled,
  onClick,
  isBack = false,
}: {
  readonly label: string
  readonly disabled: boolean
  readonly onClick: () => void
  readonly isBack?: boolean
}) => (
  <Tooltip label={label}>
    <ActionIcon
      variant="default"
      size={36}
      aria-label={label}
      // Not `disabled`, which would remove the focus at the end of the list.
      aria-disabled={disabled}
      onClick={() => {
        if (!disabled) onClick()
      }}
    >
      {isBack ? <ChevronLeft size={18} aria-hidden /> : <ChevronRight size={18} aria-hidden />}
    </ActionIcon>
  </Tooltip>
)
