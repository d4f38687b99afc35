// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest'
import { type MenuEntry, useContextMenu, withMenu } from '#renderer/stores/context-menu.ts'

let ran: string[]
const entry = (command: 'open' | 'copyName' | 'remove'): MenuEntry => ({
  command,
  run: () => ran.push(command),
})
const entries = [entry('open'), 'divider', entry('copyName'), entry('remove')] as const

beforeEach(() => {
  ran = []
  useContextMenu.getState().close()
  document.getSelection()?.removeAllRanges()
  document.body.innerHTML = '<button>Moth</button><input>'
})

const element = (selector: string): Element => {
  const found = document.querySelector(selector)
  if (found === null) throw new Error(`no ${selector}`)
  return found
}
/** @returns whether the browser's own action was prevented */
const press = (
  key: string,
  held: { readonly ctrlKey?: boolean } = {},
  handlers = withMenu('Moth', () => entries),
  target = 'button',
): boolean => {
  let isPrevented = false
  handlers.onKeyDown({
    key,
    code: '',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...held,
    target: element(target),
    preventDefault: () => {
      isPrevented = true
    },
  })
  return isPrevented
}

describe('a thing with a context menu', () => {
  test('has the keys of its entries while it has the focus', () => {
    expect(press('Delete')).toBe(true)
    expect(press('c', { ctrlKey: true })).toBe(true)
    expect(ran).toEqual(['remove', 'copyName'])
  })

  test('leaves Enter to the button that it is, and other keys to the window', () => {
    expect(press('Enter')).toBe(false)
    expect(press('k', { ctrlKey: true })).toBe(false)
    expect(press('c')).toBe(false)
    expect(ran).toEqual([])
  })

  test('does nothing for a key whose entry is not offered', () => {
    press(
      'Delete',
      {},
      withMenu('Moth', () => [entry('copyName')]),
    )
    expect(ran).toEqual([])
  })

  test('leaves keys to a text field, and to selected text', () => {
    expect(press('Delete', {}, undefined, 'input')).toBe(false)
    document.getSelection()?.selectAllChildren(element('button'))
    expect(press('c', { ctrlKey: true })).toBe(false)
    expect(ran).toEqual([])
  })

  test('opens its menu at once, or as soon as its entries are known', async () => {
    const open = (handlers: ReturnType<typeof withMenu>) =>
      handlers.onContextMenu({
        clientX: 0,
        clientY: 0,
        target: element('button'),
        preventDefault: () => undefined,
      })
    const opened = () => useContextMenu.getState().menu?.entries
    open(withMenu('Moth', () => entries))
    expect(opened()).toBe(entries)
    useContextMenu.getState().close()
    open(withMenu('Moth', async () => entries))
    await expect.poll(opened).toBe(entries)
  })
})
