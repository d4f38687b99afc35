import { Menu } from '@mantine/core'
import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { commandOfName, type ContextCommand, keysOf, shortcutLabel } from '#contract/commands.ts'
import { isMac } from '#renderer/stores/is-mac.ts'
import { hasTextMenu, type OpenContextMenu, useContextMenu } from '#renderer/stores/context-menu.ts'
import { text } from '#renderer/text/en.ts'
import { useReturnFocus } from '#renderer/ui/use-return-focus.ts'
import styles from './frame.module.css'

/** The one context menu, at the pointer or at the focused element. Arrow keys move, Escape closes. */
export const ContextMenu = () => {
  const { menu } = useContextMenu()
  useEffect(preventBrowserMenus, [])
  // Another place is another menu: it is placed, and gets the focus, when it opens.
  return menu === undefined ? null : <OpenMenu key={`${menu.x} ${menu.y}`} menu={menu} />
}

const OpenMenu = ({ menu }: { readonly menu: OpenContextMenu }) => {
  useReturnFocus()
  const { close } = useContextMenu()
  return (
    <Menu
      opened
      onClose={close}
      position="bottom-start"
      offset={0}
      floatingStrategy="fixed"
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      zIndex={450}
    >
      <Menu.Target>
        <div aria-hidden className={styles['menuPlace']} style={{ left: menu.x, top: menu.y }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={text.menu.label(menu.label)} aria-labelledby={undefined}>
        {menu.entries.map((entry, index) =>
          entry === 'divider' ? (
            // oxlint-disable-next-line react/no-array-index-key -- a divider has no other name
            <Menu.Divider key={index} />
          ) : (
            <Menu.Item
              key={entry.command}
              {...(commandOfName(entry.command).isDangerous === true
                ? { color: 'var(--bad)' }
                : {})}
              {...shortcutOf(entry.command)}
              onClick={() => {
                // First, so that a dialog that opens gives the focus back to where it was.
                flushSync(close)
                entry.run()
              }}
            >
              {commandOfName(entry.command).label}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

const shortcutOf = (command: ContextCommand) => {
  const keys = keysOf(command, isMac)
  if (keys === undefined) return {}
  const label = shortcutLabel(keys, isMac)
  return {
    rightSection: <span className={styles['menuKeys']}>{label}</span>,
    'aria-keyshortcuts': keys.replace('CmdOrCtrl', isMac ? 'Meta' : 'Control'),
  }
}

/** A browser's menu reloads, prints and goes back: an application has none of it. */
const preventBrowserMenus = (): (() => void) => {
  const onContextMenu = (event: MouseEvent) => {
    if (event.target === null || !hasTextMenu(event.target)) event.preventDefault()
  }
  window.addEventListener('contextmenu', onContextMenu)
  return () => window.removeEventListener('contextmenu', onContextMenu)
}
