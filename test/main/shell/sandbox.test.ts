import { expect, it } from 'vitest'
import { unsandboxedReason } from '#main/shell/sandbox.ts'

it('finds nothing wrong with an ordinary start', () => {
  expect(
    unsandboxedReason(['coldpress-window', '--offline', '/a/--no-sandbox'], {}),
  ).toBeUndefined()
  expect(unsandboxedReason([], { ELECTRON_DISABLE_SANDBOX: '' })).toBeUndefined()
})

it.each(['--no-sandbox', '--no-sandbox=1', '--disable-sandbox', '--disable-setuid-sandbox'])(
  'keeps the vault closed under %s, and names it',
  (given) => {
    expect(unsandboxedReason(['coldpress-window', '/a/folder', given], {})).toContain(
      `(${given}`.split('=')[0],
    )
  },
)

it('keeps it closed under the variable that Electron reads', () => {
  expect(unsandboxedReason([], { ELECTRON_DISABLE_SANDBOX: '1' })).toContain(
    'Start Coldpress without ELECTRON_DISABLE_SANDBOX.',
  )
})

it('sends the user of an AppImage to the deb and the rpm', () => {
  expect(unsandboxedReason(['x', '--no-sandbox'], { APPIMAGE: '/x.AppImage' })).toContain(
    'Install the deb or rpm',
  )
})
