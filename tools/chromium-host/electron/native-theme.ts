import { EventEmitter } from 'node:events'
import { strict } from './strict.ts'
import { openWindows } from './windows.ts'

type Source = 'system' | 'light' | 'dark'

class NativeTheme extends EventEmitter {
  #source: Source = 'system'

  get themeSource(): Source {
    return this.#source
  }
  set themeSource(source: Source) {
    this.#source = source
    for (const { page } of openWindows())
      page.send('Emulation.setEmulatedMedia', { features: emulatedScheme() }).catch(() => {})
    this.emit('updated')
  }
  /** What the system prefers is known to the page only. */
  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark'
  }
}

const theme = new NativeTheme()
export const nativeTheme = strict('nativeTheme', theme)

export const emulatedScheme = (): { name: string; value: string }[] =>
  theme.themeSource === 'system' ? [] : [{ name: 'prefers-color-scheme', value: theme.themeSource }]
