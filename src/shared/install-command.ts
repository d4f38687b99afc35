import type { Installation } from './installations.ts'

/** What the user types to install a downloaded file; undefined where the app does it, or git. */
export const installCommand = (installation: Installation, path: string): string | undefined => {
  switch (installation) {
    case 'deb':
      return `sudo apt install ${quoted(path)}`
    case 'rpm':
      return `sudo rpm --upgrade ${quoted(path)}`
    case 'npm':
      return `npm install --global ${quoted(path)}`
    case 'appimage':
    case 'mac':
    case 'windows':
    case 'checkout':
      return undefined
    default:
      return installation satisfies never
  }
}

/** A path as one word of a shell. */
const quoted = (path: string): string =>
  /^[\w./@%+=:,-]+$/u.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`
