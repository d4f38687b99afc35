import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { readWindowState, visibleBounds, writeWindowState } from '#main/shell/window-state.ts'
import { temporaryFolder } from '../../support/folder-test.ts'

const bounds = { x: 10, y: 20, width: 1000, height: 700 }
const fresh = { bounds: null, isMaximized: false, appearance: 'system' }

describe('what is remembered of the window', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = temporaryFolder()
    file = join(folder, 'window.json')
  })

  it('comes back, readable by its owner alone', () => {
    const state = { bounds, isMaximized: true, appearance: 'dark' } as const
    writeWindowState(file, state)
    expect(readWindowState(file)).toEqual(state)
    expect(statSync(file).mode & 0o077).toBe(0)
  })

  it.each([
    ['is not there', undefined],
    ['is no JSON', '{'],
    ['is too small', JSON.stringify({ ...fresh, bounds: { ...bounds, width: 10 } })],
    ['is no number', JSON.stringify({ ...fresh, bounds: { ...bounds, x: '1' } })],
    ['has another appearance', JSON.stringify({ ...fresh, appearance: 'pink' })],
  ])('is nothing when the file %s', (_, content) => {
    if (content !== undefined) writeFileSync(file, content)
    expect(readWindowState(file)).toEqual(fresh)
  })

  it('is not worth a failure when it cannot be written', () => {
    writeWindowState(join(folder, 'nowhere', 'window.json'), {
      bounds,
      isMaximized: false,
      appearance: 'light',
    })
    expect(readWindowState(join(folder, 'nowhere', 'window.json'))).toEqual(fresh)
  })
})

describe('remembered bounds', () => {
  const screen = { x: 0, y: 0, width: 1920, height: 1080 }

  it('are used when they can be seen', () => {
    expect(visibleBounds(bounds, [screen])).toEqual(bounds)
    expect(visibleBounds({ ...bounds, x: 2000 }, [screen, { ...screen, x: 1920 }])).toBeDefined()
  })

  it.each([
    ['right of every screen', { ...bounds, x: 1900 }],
    ['left of every screen', { ...bounds, x: -950 }],
    ['above, where no title bar can be grabbed', { ...bounds, y: -30 }],
    ['below', { ...bounds, y: 1000 }],
    ['never set', null],
  ])('are not when they lie %s', (_, rectangle) => {
    expect(visibleBounds(rectangle, [screen])).toBe(undefined)
  })
})
