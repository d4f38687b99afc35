import { ActionIcon, Button, type ButtonProps, Tooltip } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

/** A button with an icon before its words. It is not the main one of its place unless it is `filled`. */
export const IconButton = ({
  icon: Icon,
  iconSize = 16,
  variant = 'default',
  ...props
}: {
  readonly icon: LucideIcon
  readonly iconSize?: 14 | 16 | 18
} & Omit<ButtonProps, 'leftSection'> &
  Omit<ComponentProps<'button'>, keyof ButtonProps>) => (
  <Button {...props} variant={variant} leftSection={<Icon size={iconSize} aria-hidden />} />
)

/** A button that is an icon alone, such as one that leads to the next of several. */
export const ToolButton = ({
  label,
  size = 36,
  isOff = false,
  onClick,
  children,
}: {
  readonly label: string
  readonly size?: 30 | 36
  /** Not `disabled`, which would take the focus away at the end of the list. */
  readonly isOff?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}) => (
  <Tooltip label={label}>
    <ActionIcon
      variant="default"
      size={size}
      aria-label={label}
      aria-disabled={isOff}
      onClick={() => {
        if (!isOff) onClick()
      }}
    >
      {children}
    </ActionIcon>
  </Tooltip>
)
