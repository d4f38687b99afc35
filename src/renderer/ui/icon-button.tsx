import { Button, type ButtonProps } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

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
