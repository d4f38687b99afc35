import type { CallOutput } from '#contract/window/calls.ts'
import { commandOfName, shortcutsOf, type WindowCommand } from '#contract/commands.ts'
import { isMac } from '#renderer/stores/is-mac.ts'
import type { PaletteItem } from './find-items.ts'

/** A command in the palette, with the first of its shortcuts that reaches the window. */
export const commandItem = (
  { name, run }: { readonly name: WindowCommand; readonly run: () => void },
  host: CallOutput<'app.info'>['host'] | undefined,
): PaletteItem => {
  const [keys] = shortcutsOf(name, isMac, host)
  const { label } = commandOfName(name)
  return { id: name, label, run, ...(keys === undefined ? {} : { keys }) }
}
