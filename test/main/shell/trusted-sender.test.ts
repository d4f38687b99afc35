import { describe, expect, it } from 'vitest'
import { isTrusted } from '#main/shell/origin.ts'

const windowAt = (url: string) => ({ mainFrame: { url } })

describe('a caller', () => {
  const window = windowAt('app://coldpress/index.html')

  it('is trusted when it is the main frame of the window with the app’s page in it', () => {
    expect(isTrusted({ sender: window, senderFrame: window.mainFrame }, window)).toBe(true)
  })

  it('is not trusted in another window, even with the same page', () => {
    const other = windowAt('app://coldpress/index.html')
    expect(isTrusted({ sender: other, senderFrame: other.mainFrame }, window)).toBe(false)
  })

  it('is not trusted in a frame of the page, even with the same address', () => {
    const frame = { url: 'app://coldpress/index.html' }
    expect(isTrusted({ sender: window, senderFrame: frame }, window)).toBe(false)
  })

  it('is not trusted once its frame or the window is gone', () => {
    expect(isTrusted({ sender: window, senderFrame: null }, window)).toBe(false)
    expect(isTrusted({ sender: window, senderFrame: window.mainFrame }, undefined)).toBe(false)
  })

  it.each(['https://coldpress/', 'app://evil/index.html', 'data:text/html,x', 'about:blank', ''])(
    'is not trusted when the window shows %s',
    (url) => {
      const moved = windowAt(url)
      expect(isTrusted({ sender: moved, senderFrame: moved.mainFrame }, moved)).toBe(false)
    },
  )
})
