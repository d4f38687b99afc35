/** What the packages call Coldpress. A name here is in the user's system once it is installed. */
export const product = {
  appId: 'app.coldpress.Coldpress',
  name: 'Coldpress',
  /** Of the packages, and of the command line on the PATH. */
  packageName: 'coldpress',
  /** The program that opens the window: `coldpress` is the command line. */
  windowProgram: 'coldpress-window',
  summary: 'Mint NFT collections on Cardano, with the keys on your computer',
  /** A placeholder, which whoever publishes packages replaces: package formats demand an address. */
  maintainer: 'The Coldpress authors <maintainers@coldpress.invalid>',
  requestType: 'application/vnd.coldpress.signing-request',
  /** Where deb and rpm install. */
  folder: '/opt/Coldpress',
} as const
