import { create } from 'zustand'

/** An entry of a context menu; `divider`: a line between two groups. */
export type MenuEntry =
  | {
      readonly label: string
      readonly run: () => void
      /** It deletes or ends something. */
      readonly isDangerous?: boolean
    }
  | 'divider'

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

/** What the handler needs to know of React's event. */
type MenuEvent = {
  readonly clientX: number
  readonly clientY: number
  readonly target: EventTarget
  preventDefault(): void
}

/**
 * Opens the context menu of a thing, for a right click, Shift+F10 and the Menu key alike. Text that
 * is being edited or selected keeps the system's menu.
 */
export const openContextMenu = (
  event: MenuEvent,
  label: string,
  entries: readonly MenuEntry[],
): void => {
  if (hasTextMenu(event.target) || entries.length === 0) return
  event.preventDefault()
  useContextMenu.getState().open({ ...placeOf(event), label, entries })
}

/** Whether the system shows its own menu there: in a field, and on selected text. */
export const hasTextMenu = (target: EventTarget): boolean => {
  if (!(target instanceof Element)) return false
  if (target.closest('input, textarea, [contenteditable=true]') !== null) return true
  const selection = document.getSelection()
  return selection?.isCollapsed === false && selection.containsNode(target, true)
}

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
