import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import ui from '#renderer/ui/parts.module.css'

/** A section of the settings: what it is about, its main action, and a sheet for each setting. */
export const Section = ({
  intro,
  action,
  children,
}: {
  readonly intro?: string
  readonly action?: ReactNode
  readonly children: ReactNode
}) => (
  <div className={ui['stack']}>
    {intro !== undefined && (
      <Group justify="space-between" gap="sm">
        <p className={`${ui['grow']} ${ui['dimmed']}`} style={{ flexBasis: '15rem' }}>
          {intro}
        </p>
        {action}
      </Group>
    )}
    {children}
  </div>
)

/** Something that can be done with what a sheet shows. */
export const SheetAction = ({
  label,
  isBusy = false,
  disabled = false,
  onClick,
  children,
}: {
  /** For a screen reader: also what it is done with. */
  readonly label?: string
  readonly isBusy?: boolean
  readonly disabled?: boolean
  readonly onClick: () => void
  readonly children: string
}) => (
  <Button
    variant="default"
    size="xs"
    aria-label={label}
    loading={isBusy}
    disabled={disabled}
    onClick={onClick}
  >
    {children}
  </Button>
)
