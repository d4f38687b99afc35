import { Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import ui from './parts.module.css'

/** What is seldom needed: folded until somebody opens it, or something in it is wrong. */
export const Fold = ({
  label,
  about,
  isWrong = false,
  children,
}: {
  readonly label: string
  /** What is in it. */
  readonly about?: string
  readonly isWrong?: boolean
  readonly children: ReactNode
}) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <details open={isOpen || isWrong} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {label}
        {about !== undefined && <span className={ui['soft']}> · {about}</span>}
      </summary>
      <Stack gap="md" mt="sm">
        {children}
      </Stack>
    </details>
  )
}
