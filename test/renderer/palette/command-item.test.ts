import { expect, test } from 'vitest'
import { commandItem } from '#renderer/views/palette/use-palette-groups.ts'
import type { WindowCommand } from '#contract/commands.ts'

const keys = (name: WindowCommand, host: 'electron' | 'chromium' | undefined) =>
  commandItem({ name, run: () => undefined }, host).keys

test('the palette shows no keys that a browser keeps for itself where the window is one', () => {
  expect(keys('newCollection', 'chromium')).toBe('Alt+N')
  expect(keys('newCollection', 'electron')).toBe('CmdOrCtrl+N')
  expect(keys('importFolder', 'chromium')).toBe('CmdOrCtrl+O')
  expect(keys('copyDiagnostics', 'chromium')).toBeUndefined()
})
