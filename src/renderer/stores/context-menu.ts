import { create } from 'zustand'
import {
  type ContextCommand,
  contextCommands,
  isPressed,
  type KeyPress,
} from '#contract/commands.ts'
import { isMac } from './is-mac.ts'

/** An entry of a context menu; `divider`: a line between two groups. */
export type MenuEntry = { readonly command: ContextCommand; readonly run: () => void } | 'divider'

export type OpenContextMenu = {
  readonly x: number
  readonly y: number
  /** What the entries are about, for screen readers. */
  readonly label: string
  readonly entries: readonly MenuEntry[]
}

type ContextMenuStore = {
  readonly menu: OpenContextMenu | undefined
  readonly open: (menu: OpenContextMenu) => void
  readonly close: () => void
}

/** The one context menu of the window. */
export const useContextMenu = create<ContextMenuStore>((set) => ({
  menu: undefined,
  open: (menu) => set({ menu }),
  close: () => set({ menu: undefined }),
}))

type Entries = readonly MenuEntry[] | Promise<readonly MenuEntry[]>

/** What the handlers need to know of React's events. */
type MenuEvent = {
  readonly clientX: number
  readonly clientY: number
  readonly target: EventTarget
  preventDefault(): void
}
type KeyEvent = KeyPress & Pick<MenuEvent, 'target' | 'preventDefault'>

/** What an element with a context menu listens to. */
export type MenuHandlers = {
  readonly onContextMenu: (event: MenuEvent) => void
  readonly onKeyDown: (event: KeyEvent) => void
}

/**
 * Gives a thing its context menu, for a right click, Shift+F10 and the Menu key alike; while it has
 * the focus, the keys of the entries work too. Text that is being edited or selected keeps the
 * system's menu and keys.
 */
export const withMenu = (label: string, entries: () => Entries): MenuHandlers => ({
  onContextMenu: (event) => {
    if (hasTextMenu(event.target)) return
    event.preventDefault()
    const place = placeOf(event)
    void withEntries(entries, (offered) => {
      if (offered.length > 0) useContextMenu.getState().open({ ...place, label, entries: offered })
    })
  },
  onKeyDown: (event) => {
    const isMeant = (command: ContextCommand): boolean =>
      // Whatever has a menu is a button or a row, which open by Enter themselves. A notice undoes.
      command !== 'open' && command !== 'undo' && isPressed(command, event, isMac)
    if (!contextCommands.some(isMeant) || hasTextMenu(event.target) || hasSelection()) return
    event.preventDefault()
    void withEntries(entries, (offered) => {
      for (const entry of offered) if (entry !== 'divider' && isMeant(entry.command)) entry.run()
    })
  },
})

/** At once where they are known, so that the focus is still where it was. */
const withEntries = async (
  entries: () => Entries,
  use: (offered: readonly MenuEntry[]) => void,
): Promise<void> => {
  const offered = entries()
  if ('then' in offered) use(await offered)
  else use(offered)
}

/** Whether the system shows its own menu there: in a field, and on selected text. */
export const hasTextMenu = (target: EventTarget): boolean => {
  if (!(target instanceof Element)) return false
  if (target.closest('input, textarea, [contenteditable=true]') !== null) return true
  return hasSelection() && document.getSelection()?.containsNode(target, true) === true
}

const hasSelection = (): boolean => document.getSelection()?.isCollapsed === false

/** At the pointer; by keyboard, at the element that has the focus. */
const placeOf = ({
  clientX,
  clientY,
  target,
}: MenuEvent): { readonly x: number; readonly y: number } => {
  const box = target instanceof Element ? target.getBoundingClientRect() : undefined
  const isInside =
    box === undefined ||
    (clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom)
  if (isInside && (clientX !== 0 || clientY !== 0)) return { x: clientX, y: clientY }
  return { x: (box?.left ?? 0) + 16, y: (box?.top ?? 0) + Math.min(box?.height ?? 0, 32) }
}
