import { bytesText, dateText } from '#values/text/format.ts'
import { run } from './import-run.ts'

/** Newer versions: the section of the settings, and the question in the frame. */
export const updates = {
  title: 'Newer versions',
  checked: 'Last checked',
  never: 'Not yet',
  checkedAt: (at: string) => dateText(at),
  upToDate: 'This is the newest version.',
  check: 'Check now',
  checking: 'Checking for a newer version',
  automatic: 'Check for newer versions',
  automaticHint: (server: string) =>
    `Coldpress asks ${server} when it starts and once a day, and sends nothing else. It never asks during an import, a sale or a signature. Nothing is downloaded or installed before you choose it.`,
  unknown:
    'This build doesn’t know where releases are published, so it can’t check for newer versions.',
  offline: 'Coldpress was started offline, so it can’t check for newer versions.',
  newest: (version: string) => `Coldpress ${version}`,
  publishedAt: (at: string) => `Published on ${dateText(at)}`,
  notes: 'What is new',
  noFile: 'This version has no file for this installation.',
  checkout: 'You run a checkout. Update it with git pull and npm ci.',
  download: (bytes: number) => `Download (${bytesText(bytes)})`,
  cancel: 'Stop download',
  progress: 'Download',
  progressText: (bytes: number, total: number, secondsLeft: number | null) =>
    `${bytesText(bytes)} of ${bytesText(total)}. ${run.left(secondsLeft)}.`,
  verified: 'Downloaded, and signed by the Coldpress project.',
  command: 'Install it with this command in a terminal. Your data stays where it is.',
  copyCommand: 'command',
  commandLabel: 'Command',
  install: 'Install when Coldpress closes',
  installHint:
    'Coldpress checks the signature again and installs the new version once it is closed. If an import, a sale or a signature is under way then, it waits for the next time.',
  file: 'File',
  frame: {
    label: 'Newer versions',
    question: 'Check for newer versions?',
    hint: (server: string) => `It asks ${server} once a day and sends nothing else.`,
    yes: 'Yes',
    no: 'No',
    found: (version: string) => `Version ${version} is there`,
  },
}
