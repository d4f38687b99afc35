import { bytesText, countText, numberText } from '#values/text/format.ts'

/** The export of the tokens of a collection. */
export const exporting = {
  title: 'Export tokens',
  format: 'Format',
  formats: {
    csv: {
      label: 'Table (CSV)',
      hint: 'Coldpress’s own table, with everything that a token has.',
    },
    cip25: {
      label: 'CIP-25 metadata (JSON)',
      hint: 'One file with the metadata that is or will be on chain.',
    },
    nmkr: {
      label: 'NMKR Studio',
      hint: 'A folder with a metadata file for each token.',
    },
    opensea: {
      label: 'OpenSea (CSV)',
      hint: 'The table of OpenSea Studio.',
    },
  },
  withFiles: 'With images and works',
  safeCells: 'Make them text, with an apostrophe before each',
  safeCellsHint: 'An import leaves the apostrophe out again.',
  withFilesHint: 'A folder with the files that are on this computer.',
  noFiles: 'This format names images by their IPFS addresses.',
  details: ({
    tokens,
    files,
    bytes,
    elsewhere,
  }: {
    readonly tokens: number
    readonly files: number
    readonly bytes: number
    readonly elsewhere: number
  }) =>
    [
      tokens === 0 ? 'The collection has no tokens yet.' : countText(tokens, 'token'),
      ...(files === 0 ? [] : [`${countText(files, 'file')}, ${bytesText(bytes)}`]),
      ...(elsewhere === 0
        ? []
        : [
            `${countText(elsewhere, 'file is', 'files are')} not on this computer and ${elsewhere === 1 ? 'keeps its' : 'keep their'} IPFS address`,
          ]),
    ].join(' · '),
  reading: 'Reading the tokens…',
  submit: 'Export tokens…',
  stop: 'Stop the export',
  copying: 'Copying the files',
  progress: (done: number, total: number) => `${numberText(done)} of ${countText(total, 'file')}`,
  saved: (path: string) => `The tokens were exported to ${path}.`,
}

/** One folder of a collection's images and works. */
export const folder = {
  title: 'Folder on IPFS',
  lead: 'One folder with the images and works of all tokens on this computer, so that one CID names the whole collection.',
  node: 'Kubo node',
  make: 'Make folder',
  making: 'Make the folder',
  progress: (done: number, total: number) => `${numberText(done)} of ${countText(total, 'file')}`,
  stop: 'Stop',
  reason: 'The token of the node is in your vault.',
  made: (files: number) => `${countText(files, 'file')} in one folder:`,
  address: 'Address of the folder',
  placed: (place: string, path: string) => `Pinned at ${place}, as ${path} among its files.`,
  other: (place: string, cid: string) =>
    `Pinned at ${place} under a CID of its own, ${cid}: it spreads so many names in another way.`,
  elsewhere: (files: number) =>
    `${countText(files, 'file')} of the tokens ${files === 1 ? 'is' : 'are'} not on this computer, and not in the folder.`,
  find: 'Can others find it?',
  findHint:
    'Your node asks the network, which learns of the question; so does the routing endpoint, if one is set.',
}
