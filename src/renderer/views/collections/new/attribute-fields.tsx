import { ActionIcon, Flex, TextInput, Tooltip } from '@mantine/core'
import { ArrowDown, ArrowUp, Tag, Trash2 } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { tagFor } from '#contract/imports/tag-for.ts'
import { text } from '#renderer/text/en.ts'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import { Toolbar } from '#renderer/ui/toolbar.tsx'
import ui from '#renderer/ui/parts.module.css'
import styles from '../new-collection.module.css'
import { withTag } from './attributes.ts'
import type { AttributeRow } from './draft.ts'

const words = text.collections.new

/** One attribute: its name, its text with tags, and the row's actions. */
export const AttributeFields = ({
  row,
  position,
  name,
  isLast,
  error,
  onBlur,
  onChange,
  onMove,
  onRemove,
}: {
  readonly row: AttributeRow
  readonly position: number
  /** The row's name in its buttons' labels. */
  readonly name: string
  readonly isLast: boolean
  readonly error: ReactNode
  readonly onBlur: () => void
  readonly onChange: (change: Partial<Pick<AttributeRow, 'name' | 'text'>>) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}) => {
  const value = useRef<HTMLInputElement>(null)
  const tag = tagFor(row.name)
  const insertTag = () => {
    if (tag === undefined) return
    onChange({ text: withTag(row.text, tag, value.current?.selectionStart ?? row.text.length) })
    value.current?.focus()
  }
  const tagHint = tag === undefined ? words.noTag : words.addTagHint(tag)
  return (
    <div data-row={row.id}>
      <div className={styles['attributeParts']}>
        <TextInput
          aria-label={words.attributeNameOf(position)}
          value={row.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
          error={error !== undefined}
          data-part="name"
        />
        <TextInput
          ref={value}
          aria-label={words.attributeTextOf(position)}
          value={row.text}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
          // Validated when the user leaves the whole row: a name without a value is no error before
          // that.
          onBlur={onBlur}
          error={error !== undefined}
        />
        <Toolbar label={words.actionsOf(name)} className={styles['attributeActions']}>
          <Tooltip label={tagHint}>
            <IconButton
              icon={Tag}
              iconSize={14}
              aria-label={tagHint}
              disabled={tag === undefined}
              onClick={insertTag}
            >
              {words.addTag}
            </IconButton>
          </Tooltip>
          <Flex>
            <RowButton
              label={words.moveUp(name)}
              part="up"
              disabled={position === 1}
              onClick={() => onMove(-1)}
            >
              <ArrowUp size={16} aria-hidden />
            </RowButton>
            <RowButton
              label={words.moveDown(name)}
              part="down"
              disabled={isLast}
              onClick={() => onMove(1)}
            >
              <ArrowDown size={16} aria-hidden />
            </RowButton>
            <RowButton label={words.removeAttribute(name)} part="remove" onClick={onRemove}>
              <Trash2 size={16} aria-hidden />
            </RowButton>
          </Flex>
        </Toolbar>
      </div>
      {tag === undefined && row.name.trim() !== '' && row.text === '' && (
        <p className={ui['soft']}>{words.nameWithBlanks(row.name.trim())}</p>
      )}
      {error !== undefined && <div className={ui['fieldError']}>{error}</div>}
    </div>
  )
}

const RowButton = ({
  label,
  part,
  disabled = false,
  onClick,
  children,
}: {
  readonly label: string
  readonly part: string
  readonly disabled?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}) => (
  <Tooltip label={label}>
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
      data-part={part}
    >
      {children}
    </ActionIcon>
  </Tooltip>
)
