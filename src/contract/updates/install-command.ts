import type { Installation } from './installations.ts'
import { shellWord } from '#values/text/shell-word.ts'

/** What the user types to install a downloaded file; undefined where the app does it, or git. */
export const installCommand = (installation: Installation, path: string): string | undefined => {
  switch (installation) {
    case 'deb':
      return `sudo apt install ${shellWord(path)}`
    case 'rpm':
      return `sudo rpm --upgrade ${shellWord(path)}`
    case 'npm':
      return `npm install --global ${shellWord(path)}`
    case 'appimage':
    case 'mac':
    case 'windows':
    case 'checkout':
      return undefined
    default:
      return installation satisfies never
  }
}
