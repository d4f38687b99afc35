import { shellWord } from '#values/text/shell-word.ts'

/**
 * How Coldpress was installed. It decides which file of a release is for it, and who installs that:
 * `deb`, `rpm` and `npm` the user, with a command; `appimage`, `mac` and `windows` the app.
 */
export const installations = [
  'deb',
  'rpm',
  'appimage',
  'mac',
  'windows',
  'npm',
  'checkout',
] as const
export type Installation = (typeof installations)[number]

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
