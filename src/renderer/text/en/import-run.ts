import { countText, roundedText, numberText } from '#values/text/format.ts'

/** `about 3 minutes left`; null: nothing is done yet. */
const timeLeft = (seconds: number | null): string => {
  if (seconds === null) return 'Just started'
  if (seconds < 10) return 'A few seconds left'
  if (seconds < 60) return `About ${Math.ceil(seconds / 10) * 10} seconds left`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `About ${countText(minutes, 'minute', 'minutes')} left`
  const hours = Math.round(seconds / 1800) / 2
  return `About ${countText(hours, 'hour', 'hours')} left`
}

/** `12 a second`, `30 a minute` where less than one a second is done. */
const rate = (perSecond: number): string => {
  if (perSecond >= 10) return `${numberText(Math.round(perSecond))} a second`
  if (perSecond >= 1) return `${roundedText(perSecond, 1)} a second`
  return `${numberText(Math.round(perSecond * 60))} a minute`
}

/** A run: stages, progress, its end. */
export const run = {
  title: (collection: string) => `Import into ${collection}`,
  lead: (folder: string) => `From ${folder}`,
  back: 'All imports',
  pause: 'Pause',
  resume: 'Resume',
  cancel: 'Cancel',
  overall: 'Overall',
  failedShare: 'Failed',
  overallText: (added: number, total: number) =>
    `${numberText(added)} of ${countText(total, 'token is', 'tokens are')} in the collection`,
  preparing: 'Reading the folder and planning',
  left: timeLeft,
  rate,
  stages: {
    title: 'Stages',
    hash: 'Look up',
    image: 'Images',
    pin: 'Pin',
    upload: 'Upload',
    hints: {
      hash: 'Finds files from an earlier import',
      image: 'Checks, resizes and writes each image',
      pin: 'Pins each image so that it stays available',
      upload: 'Sends the tokens to the collection',
    },
    of: (done: number, total: number) => `${numberText(done)} of ${numberText(total)}`,
    failed: (failed: number) => `${numberText(failed)} failed`,
    done: 'Done',
    waiting: 'Waiting',
    none: 'Nothing to do',
  },
  spoken: (done: number, total: number, percent: number, time: string) =>
    `Import: ${numberText(done)} of ${numberText(total)}, ${percent} percent. ${time}.`,
  failures: {
    title: (failed: number) => `Failed (${numberText(failed)})`,
    label: 'Tokens that failed',
    row: 'Row',
    token: 'Token',
    reason: 'Reason',
    action: 'What to do',
    fix: 'Fix',
    fixOf: (row: number) => `Fix row ${numberText(row)}`,
    first: (shown: number, total: number) =>
      `The first ${numberText(shown)} of ${numberText(total)}.`,
  },
  skipped: {
    title: (rows: number) => `Skipped (${numberText(rows)})`,
    label: 'Rows that were skipped',
    byUser: 'You left this row out.',
  },
  notes: {
    title: (notes: number) => `Notes (${numberText(notes)})`,
    label: 'Notes about images',
  },
  ends: {
    done: (total: number, collection: string, skipped: number) =>
      total === 1
        ? `${skipped > 0 ? '1' : 'The'} token is in ${collection}.`
        : `${skipped > 0 ? '' : 'All '}${numberText(total)} tokens are in ${collection}.`,
    failed: (added: number, failed: number) =>
      `${countText(added, 'token is', 'tokens are')} in the collection, ${numberText(failed)} failed. Fix the failed tokens and try again. The import continues from here.`,
    paused: (added: number, total: number) =>
      `Paused at ${numberText(added)} of ${numberText(total)}. Nothing is lost.`,
    planned: 'The import is ready and has not started.',
    cancelled: (added: number) =>
      `Cancelled. ${countText(added, 'token is', 'tokens are')} in the collection and ${added === 1 ? 'stays' : 'stay'} there.`,
    elsewhere: 'Another program, such as the command line, is running this import.',
    skipped: (rows: number) => `${countText(rows, 'row was', 'rows were')} skipped.`,
    took: (seconds: number, duration: string) =>
      seconds < 1 ? 'This run took less than a second.' : `This run took ${duration}.`,
  },
  /** A run that changes tokens. */
  change: {
    title: (collection: string) => `Edit tokens of ${collection}`,
    lead: 'Changes to tokens of the collection',
    source: 'Edited tokens',
    cancelMessage: (changed: number) =>
      `The edit ends and can’t be resumed. ${changed === 0 ? 'No token was changed yet.' : `${countText(changed, 'token was', 'tokens were')} changed and ${changed === 1 ? 'stays' : 'stay'} so.`}`,
    upload: 'Change',
    uploadHint: 'Sends the changes to the collection',
    overallText: (changed: number, total: number) =>
      `${numberText(changed)} of ${countText(total, 'token')} changed`,
    done: (total: number) =>
      total === 1 ? 'The token was changed.' : `All ${numberText(total)} tokens were changed.`,
    failed: (changed: number, failed: number) =>
      `${countText(changed, 'token was', 'tokens were')} changed. ${numberText(failed)} failed and ${failed === 1 ? 'stays' : 'stay'} as before.`,
    cancelled: (changed: number) =>
      `Cancelled. ${countText(changed, 'token was', 'tokens were')} changed before.`,
    undo: 'Undo the changes',
    undone: (tokens: number, failed: number) =>
      `${countText(tokens, 'token is', 'tokens are')} as before.${failed === 0 ? '' : ` ${countText(failed, 'token was', 'tokens were')} reserved or changed meanwhile and ${failed === 1 ? 'stays' : 'stay'}.`}`,
    ended: (tokens: number) => `${countText(tokens, 'token')} changed.`,
  },
  placed: (place: string, held: number, total: number) =>
    `${numberText(held)} of ${countText(total, 'image')} ${place === 'local' ? 'stored on this computer' : `pinned at ${place}`}.`,
  elsewhere: (images: number) =>
    `${countText(images, 'image is named by an address', 'images are named by addresses')} in the table: this import pins ${images === 1 ? 'it' : 'them'} nowhere.`,
  imported: 'In the collection now',
  importedSoFar: 'In the collection so far',
  moreImported: (more: number) => `and ${numberText(more)} more`,
  next: {
    title: 'What next',
    collection: 'See the collection',
    fix: 'Fix the failed rows',
    fixSkipped: 'Fix the skipped rows',
    retry: 'Retry the failed tokens',
    policyDone: 'The policy is in your vault.',
    another: 'Import another folder',
  },
}
