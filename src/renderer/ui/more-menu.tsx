import { Button, Menu, type MenuProps } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { text } from '../text/en.ts'

/** What can be done besides, behind the button "More". */
export const MoreMenu = ({
  position,
  isSmall = false,
  children,
}: {
  readonly position: NonNullable<MenuProps['position']>
  /** In a line of small tools. */
  readonly isSmall?: boolean
  /** Items of the menu. */
  readonly children: ReactNode
}) => (
  <Menu position={position}>
    <Menu.Target>
      <Button
        flex="none"
        variant="default"
        {...(isSmall ? { size: 'xs' } : {})}
        rightSection={<ChevronDown size={isSmall ? 14 : 16} aria-hidden />}
      >
        {text.common.more}
      </Button>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
)
