import { describe, expect, test } from 'vitest'
import { commandNames, commandOf, shortcutLabel, shortcutsOf } from '#contract/commands.ts'

type Held = Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>>

const press = (key: string, held: Held, code = `Key${key.toUpperCase()}`) => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

describe('the table of commands', () => {
  test.each([false, true])('gives no shortcut to two commands (macOS: %s)', (isMac) => {
    const all = commandNames.flatMap((name) => shortcutsOf(name, isMac))
    expect(new Set(all).size).toBe(all.length)
  })

  test('finds a command by its keys, by its alternative, and by Shift where a layout needs it', () => {
    expect(commandOf(press('n', { ctrlKey: true }), false)).toBe('newCollection')
    expect(commandOf(press('n', { altKey: true }), false)).toBe('newCollection')
    expect(commandOf(press('ArrowLeft', { altKey: true }), false)).toBe('back')
    expect(commandOf({ ...press('/', { ctrlKey: true }), shiftKey: true }, false)).toBe('shortcuts')
  })

  test('finds nothing for a key alone or with a modifier too many', () => {
    expect(commandOf(press('n', {}), false)).toBeUndefined()
    expect(commandOf(press('n', { ctrlKey: true, altKey: true }), false)).toBeUndefined()
    expect(commandOf({ ...press('k', { ctrlKey: true }), shiftKey: true }, false)).toBeUndefined()
    expect(commandOf({ ...press('n', { ctrlKey: true }), shiftKey: true }, false)).toBeUndefined()
  })

  test('finds a command by Shift and by a function key, and leaves zooming to the host', () => {
    const palette = { ...press('P', { ctrlKey: true }), shiftKey: true }
    expect(commandOf(palette, false)).toBe('palette')
    expect(commandOf({ ...palette, shiftKey: false }, false)).toBeUndefined()
    expect(commandOf(press('F3', {}), false)).toBe('find')
    for (const key of ['+', '=', '-', '0'])
      expect(commandOf(press(key, { ctrlKey: true }), false)).toBeUndefined()
  })

  test('takes Command on macOS, where Option with an arrow moves by words', () => {
    expect(commandOf(press('l', { metaKey: true }), true)).toBe('lock')
    expect(commandOf(press('l', { ctrlKey: true }), true)).toBeUndefined()
    expect(commandOf(press('[', { metaKey: true }), true)).toBe('back')
    expect(commandOf(press('ArrowLeft', { altKey: true }, 'ArrowLeft'), true)).toBeUndefined()
  })

  test('knows a key that Option makes a dead one, and no other by its place', () => {
    expect(commandOf(press('Dead', { altKey: true }, 'KeyN'), true)).toBe('newCollection')
    expect(commandOf(press('Dead', { altKey: true }, 'KeyE'), true)).toBeUndefined()
    expect(commandOf(press('Dead', { altKey: true }, 'KeyN'), false)).toBeUndefined()
    expect(commandOf(press('b', { metaKey: true }, 'KeyN'), true)).toBeUndefined()
  })

  test('gives every command that a browser would keep another shortcut there', () => {
    expect(shortcutsOf('newCollection', false)).toEqual(['CmdOrCtrl+N', 'Alt+N'])
    expect(shortcutsOf('newCollection', false, 'chromium')).toEqual(['Alt+N'])
    for (const name of commandNames)
      expect(shortcutsOf(name, false, 'chromium').length > 0).toBe(
        shortcutsOf(name, false).length > 0,
      )
  })

  test('writes a shortcut as the system does', () => {
    expect(shortcutLabel('CmdOrCtrl+N', false)).toBe('Ctrl + N')
    expect(shortcutLabel('CmdOrCtrl+N', true)).toBe('⌘ N')
    expect(shortcutLabel('CmdOrCtrl+Plus', false)).toBe('Ctrl + +')
  })
})
