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
